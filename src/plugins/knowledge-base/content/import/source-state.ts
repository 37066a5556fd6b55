import type { SourceState } from './item.js';

/** Derives the status of a page: published pages with a future date are scheduled, as in generators. */
export function stateAt(status: SourceState, date: Date | null, now: Date): SourceState {
  return status === 'publish' && date !== null && date > now ? 'future' : status;
}
