import { HostError } from '../../errors.js';
import { isRecord } from '../../record.js';
import { keyInvalid, rangeInvalid, storageFull, storageMissing, storageUnavailable } from './object-errors.js';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const FULL = /quota|storage ?full|insufficient ?storage|EntityTooLarge/i;

/**
 * Translates an S3 error to an error of the object store. The client's errors contain the whole request with its
 * signature, which must not get into logs, so only the message is kept.
 */
export function s3Error(key: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  const name = error instanceof Error ? error.name : '';
  const status = isRecord(error) && isRecord(error.$metadata) ? error.$metadata.httpStatusCode : undefined;
  const cause = new Error(error instanceof Error ? `${name}: ${error.message}` : String(error));
  // Check the name: a missing bucket also returns 404, but says nothing about a file.
  if (MISSING.has(name)) return storageMissing(key, cause);
  if (name === 'InvalidRange' || status === 416) return rangeInvalid(key, cause);
  if (name === 'KeyTooLongError') return keyInvalid(key, 'the bucket does not accept keys of this length', cause);
  if (status === 507 || FULL.test(name)) return storageFull(cause);
  return storageUnavailable(cause);
}

export function isS3Missing(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name);
}
