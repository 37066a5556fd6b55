import { readable } from '../rendering/damage.js';
import type { Mark } from '../rendering/mark.js';
import type { Box } from '../rendering/placement.js';
import { openRaw, type RawImage, rawOptions, toRaw } from '../rendering/raw-image.js';
import { planOverlay, type RenderFilters, tileOf } from '../rendering/renderer.js';
import { type ImageLibrary, imageLibrary } from '../rendering/sharp.js';
import type { SourceFacts } from '../rendering/source-facts.js';
import type { WatermarkSettings } from '../settings/schema.js';

/** Preview image in WebP. */
export interface RenderedPreview extends Box {
  readonly content: Buffer;
}

/** Maximum width in pixels: the widest display beside the settings, at two device pixels per CSS pixel. */
const MAX_WIDTH = 1600;
/** Maximum height in pixels, because browsers cannot show very tall images. */
const MAX_HEIGHT = 4800;
const QUALITY = 85;

/**
 * Renders a reduced version of what `render` would produce. The watermark is planned at full size, then image and
 * watermark are scaled by the same factor before compositing, which is much faster. Animations show their first page.
 * @returns null if the image is too small for a visible watermark
 * @throws HostError 422 `vendor_watermark_image_truncated`, `_image_decode_failed`
 */
export async function renderPreview(
  content: Uint8Array,
  facts: SourceFacts,
  {
    mark,
    settings,
    overlay: filter,
  }: {
    readonly mark: Mark;
    readonly settings: WatermarkSettings;
    readonly overlay: RenderFilters['overlay'];
  },
): Promise<RenderedPreview | null> {
  const sharp = await imageLibrary();
  const planned = await planOverlay(sharp, facts, mark, settings);
  if (!planned) return null;
  const { image, left, top, tile, blend } = await filter(planned, facts);
  const factor = Math.min(1, MAX_WIDTH / facts.width, MAX_HEIGHT / facts.height);
  const picture = smaller(facts, factor);
  const whole = tile ? await tileOf(sharp, image, facts, settings.tile.spacing) : image;
  const layer = await shrunk(sharp, whole, factor);
  const input = { input: layer.data, ...rawOptions(layer), blend };
  const place = {
    left: within(left * factor, picture.width - layer.width),
    top: within(top * factor, picture.height - layer.height),
  };
  const source = sharp(content, { failOn: 'error', limitInputPixels: settings.max_pixels, pages: 1 });
  const marked = source
    .autoOrient()
    .resize(picture.width, picture.height, { fit: 'fill' })
    .composite([tile ? { ...input, tile, left: 0, top: 0 } : { ...input, ...place }]);
  const written = () => marked.webp({ quality: QUALITY, effort: 2 }).toBuffer();
  return { ...picture, content: await readable(sharp, content, written) };
}

function smaller({ width, height }: Box, factor: number): Box {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

async function shrunk(sharp: ImageLibrary, image: RawImage, factor: number): Promise<RawImage> {
  if (factor === 1) return image;
  const { width, height } = smaller(image, factor);
  return toRaw(openRaw(sharp, image).resize(width, height, { fit: 'fill' }));
}

/** Clamps a position, because rounding twice can exceed the edge by a pixel. */
function within(place: number, most: number): number {
  return Math.max(0, Math.min(Math.round(place), most));
}
