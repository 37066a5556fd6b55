import { longestRise } from './numbers.js';

/** One entry and the place that it is put to, counted from 0. */
export interface Placed {
  readonly id: number;
  readonly place: number;
}

/** The ids with some of them at other places; what is beyond the end is at the end. The others keep their order. */
export function withPlaced(ids: readonly number[], placed: readonly Placed[]): number[] {
  const moved = new Set(placed.map(({ id }) => id));
  const result = ids.filter((id) => !moved.has(id));
  for (const { id, place } of placed.toSorted((one, other) => one.place - other.place)) {
    if (ids.includes(id)) result.splice(Math.max(0, place), 0, id);
  }
  return result;
}

/**
 * The fewest entries that have to be put to their places to come from one order to the other: `withPlaced` of the first
 * with these is the second.
 */
export function placedBetween(from: readonly number[], to: readonly number[]): Placed[] {
  const places = new Map(from.map((id, place) => [id, place]));
  const kept = new Set(longestRise(to.map((id) => places.get(id) ?? 0)));
  return to.map((id, place) => ({ id, place })).filter(({ place }) => !kept.has(place));
}
