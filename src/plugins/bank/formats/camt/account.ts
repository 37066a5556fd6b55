import { isCurrencyCode } from '../amounts.js';
import { compactIban, isIban } from '../references/iban.js';
import type { StatementAccount } from '../statement.js';
import { textAt, type XmlElement } from './xml-element.js';

/**
 * Reads the account of the statement (`Acct`).
 * @returns null if there is none; the currency is empty if it is not given
 */
export function readAccount(element: XmlElement): StatementAccount | null {
  const said = textAt(element, 'Id', 'IBAN');
  const other =
    textAt(element, 'Id', 'Othr', 'Id') || textAt(element, 'Id', 'BBAN') || textAt(element, 'Id', 'PrtryAcct', 'Id');
  const iban = compactIban(said || (isIban(other) ? other : ''));
  if (iban === '' && other === '') return null;
  const currency = textAt(element, 'Ccy').toUpperCase();
  return {
    iban,
    number: iban === '' ? other : '',
    bankCode: textAt(element, 'Svcr', 'FinInstnId', 'ClrSysMmbId', 'MmbId'),
    bic: textAt(element, 'Svcr', 'FinInstnId', 'BICFI') || textAt(element, 'Svcr', 'FinInstnId', 'BIC'),
    name: textAt(element, 'Nm') || textAt(element, 'Ownr', 'Nm'),
    currency: isCurrencyCode(currency) ? currency : '',
  };
}

/** Parses the account that the user named for statements that do not include one. */
export function namedAccount(text: string): StatementAccount | null {
  const named = text.trim();
  if (named === '') return null;
  const iban = isIban(named) ? compactIban(named) : '';
  return { iban, number: iban === '' ? named : '', bankCode: '', bic: '', name: '', currency: '' };
}
