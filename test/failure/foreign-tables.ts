import { type Kysely, sql } from 'kysely';
import { openForMaintenance } from '../../src/core/database/maintenance.js';
import { freshDatabase, type TestDialect } from '../support/databases.js';

/** Tables, views and triggers of another program in a database. */
export interface ForeignTables {
  readonly names: readonly string[];
  /** Definitions and rows of all of them, for comparison. */
  fingerprint(): Promise<Readonly<Record<string, unknown>>>;
  /** Runs a statement as the other program. */
  execute(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Creates foreign tables with two rows each, including an index, a foreign key, a trigger and a view. */
export async function createForeignTables(
  dialect: TestDialect,
  url: string,
  names: readonly string[],
): Promise<ForeignTables> {
  const db = openForMaintenance(url);
  const { executor } = db;
  const execute = async (statement: string): Promise<void> => void (await sql.raw(statement).execute(executor));
  const quoted = (name: string): string => (dialect.name === 'sqlite' ? `"${name}"` : `\`${name}\``);
  for (const name of names) {
    await execute(`create table ${quoted(name)} (id integer primary key, note varchar(60) not null)`);
    await execute(`insert into ${quoted(name)} values (1, 'of ${name}'), (2, 'of the site')`);
  }
  const [first = ''] = names;
  const each = dialect.name === 'sqlite' ? 'begin delete from site_log; end' : 'for each row delete from site_log';
  await execute(`create table site_log (id integer primary key, entry integer references ${quoted(first)} (id))`);
  await execute('insert into site_log values (1, 1), (2, 2)');
  await execute('create index site_log_index on site_log (entry)');
  await execute(`create view site_view as select note from ${quoted(first)}`);
  await execute(`create trigger site_trigger after update on ${quoted(first)} ${each}`);
  const all = [...names, 'site_log'];
  const other = dialect.name === 'mariadb' ? await otherSchema(dialect, names) : null;
  return {
    names: all,
    execute,
    fingerprint: () => (dialect.name === 'sqlite' ? ofFile(executor, all) : ofServer(executor, all, other?.name ?? '')),
    async close() {
      await db.close();
      await other?.drop();
    },
  };
}

/** Creates the same tables in another database of the server. */
async function otherSchema(dialect: TestDialect, names: readonly string[]) {
  const { url, drop } = await freshDatabase(dialect);
  const db = openForMaintenance(url);
  for (const name of names.slice(0, 20)) {
    await sql`create table ${sql.id(name)} (id integer primary key)`.execute(db.executor);
  }
  await db.close();
  return { name: new URL(url).pathname.slice(1), drop };
}

type Fingerprint = Record<string, unknown>;

async function ofFile(executor: Kysely<unknown>, names: readonly string[]): Promise<Fingerprint> {
  const objects = await sql<{ name: string; tbl_name: string }>`
    select name, tbl_name, sql from sqlite_schema order by name`.execute(executor);
  const isForeign = ({ name, tbl_name }: { name: string; tbl_name: string }): boolean =>
    names.includes(tbl_name) || name.startsWith('site_');
  // One statement: the state is compared after every attempt, and most of the time would go into preparing statements.
  const each = names.map((name) => sql`select ${sql.lit(name)} as name, * from ${sql.id(name)}`);
  const rows = await sql`${sql.join(each, sql` union all `)} order by 1, 2`.execute(executor);
  return { objects: objects.rows.filter(isForeign), rows: rows.rows };
}

async function ofServer(executor: Kysely<unknown>, names: readonly string[], other: string): Promise<Fingerprint> {
  const read = async (query: ReturnType<typeof sql>): Promise<unknown> => (await query.execute(executor)).rows;
  const list = sql.join(names);
  const foreign = sql`(table_schema = ${other} or (table_schema = database() and binary table_name in (${list})))`;
  return {
    rows: await read(sql`checksum table ${sql.join(names.map((name) => sql.id(name)))}`),
    columns: await read(sql`
      select table_schema, table_name, column_name, column_type, is_nullable, column_default
      from information_schema.columns where ${foreign} order by 1, 2, 3`),
    tables: await read(sql`
      select table_schema, table_name, engine, table_collation, create_time
      from information_schema.tables where ${foreign} order by 1, 2`),
    indexes: await read(sql`
      select table_schema, table_name, index_name, column_name
      from information_schema.statistics where ${foreign} order by 1, 2, 3, 4`),
    keys: await read(sql`
      select table_name, constraint_name, referenced_table_name
      from information_schema.key_column_usage where ${foreign} order by 1, 2, 3`),
    triggers: await read(sql`
      select trigger_name, event_object_table, action_statement
      from information_schema.triggers where trigger_schema = database() and trigger_name like 'site%' order by 1`),
    views: await read(sql`
      select table_name, view_definition
      from information_schema.views where table_schema = database() and table_name like 'site%' order by 1`),
  };
}
