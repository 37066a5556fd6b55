import { withMoved } from '../../../../../index.js';

/** What can be done with an article among others. */
export const MOVES = ['up', 'down', 'remove'] as const;
export type Move = (typeof MOVES)[number];

/** The others and the one at a place, after that one was moved or taken out; null where it cannot be. */
export function moved(ids: readonly number[], place: number, move: Move): number[] | null {
  const id = ids[place];
  if (id === undefined) return null;
  const others = ids.toSpliced(place, 1);
  if (move === 'remove') return others.length > 0 ? others : null;
  const to = place + (move === 'up' ? -1 : 1);
  return to < 0 || to > others.length ? null : withMoved(ids, place, to);
}
