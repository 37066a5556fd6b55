import type { SourceState } from './item.js';

/** The state that a source means: what is dated ahead comes out when its day has come, as generators have it. */
export function stateAt(status: SourceState, date: Date | null, now: Date): SourceState {
  return status === 'publish' && date !== null && date > now ? 'future' : status;
}
