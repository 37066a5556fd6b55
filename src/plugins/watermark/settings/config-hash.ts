import { createHash } from 'node:crypto';
import { RENDERER } from '../rendering/renderer.js';
import type { WatermarkSettings } from './schema.js';

/** What decides when a picture is marked, and not how. */
type WhenNotHow =
  | 'auto_on_upload'
  | 'concurrency'
  | 'max_pixels'
  | 'mime_types'
  | 'min_height'
  | 'min_width'
  | 'post_types';

/**
 * Of all that a marked picture is made with besides its original: another hash, and it is marked anew.
 * @param mark the drawn text, or the checksum of the picture that is the mark
 */
export function configHash(settings: WatermarkSettings, mark: string): string {
  const { auto_on_upload, concurrency, max_pixels, mime_types, min_height, min_width, post_types, ...how } = settings;
  const design: Omit<WatermarkSettings, WhenNotHow> = how;
  return createHash('sha256')
    .update(canonical([RENDERER, mark, design]))
    .digest('hex');
}

/** JSON that is the same for the same values, in whatever order they were written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
