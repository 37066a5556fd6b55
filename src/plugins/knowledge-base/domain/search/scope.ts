import type { Postings } from './posting-index.js';

/** Documents that one reader can see. Everything in a result, including statistics, is based on these. */
export interface Scope {
  /** By slot: 1 for a visible document. */
  readonly visible: Uint8Array;
  /** Number of visible documents. */
  readonly size: number;
}

/** Counts the visible documents that contain a term, up to `limit`. */
export function visibleDocuments(postings: Postings, { visible }: Scope, limit: number): number {
  let count = 0;
  const counted: ReadonlyMap<number, number>[] = [];
  for (const inField of postings.values()) {
    for (const slot of inField.keys()) {
      if (visible[slot] !== 1 || counted.some((earlier) => earlier.has(slot))) continue;
      if (++count >= limit) return count;
    }
    counted.push(inField);
  }
  return count;
}
