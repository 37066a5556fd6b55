import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { HostError } from '../../errors.js';
import { utc } from '../codec.js';
import type { MaintainedDatabase } from '../maintenance.js';
import { column, defineTable } from '../tables.js';

/** There while a database is being filled, and gone when it is whole. */
const markerTable = defineTable(
  'transfer_marker',
  {
    kind: column.key(16),
    /** What it is filled from, in words for people. */
    source: column.text(),
    started_at: column.datetime(),
    /** A random name of the run that fills it: the last that has begun. */
    run: column.key(36),
  },
  { primaryKey: ['kind'] },
);

export const MARKER_TABLE = markerTable.name;

export interface Marker {
  readonly kind: 'copy' | 'restore';
  readonly source: string;
  readonly startedAt: string;
}

export async function readMarker(executor: Kysely<unknown>, names: readonly string[]): Promise<Marker | null> {
  if (!names.includes(MARKER_TABLE)) return null;
  const { rows } = await sql<{ kind: string; source: string; started_at: string }>`
    select kind, source, started_at from ${sql.table(MARKER_TABLE)}`.execute(executor);
  const [row] = rows;
  // A table without a row is left by who was cut off at making or removing the mark.
  return row
    ? { kind: row.kind === 'restore' ? 'restore' : 'copy', source: row.source, startedAt: row.started_at }
    : null;
}

/** @returns the name of this run, for {@link clearMarker} */
export async function setMarker(
  { executor, dialect }: Pick<MaintainedDatabase, 'dialect' | 'executor'>,
  { kind, source }: Pick<Marker, 'kind' | 'source'>,
): Promise<string> {
  await dialect.schema(executor).createTable(markerTable);
  const startedAt = utc.encode(new Date());
  const run = randomUUID();
  const set = { source, started_at: startedAt, run };
  await dialect
    .upsert({ table: MARKER_TABLE, row: { kind, ...set }, keys: ['kind'], set: Object.entries(set) })
    .execute(executor);
  return run;
}

/**
 * The database is whole. Its row goes first: from then on nothing is unfinished.
 * @param run that of {@link setMarker}
 * @throws HostError 409 `database_transfer_overtaken` when another run has begun since, which has mixed with this one: its
 *   mark stays
 */
export async function clearMarker(
  { executor, dialect }: Pick<MaintainedDatabase, 'dialect' | 'executor'>,
  run: string,
): Promise<void> {
  const { numAffectedRows } = await sql`delete from ${sql.table(MARKER_TABLE)} where run = ${run}`.execute(executor);
  if (numAffectedRows !== 1n) throw overtaken();
  await dialect.schema(executor).dropTable(MARKER_TABLE);
}

/**
 * Refuses a database that is not whole.
 * @param names of all its tables
 * @throws HostError 503 `database_copy_incomplete`, `backup_restore_incomplete`
 */
export async function assertWhole(executor: Kysely<unknown>, names: readonly string[]): Promise<void> {
  const marker = await readMarker(executor, names);
  if (marker) throw incomplete(marker);
}

function incomplete({ kind, source, startedAt }: Marker): HostError {
  const isCopy = kind === 'copy';
  const code = isCopy ? 'database_copy_incomplete' : 'backup_restore_incomplete';
  const message = isCopy
    ? `A copy from ${source} into this database, begun ${startedAt} UTC, did not end. Run "mortise db copy" on the site it comes from again with --resume, or empty the database.`
    : `A restore from ${source} into this database, begun ${startedAt} UTC, did not end. Run "mortise backup restore" with the same file again, or empty the database.`;
  return new HostError(code, message, { status: 503, source });
}

function overtaken(): HostError {
  return new HostError(
    'database_transfer_overtaken',
    'Another copy or restore into this database was begun meanwhile. Let it end; if it fails, run it again.',
    { status: 409 },
  );
}
