import { watermark } from 'mortise/plugins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARK_STATUSES, type MarkStatus } from '../../../src/plugins/watermark/listing/mark-status.js';
import type { PictureQuery } from '../../../src/plugins/watermark/listing/picture-list.js';
import { noise } from '../../core/media/pictures.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { openWatermarkSite, type WatermarkSite } from './watermark-site.js';

describe.each(dialects)('image list by status, on $name', (dialect) => {
  let site: WatermarkSite;
  let drop: () => Promise<void>;
  const viewer: PictureQuery['viewer'] = { reader: null, can: async () => true, cookies: new Map() };
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [watermark()]);
    drop = database.drop;
    site = await openWatermarkSite({ database: database.url });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const upload = async (side: number, title = 'barn', format: 'jpeg' | 'png' = 'png'): Promise<number> =>
    (await site.host.media.create(await noise(format, side), { filename: `${title}.${format}`, title })).id;

  const ask = (query: Partial<PictureQuery>) =>
    site.plugin.listPictures({
      status: null,
      search: '',
      olderThan: null,
      newerThan: null,
      perPage: 2,
      viewer,
      ...query,
    });

  /** Uploads images of each status. @returns their ids by status */
  async function library(): Promise<Record<MarkStatus, number[]>> {
    const outdated = [await upload(220), await upload(221)];
    for (const id of outdated) await site.plugin.apply(id);
    await site.plugin.settings.save({ opacity: 35 });
    const marked = [await upload(230), await upload(231), await upload(232)];
    for (const id of marked) await site.plugin.apply(id);
    const unsupported = [await upload(90)];
    const excluded = [await upload(240), await upload(241)];
    for (const id of excluded) await site.plugin.keepOut(id);
    return { outdated, marked, unsupported, excluded, original: [await upload(250), await upload(251)] };
  }

  it('lists images by status, page by page, forward and back', async () => {
    const images = await library();
    const all = MARK_STATUSES.flatMap((status) => images[status]);
    for (const status of [null, ...MARK_STATUSES]) {
      const expected = (status === null ? all : images[status]).toSorted((one, other) => other - one);
      const pages: number[][] = [];
      let page = await ask({ status });
      expect(page.newer).toBe(null);
      for (;;) {
        pages.push(page.pictures.map(({ attachment }) => attachment.id));
        if (page.older === null) break;
        page = await ask({ status, olderThan: page.older });
      }
      expect([status, pages.flat()]).toEqual([status, expected]);
      expect(pages.every((ids) => ids.length <= 2)).toBe(true);
      const back: number[] = [];
      while (page.newer !== null) {
        page = await ask({ status, newerThan: page.newer });
        back.unshift(...page.pictures.map(({ attachment }) => attachment.id));
      }
      // No image is skipped. The first page is always full, so it may repeat some.
      const seen = new Set([...back, ...(pages.at(-1) ?? [])]);
      expect([status, [...seen].toSorted((one, other) => other - one)]).toEqual([status, expected]);
      if (pages.length > 1) expect(page.pictures.map(({ attachment }) => attachment.id)).toEqual(pages[0]);
    }
  });

  it('reports why an image gets no mark, and whether it shows one', async () => {
    const images = await library();
    const attachments = await Promise.all(MARK_STATUSES.map((each) => site.attachment(images[each][0] ?? 0)));
    const listed = await site.plugin.markStatusesOf(attachments);
    expect(listed.map(({ status, reason, isMarked }) => [status, reason, isMarked])).toEqual([
      ['marked', null, true],
      ['outdated', null, true],
      ['original', null, false],
      ['excluded', 'excluded', false],
      ['unsupported', 'too_small', false],
    ]);
  });

  it('searches titles ignoring case, and takes wildcards literally', async () => {
    const [first, second] = [await upload(220, 'Red Barn'), await upload(221, '100%_done')];
    const found = async (search: string) => (await ask({ search })).pictures.map(({ attachment }) => attachment.id);
    expect(await found('red b')).toEqual([first]);
    expect(await found('%_')).toEqual([second]);
    expect(await found('%x')).toEqual([]);
    expect(await found("' or 1=1 --")).toEqual([]);
  });

  it('leaves out images that the viewer cannot find in the library', async () => {
    const [hidden, open] = [await upload(220), await upload(221)];
    site.host.hooks.addFilter('media_hidden', (ids) => [...ids, hidden]);
    expect((await ask({})).pictures.map(({ attachment }) => attachment.id)).toEqual([open]);
  });

  it('returns originals in every size, marked or not', async () => {
    const id = await upload(420, 'barn', 'jpeg');
    const before = await site.attachment(id);
    const sizes = ['full', ...Object.keys(before.sizes)];
    const originals = await Promise.all(sizes.map((size) => site.publicBytes(id, size)));
    for (const isMarked of [false, true]) {
      if (isMarked) await site.plugin.apply(id);
      const attachment = await site.attachment(id);
      for (const [index, size] of sizes.entries()) {
        const { content, mimeType } = await site.plugin.readOriginal(attachment, size);
        expect([size, mimeType, content.equals(originals[index] ?? Buffer.alloc(0))]).toEqual([
          size,
          'image/jpeg',
          true,
        ]);
      }
      expect((await site.plugin.readOriginal(attachment, 'none')).content.equals(originals[0] ?? Buffer.alloc(0))).toBe(
        true,
      );
    }
  });

  it('removes the mark of an excluded image, and allows it after the image is included', async () => {
    const id = await upload(220);
    const original = await site.publicBytes(id);
    await site.plugin.apply(id);
    expect(await site.plugin.keepOut(id)).toEqual({ done: true, notes: [] });
    expect(await site.publicBytes(id)).toEqual(original);
    expect(await site.plugin.keepOut(id)).toEqual({ done: true, notes: [] });
    expect(await site.plugin.apply(id)).toEqual({ done: false, reason: 'excluded' });
    await site.plugin.letIn(id);
    expect(await site.plugin.apply(id)).toEqual({ done: true, notes: [] });
    expect(await site.publicBytes(id)).not.toEqual(original);
  });
});
