import { createHash } from 'node:crypto';
import type { FocalPoint } from './attachment.js';

/** A size made of images. */
export interface SizeDefinition {
  /** Maximum in pixels. 0 for no limit. */
  readonly width: number;
  readonly height: number;
  /** Crops around the focal point to exactly this size. Otherwise the image is scaled to fit inside. */
  readonly crop: boolean;
}

/** Image sizes by name. */
export type SizeDefinitions = Readonly<Record<string, SizeDefinition>>;

/** The default sizes of WordPress. */
export const DEFAULT_SIZES: SizeDefinitions = {
  thumbnail: { width: 150, height: 150, crop: true },
  medium: { width: 300, height: 300, crop: false },
  medium_large: { width: 768, height: 0, crop: false },
  large: { width: 1024, height: 1024, crop: false },
};

/** Version of the rendering. Increase it to mark all existing sizes as out of date. */
const RENDERER = 2;

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Instructions for one size: the part to cut out, and the dimensions to scale it to. */
export interface SizePlan extends Box {
  /** Null for the whole image. */
  readonly cut: (Box & { readonly left: number; readonly top: number }) | null;
}

/** Hash of everything that affects the sizes. */
export function recipeOf(sizes: SizeDefinitions, focalPoint: FocalPoint | null): string {
  const names = Object.keys(sizes).sort();
  const parts = names.map((name) => [name, sizes[name]?.width, sizes[name]?.height, sizes[name]?.crop]);
  const crops = Object.values(sizes).some(({ crop }) => crop);
  const point = crops && focalPoint ? [focalPoint.x, focalPoint.y] : null;
  return createHash('sha256')
    .update(JSON.stringify([RENDERER, parts, point]))
    .digest('hex')
    .slice(0, 32);
}

/** Plans a size of an image. Null if it would not be smaller than the image. */
export function planSize(source: Box, size: SizeDefinition, focalPoint: FocalPoint | null): SizePlan | null {
  return size.crop ? cropped(source, size, focalPoint ?? { x: 0.5, y: 0.5 }) : fitted(source, size);
}

function fitted(source: Box, { width, height }: SizeDefinition): SizePlan | null {
  const scale = Math.min(
    width === 0 ? Number.POSITIVE_INFINITY : width / source.width,
    height === 0 ? Number.POSITIVE_INFINITY : height / source.height,
  );
  if (scale >= 1) return null;
  return { width: scaled(source.width, scale), height: scaled(source.height, scale), cut: null };
}

/** Never enlarges: if the image is too small in one dimension, so is the result. */
function cropped(source: Box, size: SizeDefinition, point: FocalPoint): SizePlan | null {
  const width = Math.min(size.width, source.width);
  const height = Math.min(size.height, source.height);
  if (width === source.width && height === source.height) return null;
  const scale = Math.max(width / source.width, height / source.height);
  const cut = {
    width: Math.min(source.width, scaled(width, 1 / scale)),
    height: Math.min(source.height, scaled(height, 1 / scale)),
  };
  const left = placed(point.x * source.width, cut.width, source.width);
  const top = placed(point.y * source.height, cut.height, source.height);
  return { width, height, cut: { ...cut, left, top } };
}

function scaled(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}

/** Offset of a piece centered on the point, kept within the image. */
function placed(point: number, length: number, whole: number): number {
  return Math.min(Math.max(0, Math.round(point - length / 2)), whole - length);
}
