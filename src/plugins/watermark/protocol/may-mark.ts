import type { Attachment } from '../../../media.js';
import type { ImageOptions } from '../settings/image-options.js';
import { DONE, type Outcome, skipped } from './outcome.js';
import type { PictureState } from './pictures.js';

/**
 * Whether an image is eligible for a watermark, regardless of its current version.
 * @param typeOfPost returns the type of a post, or null if it does not exist
 */
export async function mayMark(
  { width, height, mimeType, postId }: Attachment,
  { excluded }: Pick<PictureState, 'excluded'>,
  { options, isMark }: Pick<ImageOptions, 'isMark' | 'options'>,
  typeOfPost: (postId: number) => string | null | Promise<string | null>,
): Promise<Outcome> {
  if (!options.mime_types.some((type) => type === mimeType) || width === null || height === null) {
    return skipped('unsupported_type');
  }
  if (excluded || isMark) return skipped('excluded');
  if (width < options.min_width || height < options.min_height) return skipped('too_small');
  if (options.post_types.includes('any')) return DONE;
  const type = postId === 0 ? null : await typeOfPost(postId);
  return options.post_types.includes(type ?? 'unattached') ? DONE : skipped('post_type');
}
