import { type Database, type Selectable, type TableOf, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import { type ReceivableRow, toReceivable } from '../receivables/receivable.js';
import { receivableList } from '../receivables/receivable-list.js';
import type { transactionsTable } from '../tables/transactions.js';
import type { PersonRecords } from './person-records.js';

export type TransactionRow = Selectable<TableOf<typeof transactionsTable>>;

/** Maximum IDs per statement. */
const CHUNK = 500;

/** Loads the rows of a person, sorted by ID. */
export async function personalRows(
  db: Database,
  { transactions, receivables }: PersonRecords,
): Promise<{ readonly transactions: readonly TransactionRow[]; readonly receivables: readonly ReceivableRow[] }> {
  const found: { transactions: TransactionRow[]; receivables: ReceivableRow[] } = { transactions: [], receivables: [] };
  for (const ids of chunksOf(transactions)) {
    const rows = db.query.selectFrom('bank_transactions').selectAll().where('id', 'in', ids).orderBy('id');
    found.transactions.push(...(await rows.execute()));
  }
  for (const ids of chunksOf(receivables)) {
    const rows = db.query.selectFrom('bank_receivables').selectAll().where('id', 'in', ids).orderBy('id');
    found.receivables.push(...(await rows.execute()));
  }
  return found;
}

/** Selects the exported columns of a transaction: everything from the bank, without internal data. */
export function handedTransaction(row: TransactionRow): Readonly<Record<string, unknown>> {
  return {
    id: row.id,
    booked_on: row.booked_on,
    value_on: row.value_on,
    direction: row.direction,
    amount: majorUnits(row.amount, row.currency),
    currency: row.currency,
    status: row.status,
    counterparty_name: row.counterparty_name,
    counterparty_iban: row.counterparty_iban,
    counterparty_account: row.counterparty_account,
    counterparty_bank_code: row.counterparty_bank_code,
    counterparty_bic: row.counterparty_bic,
    variable_symbol: row.variable_symbol,
    constant_symbol: row.constant_symbol,
    specific_symbol: row.specific_symbol,
    end_to_end_id: row.end_to_end_id,
    bank_reference: row.bank_reference,
    creditor_reference: row.creditor_reference,
    remittance: row.remittance,
  };
}

export function handedReceivable(row: ReceivableRow): Readonly<Record<string, unknown>> {
  return { ...receivableList.record(toReceivable(row)) };
}

/** Removes the counterparty and the text from transactions and their payments. Amounts and references stay. */
export async function detachTransactions(db: Database, ids: Iterable<number>): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    await db.query
      .updateTable('bank_payments')
      .set({ customer: '', iban: '' })
      .where('transaction_id', 'in', chunk)
      .execute();
    await db.query
      .updateTable('bank_transactions')
      .set({
        counterparty_name: '',
        counterparty_iban: '',
        counterparty_account: '',
        counterparty_bank_code: '',
        counterparty_bic: '',
        end_to_end_id: '',
        remittance: '',
        updated_at: utc.encode(new Date()),
      })
      .where('id', 'in', chunk)
      .execute();
  }
}

/** Removes the debtor from receivables. */
export async function detachReceivables(db: Database, ids: Iterable<number>): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    const set = { customer: '', iban: '', updated_at: utc.encode(new Date()) };
    await db.query.updateTable('bank_receivables').set(set).where('id', 'in', chunk).execute();
  }
}

function chunksOf(ids: Iterable<number>): number[][] {
  const all = [...ids].toSorted((a, b) => a - b);
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
