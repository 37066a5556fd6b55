import type { Media, OwnedObjects } from '../../../index.js';
import { insufficientStorage } from '../errors.js';

/**
 * Looks whether there is room for work on some pictures: for their originals and for what is made of them. A store that
 * cannot tell is believed to have it.
 * @throws HostError 507 `vendor_watermark_insufficient_storage`
 */
export type AssertRoom = (ids: readonly number[]) => Promise<void>;

/** Pictures that are ever worked on together: those of the longest call. */
const MOST = 100;
/** A backup and a next version of each file: watermark.md section 2.6. */
const COPIES = 2;

export function createAssertRoom(parts: {
  readonly objects: Pick<OwnedObjects, 'freeBytes'>;
  readonly media: Pick<Media, 'list'>;
}): AssertRoom {
  const { objects, media } = parts;

  return async (ids) => {
    if (!objects.freeBytes) return;
    const { attachments } = await media.list({ include: ids, orderBy: 'include', perPage: MOST });
    const files = attachments.flatMap(({ bytes, sizes }) => [{ bytes }, ...Object.values(sizes)]);
    const needed = COPIES * files.reduce((sum, { bytes }) => sum + bytes, 0);
    const free = await objects.freeBytes();
    if (free < needed) throw insufficientStorage(needed, free);
  };
}
