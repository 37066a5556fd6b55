import { createHash } from 'node:crypto';
import type { FocalPoint } from './attachment.js';

/** A size that is made of pictures. */
export interface SizeDefinition {
  /** Pixels at most; 0 for any. */
  readonly width: number;
  readonly height: number;
  /** Exactly this size, with what is too much cut off around the focal point; otherwise it fits inside. */
  readonly crop: boolean;
}

export type SizeDefinitions = Readonly<Record<string, SizeDefinition>>;

/** Those of WordPress. */
export const DEFAULT_SIZES: SizeDefinitions = {
  thumbnail: { width: 150, height: 150, crop: true },
  medium: { width: 300, height: 300, crop: false },
  medium_large: { width: 768, height: 0, crop: false },
  large: { width: 1024, height: 1024, crop: false },
};

/** Changes when the way in which sizes are made does, so that those of before are known as such. */
const RENDERER = 1;

interface Box {
  readonly width: number;
  readonly height: number;
}

/** How one size is made: what is cut out of the picture, and what it becomes. */
export interface SizePlan extends Box {
  /** Null for all of it. */
  readonly cut: (Box & { readonly left: number; readonly top: number }) | null;
}

/** What makes other sizes when it changes. */
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

/** How to make a size of a picture; null when it would not be smaller than the picture itself. */
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

/** Never enlarged: of a picture that is too low the size becomes as low. */
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

/** Where a piece begins that has the point in its middle, as far as the picture goes. */
function placed(point: number, length: number, whole: number): number {
  return Math.min(Math.max(0, Math.round(point - length / 2)), whole - length);
}
