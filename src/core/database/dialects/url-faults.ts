import { HostError } from '../../errors.js';

const SERVER_URL = 'mysql://user:password@host:3306/name';
const FILE_URL = 'sqlite:./data/site.db';

/** URL schemes of other tools and databases. Each sentence follows the name of the variable or option. */
const FOREIGN_SCHEMES: readonly (readonly [scheme: RegExp, fault: (rest: string) => string])[] = [
  [
    /^(?:postgres|postgresql|pg):/i,
    () =>
      `is a PostgreSQL URL. PostgreSQL is not supported yet. Use SQLite, ${FILE_URL}, or MariaDB or MySQL, ${SERVER_URL}.`,
  ],
  [/^(?:file|sqlite3):/i, (rest) => `is the SQLite URL of another tool. Write ${sqliteUrl(rest)}.`],
  [
    /^(?:libsql|wss?|https?):/i,
    () =>
      `is the URL of a libSQL or HTTP server, which is not supported. Use a SQLite file, ${FILE_URL}, or MariaDB or MySQL, ${SERVER_URL}.`,
  ],
  [
    /^(?:jdbc:|mysql2:|mysql\+\w+:|mariadb\+\w+:|mysqlx:)/i,
    () => `is a URL of another tool. Write it like ${SERVER_URL}, without a driver in front.`,
  ],
  [/^["']/, () => `starts with a quotation mark. Remove the quotation marks: ${SERVER_URL}.`],
];

/** Query parameters of other tools, with the replacement to suggest. */
const FOREIGN_PARAMETERS: Readonly<Record<string, string>> = {
  charset: 'Remove it: the connection always uses utf8mb4.',
  collation: 'Remove it: every table sets its own collation.',
  connection_limit: 'Set the option database to { url, pool: { max: 5 } } instead.',
  connectionlimit: 'Set the option database to { url, pool: { max: 5 } } instead.',
  pool_timeout: 'Remove it.',
  connect_timeout: 'Remove it.',
  schema:
    'Remove it: the name after the host is the database. Prefix the tables with the option database: { url, tablePrefix }.',
  socket: 'Set the option database to { url, socketPath } instead.',
  socketpath: 'Set the option database to { url, socketPath } instead.',
  sslmode: 'Write ssl=true instead.',
  'ssl-mode': 'Write ssl=true instead.',
  sslaccept: 'Write ssl=true instead.',
  sslcert: 'Set the option database to { url, ssl: { ca } } instead.',
  timezone: 'Remove it: dates are always in UTC.',
};

/**
 * @param fault text that follows the name of the variable or option; it must not quote the URL, which may hold a
 *   password
 */
export function invalidUrl(source: string, fault: string): HostError {
  return new HostError('database_url_invalid', `${source} ${fault}`, { source });
}

/** Creates the error for a URL with an unknown scheme, with the URL to write instead. */
export function unknownScheme(url: string, source: string): HostError {
  if (url.trim() === '') {
    return invalidUrl(source, `is empty. Remove it to use the SQLite file in the data folder, or write ${SERVER_URL}.`);
  }
  const found = FOREIGN_SCHEMES.find(([scheme]) => scheme.test(url));
  if (found) return invalidUrl(source, found[1](url.replace(found[0], '')));
  // Text before a colon without `//` may be part of a password.
  const scheme = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(url)?.[0];
  const fault = scheme === undefined ? 'has no supported scheme.' : `starts with "${scheme}:", which is not supported.`;
  return invalidUrl(source, `${fault} Write ${FILE_URL} or ${SERVER_URL}.`);
}

/** Creates the error for an unescaped password: a reserved character ends that part of the URL early. */
export function unescapedPassword(source: string): HostError {
  return invalidUrl(
    source,
    `has a reserved character in its user name or password. Percent-encode it: @ is %40, # is %23, / is %2F, ? is %3F, : is %3A. The form is ${SERVER_URL}.`,
  );
}

/** @param name parameter name from the URL; quoted only if it cannot be part of a password */
export function unknownParameter(name: string, source: string): HostError {
  const advice = FOREIGN_PARAMETERS[name.toLowerCase()];
  if (advice !== undefined) return invalidUrl(source, `has the parameter "${name}" of another tool. ${advice}`);
  return invalidUrl(source, `has an unknown parameter. Only ssl=true is supported: ${SERVER_URL}?ssl=true.`);
}

/** Converts `sqlite3:///./dev.db?mode=ro` to Mortise's form, `sqlite:./dev.db`. */
function sqliteUrl(rest: string): string {
  const file = (rest.split(/[?#]/, 1)[0] ?? '').replace(/^\/\/(?=[./])/, '');
  return file === '' || file.startsWith('//') ? FILE_URL : `sqlite:${file}`;
}
