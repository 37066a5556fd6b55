import { bool, json } from 'mortise/database';
import { pino } from 'pino';
import type { Database } from '../../../../src/core/database/database.js';
import { createOutbox } from '../../../../src/core/outbox/outbox.js';
import { createLocks } from '../../../../src/core/services/locks/locks.js';
import { createHooks } from '../../../../src/hooks/hooks.js';
import { createExclusive, type Exclusive } from '../../../../src/plugins/bank/exclusive.js';
import type { MatchOptions, MatchReport } from '../../../../src/plugins/bank/matching/match-new.js';
import { createMatching, type Matching } from '../../../../src/plugins/bank/matching/matching.js';
import { DEFAULT_MATCH_SETTINGS, type MatchSettings } from '../../../../src/plugins/bank/matching/settings.js';
import { createReceivables, type Receivables } from '../../../../src/plugins/bank/receivables/receivables.js';
import { migrations } from '../../../../src/plugins/bank/tables/migrations.js';
import type { Transaction } from '../../../../src/plugins/bank/transactions/transaction.js';
import { createTransactions, type Transactions } from '../../../../src/plugins/bank/transactions/transactions.js';

const AT = new Date('2026-03-10T12:00:00Z');
const AT_TEXT = '2026-03-10 12:00:00.000';

/** Transaction of a test, by default a credit of 100.00 CZK without any texts. */
export interface TransactionInput {
  readonly direction?: 'credit' | 'debit';
  /** Minor units. */
  readonly amount?: number;
  readonly currency?: string;
  readonly accountId?: number;
  readonly bookedOn?: string;
  readonly isPending?: boolean;
  readonly name?: string;
  readonly iban?: string;
  readonly variableSymbol?: string;
  readonly endToEndId?: string;
  readonly bankReference?: string;
  readonly creditorReference?: string;
  readonly remittance?: string;
  readonly isReversal?: boolean;
  readonly charges?: number;
  readonly status?: string;
  readonly duplicateOf?: number;
}

/** Returns a row of the table. @param turn makes its key unique */
export function transactionRow(input: TransactionInput, turn: number) {
  const { bookedOn = '2026-03-02' } = input;
  return {
    account_id: input.accountId ?? 1,
    source_id: null,
    run_id: null,
    format: 'lines',
    direction: input.direction ?? 'credit',
    amount: input.amount ?? 100_00,
    currency: input.currency ?? 'CZK',
    original_amount: null,
    original_currency: '',
    fx_rate: '',
    booked_on: bookedOn,
    value_on: bookedOn,
    booking_status: input.isPending ? 'pending' : 'booked',
    counterparty_name: input.name ?? '',
    counterparty_iban: input.iban ?? '',
    counterparty_account: '',
    counterparty_bank_code: '',
    counterparty_bic: '',
    variable_symbol: input.variableSymbol ?? '',
    constant_symbol: '',
    specific_symbol: '',
    end_to_end_id: input.endToEndId ?? '',
    bank_reference: input.bankReference ?? '',
    creditor_reference: input.creditorReference ?? '',
    remittance: input.remittance ?? '',
    type_code: '',
    is_reversal: bool.encode(input.isReversal ?? false),
    charges: input.charges ?? 0,
    status: input.status ?? 'new',
    allocated: 0,
    returned: 0,
    decided_by: null,
    findings: json.encode({}),
    duplicate_of: input.duplicateOf ?? 0,
    reverses_id: 0,
    dedup_key: `id:${turn}`,
    dedup_version: 1,
    loose_key: '',
    raw_hash: '',
    created_at: AT_TEXT,
    updated_at: AT_TEXT,
  };
}

export interface MatchSite {
  readonly db: Database;
  readonly hooks: ReturnType<typeof createHooks>;
  readonly outbox: ReturnType<typeof createOutbox>;
  readonly locks: ReturnType<typeof createLocks>;
  readonly exclusive: Exclusive;
  readonly matching: Matching;
  readonly receivables: Receivables;
  readonly transactions: Transactions;
  /** Names of the fired actions, each with the id of its record. */
  readonly calls: string[];
  settings: MatchSettings;
  /** Creates a receivable, over 100.00 CZK by default. @returns its id */
  owe(reference: string, more?: Partial<Parameters<Receivables['create']>[0]>): Promise<string>;
  /** Stores transactions. @returns their ids */
  come(...all: readonly TransactionInput[]): Promise<number[]>;
  match(options?: Partial<MatchOptions>): Promise<MatchReport>;
  /** Stores one transaction, matches it, and returns it. */
  matched(input: TransactionInput): Promise<Transaction>;
  /** Returns the payments of a transaction as `reference: amount`. */
  paidBy(id: number): Promise<string[]>;
  /** Returns the status and the paid amount of a receivable. */
  orderStatus(id: string): Promise<readonly [string, number]>;
}

const ACTIONS = [
  ...['transaction_matched', 'transaction_unmatched', 'order_paid', 'order_partially_paid', 'order_overpaid'],
  'payment_reversed',
] as const;

/** Opens matching on a database, with hooks and an outbox. */
export async function openMatching(db: Database, { chunkSize }: { chunkSize?: number } = {}): Promise<MatchSite> {
  await db.migrate('bank', migrations);
  const hooks = createHooks();
  const calls: string[] = [];
  for (const name of ACTIONS) {
    const hear = ({ id }: { readonly id: number | string }): void => void calls.push(`${name} ${id}`);
    // Each of these actions receives a record.
    (hooks.addAction as unknown as (name: string, callback: typeof hear) => void)(`vendor_bank_${name}`, hear);
  }
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ db, hooks, log });
  const locks = createLocks(db, log);
  const now = (): Date => AT;
  const exclusive = createExclusive({ db, locks, runs: { running: async () => null } });
  const receivables = createReceivables({ db, now });
  const transactions = createTransactions(db);
  let turn = 0;
  const site: MatchSite = {
    db,
    hooks,
    outbox,
    locks,
    exclusive,
    receivables,
    transactions,
    calls,
    settings: DEFAULT_MATCH_SETTINGS,
    matching: createMatching({
      db,
      hooks,
      outbox,
      exclusive,
      now,
      settings: () => site.settings,
      ...(chunkSize === undefined ? {} : { chunkSize }),
    }),
    async owe(reference, more = {}) {
      return (await receivables.create({ reference, amountDue: 100_00, currency: 'CZK', ...more })).id;
    },
    async come(...all) {
      const rows = await db.insertMany(
        'bank_transactions',
        all.map((input, index) => transactionRow(input, turn + index)),
      );
      turn += all.length;
      return rows.map(({ id }) => id);
    },
    match: (options = {}) => locks.run('bank_run', (lease) => site.matching.matchNew({ lease, ...options })),
    async matched(input) {
      const [id = 0] = await site.come(input);
      await site.match();
      return transactions.get(id);
    },
    async paidBy(id) {
      const matches = (await transactions.matchesOf([id])).get(id) ?? [];
      return Promise.all(
        matches.map(async ({ orderId, amount }) => `${(await receivables.get(Number(orderId))).reference}: ${amount}`),
      );
    },
    async orderStatus(id) {
      const { status, amountPaid } = await receivables.get(Number(id));
      return [status, amountPaid];
    },
  };
  return site;
}
