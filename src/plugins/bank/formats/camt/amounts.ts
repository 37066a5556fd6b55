import type { StatementEntry } from '../statement.js';
import { type Money, readMoney } from './money.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/** In the order in which they tell what was moved on the account. */
const DETAILED_AMOUNTS = ['TxAmt', 'CntrValAmt', 'InstdAmt'];
const RATES = ['CntrValAmt', 'TxAmt', 'InstdAmt'];

/** The amounts of a part, whatever their currencies, and the rate between them. */
export interface CamtAmounts {
  readonly amounts: readonly Money[];
  /** As written; empty for none. */
  readonly rate: string;
}

/**
 * @param element a part; an entry has the same in `AmtDtls`
 * @param own what its `Amt` says
 */
export function readAmounts(element: XmlElement, own: Money | null): CamtAmounts {
  const amounts = own === null ? [] : [own];
  const details = elementAt(element, 'AmtDtls');
  if (details === null) return { amounts, rate: '' };
  for (const name of DETAILED_AMOUNTS) {
    const money = readMoney(elementAt(details, name, 'Amt'));
    if (money !== null) amounts.push(money);
  }
  const rates = RATES.map((name) => textAt(details, name, 'CcyXchg', 'XchgRate'));
  return { amounts, rate: rates.find((rate) => rate !== '') ?? '' };
}

/** What was paid before it was changed into the account's currency. The last amount is what the payer instructed. */
export function originalOf({ amounts, rate }: CamtAmounts, currency: string): StatementEntry['original'] {
  for (let index = amounts.length - 1; index >= 0; index -= 1) {
    const money = amounts[index];
    if (money !== undefined && money.currency !== currency) return { ...money, rate };
  }
  return null;
}
