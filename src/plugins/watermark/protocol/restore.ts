import { allEnded } from '../../../utilities.js';
import { backupNotFound } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import type { Backups } from './backups.js';
import { DONE, type Outcome, skipped } from './outcome.js';
import { isDoneIn, type Pictures, showsMark } from './pictures.js';
import type { WorkOn } from './work-on.js';

/**
 * Restores an image to its original, byte for byte, in every size. The backup is kept, so the watermark can be
 * applied and removed again.
 * @throws HostError 404 `vendor_watermark_backup_not_found`, 409 `vendor_watermark_backup_corrupt`, `storage_*`; the
 *   image is then unchanged
 */
export type Restore = (id: number, options?: RestoreOptions) => Promise<Outcome>;

export interface RestoreOptions {
  /** Run that this is part of. */
  readonly runId?: number | null;
  /** Returns the outcome without changing anything. */
  readonly dryRun?: boolean;
}

/** Wraps `restore` for bulk work, where images without a backup are skipped. */
export function createRestoreMarked(restore: Restore, pictures: Pick<Pictures, 'get'>): Restore {
  return async (id, options) => {
    const { generation } = await pictures.get(id);
    return generation === 0 ? skipped('not_marked') : restore(id, options);
  };
}

export function createRestore(parts: {
  readonly workOn: WorkOn;
  readonly backups: Backups;
  readonly pictures: Pictures;
  readonly hooks: GuardedHooks;
}): Restore {
  const { workOn, backups, pictures, hooks } = parts;
  return async (id, { runId = null, dryRun = false } = {}) => {
    return workOn(id, 'restore', async ({ attachment, state, draft, claim }) => {
      if (isDoneIn(runId, state)) return DONE;
      if (!showsMark(state, attachment)) {
        if (state.generation === 0) throw backupNotFound(id);
        return skipped('not_marked');
      }
      if (dryRun) return DONE;
      const originals = await backups.read(id, state.generation);
      await hooks.doActionAsync('vendor_watermark_before_restore', attachment);
      await allEnded(originals.map((original) => draft.put(original.size, original)));
      const after = await draft.publish(async () => {
        await claim.finish();
        await backups.markRestored(id, state.generation);
        const unmarked = { markedVersion: null, markedSha256: null, configHash: null };
        await pictures.save(id, { ...unmarked, runId, restoredAt: new Date() });
      });
      await hooks.doActionAsync('vendor_watermark_after_restore', after);
      return DONE;
    });
  };
}
