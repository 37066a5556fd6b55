import { HostError } from '../../errors.js';
import type { Dialect } from './dialect.js';
import { createMysqlDialect } from './mysql.js';
import { createSqliteDialect } from './sqlite.js';

/**
 * Chooses the dialect by the address: `sqlite:./data/site.db`, `sqlite::memory:`, `mysql://user:password@host/name`
 * or `mariadb://...`.
 * @throws HostError `database_url_invalid`
 */
export function dialectOf(url: string, options: { queryTimeout: number }): Dialect {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/.exec(url) ?? [];
  if (scheme === 'sqlite' && rest !== '') return createSqliteDialect(rest.replace(/^\/\/(?=\/|\.)/, ''));
  if ((scheme === 'mysql' || scheme === 'mariadb') && URL.canParse(url)) return createMysqlDialect(url, options);
  throw new HostError(
    'database_url_invalid',
    'The database address must look like sqlite:./data/site.db or mysql://user:password@host/name.',
  );
}
