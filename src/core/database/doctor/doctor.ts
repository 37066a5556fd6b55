import { type Kysely, sql } from 'kysely';
import { HostError } from '../../errors.js';
import type { Finding } from '../../finding.js';
import { findAdoption, withAdoption } from '../adoption.js';
import { declaredSchema } from '../declared.js';
import type { StoredTable } from '../inspection.js';
import type { MaintainedDatabase } from '../maintenance.js';
import { ownersOf } from '../missing-migrations.js';
import { findInCatalog } from '../schema-checks.js';
import {
  ownerKey,
  ownTables,
  REPLACEMENT_OWNER,
  type RecordedObject,
  readSchema,
  type SchemaState,
} from '../schema-record.js';
import { MARKER_TABLE } from '../transfer/marker.js';
import { compareSchema, type OwnedMigrations } from './compare-schema.js';

export interface ExaminationOptions {
  readonly owners: readonly OwnedMigrations[];
  /** Whether the server checks every table, which is slow for large ones. */
  readonly checkTables: boolean;
  /** When aborted, the examination stops after the current table. */
  readonly signal?: AbortSignal;
  progress?(label: string, total: number): { advance(by: number): void; stop(): void };
}

/** Database to examine. */
export type ExaminedDatabase = Pick<MaintainedDatabase, 'dialect' | 'executor'>;

/** Milliseconds by which two clocks may differ. */
const CLOCK_TOLERANCE = 2000;

/** Checks the tables of Mortise for every known problem. Read-only. */
export async function examineDatabase(db: ExaminedDatabase, options: ExaminationOptions): Promise<Finding[]> {
  const { executor, dialect } = db;
  const { state, findings: adoption } = await readState(db, options);
  const tables = ownTables(state, await dialect.inspection.tables(executor));
  const names = tables.map(({ name }) => name);
  const stored = new Map(tables.map((table) => [table.name, table]));
  const applied = state.applied;
  const findings: Finding[] = [
    ...adoption,
    ...unfinishedTransfer(state),
    ...interruptedRestore(state),
    ...(await clockDifference(db)),
  ];
  for (const message of await dialect.inspection.faults(executor)) {
    findings.push({ severity: 'warning', code: 'database_settings', subject: dialect.name, message });
  }
  for (const owner of options.owners) {
    findings.push(...(await compareSchema(owner, applied, stored, dialect.inspection.readAs)));
  }
  findings.push(...(await takenNames(state, options)), ...(await lostObjects(state, options, findings)));
  findings.push(...tables.flatMap(tableFaults), ...(await undeclared(tables, [...applied.keys()], options.owners)));
  findings.push(...(await findOrphans(executor, stored)), ...(await findLeases(db, stored)));
  if (options.checkTables) findings.push(...(await checkTables(db, names, options)));
  return findings;
}

/** Reads the schema; tables of version 0.1 count as recorded if they match what that version created. */
async function readState(
  { executor, dialect: { inspection } }: ExaminedDatabase,
  { owners }: ExaminationOptions,
): Promise<{ state: SchemaState; findings: Finding[] }> {
  const migrations = owners.map(({ owner, migrations }) => [owner, migrations] as const);
  const state = await readSchema(executor, inspection, ownersOf(migrations));
  try {
    return { state: withAdoption(state, await findAdoption(executor, inspection, state, migrations)), findings: [] };
  } catch (error) {
    if (!(error instanceof HostError && error.code === 'database_adoption_failed')) throw error;
    return {
      state,
      findings: [{ severity: 'error', code: error.code, subject: 'schema_objects', message: error.message }],
    };
  }
}

/** Finds names that missing migrations need and another program uses. */
async function takenNames(
  { catalog, objects, applied }: SchemaState,
  { owners }: ExaminationOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { owner, migrations, isActive } of owners) {
    if (!isActive) continue;
    const names = applied.get(ownerKey(owner)) ?? [];
    const { created } = await declaredSchema(migrations.filter(({ name }) => !names.includes(name)));
    for (const expected of created.filter(({ type }) => type !== 'index')) {
      const found = findInCatalog(catalog, expected);
      if (!found || objects.some(({ type, name }) => type !== 'index' && name === expected.name)) continue;
      const tableName = `${catalog.prefix}${found.name}`;
      const message = `The ${found.type} "${tableName}" was not made by Mortise, and "${owner}" needs the name: no site starts here. Use a database of its own for Mortise, or rename the ${found.type}.`;
      findings.push({ severity: 'error', code: 'database_table_taken', subject: tableName, message });
    }
  }
  return findings;
}

/** Finds recorded tables, views and indexes that are missing and that no configured migration declares. */
async function lostObjects(
  { catalog, objects }: SchemaState,
  { owners }: ExaminationOptions,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const { tables, isUniqueIndex } = await declaredSchema(owners.flatMap(({ migrations }) => migrations));
  // Indexes of declared tables are compared by their columns.
  const isDeclared = (index: string): boolean => [...tables.values()].some(({ indexes }) => indexes.has(index));
  const isThere = (table: string): boolean =>
    findInCatalog(catalog, { type: 'table', name: table, table: null }) !== undefined;
  const isLost = (object: RecordedObject): boolean =>
    object.status === 'present' &&
    findInCatalog(catalog, object) === undefined &&
    (object.type !== 'index' || (isThere(object.table ?? '') && !isDeclared(object.name)));
  return objects
    .filter((object) => isLost(object) && !findings.some(({ subject }) => subject === object.name))
    .map(({ name, type, owner, table }): Finding => {
      if (type === 'index') {
        const severity = isUniqueIndex(name) ? 'error' : 'warning';
        const message = `The index "${name}" of "${table}" is gone. Create it again.`;
        return { severity, code: 'index_missing', subject: name, message };
      }
      const message = `The ${type} "${name}" of "${owner}" is gone. Restore it from a backup.`;
      return { severity: 'error', code: 'table_missing', subject: name, message };
    });
}

function unfinishedTransfer({ marker }: SchemaState): Finding[] {
  if (!marker) return [];
  const code = marker.kind === 'copy' ? 'database_copy_incomplete' : 'backup_restore_incomplete';
  const message = `A ${marker.kind} from ${marker.source}, begun ${marker.startedAt} UTC, did not end, and no site starts here. Run it again, or empty the database.`;
  return [{ severity: 'error', code, subject: MARKER_TABLE, message }];
}

function interruptedRestore({ objects }: SchemaState): Finding[] {
  return objects
    .filter(({ owner, type }) => owner === REPLACEMENT_OWNER && type === 'table')
    .map(({ name }) => ({
      severity: 'warning',
      code: 'restore_leftover',
      subject: name,
      message: `The table "${name}" was left behind by an interrupted restore. The next start of the site or "mortise db migrate" drops it.`,
    }));
}

async function clockDifference({ executor, dialect }: ExaminedDatabase): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await sql<{ now: number }>`select ${dialect.clock} as now`.execute(executor);
  const after = Date.now();
  const now = Number(rows[0]?.now);
  const difference = now < before ? now - before : Math.max(0, now - after);
  if (Math.abs(difference) <= CLOCK_TOLERANCE) return [];
  const message = `The clock of the database server is ${(difference / 1000).toFixed(1)} s ${difference < 0 ? 'behind' : 'ahead of'} the clock of this machine, so sessions, locks and jobs expire at the wrong time. Synchronize both with NTP.`;
  return [{ severity: 'warning', code: 'clock_differs', subject: dialect.name, message }];
}

function tableFaults({ name, primaryKey, faults }: StoredTable): Finding[] {
  const found = faults.map(
    (fault): Finding => ({
      severity: 'warning',
      code: 'table_storage',
      subject: name,
      message: `The table "${name}" can lose data: ${fault}.`,
    }),
  );
  if (primaryKey.length > 0) return found;
  const message = `The table "${name}" has no primary key: clusters refuse it, and it is neither copied nor backed up. Give it one, or move it away.`;
  return [...found, { severity: 'warning', code: 'table_without_key', subject: name, message }];
}

/** Finds tables and plugins that are not part of the configuration. */
async function undeclared(
  tables: readonly StoredTable[],
  applied: readonly string[],
  owners: readonly OwnedMigrations[],
): Promise<Finding[]> {
  const expectedNames = new Set<string>();
  const isUncertain: ((table: string) => boolean)[] = [];
  for (const { migrations } of owners) {
    const schema = await declaredSchema(migrations);
    for (const name of schema.tables.keys()) expectedNames.add(name);
    isUncertain.push(schema.isUncertain);
  }
  const configured = new Set(owners.map(({ owner }) => ownerKey(owner)));
  return [
    ...applied
      .filter((owner) => !configured.has(owner))
      .map(
        (owner): Finding => ({
          severity: 'notice',
          code: 'plugin_not_configured',
          subject: owner,
          message: `The plugin "${owner.replaceAll('_', '-')}" is installed but not in the configuration. Its tables stay.`,
        }),
      ),
    ...tables
      .filter(({ name }) => !expectedNames.has(name) && !isUncertain.some((isPossible) => isPossible(name)))
      .map(
        ({ name }): Finding => ({
          severity: 'notice',
          code: 'table_unknown',
          subject: name,
          message: `No configured plugin declares the table "${name}". It stays.`,
        }),
      ),
  ];
}

async function checkTables(
  { executor, dialect }: ExaminedDatabase,
  names: readonly string[],
  { signal, progress }: ExaminationOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const bar = progress?.('Checking tables', names.length);
  for (const name of names) {
    if (signal?.aborted) break;
    for (const message of await dialect.inspection.check(executor, name)) {
      findings.push({
        severity: 'error',
        code: 'table_damaged',
        subject: name,
        message: `The database server reports that "${name}" is damaged: ${message}. Stop the site and restore a backup.`,
      });
    }
    bar?.advance(1);
  }
  bar?.stop();
  return findings;
}

/** Lists the locks that are currently held. */
async function findLeases(
  { executor, dialect }: Pick<MaintainedDatabase, 'dialect' | 'executor'>,
  stored: ReadonlyMap<string, StoredTable>,
): Promise<Finding[]> {
  if (!stored.has('locks')) return [];
  const { rows } = await sql<{ name: string; remaining: number }>`
    select name, expires_at - ${dialect.clock} as remaining from ${sql.table('locks')}
    where expires_at > ${dialect.clock} order by name`.execute(executor);
  return rows.map(({ name, remaining }) => ({
    severity: 'notice',
    code: 'lease_held',
    subject: name,
    message: `"${name}" is locked by a process. If that process has ended, the lock expires in ${Math.ceil(Number(remaining) / 1000)} s.`,
  }));
}

/** Core rows that are meaningless without their owner; each lookup uses an index. */
const BELONGS_TO: readonly (readonly [table: string, column: string, owner: string])[] = [
  ['user_roles', 'user_id', 'users'],
  ['sessions', 'user_id', 'users'],
  ['application_passwords', 'user_id', 'users'],
  ['api_keys', 'user_id', 'users'],
  ['password_resets', 'user_id', 'users'],
  ['post_terms', 'post_id', 'posts'],
  ['post_terms', 'term_id', 'terms'],
];

/** Finds rows whose owner no longer exists. */
async function findOrphans(executor: Kysely<unknown>, stored: ReadonlyMap<string, StoredTable>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [table, column, owner] of BELONGS_TO) {
    if (!stored.get(table)?.columns.some(({ name }) => name === column) || !stored.has(owner)) continue;
    const reference = sql.ref(`${table}.${column}`);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where ${reference} is not null
        and not exists (select 1 from ${sql.table(owner)} where ${sql.ref(`${owner}.id`)} = ${reference})`.execute(
      executor,
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count === 0) continue;
    const message = `${count} rows of "${table}" refer to deleted rows of "${owner}". They have no effect; delete them.`;
    findings.push({ severity: 'warning', code: 'rows_orphaned', subject: `${table}.${column}`, message });
  }
  return findings;
}
