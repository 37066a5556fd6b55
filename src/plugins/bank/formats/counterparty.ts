import { compactIban } from './references/iban.js';
import type { Counterparty } from './statement.js';

/** Form of an IBAN. Check digits are not verified, because anonymized statements have wrong ones. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/;
/** Account number of a Czech or Slovak bank. */
const WITH_BANK = /^\s*([\d-]+)\/(\d{4})\s*$/;
const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;

/** Counterparty fields of a statement, some of which may hold one of two things. */
export interface WrittenCounterparty {
  readonly name?: string;
  /** IBAN or account number. */
  readonly account?: string;
  /** BIC or national bank code. Czech and Slovak accounts may include the code after a slash. */
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

/** Collapses whitespace, because banks pad their fields. */
export function singleSpaced(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim();
}
