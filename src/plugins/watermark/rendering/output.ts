import type { Sharp } from 'sharp';
import type { WatermarkSettings } from '../settings/schema.js';
import type { SourceFacts } from './source-facts.js';

export type OutputSettings = Pick<WatermarkSettings, 'keep_metadata' | 'quality'>;

/** How the marked picture is written; the filter `vendor_watermark_output_options` may change all but the type. */
export interface OutputOptions {
  /** 1-100; what the type has no use for is not read. */
  readonly quality: number;
  /** PNG: 0-9. */
  readonly compressionLevel: number;
  /** JPEG and PNG: whether a part of the file shows the whole picture roughly. As the source is. */
  readonly progressive: boolean;
  /** JPEG and AVIF: `4:4:4` keeps the colours of every pixel. As the source is. */
  readonly chromaSubsampling: string;
  /** WebP: whether every pixel stays as it is. As the source is. */
  readonly lossless: boolean;
  /** PNG: whether it has at most 256 colours. As the source is. */
  readonly palette: boolean;
}

/** @param content the source */
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

/** The name of the chunk with the pixels tells the two kinds of WebP apart. */
function isLossless(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 1024)).includes('VP8L');
}

/** Writes it as the type that it was. */
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

/** Kept as they are: the library would make eight bits of three colours of greys and of sixteen bits. */
const SPACES: readonly string[] = ['b-w', 'grey16', 'rgb16'];
