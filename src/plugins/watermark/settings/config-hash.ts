import { createHash } from 'node:crypto';
import { RENDERER } from '../rendering/renderer.js';
import type { WatermarkSettings } from './schema.js';

/** Settings that decide whether or when an image gets a watermark, but not what it looks like. */
type WhenNotHow =
  | 'auto_on_upload'
  | 'concurrency'
  | 'max_pixels'
  | 'mime_types'
  | 'min_height'
  | 'min_width'
  | 'post_types';

/**
 * Hashes everything that determines a watermarked image besides its original. A different hash makes it outdated.
 * @param mark text of the watermark, or checksum of its image
 */
export function configHash(settings: WatermarkSettings, mark: string): string {
  const { auto_on_upload, concurrency, max_pixels, mime_types, min_height, min_width, post_types, ...how } = settings;
  const design: Omit<WatermarkSettings, WhenNotHow> = how;
  return createHash('sha256')
    .update(canonical([RENDERER, mark, design]))
    .digest('hex');
}

/** Serialises JSON with sorted keys, so that equal values give equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
