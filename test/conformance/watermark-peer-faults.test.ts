import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noise } from '../core/media/pictures.js';
import { openWatermarkSite, sha256, type WatermarkSite } from '../plugins/watermark/watermark-site.js';

/**
 * Known faults of other watermark plugins, one case each. Kills, reads during a batch, animation pages, orientations,
 * published folders and pixels in memory have their own suites: `test/failure/watermark-*`, `test/plugins/watermark`.
 */
describe('known faults of watermark plugins', () => {
  let site: WatermarkSite;
  let content: Buffer;
  beforeEach(async () => {
    site = await openWatermarkSite();
    content = await noise('jpeg', 800);
  });
  afterEach(() => site.close());

  const upload = async (picture = content): Promise<number> =>
    (await site.host.media.create(picture, { filename: 'barn.jpg' })).id;

  it('stores the original file as the backup, not a re-encoded copy', async () => {
    const id = await upload();
    await site.plugin.apply(id);
    const { generation } = await site.plugin.pictures.get(id);
    const saved = await site.plugin.backups.of(id, generation);
    expect(saved.find(({ size }) => size === 'full')).toMatchObject({ sha256: sha256(content), bytes: content.length });
    await site.plugin.restore(id);
    expect(await site.publicBytes(id)).toEqual(content);
  });

  it('reports a restore without a backup and leaves the image unchanged', async () => {
    const id = await upload();
    await site.plugin.apply(id);
    const before = [await site.fingerprint(id), await site.plugin.pictures.get(id)];
    await site.plugin.backups.removeAll(id);
    await expect(site.plugin.restore(id)).rejects.toMatchObject({
      code: 'vendor_watermark_backup_not_found',
      status: 404,
    });
    expect([await site.fingerprint(id), await site.plugin.pictures.get(id)]).toEqual(before);
    // A marked image is never treated as an original, so it gets no second mark.
    await expect(site.plugin.apply(id, { force: true })).rejects.toMatchObject({
      code: 'vendor_watermark_backup_not_found',
    });
    expect(await site.fingerprint(id)).toEqual(before[0]);
  });

  it('leaves the image and its backup unchanged when writing fails', async () => {
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
    expect(await site.publicBytes(id)).toEqual(content);
  });

  it('keeps the backup after a restore, so marking and restoring can be repeated', async () => {
    const id = await upload();
    const original = await site.fingerprint(id);
    for (let round = 0; round < 3; round += 1) {
      await site.plugin.apply(id);
      expect((await site.fingerprint(id)).full).not.toBe(original.full);
      await site.plugin.restore(id);
      expect(await site.fingerprint(id)).toEqual(original);
    }
  });

  it('restores smaller sizes from the backup instead of regenerating them', async () => {
    const id = await upload();
    const original = await site.fingerprint(id);
    await site.plugin.apply(id);
    site.host.hooks.addFilter('media_sizes', () => ({}));
    await site.plugin.restore(id);
    expect(await site.fingerprint(id)).toEqual(original);
  });

  it('saves a backup before marking an upload', async () => {
    await site.plugin.settings.save({ auto_on_upload: true });
    const id = await upload();
    await expect.poll(async () => (await site.attachment(id)).version).toBe(2);
    expect(await site.publicBytes(id)).not.toEqual(content);
    await site.plugin.restore(id);
    expect(await site.publicBytes(id)).toEqual(content);
  });

  it('does not mark the watermark image itself or small sizes', async () => {
    const logo = await upload(await noise('jpeg', 300));
    await site.plugin.settings.save({ type: 'image', image_id: logo });
    expect(await site.plugin.apply(logo)).toEqual({ done: false, reason: 'excluded' });
    const id = await upload();
    const { thumbnail } = await site.fingerprint(id);
    await site.plugin.apply(id);
    expect((await site.fingerprint(id)).thumbnail).toBe(thumbnail);
  });

  it('gives a marked image new URLs, so browsers do not show a cached version', async () => {
    const id = await upload();
    const before = await site.attachment(id);
    await site.plugin.apply(id);
    const after = await site.attachment(id);
    expect(after.url).not.toBe(before.url);
    for (const [size, { url }] of Object.entries(after.sizes)) expect(url).not.toBe(before.sizes[size]?.url);
  });
});
