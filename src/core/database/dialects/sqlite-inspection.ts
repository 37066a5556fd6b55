import { type Kysely, sql } from 'kysely';
import type { ColumnDefinition } from '../column.js';
import type {
  DependentText,
  ObjectType,
  ServerInspection,
  StoredColumn,
  StoredIndex,
  StoredTable,
  TableReference,
} from '../inspection.js';

interface ColumnRow {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

export const sqliteInspection: ServerInspection = {
  async catalog(executor) {
    // One row per object, because the driver is slow for each row.
    const { rows } = await sql<{ name: string; type: ObjectType; table: string; columns: string }>`
      select found.name, found.type, found.tbl_name as "table", case found.type when 'index' then '[]'
        else (select json_group_array(name) from pragma_table_info(found.name)) end as columns
      from sqlite_schema as found
      where found.type in ('table', 'view', 'index') and found.name not like 'sqlite!_%' escape '!'`.execute(executor);
    const objects = rows.map(({ name, type, table, columns }) => {
      return { name, type, table: type === 'index' ? table : null, columns: JSON.parse(columns) as string[] };
    });
    return { objects, foldsCase: true };
  },
  hasGlobalIndexNames: true,
  async tables(executor) {
    const tables: StoredTable[] = [];
    for (const { name, statement } of await schemaOf(executor)) tables.push(await describe(executor, name, statement));
    return tables;
  },
  async references(executor) {
    const { rows } = await sql<TableReference>`
      select 'foreign key' as type, '' as name, found.name as "from",
        (select name from sqlite_schema where type = 'table' and lower(name) = lower(key."table")) as "table"
      from sqlite_schema as found, pragma_foreign_key_list(found.name) as key
      where found.type = 'table' and key.seq = 0
      union all select 'trigger', name, null, tbl_name from sqlite_schema where type = 'trigger'`.execute(executor);
    return rows;
  },
  // All text is compared byte for byte, and JSON is stored as text.
  readAs: { integer: 'bigint', string: 'key', json: 'text' },
  async faults(executor) {
    const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(executor);
    const mode = rows[0]?.journal_mode;
    if (mode === 'wal' || mode === 'memory') return [];
    return [`The journal mode is "${mode}" and not "wal": move the file to a local disk, where that is possible.`];
  },
  async check(executor, table) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.id(table)})`.execute(executor);
    return rows.map((row) => row.integrity_check).filter((message) => message !== 'ok');
  },
  async nextId(executor, table) {
    const tables = await schemaOf(executor);
    if (!tables.some(({ name, statement }) => name === table && /\bautoincrement\b/i.test(statement))) return null;
    // The sequence stores the highest id ever assigned, and has no row before the first insert.
    const { rows } = await sql<{ next: string }>`
      select cast(seq + 1 as char) as next from sqlite_sequence where name = ${table}`.execute(executor);
    return rows[0]?.next ?? '1';
  },
  async continueIds(executor, table, next) {
    const last = sql`cast(${next} as integer) - 1`;
    const { numAffectedRows } = await sql`update sqlite_sequence set seq = ${last} where name = ${table}`.execute(
      executor,
    );
    if (numAffectedRows === 0n) {
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(executor);
    }
  },
  updatesTexts: true,
  async dependents(executor) {
    const { rows } = await sql<DependentText>`
      select type, name, sql as text from sqlite_schema where type in ('view', 'trigger')`.execute(executor);
    return rows;
  },
};

async function schemaOf(executor: Kysely<unknown>): Promise<{ name: string; statement: string }[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select name, sql as statement from sqlite_schema
    where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like 'libsql\\_%' escape '\\'
    order by name`.execute(executor);
  return rows;
}

async function describe(executor: Kysely<unknown>, name: string, statement: string): Promise<StoredTable> {
  const { rows: columns } = await sql<ColumnRow>`
    select name, type, "notnull", dflt_value, pk from pragma_table_info(${name}) order by cid`.execute(executor);
  return {
    name,
    columns: columns.map((column) => describeColumn(column, statement)),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    indexes: await indexesOf(executor, name),
    bytes: null,
    faults: [],
  };
}

async function indexesOf(executor: Kysely<unknown>, table: string): Promise<StoredIndex[]> {
  const { rows } = await sql<{ name: string; unique: number; origin: string; column: string }>`
    select list.name, list."unique", list.origin, info.name as "column"
    from pragma_index_list(${table}) as list, pragma_index_info(list.name) as info
    where list.origin <> 'pk' order by list.name, info.seqno`.execute(executor);
  const indexes = new Map<string, StoredIndex & { columns: string[] }>();
  for (const { name, unique, column } of rows) {
    const index = indexes.get(name) ?? { name, columns: [], isUnique: unique === 1 };
    index.columns.push(column);
    indexes.set(name, index);
  }
  return [...indexes.values()];
}

/** Reads the column's type and its CHECK constraints, which hold the details. See `createSqliteSchema`. */
function describeColumn({ name, type, notnull, dflt_value, pk }: ColumnRow, statement: string): StoredColumn {
  const declared = (check: string): boolean => statement.includes(`"${name}" ${check}`);
  const nullable = notnull === 0;
  const value = literalOf(dflt_value);
  const definition = `${type.toLowerCase()}${nullable ? '' : ' not null'}${dflt_value === null ? '' : ` default ${dflt_value}`}`;
  return {
    name,
    type: definition,
    definition: value === null ? null : definitionOf({ nullable, ...(value === undefined ? {} : { default: value }) }),
  };

  function definitionOf(common: { nullable: boolean; default?: string | number }): ColumnDefinition | null {
    const of = (kind: ColumnDefinition['kind'], length = 0): ColumnDefinition => ({ kind, length, ...common });
    if (/^integer$/i.test(type)) {
      if (pk === 1 && declared('integer not null primary key autoincrement')) return of('id');
      return of(declared(`integer check ("${name}" in (0, 1))`) ? 'boolean' : 'bigint');
    }
    if (!/^text$/i.test(type)) return null;
    if (declared(`text check ("${name}" glob '????-??-?? ??:??:??.???')`)) return of('datetime');
    const start = statement.indexOf(`"${name}" text check (length("${name}") <= `);
    const length = /^[^<]*<= (\d+)\)/.exec(start < 0 ? '' : statement.slice(start))?.[1];
    return length === undefined ? of('text') : of('key', Number(length));
  }
}

/** @returns undefined for no default, null for one that is not a literal */
function literalOf(text: string | null): string | number | undefined | null {
  if (text === null) return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : null;
}
