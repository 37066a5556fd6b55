import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noise } from '../../core/media/pictures.js';
import { maySmallDisk, mountSmallDisk, unmountDisk } from '../../support/small-disk.js';
import { openWatermarkSite, type WatermarkSite } from './watermark-site.js';

/** Requires free space of twice the image bytes before any image is changed. */
describe.runIf(await maySmallDisk())('disk without room for the next images', () => {
  let home: string;
  let site: WatermarkSite;
  let id: number;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'mortise-room-'));
    const disk = path.join(home, 'disk');
    await mountSmallDisk(disk, 1);
    site = await openWatermarkSite({ storage: `file:${disk}/files`, jobs: 'off' });
    const content = await noise('png', 420);
    id = (await site.host.media.create(content, { filename: 'a.png' })).id;
  });
  afterEach(async () => {
    await site.close();
    await unmountDisk(path.join(home, 'disk'));
    await rm(home, { recursive: true, force: true });
  });

  it('refuses a request and a run, and changes nothing', async () => {
    const as = (await site.host.createUser('administrator')).id;
    for (const address of ['apply-watermarks', 'backup', 'runs']) {
      const answer = await site.host.request('POST', `/vendor-cms-watermark/v1/${address}`, { as, body: {} });
      expect([address, answer.status, answer.data]).toMatchObject([
        address,
        507,
        { code: 'vendor_watermark_insufficient_storage' },
      ]);
    }
    expect(await site.attachment(id)).toMatchObject({ version: 1 });
    expect(await site.plugin.backups.count()).toMatchObject({ records: 0 });
    expect(await site.plugin.runs.active()).toBe(null);
  });
});

describe.runIf(await maySmallDisk())('disk that fills up during a run', () => {
  let home: string;
  let site: WatermarkSite;
  let ids: number[];
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'mortise-room-'));
    const disk = path.join(home, 'disk');
    await mountSmallDisk(disk, 16);
    site = await openWatermarkSite({ storage: `file:${disk}/files`, jobs: 'off' });
    const content = await noise('png', 300);
    ids = [];
    for (let index = 0; index < 6; index += 1) {
      ids.push((await site.host.media.create(content, { filename: 'a.png' })).id);
    }
  });
  afterEach(async () => {
    await site.close();
    await unmountDisk(path.join(home, 'disk'));
    await rm(home, { recursive: true, force: true });
  });

  const versions = () => Promise.all(ids.map(async (id) => (await site.attachment(id)).version));

  it('pauses the run with the reason, and completes it when there is room again', async () => {
    const ballast = path.join(home, 'disk', 'ballast');
    let started = 0;
    site.host.hooks.addAction('vendor_watermark_before_backup', async () => {
      started += 1;
      if (started !== 4) return;
      const { bavail, bsize } = await statfs(path.join(home, 'disk'));
      // Others write at the same time, so the last bytes may not fit.
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
    });
    const originals = await Promise.all(ids.map(site.fingerprint));
    const { id } = await site.plugin.runs.start({ work: 'apply' });
    await site.host.work();
    const paused = await site.plugin.runs.get(id);
    expect(paused).toMatchObject({ state: 'paused', failed: 0, error: { code: 'storage_full' } });
    expect(paused.processed).toBeLessThan(ids.length);
    const current = await versions();
    expect(current.filter((version) => version === 2)).toHaveLength(paused.processed);
    const untouched = ids.flatMap((each, index) => (current[index] === 1 ? [{ each, index }] : []));
    for (const { each, index } of untouched) expect(await site.fingerprint(each)).toEqual(originals[index]);

    await rm(ballast);
    await site.plugin.runs.resume(id);
    await site.host.work();
    expect(await site.plugin.runs.get(id)).toMatchObject({ state: 'completed', processed: ids.length, failed: 0 });
    expect(await versions()).toEqual(ids.map(() => 2));
    for (const [index, each] of ids.entries()) {
      await site.plugin.restore(each);
      expect(await site.fingerprint(each)).toEqual(originals[index]);
    }
  });
});
