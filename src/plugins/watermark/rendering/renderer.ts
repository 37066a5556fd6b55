import type { OverlayOptions } from 'sharp';
import type { WatermarkSettings } from '../settings/schema.js';
import { readable } from './damage.js';
import type { Mark } from './mark.js';
import { withMetadata } from './metadata.js';
import { encoded, type OutputOptions } from './output.js';
import { type Box, markSize, offsetIn, type Point, placeOf } from './placement.js';
import { CHANNELS, openRaw, padded, type RawImage, rawOptions, TRANSPARENT, toRaw } from './raw-image.js';
import { type ImageLibrary, imageLibrary } from './sharp.js';
import { type SourceFacts, sourceFacts } from './source-facts.js';

/** Renderer version. Increase it if equal settings produce different output, so that images become outdated. */
export const RENDERER = 1;

export interface MarkedPicture extends Box {
  readonly content: Buffer;
}

/** Overlay and its place on an image. The filter `vendor_watermark_overlay` may change it. */
export interface Overlay extends Point {
  readonly image: RawImage;
  /** Whether it is repeated over the whole image, starting at this corner. */
  readonly tile: boolean;
  readonly blend: WatermarkSettings['blend'];
}

/** Filters that plugins can apply during rendering. */
export interface RenderFilters {
  overlay(overlay: Overlay, picture: SourceFacts): Promise<Overlay>;
  output(options: OutputOptions, picture: SourceFacts): Promise<OutputOptions>;
}

/** Reads the facts of an image. @throws HostError like `sourceFacts` */
export async function inspect(content: Uint8Array, maxPixels: number): Promise<SourceFacts> {
  return sourceFacts(await imageLibrary(), content, maxPixels);
}

/**
 * Renders a watermark onto an image, on every page of an animation. Deterministic: equal bytes, settings and release
 * produce equal bytes.
 * @returns null if the image is too small for a visible watermark
 * @throws HostError 422 `vendor_watermark_image_truncated`, `_image_decode_failed`, 500 `_image_encode_failed`
 */
export async function render(
  content: Uint8Array,
  facts: SourceFacts,
  {
    mark,
    settings,
    output,
    filters,
  }: {
    readonly mark: Mark;
    readonly settings: WatermarkSettings;
    readonly output: OutputOptions;
    readonly filters: RenderFilters;
  },
): Promise<MarkedPicture | null> {
  const sharp = await imageLibrary();
  const planned = await planOverlay(sharp, facts, mark, settings);
  if (!planned) return null;
  const overlay = await filters.overlay(planned, facts);
  const options = await filters.output(output, facts);
  const layers = await layersOf(sharp, overlay, facts, settings.tile.spacing);
  const source = sharp(content, {
    failOn: 'error',
    limitInputPixels: settings.max_pixels,
    animated: facts.pages > 1,
  });
  const picture = withMetadata(source.autoOrient().composite(layers), facts.metadata, settings);
  const written = await readable(sharp, content, () => encoded(picture, facts, options).toBuffer());
  return { content: written, width: facts.width, height: facts.height };
}

/**
 * Plans the overlay of a watermark on an image.
 * @returns null if the image is too small for a visible watermark
 */
export async function planOverlay(
  sharp: ImageLibrary,
  picture: SourceFacts,
  mark: Mark,
  settings: WatermarkSettings,
): Promise<Overlay | null> {
  const { tile, blend, position } = settings;
  const offset = offsetIn(picture, settings);
  const size = markSize(picture, mark, settings, offset);
  if (!size) return null;
  // Glyphs and rotated edges are rounded up to whole pixels, so it may be one pixel too large.
  const image = await cropped(sharp, await mark.draw(size), picture);
  const place = tile.enabled ? { left: 0, top: 0 } : placeOf(picture, image, position, offset);
  return { image, ...place, tile: tile.enabled, blend };
}

async function cropped(sharp: ImageLibrary, image: RawImage, { width, height }: Box): Promise<RawImage> {
  if (image.width <= width && image.height <= height) return image;
  const cut = { left: 0, top: 0, width: Math.min(image.width, width), height: Math.min(image.height, height) };
  return toRaw(openRaw(sharp, image).extract(cut));
}

/** Creates one layer per page. Pages are stacked vertically, and a single overlay covers only the first. */
async function layersOf(
  sharp: ImageLibrary,
  { image, left, top, tile, blend }: Overlay,
  { width, height, pages }: SourceFacts,
  spacing: number,
): Promise<OverlayOptions[]> {
  const spaced = tile ? await tileOf(sharp, image, { width, height }, spacing) : image;
  if (tile && pages === 1) return [{ input: spaced.data, ...rawOptions(spaced), tile: true, left, top, blend }];
  const layer = tile ? await tiled(sharp, spaced, { width, height }) : spaced;
  return Array.from({ length: pages }, (_, page) => ({
    input: layer.data,
    ...rawOptions(layer),
    left: tile ? 0 : left,
    top: page * height + (tile ? 0 : top),
    blend,
  }));
}

/**
 * Adds half of the spacing on each side of a watermark. The tile never exceeds the image, so that a wide spacing
 * leaves one centred watermark rather than none.
 */
export function tileOf(sharp: ImageLibrary, image: RawImage, picture: Box, spacing: number): Promise<RawImage> {
  const [left, right] = halves(Math.min(spacing, picture.width - image.width));
  const [top, bottom] = halves(Math.min(spacing, picture.height - image.height));
  return padded(sharp, image, { left, right, top, bottom });
}

function halves(pixels: number): readonly [number, number] {
  return [Math.floor(pixels / 2), Math.ceil(pixels / 2)];
}

/** Fills a page with the tile. */
function tiled(sharp: ImageLibrary, tile: RawImage, { width, height }: Box): Promise<RawImage> {
  const page = sharp({ create: { width, height, channels: CHANNELS, background: TRANSPARENT } });
  return toRaw(page.composite([{ input: tile.data, ...rawOptions(tile), tile: true, left: 0, top: 0 }]));
}
