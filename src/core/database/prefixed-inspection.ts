import { HostError } from '../errors.js';
import { TABLE_PREFIX } from './address.js';
import { hasHistory } from './adoption.js';
import type { CatalogObject, Inspection, ServerCatalog, ServerInspection } from './inspection.js';
import { isInCatalog, RECORD_TABLES } from './schema-record.js';
import { DEFAULT_PREFIX, type TableNames } from './table-names.js';

export interface ConfiguredPrefix {
  /** Prefix of the configuration; undefined leaves the choice to the database. */
  readonly tablePrefix?: string | undefined;
  /** Accepts a database with another prefix, for the command that renames the tables. */
  readonly acceptsOther?: boolean;
}

/**
 * Wraps the inspection of a server. Only tables with the prefix of the database are shown, without the prefix. The
 * prefix is that of the record: it must be found before anything else is read.
 */
export function createPrefixedInspection(
  server: ServerInspection,
  names: TableNames,
  configured: ConfiguredPrefix,
): Inspection {
  const { stored } = names;
  names.add(RECORD_TABLES.map(({ name }) => name));
  // Set with each catalog, which is always read first.
  let foldsCase = false;
  const own = (name: string): string | null => names.own(name, foldsCase);

  return {
    ...server,
    names,
    async catalog(executor, owners = []) {
      const catalog = await server.catalog(executor);
      foldsCase = catalog.foldsCase;
      const found = findPrefix(catalog, owners, configured);
      names.setPrefix(found ?? configured.tablePrefix ?? DEFAULT_PREFIX, found !== null);
      const objects = withoutPrefix(catalog, names, server.hasGlobalIndexNames);
      return { ...catalog, objects, prefix: names.prefix, isPrefixStored: found !== null };
    },
    async tables(executor) {
      const tables = await server.tables(executor);
      return tables.flatMap((table) => {
        const name = own(table.name);
        return name === null ? [] : [{ ...table, name }];
      });
    },
    everything: (executor) => server.catalog(executor),
    async references(executor) {
      const references = await server.references(executor);
      return references.flatMap(({ from, ...reference }) => {
        const table = own(reference.table);
        if (table === null) return [];
        // A dot follows the name of another database.
        const ownFrom = from === null || from.includes('.') ? null : own(from);
        return [{ ...reference, table, from: ownFrom ?? from, isOutside: from !== null && ownFrom === null }];
      });
    },
    check: (executor, table) => server.check(executor, stored(table)),
    nextId: (executor, table) => server.nextId(executor, stored(table)),
    continueIds: (executor, table, next) => server.continueIds(executor, stored(table), next),
  };
}

function findPrefix(
  catalog: ServerCatalog,
  owners: readonly string[],
  { tablePrefix, acceptsOther = false }: ConfiguredPrefix,
): string | null {
  const found = prefixesIn(catalog);
  // Version 0.1 had no prefix.
  if (found.length === 0 && owners.some((owner) => hasHistory(catalog, owner))) found.push('');
  const [first = null, second] = found;
  if (first === null) return null;
  if (tablePrefix !== undefined && found.includes(tablePrefix)) return tablePrefix;
  if (second === undefined && (tablePrefix === undefined || acceptsOther)) return first;
  throw prefixDiffers(found, tablePrefix);
}

/** Finds the prefixes that tables of a record have. */
function prefixesIn(catalog: ServerCatalog): string[] {
  const found = new Set<string>();
  for (const { type, name } of catalog.objects) {
    const table = RECORD_TABLES.find((each) => name.endsWith(each.name));
    if (type !== 'table' || !table) continue;
    const prefix = name.slice(0, -table.name.length);
    if (TABLE_PREFIX.test(prefix) && isInCatalog(catalog, table, prefix)) found.add(prefix);
  }
  return [...found].sort();
}

function withoutPrefix(
  { objects, foldsCase }: ServerCatalog,
  names: TableNames,
  hasGlobalIndexNames: boolean,
): readonly CatalogObject[] {
  if (names.prefix === '') return objects;
  const own = (name: string): string | null => names.own(name, foldsCase);
  return objects.flatMap((object): CatalogObject[] => {
    const name = object.type !== 'index' || hasGlobalIndexNames ? own(object.name) : null;
    const table = object.table === null ? null : own(object.table);
    if (object.type !== 'index') return name === null ? [] : [{ ...object, name }];
    // An index of another program takes a name where these names are global.
    if (table === null) return name === null ? [] : [{ ...object, name, table }];
    return [{ ...object, name: name ?? object.name, table }];
  });
}

function prefixDiffers(found: readonly string[], configured: string | undefined): HostError {
  const prefixes = found.map((prefix) => (prefix === '' ? 'no prefix' : `the prefix "${prefix}"`)).join(' and ');
  const message =
    configured === undefined
      ? `The database contains several sites, with ${prefixes}. Set the option database.tablePrefix to the prefix of this site.`
      : `The tables of the site have ${prefixes}, but the option database.tablePrefix is "${configured}". Set the option to "${found[0]}", or rename the tables: mortise db rename --prefix=${configured}`;
  return new HostError('database_prefix_differs', message, { status: 409, found, configured: configured ?? null });
}
