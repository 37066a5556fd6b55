import type { Media } from '../../../media.js';
import type { OwnedObjects } from '../../../services.js';
import { insufficientStorage } from '../errors.js';

/**
 * Asserts that storage has enough space for the originals and new versions of these images. Storage that cannot tell
 * is assumed to have it.
 * @throws HostError 507 `vendor_watermark_insufficient_storage`
 */
export type AssertRoom = (ids: readonly number[]) => Promise<void>;

/** Maximum number of images processed together, equal to the limit of a call. */
const MAX_IMAGES = 100;
/** A backup and a new version of each file. */
const COPIES = 2;

export function createAssertRoom(parts: {
  readonly objects: Pick<OwnedObjects, 'freeBytes'>;
  readonly media: Pick<Media, 'list'>;
}): AssertRoom {
  const { objects, media } = parts;

  return async (ids) => {
    if (!objects.freeBytes) return;
    const { attachments } = await media.list({ include: ids, orderBy: 'include', perPage: MAX_IMAGES });
    const files = attachments.flatMap(({ bytes, sizes }) => [{ bytes }, ...Object.values(sizes)]);
    const needed = COPIES * files.reduce((sum, { bytes }) => sum + bytes, 0);
    const free = await objects.freeBytes();
    if (free < needed) throw insufficientStorage(needed, free);
  };
}
