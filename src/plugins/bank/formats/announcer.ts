import { part } from './part.js';
import { compactIban, isIban } from './references/iban.js';
import type { StatementAccount, StatementPart } from './statement.js';

/** Emits a statement part whenever the account or currency of the following entries changes. */
export interface Announcer {
  /** Whether there is a default account for entries that do not name one. */
  readonly knowsAccount: boolean;
  /**
   * Puts the statement in front of the parts when it differs from the previous one.
   * @param parts parts read from one record
   * @param account IBAN or number named by the record; empty for none
   * @returns the parts, with a statement in front if it changed; an error instead of an entry whose account is unknown
   */
  introduce(parts: readonly StatementPart[], account: string): readonly StatementPart[];
  /** Returns the statement of a file without entries. */
  end(): readonly StatementPart[];
}

export interface KnownOfStatement {
  /** IBAN or number; empty if only the entries name it. */
  readonly account: string;
  readonly bankCode?: string;
  /** ISO 4217; empty if only the entries name it. */
  readonly currency: string;
}

/** Creates an announcer for files in which each entry may name its account and currency. */
export function createAnnouncer({ account: fallbackAccount, bankCode = '', currency }: KnownOfStatement): Announcer {
  let announced = '';

  function announce(account: string, own: string): readonly StatementPart[] {
    const key = JSON.stringify([account, own]);
    if (key === announced) return [];
    announced = key;
    return [part.statement(accountOf(account, bankCode, own))];
  }

  return {
    knowsAccount: fallbackAccount !== '',
    introduce(parts, introduced) {
      const entry = parts.find((part) => part.kind === 'entry')?.entry;
      if (entry === undefined) return parts;
      const account = introduced || fallbackAccount;
      if (account !== '') return [...announce(account, currency || entry.currency), ...parts];
      const message = 'The entry has no account. Specify the account.';
      return [part.error('account_missing', message, entry.position)];
    },
    end: () =>
      announced === '' && fallbackAccount !== '' && currency !== '' ? announce(fallbackAccount, currency) : [],
  };
}

function accountOf(text: string, bankCode: string, currency: string): StatementAccount {
  const iban = isIban(text) ? compactIban(text) : '';
  const [, number = text.trim(), code = ''] = /^\s*([\d-]+)\/(\d{4})\s*$/.exec(text) ?? [];
  return { iban, number: iban === '' ? number : '', bankCode: bankCode || code, bic: '', name: '', currency };
}
