import type { PluginContext } from '../../index.js';
import type { Attachment } from '../../media.js';
import { showsMark } from './protocol/pictures.js';
import { repair } from './protocol/repair.js';
import type { Watermark } from './watermark.js';
import { MILESTONES_TAG, TOTAL_TAG } from './work/library-rows.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Milliseconds for which originals of replaced images are kept, in case one was replaced by mistake. */
const RETENTION = 90 * DAY;

/** Starts the background work: reacts to changes of the library, and cleans up after crashed processes. */
export function startBackgroundJobs(
  { hooks, cache, media, jobs, log, onReady }: PluginContext,
  watermark: Watermark,
): void {
  const { settings, pictures, backups, errors, apply, journal } = watermark;

  /** Failures go to the error log and do not affect the caller who changed the library. */
  async function mark({ id }: Attachment): Promise<void> {
    try {
      await apply(id);
    } catch (error) {
      await errors.record(id, error);
    }
  }

  hooks.addAction('attachment_created', async (attachment) => {
    await cache.invalidate([TOTAL_TAG]);
    const { auto_on_upload: isAutomatic } = await settings.get();
    if (isAutomatic) await mark(attachment);
  });

  hooks.addAction('attachment_replaced', async (attachment) => {
    // The replacement may no longer be an image, or the file may have become one.
    await cache.invalidate([TOTAL_TAG, MILESTONES_TAG]);
    const { auto_on_upload: isAutomatic } = await settings.get();
    if (isAutomatic) await mark(attachment);
  });

  // The sizes were regenerated from the original and lost their watermark.
  hooks.addAction('attachment_updated', async (after, before) => {
    if (after.version === before.version) return;
    const state = await pictures.get(after.id);
    if (state.markedVersion === before.version && !showsMark(state, after)) await mark(after);
  });

  hooks.addAction('attachment_deleted', async ({ id }) => {
    await cache.invalidate([TOTAL_TAG, MILESTONES_TAG]);
    await backups.removeAll(id);
    await pictures.remove(id);
    await errors.clear(id);
  });

  hooks.addFilter('media_original', async (original, attachment) => {
    const state = await pictures.get(attachment.id);
    if (!showsMark(state, attachment)) return original;
    return (await backups.readSize(attachment.id, state.generation, 'full')).content;
  });

  async function clearAway(): Promise<void> {
    const found = await repair(journal, media);
    if (found.length > 0) log.info({ found }, 'Deleted leftovers of processes that were killed while marking');
  }
  onReady(clearAway);
  jobs.schedule({
    name: 'watermark_repair',
    title: 'Delete leftovers of interrupted marking',
    every: HOUR,
    run: clearAway,
  });
  jobs.schedule({
    name: 'watermark_backups',
    title: 'Delete originals of images that were replaced long ago',
    every: DAY,
    run: async () => void (await backups.prune(new Date(Date.now() - RETENTION))),
  });
}
