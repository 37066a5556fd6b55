import type { Position, WatermarkSettings } from '../settings/schema.js';

/** Size in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly left: number;
  readonly top: number;
}

/** Minimum pixels of a visible watermark, in its larger dimension. */
const MIN_SIDE = 8;

type Scaling = Pick<WatermarkSettings, 'scale' | 'tile'>;

/** Properties of a watermark that determine its size. */
export interface MarkShape {
  /** Natural size; for a text, its size when drawn. */
  readonly natural: Box;
  /** Whether it can be enlarged without loss. Text can; images become blurred. */
  readonly canGrow: boolean;
  /** Whether it has a fixed size, which ignores `scale`. */
  readonly isSized: boolean;
}

/**
 * Calculates the size of a watermark on an image from `scale`, limited to the available space.
 * @returns null if it would be too small to be visible
 */
export function markSize(
  picture: Box,
  { natural: mark, canGrow, isSized }: MarkShape,
  { scale, tile }: Scaling,
  offset: Point,
): Box | null {
  const requested = {
    relative: (picture.width * scale.value) / 100 / mark.width,
    original: 1,
    custom: scale.value / mark.width,
  }[isSized ? 'original' : scale.mode];
  const room = tile.enabled ? picture : roomIn(picture, offset);
  const largest = Math.min(room.width / mark.width, room.height / mark.height);
  const factor = Math.min(requested, largest, canGrow || !scale.scale_down_only ? Number.POSITIVE_INFINITY : 1);
  const width = Math.floor(mark.width * factor);
  const height = Math.floor(mark.height * factor);
  return width < 1 || height < 1 || Math.max(width, height) < MIN_SIDE ? null : { width, height };
}

/** Converts the offset from the edges to pixels of this image. */
export function offsetIn({ width, height }: Box, { offset }: Pick<WatermarkSettings, 'offset'>): Point {
  if (offset.unit === 'px') return { left: offset.x, top: offset.y };
  return { left: Math.round((width * offset.x) / 100), top: Math.round((height * offset.y) / 100) };
}

function roomIn({ width, height }: Box, { left, top }: Point): Box {
  return { width: width - left, height: height - top };
}

/** Returns the top left corner of a watermark. The offset counts from the edges named by the position. */
export function placeOf(picture: Box, mark: Box, position: Position, offset: Point): Point {
  const [vertical, horizontal] = EDGES[position];
  return {
    left: along(horizontal, picture.width - mark.width, offset.left),
    top: along(vertical, picture.height - mark.height, offset.top),
  };
}

type Edge = 'start' | 'middle' | 'end';

const EDGES: Readonly<Record<Position, readonly [vertical: Edge, horizontal: Edge]>> = {
  'top-left': ['start', 'start'],
  top: ['start', 'middle'],
  'top-right': ['start', 'end'],
  left: ['middle', 'start'],
  center: ['middle', 'middle'],
  right: ['middle', 'end'],
  'bottom-left': ['end', 'start'],
  bottom: ['end', 'middle'],
  'bottom-right': ['end', 'end'],
};

/** @param free pixels left beside the watermark in this direction */
function along(edge: Edge, free: number, offset: number): number {
  const requested = edge === 'start' ? offset : edge === 'end' ? free - offset : Math.round(free / 2);
  return Math.min(Math.max(0, requested), free);
}
