import { type Money, readMoney } from './money.js';
import { childrenOf, elementAt, textAt, type XmlElement } from './xml-element.js';

const NONE: readonly Money[] = [];

/**
 * Reads the charges of the bank (`Chrgs`): the total if there is one, else its records, refunds subtracted.
 * In version 2 each charge is a `Chrgs` of its own; later versions list them as `Rcrd` in a single one.
 * @returns one amount per charge, in any currency
 */
export function readCharges(element: XmlElement): readonly Money[] {
  if (elementAt(element, 'Chrgs') === null) return NONE;
  return childrenOf(element, 'Chrgs').flatMap((charges) => {
    const total = readMoney(elementAt(charges, 'TtlChrgsAndTaxAmt'));
    if (total !== null) return [total];
    return [charges, ...childrenOf(charges, 'Rcrd')].flatMap((record) => {
      const money = readMoney(elementAt(record, 'Amt'));
      if (money === null) return [];
      return [textAt(record, 'CdtDbtInd') === 'CRDT' ? { ...money, amount: -money.amount } : money];
    });
  });
}

/** Sums the charges in one currency, in minor units; never negative. */
export function chargesIn(charges: readonly Money[], currency: string): number {
  const sum = charges.reduce((total, money) => total + (money.currency === currency ? money.amount : 0), 0);
  return Number.isSafeInteger(sum) && sum > 0 ? sum : 0;
}
