import { DONE, type Outcome } from './outcome.js';
import type { Pictures } from './pictures.js';
import type { Restore } from './restore.js';

/** Whether a picture is left alone by all that marks pictures. */
export interface KeepOut {
  /**
   * Leaves it alone from now on, and takes its mark away.
   * @throws HostError like `Restore`; it is left alone all the same
   */
  keepOut(id: number): Promise<Outcome>;
  letIn(id: number): Promise<Outcome>;
}

export function createKeepOut(pictures: Pick<Pictures, 'get' | 'save'>, restore: Restore): KeepOut {
  return {
    async keepOut(id) {
      await pictures.save(id, { excluded: true });
      const { markedVersion } = await pictures.get(id);
      if (markedVersion === null) return DONE;
      const outcome = await restore(id);
      // It was changed without us, and shows no mark any more.
      return !outcome.done && outcome.reason === 'not_marked' ? DONE : outcome;
    },
    async letIn(id) {
      await pictures.save(id, { excluded: false });
      return DONE;
    },
  };
}
