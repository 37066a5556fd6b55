import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../../../src/core/media/tables.js';
import { bomb, jpeg, noise } from '../../../core/media/pictures.js';
import { openWatermarkSite, sha256, type WatermarkSite } from '../watermark-site.js';

/** Small GIF whose only frame claims to have four hundred million pixels. */
function gifBomb(side = 20_000): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = [Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x4c, 0x01, 0, 0x3b])];
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0]), colours, ...frame]);
}

/** First box of a HEIC photo. */
function heicHeader(): Buffer {
  const length = Buffer.from([0, 0, 0, 24]);
  return Buffer.concat([length, Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)]);
}

describe('invalid file in the library', () => {
  let site: WatermarkSite;
  beforeEach(async () => {
    site = await openWatermarkSite();
  });
  afterEach(() => site.close());

  /** Replaces a stored file. Uploads are checked, but migrated or damaged files are not. */
  async function inLibrary(content: Buffer): Promise<number> {
    const { id } = await site.host.media.create(await jpeg(400, 300), { filename: 'barn.jpg' });
    const file = (await site.files()).find((each) => each.startsWith('_media/') && each.includes('full')) ?? '';
    await writeFile(path.join(site.folder, file), content);
    const columns = { sha256: sha256(content), sizes: '{}', bytes: content.length };
    await site.host.db.query.updateTable('attachments').set(columns).where('id', '=', id).execute();
    return id;
  }

  it.each([
    ['cut off in the middle', async () => (await noise('jpeg')).subarray(0, 9000), 'vendor_watermark_image_truncated'],
    ['a text', async () => Buffer.from('This is a text.'), 'vendor_watermark_image_decode_failed'],
    ['empty', async () => Buffer.alloc(0), 'vendor_watermark_image_decode_failed'],
    ['a PNG that is a bomb', async () => bomb(), 'vendor_watermark_image_too_large'],
    ['a GIF that is a bomb', async () => gifBomb(), 'vendor_watermark_image_too_large'],
    [
      'a drawing of a hundred thousand pixels',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
      'vendor_watermark_unsupported_image_type',
    ],
    ['the beginning of a HEIC', async () => heicHeader(), 'vendor_watermark_image_decode_failed'],
  ])('is left unchanged, with the reason in the error log: %s', async (_what, make, code) => {
    const content = await make();
    const id = await inLibrary(content);
    const before = await site.attachment(id);
    const tally = await site.plugin.concurrentWork([id], site.plugin.apply);
    expect(tally).toMatchObject({ processed: 0, failed: 1, skipped: 0 });
    const { entries, total } = await site.plugin.errors.list();
    expect([total, entries[0]?.attachmentId, entries[0]?.code]).toEqual([1, id, code]);
    expect(entries[0]?.message).not.toMatch(/(?:^|[\s"'(])\/\w|[A-Z]:\\/);
    expect((await site.publicBytes(id)).equals(content)).toBe(true);
    expect(await site.attachment(id)).toEqual(before);
    expect(await site.leftovers()).toEqual([]);
    const { query } = site.host.db;
    expect(await query.selectFrom('watermark_journal').selectAll().execute()).toEqual([]);
    // The next image is processed normally.
    const next = await site.host.media.create(await jpeg(400, 300), { filename: 'shed.jpg' });
    expect(await site.plugin.apply(next.id)).toEqual({ done: true, notes: [] });
  });

  it('that was damaged in storage is named in a 422, and stays as it is', async () => {
    const { id, filename } = await site.host.media.create(await jpeg(400, 300), { filename: 'barn.jpg' });
    const file = (await site.files()).find((each) => each.startsWith('_media/') && each.includes('full')) ?? '';
    const damaged = (await site.publicBytes(id)).fill(0, 2000, 2100);
    await writeFile(path.join(site.folder, file), damaged);
    await expect(site.plugin.apply(id)).rejects.toMatchObject({
      code: 'vendor_watermark_image_damaged',
      data: { status: 422, file: filename },
    });
    expect((await site.publicBytes(id)).equals(damaged)).toBe(true);
    expect(await site.leftovers()).toEqual([]);
  });
});
