import type { Readable } from 'node:stream';
import { HostError } from '../errors.js';
import type { ByteRange, ObjectStore } from '../services/objects/object-store.js';
import { formerKeyOf, keyOf } from './addresses.js';
import type { AttachmentRow } from './rows.js';

/**
 * The bytes of a file of the library, wherever the release that stored it has put them.
 * @param size `full` for the file as it was uploaded
 * @throws HostError `storage_missing`
 */
export async function readStored(
  objects: Pick<ObjectStore, 'read'>,
  { token, mime_type: type }: Pick<AttachmentRow, 'token' | 'mime_type'>,
  size: string,
  range?: ByteRange,
): Promise<Readable> {
  try {
    return await objects.read(keyOf(token, size, type), range);
  } catch (error) {
    const former = formerKeyOf(token, size, type);
    if (former === null || !(error instanceof HostError) || error.code !== 'storage_missing') throw error;
    return objects.read(former, range);
  }
}
