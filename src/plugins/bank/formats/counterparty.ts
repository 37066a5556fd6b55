import { compactIban } from './references/iban.js';
import type { Counterparty } from './statement.js';

/** Written as an IBAN; whether its digits are right is not asked, since statements made anonymous are wrong. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/;
/** A number of Czech and Slovak banks. */
const WITH_BANK = /^\s*([\d-]+)\/(\d{4})\s*$/;
const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;

/** What a statement says of the other side, in fields that hold one or the other. */
export interface WrittenCounterparty {
  readonly name?: string;
  /** An IBAN or a number. */
  readonly account?: string;
  /** A BIC or the code of a bank in its country; a Czech or Slovak account may carry it after a slash. */
  readonly bank?: string;
  readonly bic?: string;
}

export function counterpartyOf({ name = '', account = '', bank = '', bic = '' }: WrittenCounterparty): Counterparty {
  const compact = compactIban(account);
  const isIban = IBAN.test(compact);
  const slashed = account.includes('/') ? WITH_BANK.exec(account) : null;
  const [, number = account.trim(), code = ''] = slashed ?? [];
  const written = bank.trim();
  const isBic = BIC.test(written);
  return {
    name: singleSpaced(name),
    iban: isIban ? compact : '',
    account: isIban ? '' : number,
    bankCode: isBic ? code : written || code,
    bic: isBic ? written : bic.trim(),
  };
}

/** Text on one line: banks fill their fields with blanks. */
export function singleSpaced(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim();
}
