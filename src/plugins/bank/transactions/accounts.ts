import type { Database, Selectable, TableOf } from '../../../index.js';
import type { accountsTable } from '../tables/accounts.js';

/** An account of the site that statements were of. Empty is not known. */
export interface BankAccount {
  readonly id: number;
  readonly iban: string;
  readonly number: string;
  readonly bankCode: string;
  readonly name: string;
  readonly currency: string;
}

/** All of them, in the order in which they came: a site has a handful. */
export async function listAccounts(db: Database): Promise<readonly BankAccount[]> {
  return (await db.query.selectFrom('bank_accounts').selectAll().orderBy('id').execute()).map(toAccount);
}

function toAccount(row: Selectable<TableOf<typeof accountsTable>>): BankAccount {
  const { id, iban, number, name, currency } = row;
  return { id, iban, number, name, currency, bankCode: row.bank_code };
}
