import { contains, type Database } from '../../../database.js';

/** IDs of the rows that belong to a person. */
export interface PersonRecords {
  readonly transactions: ReadonlySet<number>;
  readonly receivables: ReadonlySet<number>;
}

const NOTHING: PersonRecords = { transactions: new Set(), receivables: new Set() };

/**
 * Finds the rows of a person.
 * Receivables of the person's customer IDs, transactions that paid them, other transactions from accounts that pay only
 * for this person (payment services pay for many from one account), and transactions that contain the email address.
 * @param customers customer IDs of the person
 * @param email lower case; empty for none
 */
export async function recordsOf(
  db: Database,
  { customers, email }: { readonly customers: readonly string[]; readonly email: string },
): Promise<PersonRecords> {
  if (customers.length === 0 && email === '') return NOTHING;
  const owed = await receivablesOf(db, customers);
  const paid = await paymentsOf(db, customers);
  const ibans = await ownIbans(db, customers, new Set([...owed, ...paid].flatMap(({ iban }) => iban || [])));
  const transactions = new Set(paid.map(({ transaction_id: id }) => id));
  for (const iban of ibans) {
    const from = db.query.selectFrom('bank_transactions').select('id').where('counterparty_iban', '=', iban);
    for (const { id } of await from.execute()) transactions.add(id);
  }
  for (const id of await withAddress(db, email)) transactions.add(id);
  return { transactions, receivables: new Set(owed.map(({ id }) => id)) };
}

async function receivablesOf(db: Database, customers: readonly string[]) {
  if (customers.length === 0) return [];
  const rows = db.query.selectFrom('bank_receivables').select(['id', 'iban']);
  return rows.where('customer', 'in', [...customers]).execute();
}

/** Finds valid payments and those reversed by the bank. Manually undone payments were not the person's. */
async function paymentsOf(db: Database, customers: readonly string[]) {
  if (customers.length === 0) return [];
  const rows = db.query.selectFrom('bank_payments').select(['transaction_id', 'iban']);
  return rows
    .where('customer', 'in', [...customers])
    .where('undone_by', 'is', null)
    .execute();
}

/** Filters the accounts that have never paid for, or been assigned to, another customer. */
async function ownIbans(
  db: Database,
  customers: readonly string[],
  ibans: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (customers.length === 0) return [];
  const own: string[] = [];
  for (const iban of ibans) {
    const others = await Promise.all(
      (['bank_payments', 'bank_receivables'] as const).map((table) =>
        db.query
          .selectFrom(table)
          .select('id')
          .where('iban', '=', iban)
          .where('customer', 'not in', ['', ...customers])
          .limit(1)
          .executeTakeFirst(),
      ),
    );
    if (others.every((other) => other === undefined)) own.push(iban);
  }
  return own;
}

async function withAddress(db: Database, email: string): Promise<readonly number[]> {
  if (email === '') return [];
  const rows = await db.query
    .selectFrom('bank_transactions')
    .select(['id', 'counterparty_name', 'counterparty_account', 'remittance'])
    .where(({ fn, ref, or }) =>
      or(
        (['counterparty_name', 'counterparty_account', 'remittance'] as const).map((name) =>
          contains(fn('lower', [ref(name)]), email),
        ),
      ),
    )
    .execute();
  return rows
    .filter((row) =>
      [row.counterparty_name, row.counterparty_account, row.remittance].some((text) => isIn(email, text)),
    )
    .map(({ id }) => id);
}

/** Whether a text contains the email as a whole, not as a part of another one. */
function isIn(email: string, text: string): boolean {
  const address = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${address}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'iu').test(text);
}
