import { BOOLEAN, group, type OptionType, type OptionTypes, oneOf, text } from '../option-types.js';
import { isRecord } from '../record.js';

/** Database location and connection settings: the object form of the `database` option. */
export interface DatabaseAddress {
  /** `sqlite:./data/site.db`, `sqlite::memory:`, `mysql://user:password@host:3306/name`, `mariadb://...` */
  readonly url: string;
  /**
   * Prefix of every table name. Lower-case letters, digits and underscores, at most 14 characters, ending with `_`.
   * An empty string means no prefix.
   * @default `mortise_` in a new database; in an existing one, the prefix of its tables
   */
  readonly tablePrefix?: string | undefined;
  /** Connection pool of this process for a MariaDB or MySQL server. */
  readonly pool?: DatabasePool | undefined;
  /** Encrypts the connection to a MariaDB or MySQL server and verifies its certificate. Same as `?ssl=true`. */
  readonly ssl?: boolean | DatabaseTls | undefined;
  /** Unix socket of a MariaDB or MySQL server on this machine; replaces the host and port of `url`. */
  readonly socketPath?: string | undefined;
}

/** Connection pool of the database. */
export interface DatabasePool {
  /** Maximum number of connections. @default 10 */
  readonly max?: number | undefined;
}

/** TLS settings of the connection. Certificates and keys are PEM text, not file names. */
export interface DatabaseTls {
  /** Certificates of the trusted authorities; replaces Node's own list. */
  readonly ca?: string | string[] | undefined;
  /** Client certificate and its key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly passphrase?: string | undefined;
  /** Verifies that the certificate names the host of `url`. @default false */
  readonly verifyIdentity?: boolean | undefined;
  /** `false` accepts any certificate. @default true */
  readonly rejectUnauthorized?: boolean | undefined;
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
}

/** Database address with the configuration source that error messages name. */
export interface ConfiguredDatabase extends DatabaseAddress {
  /** Name of the environment variable or option. @default `The database URL` */
  readonly source?: string | undefined;
}

/**
 * Valid table prefixes. Their length leaves room for the longest table name and the prefix of a restore within the 64
 * characters that servers allow.
 */
export const TABLE_PREFIX = /^(?!.*restore_(?:new|old)_$)(?:[a-z][a-z0-9_]{0,12}_)?$/;

const MEMBERS: OptionTypes<keyof DatabaseAddress> = {
  url: text('the URL of the database'),
  tablePrefix: {
    accepts: (value) => typeof value === 'string' && TABLE_PREFIX.test(value),
    write:
      "lower-case letters, digits and underscores, at most 14 characters, starting with a letter and ending with an underscore, such as 'mortise_'; or '' for no prefix",
  },
  pool: group({
    max: {
      accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1000,
      write: 'the maximum number of connections, a whole number from 1 to 1000',
    },
  }),
  ssl: {
    accepts: (value) => typeof value === 'boolean' || isRecord(value),
    write: 'true, false, or an object with ca, cert, key, verifyIdentity',
    members: {
      ca: {
        accepts: (value) => (Array.isArray(value) ? value : [value]).every((pem) => isPem(pem)),
        write: 'certificates in PEM format, as text or a list of texts, not the name of a file',
      },
      cert: { accepts: isPem, write: 'a certificate in PEM format as text, not the name of a file' },
      key: { accepts: isPem, write: 'a private key in PEM format as text, not the name of a file' },
      passphrase: text('the passphrase of the key'),
      verifyIdentity: BOOLEAN,
      rejectUnauthorized: BOOLEAN,
      minVersion: oneOf(['TLSv1.2', 'TLSv1.3']),
    } satisfies OptionTypes<keyof DatabaseTls>,
  },
  socketPath: {
    accepts: (value) => typeof value === 'string' && value.startsWith('/'),
    write: 'the path of a socket, starting with /',
  },
};

/** Validation rules of the `database` option. */
export const DATABASE_OPTION: OptionType = {
  accepts: (value) => typeof value === 'string' || (isRecord(value) && typeof value.url === 'string'),
  write: 'a URL, or an object with url, tablePrefix, pool, ssl, socketPath',
  members: MEMBERS,
};

function isPem(value: unknown): boolean {
  return typeof value === 'string' && value.includes('-----BEGIN ');
}

/** Returns the database URL with its password masked, for logs and command output. */
export function withoutPassword(database: string | DatabaseAddress): string {
  return (typeof database === 'string' ? database : database.url)
    .replace(/^([a-z]+:\/\/[^:@/]*):[^@]*@/i, '$1:…@')
    .replace(/([?&](?:password|secret|key)[^=&?]*=)[^&]*/gi, '$1…');
}
