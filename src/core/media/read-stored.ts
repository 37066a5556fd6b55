import { HostError } from '../errors.js';
import { formerKeyOf, keyOf } from './addresses.js';
import type { AttachmentRow } from './rows.js';

/**
 * Reads a stored file, also from the key that an earlier release used.
 * @param size `full` for the original
 * @throws HostError `storage_missing`
 */
export async function readStored<T>(
  { token, mime_type: type }: Pick<AttachmentRow, 'token' | 'mime_type'>,
  size: string,
  read: (key: string) => Promise<T>,
): Promise<T> {
  try {
    return await read(keyOf(token, size, type));
  } catch (error) {
    const former = formerKeyOf(token, size, type);
    if (former === null || !isMissing(error)) throw error;
    return read(former);
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof HostError && error.code === 'storage_missing';
}
