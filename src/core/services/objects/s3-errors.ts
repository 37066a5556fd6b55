import { HostError } from '../../errors.js';
import { isRecord } from '../../record.js';
import { keyInvalid, rangeInvalid, storageFull, storageMissing, storageUnavailable } from './object-errors.js';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const FULL = /quota|storage ?full|insufficient ?storage|EntityTooLarge/i;

/**
 * An error of the bucket in the words of the port. The client's own errors hold the whole request, with its signature,
 * and would put that into logs: only what they say goes on.
 */
export function s3Error(key: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  const name = error instanceof Error ? error.name : '';
  const status = isRecord(error) && isRecord(error.$metadata) ? error.$metadata.httpStatusCode : undefined;
  const cause = new Error(error instanceof Error ? `${name}: ${error.message}` : String(error));
  // A bucket that is not there answers 404 as well, and that is no answer about a file.
  if (MISSING.has(name)) return storageMissing(key, cause);
  if (name === 'InvalidRange' || status === 416) return rangeInvalid(key, cause);
  if (name === 'KeyTooLongError') return keyInvalid(key, 'the bucket takes no key of this length', cause);
  if (status === 507 || FULL.test(name)) return storageFull(cause);
  return storageUnavailable(cause);
}

export function isS3Missing(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name);
}
