import { type Database, utc } from '../../../database.js';
import { encodeFindings, NO_FINDINGS } from '../transactions/findings.js';
import type { TransactionRow } from '../transactions/transaction.js';
import { saidColumns } from './entry-row.js';
import type { ChunkPlan } from './plan-chunk.js';

/** Origin of the entries of a chunk. */
export interface ChunkOrigin {
  readonly accountId: number;
  readonly sourceId: number | null;
  readonly runId: number | null;
  readonly format: string;
}

/** Flag of a possible duplicate from another format. `duplicate_of` is the other transaction. */
const NEAR_DUPLICATE = 'near_duplicate';

/**
 * Writes a chunk: inserts in batches, updates one by one, because they are few.
 * @returns the new rows
 */
export async function writeChunk(
  db: Database,
  { inserts, updates }: Pick<ChunkPlan, 'inserts' | 'updates'>,
  { accountId, sourceId, runId, format }: ChunkOrigin,
  now: Date,
): Promise<readonly TransactionRow[]> {
  const at = utc.encode(now);
  for (const { row, key, ...keyed } of updates) {
    await db.query
      .updateTable('bank_transactions')
      .set({ ...saidColumns(keyed, key), updated_at: at })
      .where('id', '=', row.id)
      .execute();
  }
  // `Object.assign` instead of a spread: with this many columns a spread is 200 times slower, more than the whole
  // statement.
  const rows = inserts.map(({ key, likeness, entry, keys }) =>
    Object.assign(saidColumns({ entry, keys }, key), {
      account_id: accountId,
      source_id: sourceId,
      run_id: runId,
      format,
      status: likeness ? 'review' : 'new',
      allocated: 0,
      returned: 0,
      decided_by: null,
      findings: likeness ? DOUBTED : UNDOUBTED,
      duplicate_of: likeness?.id ?? 0,
      reverses_id: 0,
      created_at: at,
      updated_at: at,
    }),
  );
  return db.insertMany('bank_transactions', rows);
}

const UNDOUBTED = encodeFindings(NO_FINDINGS);
const DOUBTED = encodeFindings({ ...NO_FINDINGS, flags: [NEAR_DUPLICATE] });
