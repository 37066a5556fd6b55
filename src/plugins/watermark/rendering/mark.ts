import { LRUCache } from 'lru-cache';
import type { WatermarkSettings } from '../settings/schema.js';
import type { Box, MarkShape } from './placement.js';
import { CHANNELS, openRaw, type RawImage, TRANSPARENT, toRaw, withOpacity } from './raw-image.js';
import { imageLibrary } from './sharp.js';
import { drawText, MEASURED_AT } from './text-mark.js';
import type { Typefaces } from './typefaces.js';

/** A watermark with rotation and opacity applied. */
export interface Mark extends MarkShape {
  /** @param size with the aspect ratio of `natural` */
  draw(size: Box): Promise<RawImage>;
}

export type MarkDesign = Pick<WatermarkSettings, 'angle' | 'color' | 'font' | 'font_size' | 'opacity' | 'stroke'>;

/** Maximum bytes of rendered watermarks cached. Images of equal width share one. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** Creates a watermark from a text. @throws HostError like `drawText` */
export async function textMark(text: string, design: MarkDesign, typefaces?: Typefaces): Promise<Mark> {
  const { natural, draw } = await drawText(text, design, typefaces);
  const { font_size: size } = design;
  const isSized = typeof size === 'number';
  const factor = isSized ? size / MEASURED_AT : 1;
  const upright = { width: natural.width * factor, height: natural.height * factor };
  return finished(upright, { canGrow: true, isSized }, design, ({ width }) =>
    draw((MEASURED_AT * width) / natural.width),
  );
}

/** Creates a watermark from an image. @param image unscaled and upright */
export function imageMark(image: RawImage, design: MarkDesign): Mark {
  return finished(image, { canGrow: false, isSized: false }, design, async ({ width, height }) =>
    toRaw(openRaw(await imageLibrary(), image).resize(width, height, { fit: 'fill' })),
  );
}

/** Adds rotation, opacity and a cache to a drawing function. */
function finished(
  upright: Box,
  kind: Pick<Mark, 'canGrow' | 'isSized'>,
  { angle, opacity }: MarkDesign,
  draw: (size: Box) => Promise<RawImage>,
): Mark {
  const cache = new LRUCache<string, Promise<RawImage>>({ maxSize: MAX_CACHED_BYTES });
  const natural = turned(upright, angle);

  async function make(size: Box): Promise<RawImage> {
    const factor = size.width / natural.width;
    const image = await draw({
      width: Math.max(1, Math.round(upright.width * factor)),
      height: Math.max(1, Math.round(upright.height * factor)),
    });
    const faded = withOpacity(image, opacity);
    if (angle === 0) return faded;
    return toRaw(openRaw(await imageLibrary(), faded).rotate(angle, { background: TRANSPARENT }));
  }

  return {
    ...kind,
    natural,
    draw(size) {
      const key = `${size.width}x${size.height}`;
      const found = cache.get(key) ?? make(size);
      cache.set(key, found, { size: size.width * size.height * CHANNELS });
      return found;
    },
  };
}

/** Returns the bounding box of a rotated box. */
function turned({ width, height }: Box, angle: number): Box {
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}
