import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noise } from '../../core/media/pictures.js';
import { maySmallDisk, mountSmallDisk, unmountDisk } from '../../support/small-disk.js';
import { openWatermarkSite, type WatermarkSite } from './watermark-site.js';

/** watermark.md section 2.6: free space of twice the bytes of the pictures, before any of them is touched. */
describe.runIf(await maySmallDisk())('a disk without room for the next pictures', () => {
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

  it('refuses a call and a run, and leaves everything as it is', async () => {
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
