import { HostError } from '../../errors.js';

export interface MysqlAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Encrypt, and check the server's certificate: `?ssl=true`. */
  ssl: boolean;
}

const PORT = 3306;

/**
 * Reads `mysql://user:password@host:3306/name?ssl=true`; user, password and name may be percent-encoded.
 * @throws HostError `database_url_invalid`; the message never contains the password
 */
export function parseMysqlUrl(text: string): MysqlAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url?.hostname) throw invalid('names no server');
  const database = decode(url.pathname.slice(1));
  if (database === '' || database.includes('/')) throw invalid('names no database after the server');
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'ssl');
  if (unknown !== undefined) throw invalid(`has the parameter "${unknown}"; only ssl=true is known`);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || PORT),
    user: decode(url.username),
    password: decode(url.password),
    database,
    ssl: url.searchParams.get('ssl') === 'true',
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('has a percent sign that is not followed by two hexadecimal digits; write it as %25');
  }
}

function invalid(reason: string): HostError {
  return new HostError(
    'database_url_invalid',
    `The database address ${reason}. Write it like mysql://user:password@host:3306/name.`,
  );
}
