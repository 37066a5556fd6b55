import type { StatementEntry } from '../statement.js';
import { type Money, readMoney } from './money.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/** In the order in which they tell what was moved on the account. */
const ACCOUNT_AMOUNTS = [
  ['Amt'],
  ['AmtDtls', 'TxAmt', 'Amt'],
  ['AmtDtls', 'CntrValAmt', 'Amt'],
  ['AmtDtls', 'InstdAmt', 'Amt'],
];
const RATES = ['CntrValAmt', 'TxAmt', 'InstdAmt'];

/** The amounts of a part, whatever their currencies, and the rate between them. */
export interface CamtAmounts {
  readonly amounts: readonly Money[];
  /** As written; empty for none. */
  readonly rate: string;
}

/** @param element a part; an entry has the same in `AmtDtls` */
export function readAmounts(element: XmlElement): CamtAmounts {
  const amounts = ACCOUNT_AMOUNTS.map((path) => readMoney(elementAt(element, ...path))).filter(
    (money) => money !== null,
  );
  const rates = RATES.map((name) => textAt(element, 'AmtDtls', name, 'CcyXchg', 'XchgRate'));
  return { amounts, rate: rates.find((rate) => rate !== '') ?? '' };
}

/** What was paid before it was changed into the account's currency. The last amount is what the payer instructed. */
export function originalOf({ amounts, rate }: CamtAmounts, currency: string): StatementEntry['original'] {
  const other = amounts.findLast((money) => money.currency !== currency);
  return other === undefined ? null : { ...other, rate };
}
