import { HostError } from '../../errors.js';
import { databaseFull } from './full.js';

/** Deadlock, lock wait timeout, and MariaDB's "record has changed since last read". */
const RETRYABLE = [1213, 1205, 1020];
const DUPLICATE_ENTRY = 1062;
/** Disk full, table full. */
const FULL = [1021, 1114];

/** Missing privilege on a table, a column or the server. */
const DENIED = [1142, 1143, 1227];

/** Server became a replica: `read_only` option, and MySQL's read-only mode. 1290 also reports other options. */
const OPTION_PREVENTS = 1290;
const READ_ONLY = 1836;

/** Errors when the server is unreachable, rejects the connection or closes it. */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_CON_COUNT_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
];

interface ServerError extends Error {
  code?: string;
  errno?: number;
  fatal?: boolean;
}

export function isRetryable(error: unknown): boolean {
  return error instanceof Error && RETRYABLE.includes((error as ServerError).errno ?? 0);
}

export function isDuplicateEntry(error: unknown): boolean {
  return error instanceof Error && (error as ServerError).errno === DUPLICATE_ENTRY;
}

/** Whether the server is read-only because another one replaced it. */
function isReadOnly({ errno, message }: ServerError): boolean {
  return errno === READ_ONLY || (errno === OPTION_PREVENTS && /read[-_]only/.test(message));
}

/**
 * Whether the connection is unusable or still owes the response to an abandoned statement. A connection to a server
 * that became a replica is closed as well: a new one may reach the new primary.
 */
export function isFatal(error: ServerError): boolean {
  return (
    error.fatal === true ||
    isReadOnly(error) ||
    error.code === 'PROTOCOL_SEQUENCE_TIMEOUT' ||
    /closed state/.test(error.message)
  );
}

/** Converts errors that an operator must act on into a `HostError`; other server errors stay as they are. */
export function toHostError(error: ServerError, server: string, timeout: number): Error {
  // Logs must not contain the statement, which includes its values.
  Reflect.deleteProperty(error, 'sql');
  if (error.code === 'PROTOCOL_SEQUENCE_TIMEOUT') {
    const message = `The database did not answer a statement within ${timeout} ms, so its connection was closed.`;
    return new HostError('database_timeout', message, { status: 503, timeout }, { cause: error });
  }
  if (isReadOnly(error)) {
    const message = `The database at ${server} takes no writes: it is read-only, as a replica is. Point MORTISE_DATABASE_URL or the option database at the server that took its place; new connections are made automatically.`;
    return new HostError('database_read_only', message, { status: 503 }, { cause: error });
  }
  if (DENIED.includes(error.errno ?? 0)) return permissionMissing(error);
  if (FULL.includes(error.errno ?? 0)) return databaseFull(error);
  if (error.fatal || UNREACHABLE.includes(error.code ?? '')) {
    const message = `The database at ${server} cannot be used: ${error.message || error.code}. Check that it runs and that its URL is right (MORTISE_DATABASE_URL or the option database).`;
    return new HostError('database_unavailable', message, { status: 503 }, { cause: error });
  }
  return error;
}

function permissionMissing(cause: Error): HostError {
  return new HostError(
    'database_permission_missing',
    `The database user lacks a privilege: ${cause.message}. Grant it: Mortise needs select, insert, update, delete, create, alter, index and drop.`,
    { status: 500 },
    { cause },
  );
}
