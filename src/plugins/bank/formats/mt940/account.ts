import { isCurrencyCode } from '../amounts.js';
import { compactIban, isIban } from '../references/iban.js';
import type { StatementAccount } from '../statement.js';

const BIC = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;

/**
 * Reads field 25: an IBAN, bank and number separated by a slash, or a number.
 * The currency may follow after a slash, a blank or nothing.
 * @returns an account whose currency is empty if the field has none
 */
export function readAccount(text: string): StatementAccount {
  const compact = text.trim();
  const slashed = /^(.*)\/\s*([A-Z]{3})$/.exec(compact);
  const [, spaced = compact, after = ''] = slashed ?? /^(.*\d)\s*([A-Z]{3})$/.exec(compact) ?? [];
  const currency = isCurrencyCode(after) ? after : '';
  const written = currency === '' ? compact : spaced;
  const slash = written.indexOf('/');
  const bank = slash < 0 ? '' : written.slice(0, slash).trim();
  const own = written.slice(slash + 1).trim();
  const iban = isIban(own) ? compactIban(own) : '';
  return {
    iban,
    number: iban === '' ? own : '',
    bankCode: BIC.test(bank) ? '' : bank,
    bic: BIC.test(bank) ? bank : '',
    name: '',
    currency,
  };
}
