import type { Database } from '../../../database.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import type { Backups } from './backups.js';
import { DONE, type Outcome, skipped } from './outcome.js';
import { isDoneIn, type Pictures, showsMark } from './pictures.js';
import type { WorkOn } from './work-on.js';

/**
 * Backs up the files of an image without applying a watermark.
 * @throws HostError 422 `vendor_watermark_image_damaged`, 500 `vendor_watermark_backup_write_failed`, `storage_*`
 */
export type Save = (id: number, options?: { readonly runId?: number | null }) => Promise<Outcome>;

export function createSave(parts: {
  readonly db: Pick<Database, 'transaction'>;
  readonly workOn: WorkOn;
  readonly backups: Backups;
  readonly pictures: Pictures;
  readonly hooks: GuardedHooks;
}): Save {
  const { db, workOn, backups, pictures, hooks } = parts;
  return async (id, { runId = null } = {}) => {
    return workOn(id, 'apply', async ({ attachment, state }) => {
      if (isDoneIn(runId, state)) return DONE;
      if (attachment.width === null) return skipped('unsupported_type');
      if (showsMark(state, attachment)) return skipped('up_to_date');
      await hooks.doActionAsync('vendor_watermark_before_backup', attachment);
      const originals = await backups.take(attachment, state.generation);
      const generation = originals[0]?.generation ?? state.generation;
      if (generation === state.generation) return skipped('up_to_date');
      await db.transaction(async () => {
        await backups.record(originals);
        await pictures.save(id, { generation, originalSha256: attachment.sha256, runId });
      });
      await hooks.doActionAsync('vendor_watermark_after_backup', attachment);
      return DONE;
    });
  };
}
