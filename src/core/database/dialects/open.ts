import type { ConfiguredDatabase } from '../address.js';
import type { Dialect, DialectOptions } from './dialect.js';
import { createMysqlDialect } from './mysql.js';
import { createSqliteDialect } from './sqlite.js';
import { unknownScheme } from './url-faults.js';

const DIALECTS: Readonly<Record<string, (database: ConfiguredDatabase, options: DialectOptions) => Dialect>> = {
  sqlite: createSqliteDialect,
  mysql: createMysqlDialect,
  mariadb: createMysqlDialect,
};

/**
 * Creates the dialect for the scheme of a database URL. Does not connect.
 * @throws HostError `database_url_invalid`; `config_invalid` for an option that this database does not support
 */
export function openDialect(database: ConfiguredDatabase, options: DialectOptions): Dialect {
  const { url, source = 'The database URL' } = database;
  const scheme = url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase();
  const create = Object.hasOwn(DIALECTS, scheme) ? DIALECTS[scheme] : undefined;
  if (!create) throw unknownScheme(url, source);
  return create({ ...database, source }, options);
}
