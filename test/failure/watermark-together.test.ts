import { watermark } from 'mortise/plugins';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { noise } from '../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from '../plugins/watermark/watermark-site.js';
import { dialects, migratedDatabase } from '../support/databases.js';

const PICTURES = 6;
const START = { offset: 0, limit: 100 };
const ADMINISTRATORS = [1, 2] as const;

describe.each(dialects)('concurrent batch, on $name', (dialect) => {
  let site: WatermarkSite;
  let url: string;
  let drop: () => Promise<void>;
  let ids: number[];
  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect, [watermark()]));
    site = await openWatermarkSite({ database: url });
    ids = [];
    for (let index = 0; index < PICTURES; index += 1) {
      ids.push((await site.host.media.create(await noise('jpeg', 320), { filename: `${index}.jpg` })).id);
    }
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  it('shows visitors complete images while it works', async () => {
    let isDone = false;
    let read = 0;
    async function visitor(): Promise<void> {
      for (let index = 0; !isDone; index += 1) {
        const content = await site.publicBytes(ids[index % ids.length] ?? 0);
        await sharp(content, { failOn: 'error' }).stats();
        read += 1;
      }
    }
    const visitors = Promise.all([visitor(), visitor()]);
    for (let round = 0; round < 2; round += 1) {
      expect((await site.plugin.batch(1, 'apply', START, site.plugin.apply)).processed).toBe(PICTURES);
      expect((await site.plugin.batch(1, 'restore', START, site.plugin.restore)).processed).toBe(PICTURES);
    }
    isDone = true;
    await visitors;
    expect(read).toBeGreaterThan(0);
  });

  it('marks each image once when two hosts process the same part', async () => {
    const other = await openWatermarkSite({ database: url, storage: `file:${site.folder}` });
    try {
      const hosts = [site.plugin, other.plugin];
      const results = await Promise.all(
        hosts.map((plugin, index) => plugin.batch(ADMINISTRATORS[index] ?? 1, 'apply', START, plugin.apply)),
      );
      for (const id of ids) {
        expect((await site.attachment(id)).version).toBe(2);
        const outcomes = results.map(({ results: each }) => each.find(({ attachmentId }) => attachmentId === id));
        expect(outcomes.filter((each) => each?.outcome === 'done')).toHaveLength(1);
        expect(outcomes.find((each) => each?.outcome !== 'done')).toMatchObject({
          outcome: 'skipped',
          code: expect.stringMatching(/^(?:locked|up_to_date)$/),
        });
      }
      expect(results.map(({ failed }) => failed)).toEqual([0, 0]);
      expect(await site.strays()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('marks each image once when two processes run side by side', async () => {
    const parameters = [url, site.folder, 'apply'];
    const scripts = [1, 2].map(() => startScript('../../../failure/processes/mark-pictures.ts', parameters));
    try {
      for (const script of scripts) expect(await script.line()).toBe('ready');
      for (const script of scripts) script.write('go');
      const started = await Promise.all(
        scripts.map(async (script) => {
          let count = 0;
          while ((await script.line()) !== 'done') count += 1;
          return count;
        }),
      );
      // Both attempted some of the same images.
      expect((started[0] ?? 0) + (started[1] ?? 0)).toBeGreaterThan(PICTURES);
      const versions = await Promise.all(ids.map(async (id) => (await site.attachment(id)).version));
      expect(versions).toEqual(ids.map(() => 2));
      expect(await site.strays()).toEqual([]);
    } finally {
      for (const script of scripts) await script.kill('SIGKILL');
    }
  });

  it('handles images that are replaced, edited and deleted while it works', async () => {
    const [replaced = 0, edited = 0, deleted = 0] = ids;
    const second = await noise('jpeg', 340);
    const pending = new Set([replaced, edited, deleted]);
    site.host.hooks.addAction('vendor_watermark_before_apply', async ({ id }) => {
      if (!pending.delete(id)) return;
      if (id === replaced) await site.host.media.replace(id, second);
      if (id === edited) await site.host.media.update(id, { title: 'Another title', focalPoint: { x: 0.1, y: 0.1 } });
      if (id === deleted) await site.host.media.delete(id);
    });
    const result = await site.plugin.batch(1, 'apply', START, site.plugin.apply);
    expect(result).toMatchObject({ processed: PICTURES - 1, completed: true });
    expect(result.results.find(({ attachmentId }) => attachmentId === deleted)?.outcome).not.toBe('done');
    expect((await site.attachment(edited)).title).toBe('Another title');
    expect(await site.host.media.get(deleted)).toBeNull();
    expect(await site.strays()).toEqual([]);
    expect((await site.plugin.backups.after(0, 1000)).filter(({ attachmentId }) => attachmentId === deleted)).toEqual(
      [],
    );
    await site.plugin.restore(replaced);
    expect((await site.publicBytes(replaced)).equals(second)).toBe(true);
  });
});
