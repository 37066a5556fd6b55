import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { watermark } from 'mortise/plugins';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jpeg, noise, png } from '../../../core/media/pictures.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { openWatermarkSite, sha256, type WatermarkSite } from '../watermark-site.js';

const DONE = { done: true, notes: [] };
const skipped = (reason: string) => ({ done: false, reason });

describe.each(dialects)('watermarking on $name', (dialect) => {
  let site: WatermarkSite;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [watermark()]);
    drop = database.drop;
    site = await openWatermarkSite({ database: database.url });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const upload = async (content: Buffer, filename = 'barn.jpg') =>
    (await site.host.media.create(content, { filename })).id;

  it('marks the sizes of the settings under a new URL, and leaves the others unchanged', async () => {
    const id = await upload(await noise('jpeg', 800));
    const before = await site.fingerprint(id);
    const { url } = await site.attachment(id);
    expect(await site.plugin.apply(id)).toEqual(DONE);
    const after = await site.fingerprint(id);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const changed = Object.keys(after).filter((size) => after[size] !== before[size]);
    expect(changed.sort()).toEqual(['full', 'medium', 'medium_large']);
    expect((await site.attachment(id)).url).not.toBe(url);
    expect((await site.attachment(id)).version).toBe(2);
    for (const size of Object.keys(after)) {
      const { width, height } = await sharp(await site.publicBytes(id, size)).metadata();
      const { width: storedWidth, height: high } =
        size === 'full' ? await site.attachment(id) : ((await site.attachment(id)).sizes[size] ?? {});
      expect([width, height]).toEqual([storedWidth, high]);
    }
    expect(await site.strays()).toEqual([]);
  });

  it('keeps the original of a replaced image until the replacement has been there for long', async () => {
    const [first, second] = [await noise('jpeg', 400), await noise('jpeg', 420)];
    const id = await upload(first);
    const other = await upload(first);
    await site.plugin.apply(other);
    await site.plugin.apply(id);
    await site.host.media.replace(id, second);
    await site.plugin.apply(id);
    const { generation } = await site.plugin.pictures.get(id);
    expect(generation).toBe(2);
    const [archived, current] = await Promise.all([1, 2].map((each) => site.plugin.backups.of(id, each)));
    expect(archived?.length).toBeGreaterThan(1);

    const anHour = 60 * 60 * 1000;
    expect(await site.plugin.backups.prune(new Date(Date.now() - anHour))).toBe(0);
    expect(await site.plugin.backups.of(id, 1)).toEqual(archived);
    expect(await site.plugin.backups.prune(new Date(Date.now() + anHour))).toBe(archived?.length);
    expect(await site.plugin.backups.of(id, 1)).toEqual([]);
    expect(await site.plugin.backups.of(id, 2)).toEqual(current);
    expect(await site.strays()).toEqual([]);
    expect(await site.plugin.restore(id)).toEqual(DONE);
    expect(await site.publicBytes(id)).toEqual(second);
    expect(await site.plugin.restore(other)).toEqual(DONE);
    expect(await site.publicBytes(other)).toEqual(first);
  });

  it('keeps the backup of an image whose content was replaced and has come back', async () => {
    const [first, second] = [await noise('jpeg', 400), await noise('jpeg', 420)];
    const id = await upload(first);
    for (const content of [null, second, first]) {
      if (content) await site.host.media.replace(id, content);
      await site.plugin.apply(id);
    }
    expect((await site.plugin.pictures.get(id)).generation).toBe(3);
    expect(await site.plugin.backups.prune(new Date(Date.now() + 60_000))).toBeGreaterThan(2);
    expect(await site.plugin.restore(id)).toEqual(DONE);
    expect(await site.publicBytes(id)).toEqual(first);
    expect(await site.strays()).toEqual([]);
  });

  it('restores every byte of every size, any number of times', async () => {
    const original = await noise('jpeg', 500);
    const id = await upload(original);
    const before = await site.fingerprint(id);
    let first: Record<string, string> | undefined;
    for (let round = 0; round < 3; round += 1) {
      expect(await site.plugin.apply(id)).toEqual(DONE);
      first ??= await site.fingerprint(id);
      // Marked from the original, not from the marked image.
      expect(await site.fingerprint(id)).toEqual(first);
      expect(await site.plugin.restore(id)).toEqual(DONE);
      expect(await site.fingerprint(id)).toEqual(before);
    }
    expect((await site.publicBytes(id)).equals(original)).toBe(true);
    expect(await site.plugin.restore(id)).toEqual(skipped('not_marked'));
    expect(await site.strays()).toEqual([]);
  });

  it('skips an up-to-date image, unless it is forced or the settings have changed', async () => {
    const id = await upload(await jpeg(500, 400));
    await site.plugin.apply(id);
    const marked = await site.fingerprint(id);
    expect(await site.plugin.apply(id)).toEqual(skipped('up_to_date'));
    expect(await site.plugin.apply(id, { force: true })).toEqual(DONE);
    expect(await site.fingerprint(id)).toEqual(marked);
    await site.plugin.settings.save({ opacity: 90 });
    expect(await site.plugin.apply(id)).toEqual(DONE);
    expect(await site.fingerprint(id)).not.toEqual(marked);
    await site.plugin.settings.save({ opacity: 60 });
    expect(await site.plugin.apply(id)).toEqual(DONE);
    expect(await site.fingerprint(id)).toEqual(marked);
  });

  it('backs up the original once, under a name that contains its hash', async () => {
    const content = await jpeg(500, 400);
    const id = await upload(content);
    await site.plugin.apply(id);
    await site.plugin.apply(id, { force: true });
    const records = await site.plugin.backups.after(0, 100);
    const { sizes } = await site.attachment(id);
    expect(records.map(({ size }) => size).sort()).toEqual(['full', ...Object.keys(sizes)].sort());
    const full = records.find(({ size }) => size === 'full');
    expect(full).toMatchObject({ attachmentId: id, generation: 1, bytes: content.length, sha256: sha256(content) });
    expect(full?.backupFile).toContain(sha256(content));
    expect(await site.plugin.backups.verify(records)).toEqual([]);
  });

  it('treats a replacement as another original, and keeps the backup of the first', async () => {
    const [first, second] = [await jpeg(500, 400), await png(600, 300)];
    const id = await upload(first);
    await site.plugin.apply(id);
    await site.host.media.replace(id, second, { filename: 'barn.png' });
    expect((await site.publicBytes(id)).equals(second)).toBe(true);
    expect(await site.plugin.apply(id)).toEqual(DONE);
    expect((await site.publicBytes(id)).equals(second)).toBe(false);
    await site.plugin.restore(id);
    expect((await site.publicBytes(id)).equals(second)).toBe(true);
    const records = await site.plugin.backups.after(0, 100);
    expect(records.filter(({ size }) => size === 'full').map((each) => [each.generation, each.sha256])).toEqual([
      [1, sha256(first)],
      [2, sha256(second)],
    ]);
    expect(await site.strays()).toEqual([]);
  });

  it('regenerates sizes from the original, and marks them again', async () => {
    const id = await upload(await noise('jpeg', 500));
    const before = await site.fingerprint(id);
    await site.plugin.apply(id);
    const marked = await site.fingerprint(id);
    await site.host.media.regenerate(id, { force: true });
    expect(await site.fingerprint(id)).toEqual(marked);
    await site.plugin.restore(id);
    expect(await site.fingerprint(id)).toEqual(before);
  });

  it('changes nothing when the backup is corrupt', async () => {
    const id = await upload(await noise('jpeg', 500));
    await site.plugin.apply(id);
    const marked = await site.fingerprint(id);
    const [full] = (await site.plugin.backups.of(id, 1)).filter(({ size }) => size === 'full');
    await writeFile(path.join(site.folder, 'watermark', full?.backupFile ?? ''), 'Not a picture.');
    const corrupt = { code: 'vendor_watermark_backup_corrupt', status: 409 };
    await expect(site.plugin.restore(id)).rejects.toMatchObject(corrupt);
    await expect(site.plugin.apply(id, { force: true })).rejects.toMatchObject(corrupt);
    expect(await site.fingerprint(id)).toEqual(marked);
    expect(await site.plugin.backups.verify(await site.plugin.backups.after(0, 100))).toHaveLength(1);
    expect(await site.strays()).toEqual([]);
  });

  it('has nothing to restore without a backup', async () => {
    const id = await upload(await jpeg());
    const missing = { code: 'vendor_watermark_backup_not_found', status: 404 };
    await expect(site.plugin.restore(id)).rejects.toMatchObject(missing);
  });

  it('backs up without marking, once', async () => {
    const id = await upload(await jpeg());
    expect(await site.plugin.save(id)).toEqual(DONE);
    expect(await site.plugin.save(id)).toEqual(skipped('up_to_date'));
    expect(await site.plugin.restore(id)).toEqual(skipped('not_marked'));
    expect((await site.attachment(id)).version).toBe(1);
    await site.plugin.apply(id);
    expect((await site.plugin.backups.after(0, 100)).every(({ generation }) => generation === 1)).toBe(true);
  });

  it('deletes the backups of a deleted image', async () => {
    const id = await upload(await jpeg());
    await site.plugin.apply(id);
    await site.host.media.delete(id);
    expect(await site.files()).toEqual([]);
    expect(await site.plugin.backups.after(0, 100)).toEqual([]);
    expect((await site.plugin.pictures.get(id)).generation).toBe(0);
  });

  it('marks uploads if the settings say so', async () => {
    await site.plugin.settings.save({ auto_on_upload: true });
    const content = await jpeg(500, 400);
    const id = await upload(content);
    expect((await site.publicBytes(id)).equals(content)).toBe(false);
    await site.plugin.restore(id);
    expect((await site.publicBytes(id)).equals(content)).toBe(true);
  });

  it('skips images that are too small, excluded, or the mark itself', async () => {
    const small = await upload(await jpeg(199, 400));
    expect(await site.plugin.apply(small)).toEqual(skipped('too_small'));
    const original = await upload(await jpeg());
    await site.plugin.pictures.save(original, { excluded: true });
    expect(await site.plugin.apply(original)).toEqual(skipped('excluded'));
    const mark = await upload(await png());
    await site.plugin.settings.save({ type: 'image', image_id: mark });
    expect(await site.plugin.apply(mark)).toEqual(skipped('excluded'));
    const other = await upload(await jpeg());
    expect(await site.plugin.apply(other)).toEqual(DONE);
    expect(await site.plugin.apply(999_999)).toEqual(skipped('gone'));
  });

  it.each([['vendor_watermark_before_apply'], ['vendor_watermark_before_backup']] as const)(
    'leaves an image unchanged when a callback of %s fails',
    async (hook) => {
      const id = await upload(await jpeg());
      const before = await site.fingerprint(id);
      site.host.hooks.addAction(hook, () => {
        throw new Error('No.');
      });
      await expect(site.plugin.apply(id)).rejects.toMatchObject({ code: 'vendor_watermark_hook_failed' });
      expect(await site.fingerprint(id)).toEqual(before);
      expect(await site.strays()).toEqual([]);
    },
  );

  it('marks once for concurrent requests', async () => {
    const id = await upload(await noise('jpeg', 500));
    const outcomes = await Promise.all([site.plugin.apply(id), site.plugin.apply(id), site.plugin.apply(id)]);
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1);
    expect((await site.attachment(id)).version).toBe(2);
    expect(await site.strays()).toEqual([]);
  });

  it('marks the new file when an image is replaced during marking', async () => {
    const second = await noise('jpeg', 450);
    const id = await upload(await noise('jpeg', 500));
    let isFirst = true;
    site.host.hooks.addFilter('vendor_watermark_output_options', async (options) => {
      if (isFirst) {
        isFirst = false;
        await site.host.media.replace(id, second);
      }
      return options;
    });
    expect(await site.plugin.apply(id)).toEqual(DONE);
    await site.plugin.restore(id);
    expect((await site.publicBytes(id)).equals(second)).toBe(true);
  });

  it('leaves no file of an image that is deleted during marking', async () => {
    const id = await upload(await noise('jpeg', 500));
    site.host.hooks.addFilter('vendor_watermark_output_options', async (options) => {
      await site.host.media.delete(id);
      return options;
    });
    await expect(site.plugin.apply(id)).rejects.toMatchObject({ code: 'attachment_not_found' });
    expect(await site.files()).toEqual([]);
  });
});
