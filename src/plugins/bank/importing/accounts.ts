import { type Database, utc } from '../../../database.js';
import { HostError } from '../../../index.js';
import type { StatementAccount } from '../formats/statement.js';
import { accountKeyOf, isWithinIban } from './same-account.js';
import '../tables/accounts.js';
import { clipped } from './clipped.js';

export interface Accounts {
  /**
   * Finds the account of a statement, even if another format named it by number and this one by IBAN.
   * @returns null if it is not stored yet
   * @throws HostError 400 `vendor_bank_invalid_param` for a statement without an account
   */
  find(account: StatementAccount): Promise<number | null>;
  /**
   * Finds the account or creates it. Call within a transaction.
   * @throws as `find`
   */
  store(account: StatementAccount): Promise<number>;
}

export function createAccounts(db: Database, now: () => Date): Accounts {
  const find: Accounts['find'] = async (account) => {
    const key = keyOf(account);
    const byKey = db.query.selectFrom('bank_accounts').select('id');
    const existing = await byKey.where('account_key', '=', key).orderBy('id').executeTakeFirst();
    return existing?.id ?? (await findByOther(account));
  };

  /** Matches an IBAN with a stored number or the reverse. An ambiguous match counts as none. */
  async function findByOther(account: StatementAccount): Promise<number | null> {
    const others = db.query.selectFrom('bank_accounts').select(['id', 'iban', 'number', 'bank_code']);
    const rows = await others.where('iban', account.iban === '' ? '!=' : '=', '').execute();
    const fitting = rows.filter(({ iban, number, bank_code }) =>
      account.iban === '' ? isWithinIban(iban, account) : isWithinIban(account.iban, { number, bankCode: bank_code }),
    );
    return fitting.length === 1 ? (fitting[0]?.id ?? null) : null;
  }

  return {
    find,
    async store(account) {
      const existing = await find(account);
      if (existing !== null) return existing;
      return db.insert('bank_accounts', {
        account_key: keyOf(account),
        iban: clipped(account.iban, 34),
        number: clipped(account.number, 64),
        bank_code: clipped(account.bankCode, 35),
        bic: clipped(account.bic, 11),
        name: clipped(account.name, 200),
        currency: clipped(account.currency, 3),
        created_at: utc.encode(now()),
      });
    },
  };
}

function keyOf(account: StatementAccount): string {
  const key = clipped(accountKeyOf(account), 128);
  if (key !== '') return key;
  const message = 'The file has no account. Import it again and specify the account.';
  throw new HostError('vendor_bank_invalid_param', message, { status: 400, params: { account: message } });
}
