import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { HostError } from '../errors.js';
import { once } from '../once.js';
import { canDecodeHeic } from './heic.js';
import { damaged, tooManyPixels } from './media-errors.js';
import { type Provenance, provenanceOf, withProvenance } from './provenance.js';
import type { SizePlan } from './sizes.js';

/** Image metadata, available before decoding pixels. */
export interface ImageFacts {
  readonly mimeType: string;
  /** Pixels as displayed, with the orientation applied. */
  readonly width: number;
  readonly height: number;
  /** 1 for a still image. */
  readonly frames: number;
  /** Null for none. */
  readonly provenance: Provenance | null;
}

export interface RenderedSize {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

/** Inspects images and renders smaller sizes. */
export interface ImageEngine {
  /** @throws HostError `media_damaged`, `media_too_many_pixels` */
  inspect(file: string): Promise<ImageFacts>;
  /**
   * Renders one size: upright, in sRGB, without metadata except its provenance. Animations stay animated.
   * @throws HostError `media_damaged`
   */
  render(file: string, facts: ImageFacts, plan: SizePlan): Promise<RenderedSize>;
  /** Whether HEIC can be converted. */
  readsHeic(): Promise<boolean>;
  /**
   * Converts an image to JPEG: upright, with all its metadata.
   * @throws HostError `media_damaged`, `media_too_many_pixels`
   */
  toJpeg(file: string): Promise<Buffer>;
  /** Decodes every pixel. @throws HostError `media_damaged` */
  verify(file: string): Promise<void>;
}

/** The part of sharp that the engine uses. */
export type Library = (input: string | Buffer, options: SharpOptions) => Sharp;

/**
 * @param maxPixels limit for all frames together
 * @param load loads sharp. It is called with the first image, since most processes never handle one.
 */
export function createImageEngine(maxPixels: number, load: () => Promise<Library> = loadSharp): ImageEngine {
  const library = once(load);
  const readsHeic = once(() => canDecodeHeic(open));

  async function open(file: string | Buffer, options: SharpOptions = {}): Promise<Sharp> {
    const sharp = await library();
    return sharp(file, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true, ...options });
  }

  return {
    readsHeic,
    toJpeg: (file) =>
      readable(async () => {
        const { width, height } = await (await open(file, { limitInputPixels: false })).metadata();
        if (width * height > maxPixels) throw tooManyPixels(width * height, maxPixels);
        return (await open(file)).autoOrient().keepMetadata().jpeg({ quality: JPEG_QUALITY }).toBuffer();
      }),
    async inspect(file) {
      // Reads the header only, so a claimed size costs nothing yet.
      const metadata = await readable(async () => (await open(file, { limitInputPixels: false })).metadata());
      const { width, height } = metadata.autoOrient;
      const frames = metadata.pages ?? 1;
      const pixels = metadata.width * metadata.height * frames;
      if (pixels > maxPixels) throw tooManyPixels(pixels, maxPixels);
      return { mimeType: mimeTypeOf(metadata), width, height, frames, provenance: provenanceOf(metadata) };
    },
    render: async (file, { frames, mimeType, provenance }, { width, height, cut }) =>
      readable(async () => {
        const image = (await open(file, { animated: frames > 1 })).autoOrient();
        const piece = cut ? image.extract(cut) : image;
        const sized = encoded(piece.resize(width, height, { fit: 'fill' }), mimeType);
        const named = provenance ? withProvenance(sized, provenance) : sized;
        return { width, height, content: await named.toBuffer() };
      }),
    async verify(file) {
      await readable(async () => (await open(file, { animated: true })).resize(1, 1, { fit: 'fill' }).raw().toBuffer());
    },
  };
}

/** Quality of converted originals. */
const JPEG_QUALITY = 92;

async function loadSharp(): Promise<Library> {
  const { default: sharp } = await import('sharp');
  // sharp's cache would return stale pixels after a file is replaced. Our slots limit the concurrency instead.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Encodes a smaller image in the type of the original. */
function encoded(image: Sharp, mimeType: string): Sharp {
  switch (mimeType) {
    case 'image/png':
      return image.png();
    case 'image/gif':
      return image.gif();
    case 'image/webp':
      return image.webp({ quality: 82 });
    case 'image/avif':
      return image.avif({ quality: 60, effort: 2 });
    default:
      return image.jpeg({ quality: 82, progressive: true });
  }
}

function mimeTypeOf({ format, compression }: Metadata): string {
  return format === 'heif' ? (compression === 'av1' ? 'image/avif' : 'image/heic') : `image/${format}`;
}

/** Reports read errors as a damaged file, since the type was checked before. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof HostError ? error : damaged(error);
  }
}
