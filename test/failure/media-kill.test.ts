import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import { sweepMedia } from '../../src/core/media/library.js';
import { createLocks } from '../../src/core/services/locks/locks.js';
import { createDiskStore } from '../../src/core/services/objects/disk.js';
import { startScript } from '../core/database/processes/start-script.js';
import { type MediaSite, openMediaSite } from '../core/media/media-site.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';

const ROUNDS = shortOrFull(2, 60);
/** Milliseconds: some files are complete by then, and one is in progress. */
const MAX_LIFETIME = shortOrFull(250, 400);
const TWO_DAYS = 48 * 60 * 60 * 1000;

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

/** After any kill, every row has its files immediately, and every file has its row after the next sweep. */
describe.each(dialects)('media library under kills on $name', (dialect) => {
  let site: MediaSite;
  let url: string;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect));
    site = await openMediaSite({ database: url });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  async function filesOfRows(): Promise<number> {
    const { media } = site.host;
    let count = 0;
    const ids = await media.idsAfter(0, 10_000);
    for (const id of ids) {
      const attachment = await media.get(id);
      if (!attachment) throw new Error(`Row ${id} is gone while nobody writes.`);
      const whole = await buffer(await media.read(id));
      expect(whole.length).toBe(attachment.bytes);
      for (const [name, size] of Object.entries(attachment.sizes)) {
        const { width, height } = await sharp(await buffer(await media.read(id, name))).metadata();
        expect([width, height]).toEqual([size.width, size.height]);
      }
      count += 1 + Object.keys(attachment.sizes).length;
    }
    return count;
  }

  async function sweptTomorrow(): Promise<void> {
    const db = createDatabase({ url });
    try {
      const objects = createDiskStore(`file:${site.folder}`);
      await sweepMedia({ db, objects, locks: createLocks(db, log), log }, Date.now() + TWO_DAYS);
    } finally {
      await db.close();
    }
  }

  it(
    `is complete after ${ROUNDS} kills of two processes each`,
    async () => {
      let changes = 0;
      await killLoop({
        rounds: ROUNDS,
        within: MAX_LIFETIME,
        start: () => [1, 2].map(() => startScript('../../../failure/processes/change-media.ts', [url, site.folder])),
        async check() {
          changes += await filesOfRows();
        },
      });
      // Otherwise every kill came before the first change.
      expect(changes).toBeGreaterThan(0);
      const named = await filesOfRows();
      await sweptTomorrow();
      expect(await filesOfRows()).toBe(named);
      expect(await site.files()).toHaveLength(named);
      expect(await site.leftovers()).toEqual([]);
    },
    120_000 + ROUNDS * 60_000,
  );
});
