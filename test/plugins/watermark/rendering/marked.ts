import sharp from 'sharp';
import { imageMark, type Mark } from '../../../../src/plugins/watermark/rendering/mark.js';
import { outputOptions } from '../../../../src/plugins/watermark/rendering/output.js';
import { inspect, type MarkedPicture, render } from '../../../../src/plugins/watermark/rendering/renderer.js';
import { DEFAULT_SETTINGS, type WatermarkSettings } from '../../../../src/plugins/watermark/settings/schema.js';

const MAGENTA = { r: 255, g: 0, b: 255 } as const;

/** Settings that make a mark detectable pixel by pixel. */
export const PLAIN: WatermarkSettings = {
  ...DEFAULT_SETTINGS,
  type: 'image',
  opacity: 100,
  offset: { x: 10, y: 20, unit: 'px' },
  scale: { mode: 'original', value: 1, scale_down_only: true },
};

const asItIs = {
  overlay: async <T>(overlay: T) => overlay,
  output: async <T>(options: T) => options,
};

/** Returns a rectangle of one color. */
export function plainMark(width = 40, height = 30, settings: WatermarkSettings = PLAIN): Mark {
  const pixel = Buffer.from([MAGENTA.r, MAGENTA.g, MAGENTA.b, 255]);
  return imageMark({ width, height, data: Buffer.alloc(width * height * 4, pixel) }, settings);
}

export async function marked(
  content: Buffer,
  { settings = PLAIN, mark = plainMark(40, 30, settings) }: { settings?: WatermarkSettings; mark?: Mark } = {},
): Promise<MarkedPicture | null> {
  const facts = await inspect(content, settings.max_pixels);
  return render(content, facts, { mark, settings, output: outputOptions(facts, content, settings), filters: asItIs });
}

/** Returns the box around all (nearly) magenta pixels of a page as it is displayed, null for none. */
export async function markIn(content: Buffer, page = 0) {
  const { data, info } = await sharp(content, { page })
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const box = { left: info.width, top: info.height, right: -1, bottom: -1 };
  for (let index = 0; index < data.length; index += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
    if (red < 200 || green > 60 || blue < 200) continue;
    const x = (index / info.channels) % info.width;
    const y = Math.floor(index / info.channels / info.width);
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  if (box.right < 0) return null;
  return { left: box.left, top: box.top, width: box.right - box.left + 1, height: box.bottom - box.top + 1 };
}
