import type { CreateRaw, Sharp } from 'sharp';
import type { Box } from './placement.js';
import type { ImageLibrary } from './sharp.js';

/** Raw pixels, four bytes each: red, green, blue, opacity. */
export interface RawImage extends Box {
  readonly data: Buffer;
}

export const CHANNELS = 4;

export function rawOptions({ width, height }: Box): { readonly raw: CreateRaw } {
  return { raw: { width, height, channels: CHANNELS } };
}

export function openRaw(sharp: ImageLibrary, image: RawImage): Sharp {
  return sharp(image.data, rawOptions(image));
}

export async function toRaw(image: Sharp): Promise<RawImage> {
  const { data, info } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Multiplies the opacity of an image. @param opacity percent */
export function withOpacity({ data, width, height }: RawImage, opacity: number): RawImage {
  const faded = Buffer.from(data);
  for (let index = CHANNELS - 1; index < faded.length; index += CHANNELS) {
    faded[index] = Math.round(((faded[index] ?? 0) * opacity) / 100);
  }
  return { data: faded, width, height };
}

/** Whether any pixel is not fully transparent. */
export function isVisible({ data }: RawImage): boolean {
  for (let index = CHANNELS - 1; index < data.length; index += CHANNELS) if (data[index] !== 0) return true;
  return false;
}

/** Adds transparent pixels around an image. */
export async function padded(
  sharp: ImageLibrary,
  image: RawImage,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): Promise<RawImage> {
  return toRaw(openRaw(sharp, image).extend({ left, right, top, bottom, background: TRANSPARENT }));
}

export const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 } as const;
