import type { Erasure, Person } from '../../../access.js';
import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Exclusive } from '../exclusive.js';
import type { ReceivableRow } from '../receivables/receivable.js';
import { recordsOf } from './person-records.js';
import {
  detachReceivables,
  detachTransactions,
  handedReceivable,
  handedTransaction,
  personalRows,
  type TransactionRow,
} from './personal-rows.js';

const TRANSACTIONS = { name: 'bank/transactions', label: 'Bank transactions' };
const RECEIVABLES = { name: 'bank/receivables', label: 'Receivables' };

const ERASED_MESSAGE = 'Amounts, dates and references stay for accounting. The payer, account and text are removed.';
const NOT_OWED = 'Amounts and references stay for accounting. The debtor is removed.';
const STILL_OWED = 'Unpaid receivables need their debtor.';

export interface PrivacyParts {
  readonly hooks: Pick<OwnedHooks, 'addFilter' | 'applyFiltersAsync'>;
  readonly db: Database;
  readonly exclusive: Pick<Exclusive, 'run'>;
  /** Returns the retention period in whole years, from the end of the year. */
  readonly keepYears: () => Promise<number>;
  readonly now: () => Date;
}

type Rows = Awaited<ReturnType<typeof personalRows>>;

/**
 * Registers the export and erasure of personal data in transactions and receivables.
 * During the statutory retention period, records keep the payer.
 */
export function registerPrivacy({ hooks, db, exclusive, keepYears, now }: PrivacyParts): void {
  async function rowsOf(person: Person): Promise<Rows> {
    const own = person.email === '' ? [] : [person.email];
    const customers = await hooks.applyFiltersAsync('vendor_bank_customers_of_person', own, person);
    const named = [...new Set(customers)].filter((customer) => customer !== '');
    return personalRows(db, await recordsOf(db, { customers: named, email: person.email }));
  }

  hooks.addFilter('privacy_export', async (groups, person) => {
    const { transactions, receivables } = await rowsOf(person);
    return [
      ...groups,
      { ...RECEIVABLES, records: receivables.map(handedReceivable) },
      { ...TRANSACTIONS, records: transactions.map(handedTransaction) },
    ];
  });

  hooks.addFilter('privacy_erase', async (erasures, person, { dryRun }) => {
    const years = await keepYears();
    const from = retainedFrom(now(), years);
    if (dryRun) return [...erasures, ...toErasures(sorted(await rowsOf(person), from), years)];
    // Holds the lock, because a concurrent run could write back the data it has already read.
    const done = await exclusive.run(
      (lease) =>
        lease.transaction(async () => {
          const found = sorted(await rowsOf(person), from);
          await detachReceivables(db, found.receivables.erased);
          await detachTransactions(db, found.transactions.erased);
          return found;
        }),
      { isPatient: true },
    );
    return [...erasures, ...toErasures(done, years)];
  });
}

/** IDs of rows to erase and to keep. */
interface SortedRows {
  readonly transactions: { readonly erased: readonly number[]; readonly retained: readonly number[] };
  readonly receivables: {
    readonly erased: readonly number[];
    readonly retained: readonly number[];
    readonly owed: readonly number[];
  };
}

/**
 * Sorts rows into those to erase and those to keep.
 * @param from first day of the retention period
 */
function sorted({ transactions, receivables }: Rows, from: string): SortedRows {
  const isKept = (row: TransactionRow): boolean => row.booking_status === 'booked' && row.booked_on >= from;
  const isOwed = ({ status }: ReceivableRow): boolean => status === 'open' || status === 'partial';
  const settled = receivables.filter((row) => !isOwed(row));
  const isRecent = (row: ReceivableRow): boolean => row.updated_at >= from;
  const ids = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);
  return {
    transactions: {
      erased: ids(transactions.filter((row) => !isKept(row))),
      retained: ids(transactions.filter(isKept)),
    },
    receivables: {
      erased: ids(settled.filter((row) => !isRecent(row))),
      retained: ids(settled.filter(isRecent)),
      owed: ids(receivables.filter(isOwed)),
    },
  };
}

function toErasures({ transactions, receivables }: SortedRows, years: number): Erasure[] {
  const books = `Accounting records must name payers for ${years} years after the end of the year. Erase again afterwards.`;
  return [
    { ...RECEIVABLES, count: receivables.erased.length, outcome: 'detached', reason: NOT_OWED },
    { ...RECEIVABLES, count: receivables.owed.length, outcome: 'kept', reason: STILL_OWED },
    { ...RECEIVABLES, count: receivables.retained.length, outcome: 'kept', reason: books },
    { ...TRANSACTIONS, count: transactions.erased.length, outcome: 'detached', reason: ERASED_MESSAGE },
    { ...TRANSACTIONS, count: transactions.retained.length, outcome: 'kept', reason: books },
  ];
}

/**
 * Returns the first day for which records must be retained.
 * Laws count from the end of the year: with ten years, bookings of 2016 are kept through 2026.
 * @returns `YYYY-MM-DD`
 */
function retainedFrom(now: Date, years: number): string {
  return `${now.getUTCFullYear() - years}-01-01`;
}
