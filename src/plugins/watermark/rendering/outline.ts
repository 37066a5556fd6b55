import { CHANNELS, type RawImage } from './raw-image.js';

const INFINITE_DISTANCE = 1e20;

/**
 * Draws an outline: the shape in one colour, widened on all sides, with round antialiased corners. The time depends
 * only on the number of pixels and not on the radius, because the distance of each pixel to the shape is computed by
 * rows and columns (Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions, 2012).
 * @param radius pixels; the image must have this much padding around the shape
 * @param color `#rrggbb`
 */
export function outlineOf({ data, width, height }: RawImage, radius: number, color: string): RawImage {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  const squares = new Float64Array(width * height);
  for (let pixel = 0; pixel < squares.length; pixel += 1) {
    squares[pixel] = squareToEdge((data[pixel * CHANNELS + CHANNELS - 1] ?? 0) / 255);
  }
  const line = lineTransform(Math.max(width, height));
  for (let x = 0; x < width; x += 1) line(squares, x, width, height);
  for (let y = 0; y < height; y += 1) line(squares, y * width, 1, width);
  const shape = Buffer.alloc(data.length);
  for (let pixel = 0; pixel < squares.length; pixel += 1) {
    const opacity = radius + 0.5 - Math.sqrt(squares[pixel] ?? INFINITE_DISTANCE);
    if (opacity <= 0) continue;
    const start = pixel * CHANNELS;
    shape[start] = red;
    shape[start + 1] = green;
    shape[start + 2] = blue;
    shape[start + 3] = Math.round(Math.min(1, opacity) * 255);
  }
  return { data: shape, width, height };
}

/** A half-covered pixel lies on the edge. */
function squareToEdge(covered: number): number {
  if (covered === 0) return INFINITE_DISTANCE;
  return Math.max(0, 0.5 - covered) ** 2;
}

/** Replaces the squared distances of a line by those to its nearest pixel (envelope of parabolas). */
function lineTransform(longest: number) {
  const values = new Float64Array(longest);
  /** Vertex of each parabola in the envelope, and the position from which it is the lowest. */
  const places = new Int32Array(longest);
  const starts = new Float64Array(longest + 1);
  const at = (list: Float64Array | Int32Array, index: number): number => list[index] ?? 0;

  return (squares: Float64Array, first: number, step: number, length: number): void => {
    for (let index = 0; index < length; index += 1) values[index] = at(squares, first + index * step);
    let last = 0;
    places[0] = 0;
    starts[0] = -INFINITE_DISTANCE;
    starts[1] = INFINITE_DISTANCE;
    for (let index = 1; index < length; index += 1) {
      const meets = (): number => {
        const other = at(places, last);
        return (at(values, index) - at(values, other) + index * index - other * other) / (2 * (index - other));
      };
      let start = meets();
      while (last > 0 && start <= at(starts, last)) {
        last -= 1;
        start = meets();
      }
      last += 1;
      places[last] = index;
      starts[last] = start;
      starts[last + 1] = INFINITE_DISTANCE;
    }
    for (let index = 0, parabola = 0; index < length; index += 1) {
      while (at(starts, parabola + 1) < index) parabola += 1;
      const place = at(places, parabola);
      squares[first + index * step] = (index - place) ** 2 + at(values, place);
    }
  };
}
