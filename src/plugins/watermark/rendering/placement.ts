import type { Position, WatermarkSettings } from '../settings/schema.js';

/** Pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly left: number;
  readonly top: number;
}

/** A mark that would be smaller than this in both directions could not be seen. */
const SMALLEST = 8;

type Scaling = Pick<WatermarkSettings, 'scale' | 'tile'>;

/** Of a mark what its size depends on. */
export interface MarkShape {
  /** As it is, or for a text of a drawn size. */
  readonly natural: Box;
  /** A text is drawn in any size; a picture that is enlarged is blurred. */
  readonly canGrow: boolean;
  /** Whether it has a size of its own, for which `scale` does not count. */
  readonly isSized: boolean;
}

/**
 * How large a mark becomes on a picture: as `scale` says, and never larger than the picture leaves room for.
 * @returns null where it would be too small to be seen
 */
export function markSize(
  picture: Box,
  { natural: mark, canGrow, isSized }: MarkShape,
  { scale, tile }: Scaling,
  offset: Point,
): Box | null {
  const wanted = {
    relative: (picture.width * scale.value) / 100 / mark.width,
    original: 1,
    custom: scale.value / mark.width,
  }[isSized ? 'original' : scale.mode];
  const room = tile.enabled ? picture : roomIn(picture, offset);
  const largest = Math.min(room.width / mark.width, room.height / mark.height);
  const factor = Math.min(wanted, largest, canGrow || !scale.scale_down_only ? Number.POSITIVE_INFINITY : 1);
  const width = Math.floor(mark.width * factor);
  const height = Math.floor(mark.height * factor);
  return width < 1 || height < 1 || Math.max(width, height) < SMALLEST ? null : { width, height };
}

/** How far a mark stands from the edges, in pixels of this picture. */
export function offsetIn({ width, height }: Box, { offset }: Pick<WatermarkSettings, 'offset'>): Point {
  if (offset.unit === 'px') return { left: offset.x, top: offset.y };
  return { left: Math.round((width * offset.x) / 100), top: Math.round((height * offset.y) / 100) };
}

function roomIn({ width, height }: Box, { left, top }: Point): Box {
  return { width: width - left, height: height - top };
}

/** Where the upper left corner of a mark goes. The offset counts from the edges that the position names. */
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

/** @param free pixels that the mark leaves in this direction */
function along(edge: Edge, free: number, offset: number): number {
  const wanted = edge === 'start' ? offset : edge === 'end' ? free - offset : Math.round(free / 2);
  return Math.min(Math.max(0, wanted), free);
}
