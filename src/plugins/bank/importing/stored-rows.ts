import type { Database } from '../../../database.js';
import '../tables/transactions.js';

/** Columns of a stored movement for comparison with an entry. */
export interface StoredRow {
  readonly id: number;
  readonly direction: string;
  readonly amount: number;
  readonly currency: string;
  readonly booked_on: string;
  readonly booking_status: string;
  readonly status: string;
  readonly allocated: number;
  readonly format: string;
  readonly dedup_key: string;
  readonly dedup_version: number;
  readonly loose_key: string;
  readonly raw_hash: string;
}

/** Movements of an account, one query per method. */
export interface StoredRows {
  /** Finds rows by key. */
  byKeys(keys: readonly string[]): Promise<Map<string, StoredRow>>;
  /** Finds rows with the same content except for the days. */
  byLooseKeys(keys: readonly string[]): Promise<StoredRow[]>;
  /** Finds rows with one of the days and one of the amounts. */
  ofDays(days: readonly string[], amounts: readonly number[]): Promise<StoredRow[]>;
}

const COLUMNS = [
  ...(['id', 'direction', 'amount', 'currency', 'booked_on', 'booking_status'] as const),
  ...(['status', 'allocated', 'format', 'dedup_key', 'dedup_version', 'loose_key', 'raw_hash'] as const),
] as const;

export function createStoredRows(db: Database, accountId: number): StoredRows {
  const ofAccount = () => db.query.selectFrom('bank_transactions').select(COLUMNS).where('account_id', '=', accountId);
  return {
    async byKeys(keys) {
      if (keys.length === 0) return new Map();
      const rows = await ofAccount().where('dedup_key', 'in', keys).execute();
      return new Map(rows.map((row) => [row.dedup_key, row]));
    },
    async byLooseKeys(keys) {
      if (keys.length === 0) return [];
      return ofAccount().where('loose_key', 'in', keys).orderBy('id').execute();
    },
    async ofDays(days, amounts) {
      if (days.length === 0) return [];
      const rows = ofAccount().where('amount', 'in', amounts).where('booked_on', 'in', days);
      return rows.orderBy('id').execute();
    },
  };
}
