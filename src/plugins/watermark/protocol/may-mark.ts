import type { Attachment } from '../../../media.js';
import type { WatermarkSettings } from '../settings/schema.js';
import { DONE, type Outcome, skipped } from './outcome.js';
import type { PictureState } from './pictures.js';

/**
 * Whether an image is eligible for a watermark, regardless of its current version.
 * @param typeOfPost returns the type of a post, or null if it does not exist
 */
export async function mayMark(
  { id, width, height, mimeType, postId }: Attachment,
  { excluded }: Pick<PictureState, 'excluded'>,
  settings: WatermarkSettings,
  typeOfPost: (postId: number) => string | null | Promise<string | null>,
): Promise<Outcome> {
  if (!settings.mime_types.some((type) => type === mimeType) || width === null || height === null) {
    return skipped('unsupported_type');
  }
  if (excluded || (settings.type === 'image' && settings.image_id === id)) return skipped('excluded');
  if (width < settings.min_width || height < settings.min_height) return skipped('too_small');
  if (settings.post_types.includes('any')) return DONE;
  const type = postId === 0 ? null : await typeOfPost(postId);
  return settings.post_types.includes(type ?? 'unattached') ? DONE : skipped('post_type');
}
