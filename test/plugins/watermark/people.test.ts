import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uninstallNotice } from '../../../src/plugins/watermark/index.js';
import { jpeg } from '../../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from './watermark-site.js';

describe('watermark plugin data', () => {
  let site: WatermarkSite;

  beforeEach(async () => {
    site = await openWatermarkSite({ jobs: 'off' });
  });
  afterEach(() => site.close());

  const upload = async () => (await site.host.media.create(await jpeg(260, 220), { filename: 'barn.jpg' })).id;

  describe('privacy requests', () => {
    it('export personal data, and then erase or detach it', async () => {
      await site.host.createUser('administrator');
      const ada = await site.host.createUser('administrator');
      const lastId = await upload();
      const run = await site.plugin.runs.start({ work: 'apply', userId: ada.id });
      await site.plugin.rows.mark(ada.id, 'apply', { nextOffset: 1, lastId, runId: 'a-run' });
      const { privacy } = site.host;
      const person = await privacy.find(ada.login);
      const mine = (await privacy.export(person)).filter(({ name }) => name.startsWith('watermark/'));
      expect(mine.map(({ name, records }) => [name, records])).toEqual([
        ['watermark/runs', [expect.objectContaining({ id: run.id, work: 'apply', state: 'queued' })]],
        ['watermark/bookmarks', [{ work: 'apply', next_offset: 1, last_id: lastId }]],
      ]);
      const erased = await privacy.erase(person, { dryRun: true });
      expect(erased.filter(({ name }) => name.startsWith('watermark/'))).toMatchObject([
        { count: 1, outcome: 'detached' },
        { count: 1, outcome: 'erased' },
      ]);
      expect(await site.plugin.runs.get(run.id)).toMatchObject({ userId: ada.id });
      await privacy.erase(person);
      expect(await site.plugin.runs.get(run.id)).toMatchObject({ userId: null });
      expect(await site.host.db.query.selectFrom('watermark_bookmarks').selectAll().execute()).toEqual([]);
    });
  });

  it('includes an uninstall notice with the number of marked images and how to restore them', async () => {
    const { db } = site.host;
    expect(await uninstallNotice({ db }, 'en')).toBe(null);
    await site.plugin.apply(await upload());
    expect(await uninstallNotice({ db }, 'en')).toMatch(/^1 image is still watermarked.*mortise watermark restore/);
    await site.plugin.apply(await upload());
    expect(await uninstallNotice({ db }, 'cs')).toMatch(/^2 obrázky /);
  });
});
