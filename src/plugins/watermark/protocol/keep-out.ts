import { DONE, type Outcome } from './outcome.js';
import type { Pictures } from './pictures.js';
import type { Restore } from './restore.js';

/** Exclusion of images from watermarks. */
export interface KeepOut {
  /**
   * Excludes an image and removes its watermark.
   * @throws HostError like `Restore`; the image stays excluded
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
      // The image was changed elsewhere and no longer has a watermark.
      return !outcome.done && outcome.reason === 'not_marked' ? DONE : outcome;
    },
    async letIn(id) {
      await pictures.save(id, { excluded: false });
      return DONE;
    },
  };
}
