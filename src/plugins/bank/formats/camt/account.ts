import { isCurrencyCode } from '../amounts.js';
import { compactIban, isIban } from '../references/iban.js';
import type { StatementAccount } from '../statement.js';
import { textAt, type XmlElement } from './xml-element.js';

/** Whose statement it is (`Acct`). @returns null where it does not say it; the currency is empty where it is not said */
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

/** The account that whoever imports a file names, for statements that do not. */
export function namedAccount(text: string): StatementAccount | null {
  const named = text.trim();
  if (named === '') return null;
  const iban = isIban(named) ? compactIban(named) : '';
  return { iban, number: iban === '' ? named : '', bankCode: '', bic: '', name: '', currency: '' };
}
