import { type Dialect as KyselyDialect, MysqlDialect } from 'kysely';
import { createPool } from 'mysql2';
import { type Column, indexName, type TableDefinition } from '../tables.js';
import { type Dialect, literal } from './dialect.js';
import { limitQueries } from './mysql-timeout.js';

const TYPES = {
  id: () => 'bigint not null auto_increment primary key',
  integer: () => 'bigint',
  boolean: () => 'tinyint(1)',
  datetime: () => 'datetime(3)',
  key: (length: number) => `varchar(${length}) character set utf8mb4 collate utf8mb4_bin`,
  string: (length: number) => `varchar(${length})`,
  text: () => 'longtext',
  json: () => 'longtext',
} as const;

/** What every connection starts with, whatever the server's configuration says. */
const SESSION = [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "set session time_zone = '+00:00'",
  'set session transaction isolation level read committed',
];

/** MariaDB and MySQL through mysql2, with the pool options of storage.md section 3. */
export function createMysqlDialect(url: string, { queryTimeout }: { queryTimeout: number }): Dialect {
  const pool = createPool({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    charset: 'utf8mb4',
    connectTimeout: 3000,
    connectionLimit: 10,
    queueLimit: 1000,
    enableKeepAlive: true,
    multipleStatements: false,
  });
  pool.on('connection', (connection) => {
    for (const statement of SESSION) connection.query(statement);
  });
  return {
    kysely: kyselyDialect(limitQueries(pool, queryTimeout)),
    nowSql: "date_format(utc_timestamp(3), '%Y-%m-%d %H:%i:%s.%f')",
    upsertStyle: 'on duplicate key',
    createTable,
    columnSql,
    isUniqueViolation: (error) => hasErrno(error, [1062]),
    // Deadlock and lock wait time-out.
    isRetryable: (error) => hasErrno(error, [1213, 1205]),
  };
}

function kyselyDialect(pool: ReturnType<typeof limitQueries>): KyselyDialect {
  return new MysqlDialect({ pool });
}

function createTable(table: TableDefinition): string[] {
  const lines = Object.entries(table.columns).map(([name, column]) => columnSql(name, column));
  if (table.primaryKey) lines.push(`primary key (${quoteAll(table.primaryKey)})`);
  for (const columns of table.unique ?? []) lines.push(`unique key ${indexName(table.name, columns)} (${quoteAll(columns)})`);
  for (const columns of table.indexes ?? []) lines.push(`key ${indexName(table.name, columns)} (${quoteAll(columns)})`);
  return [
    `create table if not exists ${table.name} (${lines.join(', ')}) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_ci`,
  ];
}

function columnSql(name: string, { kind, length = 191, isNullable, defaultValue }: Column): string {
  const rest = kind === 'id' ? '' : isNullable ? ' null' : ' not null';
  return `\`${name}\` ${TYPES[kind](length)}${rest}${defaultValue === undefined ? '' : ` default ${literal(defaultValue)}`}`;
}

function quoteAll(columns: readonly string[]): string {
  return columns.map((name) => `\`${name}\``).join(', ');
}

function hasErrno(error: unknown, numbers: readonly number[]): boolean {
  return error instanceof Error && 'errno' in error && numbers.includes(Number(error.errno));
}
