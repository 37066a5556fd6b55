import { type Kysely, type Migration as KyselyMigration, Migrator, sql } from 'kysely';
import { HostError } from '../errors.js';
import type { Dialect } from './dialects/dialect.js';
import { assertIdentifier, type TableDefinition, type Tables } from './tables.js';

/**
 * One step of a schema, named so that names sort in the order of the steps: `0003_add_rating`. Where the database
 * commits every statement by itself a step can end half-way, so each statement must be one that can run again; the
 * methods of `SchemaBuilder` are.
 */
export interface Migration {
  readonly name: string;
  readonly up: (schema: SchemaBuilder) => Promise<void>;
}

/** Changes tables in terms of their definitions, the same in every dialect. */
export interface SchemaBuilder {
  /** Creates the table with its keys where it is missing. */
  createTable(table: TableDefinition): Promise<void>;
  /** Adds a column of the definition where it is missing. */
  addColumn(table: TableDefinition, column: string): Promise<void>;
  dropTable(name: string): Promise<void>;
  /** Any statement that can run again. */
  execute(statement: string): Promise<void>;
}

/**
 * Applies what has not been applied, for one owner: owners keep books of their own, so that a plugin that goes
 * leaves no gap in another's. Of several processes one migrates while the others wait.
 * @returns the names applied now
 * @throws HostError `migration_failed` with the owner and the step; running again continues there
 */
export async function migrate(
  kysely: Kysely<Tables>,
  dialect: Dialect,
  owner: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const prefix = owner.replaceAll('-', '_');
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => toKysely(dialect, migrations) },
    migrationTableName: `${prefix}_migration`,
    migrationLockTableName: `${prefix}_migration_lock`,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError('migration_failed', `The database of "${owner}" could not be brought up to date${failed ? ` at ${failed}` : ''}: ${reason}`, { owner, migration: failed }, { cause: error });
  }
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

function toKysely(dialect: Dialect, migrations: readonly Migration[]): Record<string, KyselyMigration> {
  return Object.fromEntries(
    migrations.map(({ name, up }) => [name, { up: (executor: Kysely<Tables>) => up(schemaBuilder(executor, dialect)) }]),
  );
}

function schemaBuilder(executor: Kysely<Tables>, dialect: Dialect): SchemaBuilder {
  const execute = async (statement: string): Promise<void> => {
    await sql.raw(statement).execute(executor);
  };
  return {
    execute,
    async createTable(table) {
      for (const statement of dialect.createTable(table)) await execute(statement);
    },
    async addColumn(table, name) {
      const column = table.columns[name];
      if (!column) throw new HostError('table_invalid', `"${name}" is no column of the table "${table.name}".`);
      const tables = await executor.introspection.getTables();
      const existing = tables.find((candidate) => candidate.name === table.name);
      if (existing?.columns.some((candidate) => candidate.name === name)) return;
      await execute(`alter table ${table.name} add column ${dialect.columnSql(name, column)}`);
    },
    async dropTable(name) {
      assertIdentifier(name);
      await execute(`drop table if exists ${name}`);
    },
  };
}
