import { buffer } from 'node:stream/consumers';
import type { Attachment, Media } from '../../../index.js';
import type { Backups } from '../protocol/backups.js';
import { type Pictures, showsMark } from '../protocol/pictures.js';

/**
 * A picture as it was uploaded, whatever visitors see of it.
 * @param size that of the library with this name; the picture itself where there is no such
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
