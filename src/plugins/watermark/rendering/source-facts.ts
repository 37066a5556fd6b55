import type { Metadata } from 'sharp';
import { imageTooLarge, unsupportedType } from '../errors.js';
import { MIME_TYPES } from '../settings/schema.js';
import { readable } from './damage.js';
import type { Box } from './placement.js';
import type { ImageLibrary } from './sharp.js';

/** Facts of an image that decide its rendering and encoding, read from its header. */
export interface SourceFacts extends Box {
  readonly mimeType: (typeof MIME_TYPES)[number];
  /** 1 for a still image. */
  readonly pages: number;
  /** Pixels of all pages together. */
  readonly pixels: number;
  readonly metadata: Metadata;
}

/**
 * Reads only the header, so that a false size costs nothing.
 * @throws HostError 415 `vendor_watermark_unsupported_image_type`, 413 `_image_too_large`, 422 `_image_decode_failed`
 */
export async function sourceFacts(sharp: ImageLibrary, content: Uint8Array, maxPixels: number): Promise<SourceFacts> {
  const metadata = await readable(sharp, content, () => sharp(content, { limitInputPixels: false }).metadata());
  const mimeType = MIME_TYPES.find((each) => each === typeOf(metadata));
  if (!mimeType) throw unsupportedType(typeOf(metadata));
  const pages = metadata.pages ?? 1;
  const pixels = metadata.width * metadata.height * pages;
  if (pixels > maxPixels) throw imageTooLarge(pixels, maxPixels);
  const { width, height } = metadata.autoOrient;
  return { mimeType, pages, pixels, metadata, width, height };
}

function typeOf({ format, compression }: Metadata): string {
  return format === 'heif' ? (compression === 'av1' ? 'image/avif' : 'image/heic') : `image/${format}`;
}
