import { HostError, messageOf } from '../../errors.js';
import { type ConfiguredDatabase, withoutPassword } from '../address.js';
import { readOwnSchema } from '../adoption.js';
import { type MaintainedDatabase, openForMaintenance } from '../maintenance.js';
import type { Migration } from '../migrate.js';
import { ownTables } from '../schema-record.js';
import { assertWhole, clearMarker, setMarker } from './marker.js';
import { describeSource, prepareTarget, type TransferPlan } from './prepare-target.js';
import { countRows, readRows } from './read-rows.js';
import { createRowDigest, digestTable, type TableDigest } from './row-digest.js';
import type { TransferTable } from './transfer-table.js';
import { emptyTable, writeRows } from './write-rows.js';

export interface CopyOptions {
  /** Database URLs or addresses. */
  readonly from: string | ConfiguredDatabase;
  readonly to: string | ConfiguredDatabase;
  /** Migrations of the core and of every plugin of the site. */
  readonly migrations: readonly (readonly [owner: string, migrations: readonly Migration[]])[];
  /** Resumes an interrupted copy. */
  readonly resume: boolean;
  /** When aborted, the copy stops after the current batch. */
  readonly signal: AbortSignal;
  progress(label: string, total: number): { advance(by: number): void; stop(): void };
}

export interface CopiedTable extends TableDigest {
  readonly table: string;
}

/**
 * Copies a whole site into an empty database, of the same type or another. Includes tables of plugins that are no
 * longer configured. Tables of other programs are not copied. The source may be written to during the copy; its state
 * at the start is copied.
 *
 * The target is marked as incomplete from the first step, and no host starts on it. The mark is removed after every
 * table was read back and matches the source. With `resume`, identical tables are skipped and the others start over,
 * because the source may have changed.
 * @throws HostError 409 `database_copy_target_not_empty`, `database_copy_incomplete`, `database_table_foreign`,
 *   `database_schema_differs`, `database_table_taken`; `database_copy_failed`, `database_copy_differs`,
 *   `database_copy_interrupted`
 */
export async function copyDatabase(options: CopyOptions): Promise<CopiedTable[]> {
  const source = openForMaintenance(options.from);
  const target = openForMaintenance(options.to);
  try {
    await assertFree(target, options);
    const run = await setMarker(target, { kind: 'copy', source: withoutPassword(options.from) });
    const copied = await source.snapshot(async (executor) => {
      const described = await describeSource({ ...source, executor }, options.migrations);
      const plan = await target.changeSchema([], (change) =>
        prepareTarget(described, change, target.dialect.inspection, options.migrations),
      );
      return { plan, digests: await copyTables({ ...source, executor }, target, plan, options) };
    });
    await compare(target, copied, options);
    await clearMarker(target, run);
    return copied.plan.tables.map(({ name }) => ({ table: name, ...digestOf(copied.digests, name) }));
  } finally {
    await source.close();
    await target.close();
  }
}

async function assertFree(
  { executor, dialect }: MaintainedDatabase,
  { resume, migrations }: Pick<CopyOptions, 'migrations' | 'resume'>,
): Promise<void> {
  const state = await readOwnSchema(executor, dialect.inspection, migrations);
  const { marker, objects } = state;
  if (marker?.kind === 'copy' && resume) return;
  assertWhole(marker);
  const tables = ownTables(state, objects);
  if (tables.length === 0) return;
  throw new HostError(
    'database_copy_target_not_empty',
    `The target already has a site with ${tables.length} tables, such as "${tables[0]?.name}", and no copy to resume. Choose an empty database.`,
    { status: 409 },
  );
}

async function copyTables(
  source: MaintainedDatabase,
  target: MaintainedDatabase,
  { tables }: TransferPlan,
  { resume, signal, progress }: CopyOptions,
): Promise<Map<string, TableDigest>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) counts.set(name, await countRows(source.executor, name));
  const bar = progress(
    'Copying',
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  );
  const digests = new Map<string, TableDigest>();
  try {
    for (const table of tables) {
      const isSame = resume && (await hasSameRows(source, target, table, signal));
      digests.set(
        table.name,
        isSame
          ? await digestTable(source.executor, table, (rows) => bar.advance(rows))
          : await copyTable(source, target, table, (rows) => {
              stopIfAborted(signal);
              bar.advance(rows);
            }),
      );
      await continueIds(source, target, table.name);
    }
  } finally {
    bar.stop();
  }
  return digests;
}

async function hasSameRows(
  source: MaintainedDatabase,
  target: MaintainedDatabase,
  table: TransferTable,
  signal: AbortSignal,
): Promise<boolean> {
  if ((await countRows(source.executor, table.name)) !== (await countRows(target.executor, table.name))) return false;
  const onRows = (): void => stopIfAborted(signal);
  const sourceDigest = await digestTable(source.executor, table, onRows);
  const targetDigest = await target.snapshot((executor) => digestTable(executor, table, onRows));
  return sourceDigest.checksum === targetDigest.checksum;
}

async function copyTable(
  source: MaintainedDatabase,
  target: MaintainedDatabase,
  table: TransferTable,
  onRows: (rows: number) => void,
): Promise<TableDigest> {
  const digest = createRowDigest();
  await emptyTable(target.executor, table.name);
  for await (const rows of readRows(source.executor, table)) {
    await writeRows(target, table, rows).catch((error: unknown) => {
      throw failed(table.name, error);
    });
    digest.add(rows);
    onRows(rows.length);
  }
  return digest.digest();
}

/** Copies the next id, so that ids of deleted rows are not reused. */
async function continueIds(source: MaintainedDatabase, target: MaintainedDatabase, table: string): Promise<void> {
  const next = await source.dialect.inspection.nextId(source.executor, table);
  if (next !== null) await target.dialect.inspection.continueIds(target.executor, table, next);
}

/** Reads every table back and compares it with the source. */
async function compare(
  target: MaintainedDatabase,
  { plan, digests }: { plan: TransferPlan; digests: ReadonlyMap<string, TableDigest> },
  { signal, progress }: CopyOptions,
): Promise<void> {
  const bar = progress(
    'Checking',
    [...digests.values()].reduce((sum, { rows }) => sum + rows, 0),
  );
  try {
    for (const table of plan.tables) {
      const targetDigest = await target.snapshot((executor) =>
        digestTable(executor, table, (rows) => {
          stopIfAborted(signal);
          bar.advance(rows);
        }),
      );
      const sourceDigest = digestOf(digests, table.name);
      if (targetDigest.rows !== sourceDigest.rows || targetDigest.checksum !== sourceDigest.checksum)
        throw differs(table.name, sourceDigest, targetDigest);
    }
  } finally {
    bar.stop();
  }
}

function digestOf(digests: ReadonlyMap<string, TableDigest>, table: string): TableDigest {
  return digests.get(table) ?? { rows: 0, checksum: '' };
}

function stopIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new HostError(
    'database_copy_interrupted',
    'The copy was interrupted, and the target is marked as incomplete. Run the command again with --resume.',
  );
}

function failed(table: string, cause: unknown): HostError {
  const reason = messageOf(cause);
  return new HostError(
    'database_copy_failed',
    `Rows of "${table}" could not be written: ${reason}. Remove the cause, then run the command again with --resume.`,
    { table },
    { cause },
  );
}

function differs(table: string, sourceDigest: TableDigest, targetDigest: TableDigest): HostError {
  return new HostError(
    'database_copy_differs',
    `"${table}" has ${sourceDigest.rows} rows in the source and ${targetDigest.rows} in the target, or other values. Stop everything that writes to the target, then run the command again with --resume.`,
    { table, source: sourceDigest, target: targetDigest },
  );
}
