import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noise } from '../core/media/pictures.js';
import { openWatermarkSite, sha256, type WatermarkSite } from '../plugins/watermark/watermark-site.js';

/**
 * What watermarks of others get wrong (watermark.md section 1.1), one case each. The kills, the readers during a batch, the
 * pages of animations, the orientations, the folders that are handed out and the pixels in hand have suites of their own:
 * `test/failure/watermark-*`, `test/plugins/watermark`.
 */
describe('what watermarks of others get wrong', () => {
  let site: WatermarkSite;
  let content: Buffer;
  beforeEach(async () => {
    site = await openWatermarkSite();
    content = await noise('jpeg', 800);
  });
  afterEach(() => site.close());

  const upload = async (picture = content): Promise<number> =>
    (await site.host.media.create(picture, { filename: 'barn.jpg' })).id;

  it('a backup is the file itself and no copy that was encoded anew', async () => {
    const id = await upload();
    await site.plugin.apply(id);
    const { generation } = await site.plugin.pictures.get(id);
    const saved = await site.plugin.backups.of(id, generation);
    expect(saved.find(({ size }) => size === 'full')).toMatchObject({ sha256: sha256(content), bytes: content.length });
    await site.plugin.restore(id);
    expect(await site.shown(id)).toEqual(content);
  });

  it('a restore without a backup says so, and leaves what is known of the picture as it is', async () => {
    const id = await upload();
    await site.plugin.apply(id);
    const before = [await site.fingerprint(id), await site.plugin.pictures.get(id)];
    await site.plugin.backups.removeAll(id);
    await expect(site.plugin.restore(id)).rejects.toMatchObject({
      code: 'vendor_watermark_backup_not_found',
      status: 404,
    });
    expect([await site.fingerprint(id), await site.plugin.pictures.get(id)]).toEqual(before);
    // What shows a mark is not taken for an original, so it never gets a second one.
    await expect(site.plugin.apply(id, { force: true })).rejects.toMatchObject({
      code: 'vendor_watermark_backup_not_found',
    });
    expect(await site.fingerprint(id)).toEqual(before[0]);
  });

  it('a failure while a picture is written leaves it as it was, with its backup', async () => {
    const id = await upload();
    await site.plugin.apply(id);
    const marked = await site.fingerprint(id);
    site.host.hooks.addFilter('vendor_watermark_output_options', (options) => ({
      ...options,
      quality: 999,
    }));
    await expect(site.plugin.apply(id, { force: true })).rejects.toThrow();
    expect(await site.fingerprint(id)).toEqual(marked);
    await site.plugin.restore(id);
    expect(await site.shown(id)).toEqual(content);
  });

  it('a restore keeps the backup, so that a picture can be marked and restored for ever', async () => {
    const id = await upload();
    const original = await site.fingerprint(id);
    for (let round = 0; round < 3; round += 1) {
      await site.plugin.apply(id);
      expect((await site.fingerprint(id)).full).not.toBe(original.full);
      await site.plugin.restore(id);
      expect(await site.fingerprint(id)).toEqual(original);
    }
  });

  it('smaller sizes are restored from what was saved, and not made anew', async () => {
    const id = await upload();
    const original = await site.fingerprint(id);
    await site.plugin.apply(id);
    site.host.hooks.addFilter('media_sizes', () => ({}));
    await site.plugin.restore(id);
    expect(await site.fingerprint(id)).toEqual(original);
  });

  it('what is marked as it is uploaded was saved before, whoever uploads it', async () => {
    await site.plugin.settings.save({ auto_on_upload: true });
    const id = await upload();
    await expect.poll(async () => (await site.attachment(id)).version).toBe(2);
    expect(await site.shown(id)).not.toEqual(content);
    await site.plugin.restore(id);
    expect(await site.shown(id)).toEqual(content);
  });

  it('neither the mark itself nor small sizes get a mark', async () => {
    const logo = await upload(await noise('jpeg', 300));
    await site.plugin.settings.save({ type: 'image', image_id: logo });
    expect(await site.plugin.apply(logo)).toEqual({ done: false, reason: 'excluded' });
    const id = await upload();
    const { thumbnail } = await site.fingerprint(id);
    await site.plugin.apply(id);
    expect((await site.fingerprint(id)).thumbnail).toBe(thumbnail);
  });

  it('a marked picture has another address, so that no browser shows the old one', async () => {
    const id = await upload();
    const before = await site.attachment(id);
    await site.plugin.apply(id);
    const after = await site.attachment(id);
    expect(after.url).not.toBe(before.url);
    for (const [size, { url }] of Object.entries(after.sizes)) expect(url).not.toBe(before.sizes[size]?.url);
  });
});
