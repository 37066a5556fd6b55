import { HostError } from '../../errors.js';

export function keyInvalid(key: string, reason: string, cause?: unknown): HostError {
  const quotedKey = JSON.stringify(key.slice(0, 100));
  return new HostError(
    'storage_key_invalid',
    `${quotedKey} cannot be the key of a file: ${reason}.`,
    { status: 400 },
    { cause },
  );
}

export function storageMissing(key: string, cause?: unknown): HostError {
  return new HostError('storage_missing', `There is no file "${key}".`, { status: 404 }, { cause });
}

export function rangeInvalid(key: string, cause?: unknown): HostError {
  const message = `The file "${key}" does not have these bytes. Request a range within the file.`;
  return new HostError('storage_range_invalid', message, { status: 416 }, { cause });
}

export function storageFull(cause: unknown): HostError {
  const message = 'The file storage is full. Nothing was stored. Free some space and try again.';
  return new HostError('storage_full', message, { status: 507 }, { cause });
}

export function storageUnavailable(cause: unknown): HostError {
  const message = 'The file storage failed. Try again. The log has the reason.';
  return new HostError('storage_unavailable', message, { status: 503 }, { cause });
}
