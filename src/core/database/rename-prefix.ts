import { HostError } from '../errors.js';
import { hasHistory } from './adoption.js';
import type { Rename } from './dialects/dialect.js';
import type { CatalogObject, DependentText, ServerCatalog } from './inspection.js';
import type { MaintainedDatabase } from './maintenance.js';
import { assertRecord, findInCatalog, isSameName, tableTaken } from './schema-checks.js';
import { RECORD_TABLES, readSchema } from './schema-record.js';
import { assertWhole } from './transfer/marker.js';

export interface PrefixChange {
  readonly from: string;
  readonly to: string;
  /** Stored names before and after, sorted. */
  readonly tables: readonly Rename[];
}

/**
 * Lists the tables that {@link renamePrefix} would rename. Read-only.
 * @throws HostError 409 `database_prefix_differs`, `database_rename_blocked`, `database_table_taken`;
 *   `database_schema_damaged`; 503 `database_copy_incomplete`, `backup_restore_incomplete`
 */
export async function planPrefix(
  { executor, dialect: { inspection } }: Pick<MaintainedDatabase, 'dialect' | 'executor'>,
  to: string,
): Promise<PrefixChange & { readonly others: readonly Rename[] }> {
  const state = await readSchema(executor, inspection);
  assertRecord(state);
  assertWhole(state.marker);
  const from = state.catalog.prefix;
  const everything = await inspection.everything(executor);
  const unadopted = unadoptedOwners(everything);
  if (unadopted.length > 0) throw notAdopted(unadopted);
  if (!state.hasRecord || from === to) return { from, to, tables: [], others: [] };

  const renamed = (name: string): Rename => [name, `${to}${name.slice(from.length)}`];
  const present = state.objects.filter((object) => findInCatalog(state.catalog, object) !== undefined);
  const named = (type: string): Rename[] =>
    present.filter((object) => object.type === type).map(({ name }) => renamed(inspection.names.stored(name)));
  const tables = [...named('table'), ...RECORD_TABLES.map(({ name }) => renamed(inspection.names.stored(name)))];
  const unique = [...new Map(tables).entries()].toSorted();
  const views = named('view');
  const others = [
    ...views,
    // Index names of other servers belong to their table and have no prefix.
    ...(inspection.hasGlobalIndexNames ? named('index') : []),
  ];
  const isNamespaced = ({ type }: CatalogObject): boolean => type !== 'index' || inspection.hasGlobalIndexNames;
  assertFree({ ...everything, objects: everything.objects.filter(isNamespaced) }, [...unique, ...others]);
  const isOwnView = ({ name }: DependentText): boolean => views.some(([before]) => before === name);
  const dependents = await inspection.dependents(executor);
  // A server that updates texts does not rename views, so ours are created again with the new names.
  const affected = inspection.updatesTexts ? dependents.filter((dependent) => !isOwnView(dependent)) : dependents;
  assertIndependent(affected, inspection.updatesTexts ? views : [...unique, ...views]);
  return { from, to, tables: unique, others };
}

/**
 * Changes the prefix of a site's tables in one atomic step. Foreign keys of other programs are preserved. All processes
 * of the site must be stopped.
 * @throws HostError like {@link planPrefix}
 */
export async function renamePrefix({ dialect, executor }: MaintainedDatabase, to: string): Promise<PrefixChange> {
  return dialect.locked(executor, async (locked) => {
    const { others, ...change } = await planPrefix({ dialect, executor: locked }, to);
    const { from, tables } = change;
    // A new name may be the old one of a table with a longer or shorter name, which must be renamed first.
    const order = Math.sign(to.length - from.length);
    const ordered = tables.toSorted(([one], [other]) => order * (other.length - one.length));
    if (tables.length > 0) await dialect.rename(locked, ordered, others);
    return change;
  });
}

/** Finds owners whose tables of version 0.1 are not recorded, because their plugins are not configured. */
function unadoptedOwners(catalog: ServerCatalog): string[] {
  const owners = catalog.objects.flatMap(({ name }) => /^(.+)_migration$/.exec(name)?.[1] ?? []);
  return owners.filter((owner) => hasHistory(catalog, owner));
}

function assertFree(everything: ServerCatalog, renamed: readonly Rename[]): void {
  const leaving = new Set(renamed.map(([from]) => from));
  const conflicting = everything.objects.filter(
    ({ name }) => !leaving.has(name) && renamed.some(([, to]) => isSameName(everything, name, to)),
  );
  if (conflicting.length > 0) throw tableTaken(conflicting.map(({ type, name }) => `${type} "${name}"`));
}

/** Rejects a rename that would break views, triggers and routines, whose texts some servers do not update. */
function assertIndependent(dependents: readonly DependentText[], renamed: readonly Rename[]): void {
  const names = new Set(renamed.map(([from]) => from.toLowerCase()));
  const found = dependents
    .filter(({ text }) => (text.toLowerCase().match(/[\w$]+/g) ?? []).some((word) => names.has(word)))
    .map(({ type, name }) => `${type} "${name}"`);
  if (found.length === 0) return;
  throw new HostError(
    'database_rename_blocked',
    `These objects refer to tables to be renamed, and the server would not update them: ${found.join(', ')}. Nothing was changed. Drop them, run the command again, and recreate them with the new names.`,
    { status: 409, found },
  );
}

function notAdopted(owners: readonly string[]): HostError {
  return new HostError(
    'database_rename_blocked',
    `The tables that version 0.1 created for ${owners.map((owner) => `"${owner}"`).join(', ')} are not registered yet. Nothing was changed. Add these plugins to the configuration, run "mortise db migrate", and run the command again.`,
    { status: 409, owners },
  );
}
