import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnDefinition } from '../column.js';
import type {
  CatalogObject,
  DependentText,
  ServerInspection,
  StoredColumn,
  StoredIndex,
  StoredTable,
  TableReference,
} from '../inspection.js';

/** Matches a table by exact name. `information_schema` ignores case, and `users` may exist beside `Users`. */
export function isTable(name: string): RawBuilder<boolean> {
  return sql<boolean>`table_name = ${name} and cast(table_name as binary) = ${name}`;
}

interface ColumnRow {
  table: string;
  name: string;
  type: string;
  length: number | null;
  collation: string | null;
  nullable: string;
  initial: string | null;
  extra: string;
  version: string;
}

export const mysqlInspection: ServerInspection = {
  async catalog(executor) {
    const exact = (value: RawBuilder<unknown>) => sql`convert(${value} using utf8mb4) collate utf8mb4_bin`;
    const name = exact(sql`table_name`);
    const { rows } = await sql<{ name: string; part: string; detail: string; folds: number }>`
      select ${name} as name, 'object' as part, ${exact(sql`table_type`)} as detail, @@lower_case_table_names as folds
      from information_schema.tables where table_schema = database()
      union all select ${name}, 'columns', ${exact(sql`json_arrayagg(column_name)`)}, 0
      from information_schema.columns where table_schema = database() group by table_name, ${name}
      union all select ${name}, 'index', ${exact(sql`index_name`)}, 0
      from information_schema.statistics
      where table_schema = database() and seq_in_index = 1 and index_name <> 'PRIMARY'`.execute(executor);
    const columns = new Map<string, readonly string[]>();
    for (const row of rows) if (row.part === 'columns') columns.set(row.name, JSON.parse(row.detail));
    const objects = rows.flatMap(({ name, part, detail }): CatalogObject[] => {
      if (part === 'index') return [{ name: detail, type: 'index', table: name, columns: [] }];
      const type = detail === 'VIEW' ? 'view' : 'table';
      return part === 'object' ? [{ name, type, table: null, columns: columns.get(name) ?? [] }] : [];
    });
    return { objects, foldsCase: rows.some(({ folds }) => Number(folds) > 0) };
  },
  hasGlobalIndexNames: false,
  async tables(executor) {
    const [tables, columns, indexes] = [
      await tableRows(executor),
      await columnRows(executor),
      await indexRows(executor),
    ];
    return tables.map((table): StoredTable => {
      const own = indexes.filter((index) => index.table === table.name);
      return {
        name: table.name,
        columns: columns.filter((column) => column.table === table.name).map(describeColumn),
        primaryKey: own.filter(({ name }) => name === 'PRIMARY').map(({ column }) => column),
        indexes: groupIndexes(own.filter(({ name }) => name !== 'PRIMARY')),
        bytes: table.bytes,
        faults: faultsOf(table),
      };
    });
  },
  async references(executor) {
    const { rows } = await sql<TableReference>`
      select 'foreign key' as type, constraint_name as name, referenced_table_name as "table",
        if(table_schema = database(), table_name, concat(table_schema, '.', table_name)) as "from"
      from information_schema.key_column_usage where referenced_table_schema = database() and position_in_unique_constraint = 1
      union all select 'trigger', trigger_name, event_object_table, null
      from information_schema.triggers where event_object_schema = database()`.execute(executor);
    return rows;
  },
  readAs: { integer: 'bigint' },
  async faults(executor) {
    const { rows } = await sql<{ charset: string; skew: string }>`
      select default_character_set_name as charset, cast(timediff(now(), utc_timestamp()) as char) as skew
      from information_schema.schemata where schema_name = database()`.execute(executor);
    const found: string[] = [];
    const { charset = '', skew = '' } = rows[0] ?? {};
    if (charset !== 'utf8mb4') {
      found.push(
        `The default character set of the database is "${charset}", so tables created by other programs cannot store every character. Run: alter database character set utf8mb4.`,
      );
    }
    if (!/^-?00:00:00/.test(skew)) {
      found.push(`The session is ${skew} away from UTC: a program between here and the server changes its time zone.`);
    }
    return found;
  },
  async check(executor, table) {
    const { rows } = await sql<{ Msg_type: string; Msg_text: string }>`check table ${sql.id(table)}`.execute(executor);
    return rows
      .filter(
        ({ Msg_type: type, Msg_text: text }) =>
          ['error', 'warning'].includes(type.toLowerCase()) || (type === 'status' && text !== 'OK'),
      )
      .map((row) => row.Msg_text);
  },
  async nextId(executor, table) {
    const { rows } = await sql<{ next: string | null }>`
      select cast(auto_increment as char) as next from information_schema.tables
      where table_schema = database() and ${isTable(table)}`.execute(executor);
    return rows[0]?.next ?? null;
  },
  async continueIds(executor, table, next) {
    await sql`alter table ${sql.id(table)} auto_increment = ${sql.raw(BigInt(next).toString())}`.execute(executor);
  },
  updatesTexts: false,
  async dependents(executor) {
    const { rows } = await sql<DependentText>`
      select 'view' as type, table_name as name, view_definition as text
      from information_schema.views where table_schema = database()
      union all select 'trigger', trigger_name, action_statement
      from information_schema.triggers where trigger_schema = database()
      union all select lower(routine_type), routine_name, coalesce(routine_definition, '')
      from information_schema.routines where routine_schema = database()
      union all select 'event', event_name, event_definition
      from information_schema.events where event_schema = database()`.execute(executor);
    return rows;
  },
};

interface TableRow {
  name: string;
  engine: string | null;
  collation: string | null;
  bytes: number | null;
}

async function tableRows(executor: Kysely<unknown>): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    select table_name as name, engine as engine, table_collation as collation, data_length + index_length as bytes
    from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE' order by table_name`.execute(executor);
  return rows;
}

async function columnRows(executor: Kysely<unknown>): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select table_name as "table", column_name as name, column_type as type, character_maximum_length as length,
      collation_name as collation, is_nullable as nullable, column_default as initial, extra as extra,
      version() as version
    from information_schema.columns where table_schema = database() order by table_name, ordinal_position`.execute(
    executor,
  );
  return rows;
}

interface IndexRow {
  table: string;
  name: string;
  column: string;
  other: number;
}

async function indexRows(executor: Kysely<unknown>): Promise<IndexRow[]> {
  const { rows } = await sql<IndexRow>`
    select table_name as "table", index_name as name, column_name as "column", non_unique as other
    from information_schema.statistics where table_schema = database() and index_type <> 'FULLTEXT'
    order by table_name, index_name, seq_in_index`.execute(executor);
  return rows;
}

function groupIndexes(rows: readonly IndexRow[]): StoredIndex[] {
  const indexes = new Map<string, StoredIndex & { columns: string[] }>();
  for (const { name, column, other } of rows) {
    const index = indexes.get(name) ?? { name, columns: [], isUnique: Number(other) === 0 };
    index.columns.push(column);
    indexes.set(name, index);
  }
  return [...indexes.values()];
}

function faultsOf({ engine, collation }: TableRow): string[] {
  const found: string[] = [];
  if (engine !== 'InnoDB') {
    found.push(`its engine is ${engine}, which has no transactions: run "alter table ... engine = InnoDB"`);
  }
  if (!collation?.startsWith('utf8mb4_')) {
    found.push(
      `its collation is ${collation}, which cannot store every character: run "alter table ... default character set utf8mb4"`,
    );
  }
  return found;
}

function describeColumn(row: ColumnRow): StoredColumn {
  const { name, type, collation, nullable, initial } = row;
  const clauses = [
    type,
    collation,
    nullable === 'YES' ? 'null' : 'not null',
    initial === null ? null : `default ${initial}`,
    row.extra || null,
  ];
  return { name, type: clauses.filter((word) => word !== null).join(' '), definition: definitionOf(row) };
}

/** Maps a stored column back to its definition. Inverse of the schema builder. */
function definitionOf(row: ColumnRow): ColumnDefinition | null {
  const kind = kindOf(row);
  const value = initialOf(row);
  if (kind === null || value === null) return null;
  const length = kind === 'key' || kind === 'string' ? Number(row.length) : 0;
  return { kind, length, nullable: row.nullable === 'YES', ...(value === undefined ? {} : { default: value }) };
}

function kindOf({ type, collation, extra }: ColumnRow): ColumnDefinition['kind'] | null {
  const isExact = /^utf8mb4_(?:.*_)?bin$/.test(collation ?? '');
  if (collation !== null && !collation.startsWith('utf8mb4_')) return null;
  if (/^bigint(?:\(\d+\))?$/.test(type)) return /auto_increment/i.test(extra) ? 'id' : 'bigint';
  if (type === 'tinyint(1)') return 'boolean';
  if (type === 'datetime(3)') return 'datetime';
  if (/^varchar\(\d+\)$/.test(type)) return isExact ? 'key' : 'string';
  if (type === 'longtext') return isExact ? 'json' : 'text';
  return null;
}

/** @returns undefined for no default, null for an unreadable one */
function initialOf({ initial, type, extra, version }: ColumnRow): string | number | undefined | null {
  if (initial === null || initial === 'NULL') return undefined;
  if (/int/.test(type)) return Number(initial);
  // MariaDB returns the literal as written; MySQL returns the value, or an expression for long text.
  if (!/mariadb/i.test(version)) return /DEFAULT_GENERATED/i.test(extra) ? null : initial;
  const text = /^'((?:[^'\\]|\\.|'')*)'$/s.exec(initial)?.[1];
  return text === undefined ? null : text.replaceAll("''", "'").replace(/\\(.)/gs, '$1');
}
