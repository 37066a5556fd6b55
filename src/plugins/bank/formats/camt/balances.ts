import { balanceProblem } from '../balance.js';
import type { StatementEntry, StatementProblem } from '../statement.js';
import { readDirection } from './codes.js';
import type { Money } from './money.js';
import { readMoney } from './money.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/** `PRCD` is the closing balance of the previous day. */
const OPENING: ReadonlySet<string> = new Set(['OPBD', 'PRCD']);
const CLOSING = 'CLBD';

/** Sums up one statement. */
export interface CamtBalances {
  /**
   * Adds a balance.
   * @param element `Bal`
   */
  add(element: XmlElement): void;
  count(entry: StatementEntry): void;
  problem(position: string): StatementProblem | null;
}

/** Creates the balances of a statement. Pending entries are not counted, and several currencies are not compared. */
export function createBalances(): CamtBalances {
  let opening: Money | null = null;
  let closing: Money | null = null;
  let movements = 0;
  const currencies = new Set<string>();

  return {
    add(element) {
      const code = textAt(element, 'Tp', 'CdOrPrtry', 'Cd') || textAt(element, 'Tp', 'Cd');
      const money = readMoney(elementAt(element, 'Amt'));
      if (money === null) return;
      const balance = readDirection(element) === 'debit' ? { ...money, amount: -money.amount } : money;
      if (OPENING.has(code)) opening ??= balance;
      if (code === CLOSING) closing = balance;
    },
    count({ bookingStatus, direction, amount, currency }) {
      if (bookingStatus !== 'booked') return;
      movements += direction === 'credit' ? amount : -amount;
      currencies.add(currency);
    },
    problem(position) {
      if (opening === null || closing === null) return null;
      const { currency } = opening;
      const all = new Set([...currencies, currency, closing.currency]);
      if (all.size > 1) return null;
      return balanceProblem({ opening: opening.amount, closing: closing.amount, movements, currency, position });
    },
  };
}
