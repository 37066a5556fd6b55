import { part } from './part.js';
import { compactIban, isIban } from './references/iban.js';
import type { StatementAccount, StatementPart } from './statement.js';

/** Tells whose entries are those that follow, whenever that changes. */
export interface Announcer {
  /** Whether it is known of entries that do not say it. */
  readonly knowsAccount: boolean;
  /**
   * @param parts what was made of one record
   * @param account what the record says of it, an IBAN or a number; empty for nothing
   * @returns the same, with the statement in front of them where it is another one; errors in place of entries of nobody
   */
  introduce(parts: readonly StatementPart[], account: string): readonly StatementPart[];
  /** @returns the statement of a file that has no entries */
  end(): readonly StatementPart[];
}

export interface KnownOfStatement {
  /** IBAN or number; empty where only entries say it. */
  readonly account: string;
  readonly bankCode?: string;
  /** ISO 4217; empty where only entries say it. */
  readonly currency: string;
}

/** For files in which each entry may say its account and its currency. */
export function createAnnouncer({ account: known, bankCode = '', currency }: KnownOfStatement): Announcer {
  let announced = '';

  function announce(account: string, own: string): readonly StatementPart[] {
    const key = JSON.stringify([account, own]);
    if (key === announced) return [];
    announced = key;
    return [part.statement(accountOf(account, bankCode, own))];
  }

  return {
    knowsAccount: known !== '',
    introduce(parts, said) {
      const entry = parts.find((one) => one.kind === 'entry')?.entry;
      if (entry === undefined) return parts;
      const account = said || known;
      if (account !== '') return [...announce(account, currency || entry.currency), ...parts];
      const message = 'The entry does not say whose it is. Name the account.';
      return [part.error('account_missing', message, entry.position)];
    },
    end: () => (announced === '' && known !== '' && currency !== '' ? announce(known, currency) : []),
  };
}

function accountOf(text: string, bankCode: string, currency: string): StatementAccount {
  const iban = isIban(text) ? compactIban(text) : '';
  const [, number = text.trim(), code = ''] = /^\s*([\d-]+)\/(\d{4})\s*$/.exec(text) ?? [];
  return { iban, number: iban === '' ? number : '', bankCode: bankCode || code, bic: '', name: '', currency };
}
