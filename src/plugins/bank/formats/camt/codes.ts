import type { StatementEntry } from '../statement.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/**
 * Reads `CdtDbtInd`.
 * @returns null if it is missing or invalid
 */
export function readDirection(element: XmlElement): StatementEntry['direction'] | null {
  const code = textAt(element, 'CdtDbtInd').toUpperCase();
  if (code === 'CRDT') return 'credit';
  return code === 'DBIT' ? 'debit' : null;
}

/** Reads `Sts`, from version 8 on `Sts/Cd`. Any code but BOOK (PDNG, INFO, FUTR) is pending; camt.054 may omit it. */
export function readStatus(entry: XmlElement): StatementEntry['bookingStatus'] {
  const code = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts', 'Prtry') || textAt(entry, 'Sts');
  return code === '' || code.toUpperCase() === 'BOOK' ? 'booked' : 'pending';
}

/** Reads `BkTxCd`: domain, family and sub-family such as `PMNT/RCDT/ESCT`, or the bank's own code. */
export function readTypeCode(element: XmlElement): string {
  const code = elementAt(element, 'BkTxCd');
  if (code === null) return '';
  const domain = elementAt(code, 'Domn');
  const family = elementAt(domain, 'Fmly');
  const levels = [textAt(domain, 'Cd'), textAt(family, 'Cd'), textAt(family, 'SubFmlyCd')];
  return levels.filter((level) => level !== '').join('/') || textAt(code, 'Prtry', 'Cd');
}

export function isReversal(entry: XmlElement): boolean {
  return ['true', '1'].includes(textAt(entry, 'RvslInd'));
}
