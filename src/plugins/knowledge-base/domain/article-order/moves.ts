import { longestRise } from './numbers.js';

/** An entry and its target position, counted from 0. */
export interface Position {
  readonly id: number;
  readonly place: number;
}

/**
 * Returns the ids with some moved to other positions. Positions past the end mean the end; the others keep their
 * order.
 */
export function withPlaced(ids: readonly number[], placed: readonly Position[]): number[] {
  const moved = new Set(placed.map(({ id }) => id));
  const result = ids.filter((id) => !moved.has(id));
  for (const { id, place } of placed.toSorted((one, other) => one.place - other.place)) {
    if (ids.includes(id)) result.splice(Math.max(0, place), 0, id);
  }
  return result;
}

/** Finds the fewest moves that turn one order into the other: `withPlaced(from, moves)` equals `to`. */
export function placedBetween(from: readonly number[], to: readonly number[]): Position[] {
  const places = new Map(from.map((id, place) => [id, place]));
  const unmoved = new Set(longestRise(to.map((id) => places.get(id) ?? 0)));
  return to.map((id, place) => ({ id, place })).filter(({ place }) => !unmoved.has(place));
}
