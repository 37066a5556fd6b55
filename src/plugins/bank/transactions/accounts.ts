import type { Database, Selectable, TableOf } from '../../../database.js';
import type { accountsTable } from '../tables/accounts.js';

/** A bank account of the site. Empty values are unknown. */
export interface BankAccount {
  readonly id: number;
  readonly iban: string;
  readonly number: string;
  readonly bankCode: string;
  readonly name: string;
  readonly currency: string;
}

/** Lists all accounts by ID; a site has only a few. */
export async function listAccounts(db: Database): Promise<readonly BankAccount[]> {
  return (await db.query.selectFrom('bank_accounts').selectAll().orderBy('id').execute()).map(toAccount);
}

function toAccount(row: Selectable<TableOf<typeof accountsTable>>): BankAccount {
  const { id, iban, number, name, currency } = row;
  return { id, iban, number, name, currency, bankCode: row.bank_code };
}
