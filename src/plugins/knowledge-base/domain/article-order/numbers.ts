import { createHash } from 'node:crypto';

/** Maximum absolute order number. Every database can store it, and exports are validated against it. */
export const MAX_ORDER = 2_000_000_000;

/** Gap between neighbors, so that an entry can be inserted without renumbering others. */
const STEP = 10;

interface NumberedEntry {
  readonly id: number;
  readonly order: number;
}

/**
 * Assigns ascending, distinct numbers to the entries in the given order.
 * Changes as few numbers as the gaps allow, since each change is a save. If most would change anyway, all are
 * renumbered.
 * @returns changed numbers by id
 */
export function numbersFor(entries: readonly NumberedEntry[]): ReadonlyMap<number, number> {
  const fitted = intoGaps(entries);
  if (fitted && fitted.size * 2 <= entries.length) return fitted;
  const renumbered = entries.map(({ id, order }, index) => ({ id, order, wanted: (index + 1) * STEP }));
  return new Map(
    renumbered
      .filter(({ order, wanted: position }) => order !== position)
      .map(({ id, wanted: position }) => [id, position]),
  );
}

/** Keeps the numbers of the longest ascending series. Null if the gaps have no room for the others. */
function intoGaps(entries: readonly NumberedEntry[]): ReadonlyMap<number, number> | null {
  const unmoved = longestRise(entries.map(({ order }) => order));
  const numbers = new Map<number, number>();
  const borders = [-1, ...unmoved, entries.length];
  for (const [index, from] of borders.slice(0, -1).entries()) {
    const to = borders[index + 1] ?? entries.length;
    const between = entries.slice(from + 1, to);
    const [low, high] = [entries[from]?.order, entries[to]?.order];
    const first = firstNumber(low, high, between.length);
    if (first === null) return null;
    for (const [place, { id }] of between.entries()) numbers.set(id, first.number + place * first.step);
  }
  return [...numbers.values()].every((number) => Math.abs(number) <= MAX_ORDER) ? numbers : null;
}

function firstNumber(
  low: number | undefined,
  high: number | undefined,
  count: number,
): { readonly number: number; readonly step: number } | null {
  if (low === undefined && high === undefined) return { number: STEP, step: STEP };
  if (low === undefined) return { number: (high ?? 0) - count * STEP, step: STEP };
  if (high === undefined) return { number: low + STEP, step: STEP };
  const step = Math.floor((high - low) / (count + 1));
  return step < 1 && count > 0 ? null : { number: low + step, step };
}

/** Returns the positions of a longest ascending series (patience sorting). */
export function longestRise(numbers: readonly number[]): number[] {
  /** Position of the smallest number that ends a series of each length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  const at = (place: number | undefined): number => numbers[place ?? -1] ?? Number.POSITIVE_INFINITY;
  for (const [place, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(ends[middle]) < number) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const series: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = before[place]) series.unshift(place);
  return series;
}

/** Returns a hash that identifies an order of articles or categories. */
export function orderKey(entries: readonly { readonly id: number }[]): string {
  return createHash('sha256')
    .update(entries.map(({ id }) => id).join())
    .digest('base64url')
    .slice(0, 22);
}

/** Clamps an order number. */
export function withinOrder(order: number): number {
  return Math.min(Math.max(order, -MAX_ORDER), MAX_ORDER);
}
