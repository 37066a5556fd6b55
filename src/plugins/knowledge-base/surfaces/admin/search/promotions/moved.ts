import { withMoved } from '../../../../../../admin.js';

/** Actions for an article in a promotion. */
export const MOVES = ['up', 'down', 'remove'] as const;
export type Move = (typeof MOVES)[number];

/** Returns the ids after an article was moved or removed, or null if that is impossible. */
export function moved(ids: readonly number[], place: number, move: Move): number[] | null {
  const id = ids[place];
  if (id === undefined) return null;
  const others = ids.toSpliced(place, 1);
  if (move === 'remove') return others.length > 0 ? others : null;
  const to = place + (move === 'up' ? -1 : 1);
  return to < 0 || to > others.length ? null : withMoved(ids, place, to);
}
