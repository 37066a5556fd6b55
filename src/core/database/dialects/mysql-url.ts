import { invalidUrl, unescapedPassword, unknownParameter } from './url-faults.js';

export interface MysqlAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Encrypts the connection and verifies the server's certificate: `?ssl=true`. */
  ssl: boolean;
}

const PORT = 3306;
const FORM = 'Write it like mysql://user:password@host:3306/name.';

/**
 * Parses `mysql://user:password@host:3306/name?ssl=true`; user, password and name may be percent-encoded.
 * @param source environment variable or option, for error messages
 * @throws HostError `database_url_invalid`; the message never contains the password
 */
export function parseMysqlUrl(text: string, source = 'The database URL'): MysqlAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (text.includes('@') && (!url || `${url.pathname}${url.search}${url.hash}`.includes('@'))) {
    throw unescapedPassword(source);
  }
  if (!url?.hostname) throw invalidUrl(source, `names no server. ${FORM}`);
  const database = decode(url.pathname.slice(1), source);
  if (database === '' || database.includes('/')) {
    throw invalidUrl(source, `names no database after the server. ${FORM}`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'ssl');
  if (unknown !== undefined) throw unknownParameter(unknown, source);
  const ssl = url.searchParams.get('ssl');
  if (ssl !== null && ssl !== 'true' && ssl !== 'false') {
    throw invalidUrl(source, `has a value of "ssl" that is neither true nor false. ${FORM}`);
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || PORT),
    user: decode(url.username, source),
    password: decode(url.password, source),
    database,
    ssl: ssl === 'true',
  };
}

function decode(text: string, source: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidUrl(
      source,
      `has a percent sign that is not followed by two hexadecimal digits. Write it as %25: mysql://user:100%25@host:3306/name.`,
    );
  }
}
