import { HostError } from '../../errors.js';
import type { Dialect, DialectOptions } from './dialect.js';
import { createMysqlDialect } from './mysql.js';
import { createSqliteDialect } from './sqlite.js';

const DIALECTS: Readonly<Record<string, (url: string, options: DialectOptions) => Dialect>> = {
  sqlite: createSqliteDialect,
  mysql: createMysqlDialect,
  mariadb: createMysqlDialect,
};

/**
 * The dialect that a database address asks for. Nothing is connected yet.
 * @throws HostError `database_url_invalid`
 */
export function openDialect(url: string, options: DialectOptions): Dialect {
  const scheme = url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase();
  const create = Object.hasOwn(DIALECTS, scheme) ? DIALECTS[scheme] : undefined;
  if (create) return create(url, options);
  throw new HostError(
    'database_url_invalid',
    `The database address starts with "${scheme}:", which is not known here. Set DATABASE_URL to something like sqlite:./data/site.db or mysql://user:password@host:3306/name.`,
    { scheme },
  );
}
