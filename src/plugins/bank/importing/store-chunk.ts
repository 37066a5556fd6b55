import type { Database } from '../../../database.js';
import type { Outbox } from '../../../webhooks.js';
import '../hooks/importing.js';
import { toTransaction } from '../transactions/transaction.js';
import { transactionRecord } from '../transactions/transaction-list.js';
import type { Accounts } from './accounts.js';
import type { FileAccount } from './file-account.js';
import type { ImportOptions } from './importer.js';
import { type ChunkPlan, type PlannedEntry, planChunk } from './plan-chunk.js';
import { createStoredRows } from './stored-rows.js';
import type { EntryCounts } from './tally.js';
import { writeChunk } from './write-chunk.js';

export interface StoreParts {
  readonly db: Database;
  readonly outbox: Pick<Outbox, 'announce' | 'announceAll'>;
  readonly accounts: Accounts;
  readonly now: () => Date;
}

type ChunkOptions = Pick<ImportOptions, 'format' | 'isDryRun' | 'lease' | 'runId' | 'sourceId'>;

/** Next entries of an account to store. */
export interface WaitingEntries {
  readonly account: FileAccount;
  readonly entries: readonly PlannedEntry[];
}

/** Applies the results of a transaction in memory once it is committed. */
type Settle = () => EntryCounts;

/**
 * Stores a chunk and its events in one transaction.
 * A crash leaves all of a chunk or nothing; stored chunks are recognized when the file is read again.
 * @param fileName passed to listeners
 * @throws HostError 409 `lock_lost` if another holder has taken the lease; nothing is stored
 */
export async function storeChunk(
  parts: StoreParts,
  chunk: readonly WaitingEntries[],
  options: ChunkOptions,
  fileName: string,
): Promise<EntryCounts[]> {
  const waiting = chunk.filter(({ entries }) => entries.length > 0);
  const work = async (): Promise<Settle[]> => {
    const settled: Settle[] = [];
    for (const some of waiting) {
      settled.push(await (options.isDryRun ? rehearse : store)(parts, some, options, fileName));
    }
    return settled;
  };
  // A dry run only reads, so it needs no transaction.
  const settled = await (options.isDryRun ? work() : options.lease.transaction(work));
  return settled.map((settle) => settle());
}

async function store(
  { db, outbox, accounts, now }: StoreParts,
  { account: { account, occurrences, claimed }, entries }: WaitingEntries,
  { format, runId, sourceId }: ChunkOptions,
  file: string,
): Promise<Settle> {
  const accountId = await accounts.store(account);
  const draft = occurrences.draft();
  const stored = createStoredRows(db, accountId);
  const plan = await planChunk(entries, { format: format.name, stored, claimed, occurrences: draft });
  const origin = { accountId, runId, sourceId, format: format.name };
  const rows = await writeChunk(db, plan, origin, now());
  await outbox.announceAll('vendor_bank_transaction_imported', () =>
    rows.map((row) => [transactionRecord(toTransaction(row), [])]),
  );
  await outbox.announceAll('vendor_bank_transaction_duplicate', () =>
    plan.duplicates.map(({ row, entry }) => [
      {
        transaction_id: row?.id ?? null,
        account_id: accountId,
        file,
        position: entry.position,
        source_id: sourceId,
        run_id: runId,
      },
    ]),
  );
  return () => {
    draft.keep();
    claim(
      claimed,
      plan,
      rows.map(({ id }) => id),
    );
    return countsOf(plan);
  };
}

async function rehearse(
  { db, accounts }: StoreParts,
  { account: { account, occurrences, claimed, rehearsed }, entries }: WaitingEntries,
  { format }: ChunkOptions,
): Promise<Settle> {
  // No rows belong to an account that is not stored yet.
  const accountId = (await accounts.find(account)) ?? 0;
  const draft = occurrences.draft();
  const stored = rehearsed.over(createStoredRows(db, accountId));
  const plan = await planChunk(entries, { format: format.name, stored, claimed, occurrences: draft });
  return () => {
    draft.keep();
    claim(claimed, plan, rehearsed.store(plan, format.name));
    return countsOf(plan);
  };
}

/**
 * Marks rows as used by this file.
 * @param added IDs of the new rows
 */
function claim(claimed: Set<number>, { updates, duplicates }: ChunkPlan, added: readonly number[]): void {
  for (const id of added) claimed.add(id);
  for (const { row } of [...updates, ...duplicates]) if (row) claimed.add(row.id);
}

function countsOf({ inserts, updates, duplicates }: ChunkPlan): EntryCounts {
  const review = inserts.filter(({ likeness }) => likeness !== null).length;
  const all = [...inserts, ...updates, ...duplicates];
  return {
    fetched: all.length,
    new: inserts.length - review,
    updated: updates.length,
    duplicates: duplicates.length,
    review,
    pending: all.filter(({ entry }) => entry.bookingStatus === 'pending').length,
  };
}
