import type { Media, OwnedObjects } from '../../../index.js';
import { insufficientStorage } from '../errors.js';

/**
 * Looks whether there is room for work on some pictures: for their originals and for what is made of them. A store that
 * cannot tell is believed to have it.
 * @throws HostError 507 `vendor_watermark_insufficient_storage`
 */
export type AssertRoom = (ids: readonly number[]) => Promise<void>;

/** A backup and a next version of each file: watermark.md section 2.6. */
const COPIES = 2;

export function createAssertRoom(parts: {
  readonly objects: Pick<OwnedObjects, 'freeBytes'>;
  readonly media: Pick<Media, 'get'>;
}): AssertRoom {
  const { objects, media } = parts;

  async function bytesOf(id: number): Promise<number> {
    const found = await media.get(id);
    if (!found) return 0;
    return Object.values(found.sizes).reduce((sum, { bytes }) => sum + bytes, found.bytes);
  }

  return async (ids) => {
    if (!objects.freeBytes) return;
    const bytes = await Promise.all(ids.map(bytesOf));
    const needed = COPIES * bytes.reduce((sum, each) => sum + each, 0);
    const free = await objects.freeBytes();
    if (free < needed) throw insufficientStorage(needed, free);
  };
}
