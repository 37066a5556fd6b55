import { buffer } from 'node:stream/consumers';
import type { Attachment, Media } from '../../../media.js';
import type { Backups } from '../protocol/backups.js';
import { type Pictures, showsMark } from '../protocol/pictures.js';

/**
 * Reads an image as it was uploaded, whether or not it has a watermark.
 * @param size name of an image size; the full image if it does not exist
 * @throws HostError 404 `vendor_watermark_backup_not_found`, 409 `vendor_watermark_backup_corrupt`, `storage_*`
 */
export type ReadOriginal = (
  attachment: Attachment,
  size: string,
) => Promise<{ readonly content: Buffer; readonly mimeType: string }>;

export function createReadOriginal(parts: {
  readonly pictures: Pick<Pictures, 'get'>;
  readonly backups: Pick<Backups, 'of' | 'readSize'>;
  readonly media: Pick<Media, 'read'>;
}): ReadOriginal {
  const { pictures, backups, media } = parts;
  return async (attachment, size) => {
    const { id, mimeType, sizes } = attachment;
    const state = await pictures.get(id);
    if (showsMark(state, attachment)) {
      const saved = await backups.of(id, state.generation);
      return backups.readSize(id, state.generation, saved.some((each) => each.size === size) ? size : 'full');
    }
    const smaller = Object.hasOwn(sizes, size) ? sizes[size] : undefined;
    const content = await buffer(await media.read(id, smaller ? size : 'full'));
    return { content, mimeType: smaller?.mimeType ?? mimeType };
  };
}
