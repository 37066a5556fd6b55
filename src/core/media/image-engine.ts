import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { HostError } from '../errors.js';
import { damaged, tooManyPixels } from './media-errors.js';
import type { SizePlan } from './sizes.js';

/** What is known of a picture before its pixels are read. */
export interface ImageFacts {
  readonly mimeType: string;
  /** As people see it, orientation applied. */
  readonly width: number;
  readonly height: number;
  /** 1 for a still picture. */
  readonly frames: number;
}

export interface RenderedSize {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

/** Reads pictures and makes smaller ones. */
export interface ImageEngine {
  /** @throws HostError `media_damaged`, `media_too_many_pixels` */
  inspect(file: string): Promise<ImageFacts>;
  /**
   * Makes one size: upright, in sRGB, without anything that cameras write into files. Moving pictures go on moving.
   * @throws HostError `media_damaged`
   */
  render(file: string, facts: ImageFacts, plan: SizePlan): Promise<RenderedSize>;
  /** Reads every pixel. @throws HostError `media_damaged` */
  verify(file: string): Promise<void>;
}

type Library = (input: string, options: SharpOptions) => Sharp;

/** @param maxPixels of all frames together */
export function createImageEngine(maxPixels: number): ImageEngine {
  let loading: Promise<Library> | null = null;

  /** Most processes never see a picture, so it is loaded with the first one. */
  function library(): Promise<Library> {
    loading ??= import('sharp').then(({ default: sharp }) => {
      // It would answer with the pixels of before where a file has been replaced, and our slots are its threads.
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    });
    return loading;
  }

  async function open(file: string, options: SharpOptions = {}): Promise<Sharp> {
    const sharp = await library();
    return sharp(file, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true, ...options });
  }

  return {
    async inspect(file) {
      // The header alone: whatever it claims costs nothing yet.
      const metadata = await readable(async () => (await open(file, { limitInputPixels: false })).metadata());
      const { width, height } = metadata.autoOrient;
      const frames = metadata.pages ?? 1;
      const pixels = metadata.width * metadata.height * frames;
      if (pixels > maxPixels) throw tooManyPixels(pixels, maxPixels);
      return { mimeType: mimeTypeOf(metadata), width, height, frames };
    },
    render: async (file, { frames, mimeType }, { width, height, cut }) =>
      readable(async () => {
        const image = (await open(file, { animated: frames > 1 })).autoOrient();
        const piece = cut ? image.extract(cut) : image;
        const sized = encoded(piece.resize(width, height, { fit: 'fill' }), mimeType);
        return { width, height, content: await sized.toBuffer() };
      }),
    async verify(file) {
      await readable(async () => (await open(file, { animated: true })).resize(1, 1, { fit: 'fill' }).raw().toBuffer());
    },
  };
}

/** A smaller picture is of the same type. */
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

/** What the library cannot read is damaged: its type has been looked at before. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof HostError ? error : damaged(error);
  }
}
