import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { HostError } from '../../errors.js';
import { utc } from '../codec.js';
import type { MaintainedDatabase } from '../maintenance.js';
import { type NameOf, usualName } from '../schema-names.js';
import { column, defineTable } from '../tables.js';

/** Table that has a row while the database is being filled. */
export const markerTable = defineTable(
  'transfer_marker',
  {
    kind: column.key(16),
    /** Description of the source, for people. */
    source: column.text(),
    started_at: column.datetime(),
    /** Random id of the run that fills it, the latest to start. */
    run: column.key(36),
  },
  { primaryKey: ['kind'] },
);

export const MARKER_TABLE = markerTable.name;

export interface MarkerRow extends Pick<Marker, 'kind' | 'source'> {
  /** Random id of the run, for {@link clearMarker}. */
  readonly run: string;
}

export interface Marker {
  readonly kind: 'copy' | 'restore';
  readonly source: string;
  readonly startedAt: string;
}

/**
 * Sets or removes the mark within a schema change.
 * @param nameOf name of the marker's table while a restore fills it
 */
export async function replaceMarker(
  executor: Kysely<unknown>,
  marker: MarkerRow | null,
  nameOf: NameOf = usualName,
): Promise<void> {
  const table = nameOf(MARKER_TABLE);
  await sql`delete from ${sql.table(table)}`.execute(executor);
  if (marker === null) return;
  const { kind, source, run } = marker;
  await sql`
    insert into ${sql.table(table)} (kind, source, started_at, run)
    values (${kind}, ${source}, ${utc.encode(new Date())}, ${run})`.execute(executor);
}

/** Reads the mark of an unfinished transfer. The table must exist. */
export async function readMarker(executor: Kysely<unknown>): Promise<Marker | null> {
  const { rows } = await sql<{ kind: string; source: string; started_at: string }>`
    select kind, source, started_at from ${sql.table(MARKER_TABLE)}`.execute(executor);
  const [row] = rows;
  return row
    ? { kind: row.kind === 'restore' ? 'restore' : 'copy', source: row.source, startedAt: row.started_at }
    : null;
}

/**
 * Marks the database as incomplete.
 * @returns the id of this run, for {@link clearMarker}
 */
export async function setMarker(
  db: Pick<MaintainedDatabase, 'changeSchema' | 'dialect'>,
  { kind, source }: Pick<Marker, 'kind' | 'source'>,
): Promise<string> {
  const run = randomUUID();
  const set = { source, started_at: utc.encode(new Date()), run };
  // Runs within a schema change so that the table exists.
  await db.changeSchema([], async ({ executor }) => {
    await db.dialect
      .upsert({ table: MARKER_TABLE, row: { kind, ...set }, keys: ['kind'], set: Object.entries(set) })
      .execute(executor);
  });
  return run;
}

/**
 * Removes the mark: the database is complete.
 * @param run id returned by {@link setMarker}
 * @throws HostError 409 `database_transfer_overtaken` when another run has started since and mixed with this one; its
 *   mark stays
 */
export async function clearMarker({ executor }: Pick<MaintainedDatabase, 'executor'>, run: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from ${sql.table(MARKER_TABLE)} where run = ${run}`.execute(executor);
  if (numAffectedRows !== 1n) throw overtaken();
}

/**
 * Rejects a database that is still being filled.
 * @throws HostError 503 `database_copy_incomplete`, `backup_restore_incomplete`
 */
export function assertWhole(marker: Marker | null): void {
  if (marker) throw incomplete(marker);
}

function incomplete({ kind, source, startedAt }: Marker): HostError {
  const isCopy = kind === 'copy';
  const code = isCopy ? 'database_copy_incomplete' : 'backup_restore_incomplete';
  const message = isCopy
    ? `A copy from ${source} into this database, started ${startedAt} UTC, did not finish. Run "mortise db copy --resume" on the source site, or empty the database.`
    : `A restore from ${source} into this database, started ${startedAt} UTC, did not finish. Run "mortise backup restore" with the same file again, or empty the database.`;
  return new HostError(code, message, { status: 503, source });
}

function overtaken(): HostError {
  return new HostError(
    'database_transfer_overtaken',
    'Another copy or restore into this database was started later. Wait until it ends. If it fails, run this one again.',
    { status: 409 },
  );
}
