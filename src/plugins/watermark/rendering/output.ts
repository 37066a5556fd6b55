import type { Sharp } from 'sharp';
import type { WatermarkSettings } from '../settings/schema.js';
import type { SourceFacts } from './source-facts.js';

export type OutputSettings = Pick<WatermarkSettings, 'keep_metadata' | 'quality'>;

/**
 * Encoding options of the watermarked image. The filter `vendor_watermark_output_options` may change all but the
 * type.
 */
export interface OutputOptions {
  /** 1-100; ignored by types without a quality. */
  readonly quality: number;
  /** PNG: 0-9. */
  readonly compressionLevel: number;
  /** JPEG and PNG: whether a partial file shows a coarse image. Defaults to the source's value. */
  readonly progressive: boolean;
  /** JPEG and AVIF: `4:4:4` keeps the colour of every pixel. Defaults to the source's value. */
  readonly chromaSubsampling: string;
  /** WebP: whether encoding is lossless. Defaults to the source's value. */
  readonly lossless: boolean;
  /** PNG: whether it has at most 256 colours. Defaults to the source's value. */
  readonly palette: boolean;
}

/** Derives the encoding options from the source. @param content the source */
export function outputOptions(
  { mimeType, metadata }: SourceFacts,
  content: Uint8Array,
  { quality }: OutputSettings,
): OutputOptions {
  return {
    quality: mimeType === 'image/webp' ? quality.webp : mimeType === 'image/avif' ? quality.avif : quality.jpeg,
    compressionLevel: quality.png,
    progressive: metadata.isProgressive ?? false,
    chromaSubsampling: metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
    lossless: mimeType === 'image/webp' && isLossless(content),
    palette: metadata.isPalette ?? false,
  };
}

/** Lossless WebP stores its pixels in a chunk with this name. */
function isLossless(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 1024)).includes('VP8L');
}

/** Encodes the image in the type of its source. */
export function encoded(image: Sharp, { mimeType, metadata }: SourceFacts, options: OutputOptions): Sharp {
  const { quality, compressionLevel, progressive, lossless, palette } = options;
  const chromaSubsampling = options.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0';
  const picture = SPACES.includes(metadata.space) ? image.toColourspace(metadata.space) : image;
  switch (mimeType) {
    case 'image/png':
      return picture.png(palette ? { palette, progressive } : { compressionLevel, progressive });
    case 'image/gif':
      return picture.gif({ effort: 7 });
    case 'image/webp':
      return picture.webp({ quality, lossless });
    case 'image/avif':
      return picture.avif({ quality, chromaSubsampling, effort: 2 });
    default:
      return picture.jpeg({ quality, progressive, chromaSubsampling });
  }
}

/** Colour spaces to preserve: the library would convert greyscale to three channels and 16 bits to 8. */
const SPACES: readonly string[] = ['b-w', 'grey16', 'rgb16'];
