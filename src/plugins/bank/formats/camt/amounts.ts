import type { StatementEntry } from '../statement.js';
import { type Money, readMoney } from './money.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/** Ordered by how well they describe the amount moved on the account. */
const DETAILED_AMOUNTS = ['TxAmt', 'CntrValAmt', 'InstdAmt'];
const RATES = ['CntrValAmt', 'TxAmt', 'InstdAmt'];

/** Amounts of a part in any currency, and the exchange rate between them. */
export interface CamtAmounts {
  readonly amounts: readonly Money[];
  /** As written; empty for none. */
  readonly rate: string;
}

/**
 * Reads the amounts of a part or entry.
 * @param element a part; an entry has the same amounts in `AmtDtls`
 * @param own value of its `Amt`
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

/**
 * Returns the amount before conversion into the account's currency. The last amount is the one the payer instructed.
 */
export function originalOf({ amounts, rate }: CamtAmounts, currency: string): StatementEntry['original'] {
  for (let index = amounts.length - 1; index >= 0; index -= 1) {
    const money = amounts[index];
    if (money !== undefined && money.currency !== currency) return { ...money, rate };
  }
  return null;
}
