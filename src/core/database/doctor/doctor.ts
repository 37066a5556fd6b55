import { sql } from 'kysely';
import { bookOf, isBookTable, readBooks } from '../books.js';
import { declaredSchema } from '../declared.js';
import type { StoredTable } from '../inspection.js';
import type { MaintainedDatabase } from '../maintenance.js';
import { MARKER_TABLE, readMarker } from '../transfer/marker.js';
import { compareSchema, type OwnedMigrations } from './compare-schema.js';
import type { Finding } from './finding.js';
import { findLeases } from './leases.js';
import { findOrphans } from './orphans.js';

export interface ExaminationOptions {
  readonly owners: readonly OwnedMigrations[];
  /** Whether the server checks every table itself, which takes long for large ones. */
  readonly checkTables: boolean;
  /** Aborted: stops after the table. */
  readonly signal: AbortSignal;
  progress(label: string, total: number): { advance(by: number): void; stop(): void };
}

/** Milliseconds that two clocks may differ by. */
const CLOCK_TOLERANCE = 2000;

/** Looks for everything about a database that may be wrong, and changes nothing. */
export async function examineDatabase(db: MaintainedDatabase, options: ExaminationOptions): Promise<Finding[]> {
  const { executor, dialect } = db;
  const tables = await dialect.inspection.tables(executor);
  const names = tables.map(({ name }) => name);
  const stored = new Map(tables.map((table) => [table.name, table]));
  const books = await readBooks(executor, names);
  const findings: Finding[] = [...(await unfinishedTransfer(db, names)), ...(await clockDifference(db))];
  for (const message of await dialect.inspection.faults(executor)) {
    findings.push({ severity: 'warning', code: 'database_settings', subject: dialect.name, message });
  }
  for (const owner of options.owners) {
    findings.push(...(await compareSchema(owner, books, stored, dialect.inspection.readAs)));
  }
  const own = tables.filter(({ name }) => name !== MARKER_TABLE && !isBookTable(name, names));
  findings.push(...own.flatMap(tableFaults), ...(await undeclared(own, [...books.keys()], options.owners)));
  findings.push(...(await findOrphans(executor, stored)), ...(await findLeases(db, stored)));
  if (options.checkTables) findings.push(...(await checkTables(db, names, options)));
  return findings;
}

async function unfinishedTransfer({ executor }: MaintainedDatabase, names: readonly string[]): Promise<Finding[]> {
  const marker = await readMarker(executor, names);
  if (!marker) return [];
  const code = marker.kind === 'copy' ? 'database_copy_incomplete' : 'backup_restore_incomplete';
  const message = `A ${marker.kind} from ${marker.source}, begun ${marker.startedAt} UTC, did not end, and no site starts here. Run it again, or empty the database.`;
  return [{ severity: 'error', code, subject: MARKER_TABLE, message }];
}

async function clockDifference({ executor, dialect }: MaintainedDatabase): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await sql<{ now: number }>`select ${dialect.clock} as now`.execute(executor);
  const after = Date.now();
  const now = Number(rows[0]?.now);
  const difference = now < before ? now - before : Math.max(0, now - after);
  if (Math.abs(difference) <= CLOCK_TOLERANCE) return [];
  const message = `The clock of the database is ${(difference / 1000).toFixed(1)} s ${difference < 0 ? 'behind' : 'ahead of'} that of this machine: logins, locks and jobs end too early or too late. Let both keep time by NTP, in UTC.`;
  return [{ severity: 'warning', code: 'clock_differs', subject: dialect.name, message }];
}

function tableFaults({ name, primaryKey, faults }: StoredTable): Finding[] {
  const found = faults.map(
    (fault): Finding => ({
      severity: 'warning',
      code: 'table_storage',
      subject: name,
      message: `The table "${name}" is stored in a way that loses something: ${fault}.`,
    }),
  );
  if (primaryKey.length > 0) return found;
  const message = `The table "${name}" has no primary key: clusters refuse it, and it is neither copied nor backed up. Give it one, or move it away.`;
  return [...found, { severity: 'warning', code: 'table_without_key', subject: name, message }];
}

/** Tables and books that nobody of the configuration has to do with; they are no harm. */
async function undeclared(
  tables: readonly StoredTable[],
  books: readonly string[],
  owners: readonly OwnedMigrations[],
): Promise<Finding[]> {
  const known = new Set<string>();
  const isUncertain: ((table: string) => boolean)[] = [];
  for (const { migrations } of owners) {
    const schema = await declaredSchema(migrations);
    for (const name of schema.tables.keys()) known.add(name);
    isUncertain.push(schema.isUncertain);
  }
  const configured = new Set(owners.map(({ owner }) => bookOf(owner)));
  return [
    ...books
      .filter((book) => !configured.has(book))
      .map(
        (book): Finding => ({
          severity: 'notice',
          code: 'plugin_not_configured',
          subject: book,
          message: `The plugin "${book.replaceAll('_', '-')}" has been here and is not among the plugins any more. Its tables are kept.`,
        }),
      ),
    ...tables
      .filter(({ name }) => !known.has(name) && !isUncertain.some((isPossible) => isPossible(name)))
      .map(
        ({ name }): Finding => ({
          severity: 'notice',
          code: 'table_unknown',
          subject: name,
          message: `No plugin of the configuration declares the table "${name}". It is kept.`,
        }),
      ),
  ];
}

async function checkTables(
  { executor, dialect }: MaintainedDatabase,
  names: readonly string[],
  { signal, progress }: ExaminationOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const bar = progress('Checking tables', names.length);
  for (const name of names) {
    if (signal.aborted) break;
    for (const message of await dialect.inspection.check(executor, name)) {
      findings.push({
        severity: 'error',
        code: 'table_damaged',
        subject: name,
        message: `The server found "${name}" damaged: ${message}. Stop the site and restore a backup.`,
      });
    }
    bar.advance(1);
  }
  bar.stop();
  return findings;
}
