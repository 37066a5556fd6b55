import type { PluginContext } from '../../../index.js';
import type { StoredUploads } from './stored-uploads.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Deletes previewed files that were not imported within a day. */
export function sweepUploads(
  { jobs }: Pick<PluginContext, 'jobs'>,
  uploads: readonly Pick<StoredUploads, 'sweep'>[],
  now: () => Date,
): void {
  jobs.schedule({
    name: 'bank_uploads',
    title: 'Bank: delete inspected statements that were not imported',
    every: HOUR,
    overlap: false,
    run: async () => {
      for (const files of uploads) await files.sweep(new Date(now().getTime() - DAY));
    },
  });
}
