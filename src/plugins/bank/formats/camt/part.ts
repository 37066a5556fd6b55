import type { StatementEntry } from '../statement.js';
import { type CamtAmounts, readAmounts } from './amounts.js';
import { readCharges } from './charges.js';
import { readDirection, readTypeCode } from './codes.js';
import { type Money, readMoney } from './money.js';
import { type CamtParties, readParties } from './party.js';
import { type CamtRemittance, readRemittance } from './remittance.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/** A part of an entry (`TxDtls`): one payment of a batch booking. */
export interface CamtPart extends CamtParties, CamtAmounts, CamtRemittance {
  /** Null if the entry's direction applies. */
  readonly direction: StatementEntry['direction'] | null;
  readonly reference: string;
  readonly typeCode: string;
  readonly charges: readonly Money[];
}

export function readPart(element: XmlElement): CamtPart {
  const { debtor, creditor } = readParties(element);
  const { amounts, rate } = readAmounts(element, readMoney(elementAt(element, 'Amt')));
  const purpose = readRemittance(element);
  // Properties are listed one by one: spreading dominates the time of an entry, and there are 100,000 of them.
  return {
    debtor,
    creditor,
    amounts,
    rate,
    endToEndId: purpose.endToEndId,
    creditorReference: purpose.creditorReference,
    remittance: purpose.remittance,
    variableSymbol: purpose.variableSymbol,
    constantSymbol: purpose.constantSymbol,
    specificSymbol: purpose.specificSymbol,
    direction: readDirection(element),
    reference: textAt(element, 'Refs', 'AcctSvcrRef'),
    typeCode: readTypeCode(element),
    charges: readCharges(element),
  };
}
