import { sweepMedia } from '../../src/core/media/library.js';
import { createLocks } from '../../src/core/services/locks/locks.js';
import { createDiskStore } from '../../src/core/services/objects/disk.js';
import type { MediaSite } from '../core/media/media-site.js';

const TWO_DAYS = 48 * 60 * 60 * 1000;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

/** Deletes what killed processes left in the media library, such as the files of deleted versions. */
export async function sweptTomorrow({ host: { db }, folder }: MediaSite): Promise<void> {
  const objects = createDiskStore(`file:${folder}`);
  await sweepMedia({ db, objects, locks: createLocks(db, log), log }, Date.now() + TWO_DAYS);
}
