import { type CompiledQuery, type DatabaseConnection, Kysely, type Dialect as KyselyDialect } from 'kysely';
import type { ConfiguredDatabase } from '../address.js';
import type { Inspection } from '../inspection.js';
import { createPrefixedInspection } from '../prefixed-inspection.js';
import { readSchema } from '../schema-record.js';
import { createTableNames, DEFAULT_PREFIX } from '../table-names.js';
import type { Dialect, DialectOptions, ServerDialect, ServerDialectOptions } from './dialect.js';
import { createMysqlDialect } from './mysql.js';
import { createSqliteDialect } from './sqlite.js';
import { unknownScheme } from './url-faults.js';

const DIALECTS: Readonly<
  Record<string, (database: ConfiguredDatabase, options: ServerDialectOptions) => ServerDialect>
> = {
  sqlite: createSqliteDialect,
  mysql: createMysqlDialect,
  mariadb: createMysqlDialect,
};

/**
 * Creates the dialect for the scheme of a database URL. Does not connect.
 * @throws HostError `database_url_invalid`; `config_invalid` for an option that this database does not support
 */
export function openDialect(database: ConfiguredDatabase, { timeout, acceptsOther = false }: DialectOptions): Dialect {
  const { url, tablePrefix, source = 'The database URL' } = database;
  const scheme = url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase();
  const create = Object.hasOwn(DIALECTS, scheme) ? DIALECTS[scheme] : undefined;
  if (!create) throw unknownScheme(url, source);
  const names = createTableNames(tablePrefix ?? DEFAULT_PREFIX);
  const server = create({ ...database, source }, { timeout, names });
  const inspection = createPrefixedInspection(server.inspection, names, { tablePrefix, acceptsOther });
  const named = (dialect: KyselyDialect): KyselyDialect => settling(dialect, inspection);
  return {
    ...server,
    serving: named(server.serving),
    migrating: server.migrating === null ? null : named(server.migrating),
    inspection,
  };
}

/** Reads the table names of the database before the first query that needs them. */
function settling(dialect: KyselyDialect, inspection: Inspection): KyselyDialect {
  const { names } = inspection;
  const compiler = dialect.createQueryCompiler();

  /** Compiles a query again that was compiled before the names were known. */
  async function settled(query: CompiledQuery, connection: DatabaseConnection): Promise<CompiledQuery> {
    if (!names.isSettled) await readSchema(new Kysely({ dialect: onConnection(dialect, connection) }), inspection);
    return { ...query, sql: compiler.compileQuery(query.query, query.queryId).sql };
  }

  return {
    ...dialect,
    createDriver() {
      const driver = dialect.createDriver();
      return {
        ...driver,
        async acquireConnection() {
          const connection = await driver.acquireConnection();
          const { executeQuery, streamQuery } = connection;
          const inner: DatabaseConnection = { executeQuery, streamQuery };
          connection.executeQuery = async (query) =>
            executeQuery(names.unsettled.has(query.query) ? await settled(query, inner) : query);
          return connection;
        },
      };
    },
  };
}

/** Wraps a connection that is in use. */
function onConnection(dialect: KyselyDialect, connection: DatabaseConnection): KyselyDialect {
  const ignore = async (): Promise<void> => undefined;
  return {
    ...dialect,
    createDriver: () => ({
      init: ignore,
      acquireConnection: async () => connection,
      beginTransaction: ignore,
      commitTransaction: ignore,
      rollbackTransaction: ignore,
      releaseConnection: ignore,
      destroy: ignore,
    }),
  };
}
