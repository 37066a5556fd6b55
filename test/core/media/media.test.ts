import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Attachment, readExif } from 'mortise/media';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { createPost, type MediaSite, openMediaSite } from './media-site.js';
import { animation, fromCamera, jpeg, picture, png } from './pictures.js';

describe.each(dialects)('media library on $name', (dialect) => {
  let site: MediaSite;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect);
    drop = database.drop;
    site = await openMediaSite({ database: database.url });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const media = () => site.host.media;
  const content = async (id: number, size?: string): Promise<Buffer> => buffer(await media().read(id, size));
  const rows = async (): Promise<number> => (await media().list()).total;

  it('stores an image with its sizes and metadata', async () => {
    const bytes = await jpeg(1600, 1200);
    const attachment = await media().create(bytes, {
      filename: 'Old Town.jpg',
      authorId: 7,
      title: 'The old town',
      altText: 'Roofs',
      caption: 'By <em>Ada</em><script>alert(1)</script>',
    });
    expect(attachment).toMatchObject({
      id: expect.any(Number),
      postId: 0,
      title: 'The old town',
      altText: 'Roofs',
      caption: 'By <em>Ada</em>',
      description: '',
      filename: 'Old Town.jpg',
      mimeType: 'image/jpeg',
      bytes: bytes.length,
      width: 1600,
      height: 1200,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      version: 1,
      authorId: 7,
      focalPoint: null,
      url: expect.stringMatching(/^\/media\/\d+-[\da-f]{16}\/Old%20Town\.jpg$/),
    });
    expect(await media().get(attachment.id)).toEqual(attachment);
    expect((await content(attachment.id)).equals(bytes)).toBe(true);
    const shapes = Object.entries(attachment.sizes).map(([name, { file, width, height }]) => [
      name,
      file,
      width,
      height,
    ]);
    expect(shapes).toEqual([
      ['thumbnail', 'Old Town-thumbnail.jpg', 150, 150],
      ['medium', 'Old Town-medium.jpg', 300, 225],
      ['medium_large', 'Old Town-medium_large.jpg', 768, 576],
      ['large', 'Old Town-large.jpg', 1024, 768],
    ]);
    for (const [name, size] of Object.entries(attachment.sizes)) {
      const stored = await content(attachment.id, name);
      const { width, height, format } = await sharp(stored).metadata();
      expect([width, height, format, stored.length]).toEqual([size.width, size.height, 'jpeg', size.bytes]);
    }
    expect(await site.files()).toHaveLength(5);
    expect(await site.leftovers()).toEqual([]);
  });

  it('accepts a stream and adds the extension of the detected type', async () => {
    const bytes = await png(20, 10);
    const attachment = await media().create(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), {
      filename: 'a',
    });
    expect(attachment).toMatchObject({ filename: 'a.png', title: 'a', sizes: {}, width: 20, height: 10 });
    expect((await content(attachment.id)).equals(bytes)).toBe(true);
  });

  it('creates upright sizes in sRGB without the location', async () => {
    const bytes = await fromCamera(1600, 1200);
    const attachment = await media().create(bytes, { filename: 'a.jpg' });
    expect(attachment).toMatchObject({ width: 1200, height: 1600, sizes: { medium: { width: 225, height: 300 } } });
    const medium = sharp(await content(attachment.id, 'medium'));
    const metadata = await medium.metadata();
    expect(metadata).toMatchObject({ width: 225, height: 300, space: 'srgb' });
    expect([readExif(metadata.exif ?? Buffer.alloc(0)), metadata.orientation, metadata.xmp]).toEqual([
      { hasPlace: false, texts: { Artist: 'Ada Lovelace' } },
      1,
      undefined,
    ]);
    // The corner at the bottom left moves to the top left in a clockwise rotation.
    expect(await colours(medium)).toEqual(['blue', 'red', 'white', 'green']);
    expect((await content(attachment.id)).equals(bytes)).toBe(true);
  });

  it('keeps animations animated in every size', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const attachment = await media().create(await animation(format), { filename: 'a' });
      expect(attachment).toMatchObject({ width: 400, height: 400, filename: `a.${format}` });
      for (const name of ['medium', 'thumbnail']) {
        const stored = await sharp(await content(attachment.id, name), { animated: true }).metadata();
        const side = name === 'medium' ? 300 : 150;
        expect([stored.pages, stored.width, stored.pageHeight]).toEqual([3, side, side]);
      }
    }
  });

  it('crops around the focal point and crops again when it moves', async () => {
    const attachment = await media().create(await jpeg(800, 400), { filename: 'a.jpg', focalPoint: { x: 0, y: 0 } });
    const left = sharp(await content(attachment.id, 'thumbnail'));
    expect((await colours(left))[0]).toBe('red');
    expect((await colours(left))[1]).toBe('red');
    const moved = await media().update(attachment.id, { focalPoint: { x: 1, y: 1 } });
    expect(moved).toMatchObject({ version: 2, focalPoint: { x: 1, y: 1 } });
    expect(moved.url).not.toBe(attachment.url);
    expect((await colours(sharp(await content(attachment.id, 'thumbnail'))))[0]).toBe('green');
    expect(await site.files()).toHaveLength(Object.keys(moved.sizes).length + 1);
  });

  it('updates the metadata of a file and nothing else', async () => {
    const attachment = await media().create(await png(20, 10), { filename: 'a.png' });
    const postId = await createPost(site.host, 1, 'publish');
    const changed = await media().update(attachment.id, {
      title: 'New',
      description: '<b>x</b><style>y</style>',
      postId,
    });
    expect(changed).toMatchObject({ title: 'New', description: '<b>x</b>', postId, version: 1, url: attachment.url });
    expect(changed.modifiedAt.getTime()).toBeGreaterThanOrEqual(attachment.modifiedAt.getTime());
    expect(await media().update(attachment.id, { postId: 0 })).toMatchObject({ postId: 0, title: 'New' });
    await expect(media().update(attachment.id, { postId: 999 })).rejects.toMatchObject({ code: 'media_post_invalid' });
    await expect(media().update(999, { title: 'x' })).rejects.toMatchObject({ code: 'attachment_not_found' });
  });

  it('replaces a file under the same ID with a new URL and deletes the old files', async () => {
    const first = await media().create(await jpeg(), { filename: 'a.jpg', title: 'Kept', authorId: 3 });
    const before = await site.files();
    const bytes = await png(1000, 100);
    const second = await media().replace(first.id, bytes, { filename: 'b.png' });
    expect(second).toMatchObject({
      id: first.id,
      title: 'Kept',
      authorId: 3,
      version: 2,
      filename: 'b.png',
      mimeType: 'image/png',
      width: 1000,
      height: 100,
      bytes: bytes.length,
    });
    expect(Object.keys(second.sizes)).toEqual(['thumbnail', 'medium', 'medium_large']);
    expect((await content(first.id)).equals(bytes)).toBe(true);
    const after = await site.files();
    expect(after).toHaveLength(4);
    expect(after.filter((file) => before.includes(file))).toEqual([]);
    await expect(media().replace(999, bytes)).rejects.toMatchObject({ code: 'attachment_not_found' });
    expect(await site.leftovers()).toEqual([]);
  });

  it('keeps the old file when the new one is rejected', async () => {
    const first = await media().create(await jpeg(), { filename: 'a.jpg' });
    const before = await site.files();
    await expect(media().replace(first.id, Buffer.from('text'))).rejects.toMatchObject({ code: 'media_type_refused' });
    await expect(media().replace(first.id, (await jpeg()).subarray(0, 900))).rejects.toMatchObject({
      code: 'media_damaged',
    });
    expect(await media().get(first.id)).toEqual(first);
    expect(await site.files()).toEqual(before);
  });

  it('deletes a file with its sizes and clears it as the featured image of posts', async () => {
    const attachment = await media().create(await jpeg(), { filename: 'a.jpg' });
    const postId = await createPost(site.host, 1, 'publish', { featuredMedia: attachment.id });
    expect(await media().delete(attachment.id)).toEqual(attachment);
    expect(await media().get(attachment.id)).toBeNull();
    expect(await site.files()).toEqual([]);
    expect(await site.host.content.posts.get(postId)).toMatchObject({ featuredMedia: 0 });
    await expect(media().delete(attachment.id)).rejects.toMatchObject({ code: 'attachment_not_found' });
  });

  it('regenerates sizes only when their definitions changed', async () => {
    const attachment = await media().create(await jpeg(), { filename: 'a.jpg' });
    const pdf = await media().create(Buffer.from('%PDF-1.7\n'), { filename: 'a.pdf' });
    expect(await media().regenerate(attachment.id)).toEqual({ attachment, changed: false });
    site.host.hooks.addFilter('media_sizes', ({ thumbnail, ...sizes }) => ({
      ...(thumbnail ? { thumbnail } : {}),
      medium: sizes.medium ?? { width: 1, height: 1, crop: false },
      card: { width: 320, height: 180, crop: true },
    }));
    const { attachment: after, changed } = await media().regenerate(attachment.id);
    expect(changed).toBe(true);
    expect(Object.keys(after.sizes)).toEqual(['thumbnail', 'medium', 'card']);
    expect(after).toMatchObject({
      version: 2,
      sha256: attachment.sha256,
      sizes: { card: { width: 320, height: 180 } },
    });
    expect(await site.files()).toHaveLength(5);
    expect(await media().regenerate(attachment.id)).toMatchObject({ changed: false });
    expect(await media().regenerate(attachment.id, { force: true })).toMatchObject({ changed: true });
    expect(await media().regenerate(pdf.id, { force: true })).toMatchObject({ changed: false });
  });

  it('reports a missing original file', async () => {
    const attachment = await media().create(await jpeg(), { filename: 'a.jpg' });
    await rm(`${site.folder}/_media`, { recursive: true });
    await expect(media().regenerate(attachment.id, { force: true })).rejects.toMatchObject({
      code: 'media_file_missing',
    });
    expect(await media().update(attachment.id, { title: 'x' })).toMatchObject({ title: 'x' });
    expect(await media().delete(attachment.id)).toMatchObject({ id: attachment.id });
  });

  it('fires actions after each change', async () => {
    const heard: unknown[] = [];
    const { hooks } = site.host;
    hooks.addAction('attachment_created', async ({ id }: Attachment) => {
      heard.push(['created', (await media().get(id)) !== null]);
    });
    hooks.addAction('attachment_updated', ({ title }: Attachment, before: Attachment) => {
      heard.push(['updated', before.title, title]);
    });
    hooks.addAction('attachment_replaced', ({ version }: Attachment, before: Attachment) => {
      heard.push(['replaced', before.version, version]);
    });
    hooks.addAction('attachment_deleted', async ({ id, createdAt }: Attachment) => {
      heard.push(['deleted', (await media().get(id)) === null, createdAt instanceof Date]);
    });
    const { id } = await media().create(await png(9, 9), { filename: 'a.png' });
    await media().update(id, { title: 'b' });
    await media().replace(id, await png(8, 8));
    await media().delete(id);
    expect(heard).toEqual([
      ['created', true],
      ['updated', 'a', 'b'],
      ['replaced', 1, 2],
      ['deleted', true, true],
    ]);
  });

  it('accepts or rejects types by the media_accept filter', async () => {
    const seen: unknown[] = [];
    site.host.hooks.addFilter('media_accept', (accepted, candidate) => {
      seen.push(candidate);
      return candidate.mimeType === 'image/svg+xml' ? true : accepted && candidate.mimeType !== 'image/png';
    });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await media().create(svg, { filename: 'a.png', authorId: 4 })).toMatchObject({
      mimeType: 'image/svg+xml',
      filename: 'a.svg',
      width: null,
      sizes: {},
    });
    await expect(media().create(await png(), { filename: 'a.png' })).rejects.toMatchObject({
      code: 'media_type_refused',
      data: { mime_type: 'image/png' },
    });
    expect(seen).toMatchObject([
      { mimeType: 'image/svg+xml', filename: 'a.svg', bytes: svg.length, width: null, height: null, authorId: 4 },
      { mimeType: 'image/png', width: 640, height: 480, authorId: 0 },
    ]);
    expect(await rows()).toBe(1);
  });

  it('stores executable types under a name that no server of the folder executes', async () => {
    const { remove } = site.host.hooks.addFilter('media_accept', () => true);
    const texts = ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><script>alert(1)</script>'];
    for (const text of texts) {
      const { id, url } = await media().create(Buffer.from(text), { filename: 'a' });
      const [key = ''] = await site.files();
      expect(key).toMatch(/\/full\.bin$/);
      // Earlier releases stored the file under this name.
      const former = key.replace(/bin$/, text.startsWith('<svg') ? 'svg' : 'html');
      await rename(path.join(site.folder, key), path.join(site.folder, former));
      expect((await content(id)).toString()).toBe(text);
      const answer = await site.host.visit(url);
      expect([answer.status, await answer.text()]).toEqual([200, text]);
      await media().delete(id);
      expect(await site.files()).toEqual([]);
    }
    remove();
  });

  it('lists by search, type, post, author and ID in the requested order', async () => {
    const postId = await createPost(site.host, 1, 'publish');
    const a = await media().create(await png(9, 9), { filename: 'a.png', title: '100% Tower', postId, authorId: 5 });
    const b = await media().create(await jpeg(9, 9), { filename: 'b.jpg', title: 'bridge', altText: 'A TOWER' });
    const c = await media().create(Buffer.from('%PDF-1.7\n'), { filename: 'tower_c.pdf', title: 'c' });
    const ids = async (query: Parameters<ReturnType<typeof media>['list']>[0]): Promise<number[]> =>
      (await media().list(query)).attachments.map(({ id }) => id);
    expect(await ids({})).toEqual([c.id, b.id, a.id]);
    expect(await ids({ search: 'tower', orderBy: 'id', direction: 'asc' })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ search: '100%' })).toEqual([a.id]);
    expect(await ids({ search: '_c' })).toEqual([c.id]);
    expect(await ids({ search: '%' })).toEqual([a.id]);
    expect(await ids({ mimeType: 'image' })).toEqual([b.id, a.id]);
    expect(await ids({ mimeType: 'image/png' })).toEqual([a.id]);
    expect(await ids({ mimeType: 'imag' })).toEqual([]);
    expect(await ids({ parents: [postId] })).toEqual([a.id]);
    expect(await ids({ parents: [0] })).toEqual([c.id, b.id]);
    expect(await ids({ parents: [] })).toEqual([]);
    expect(await ids({ authors: [5] })).toEqual([a.id]);
    expect(await ids({ notAuthors: [5] })).not.toContain(a.id);
    expect(await ids({ authors: [] })).toEqual([]);
    expect(await ids({ before: new Date('2001-01-01') })).toEqual([]);
    expect(await ids({ include: [a.id], modifiedAfter: new Date('2001-01-01') })).toEqual([a.id]);
    expect(await ids({ include: [c.id, a.id], orderBy: 'include' })).toEqual([c.id, a.id]);
    expect(await ids({ exclude: [b.id] })).toEqual([c.id, a.id]);
    expect(await ids({ publicOnly: true })).toEqual([a.id]);
    expect(await ids({ orderBy: 'title', direction: 'asc' })).toEqual([a.id, b.id, c.id]);
    expect(await media().list({ perPage: 2, page: 2 })).toMatchObject({ total: 3, attachments: [{ id: a.id }] });
    expect(await media().idsAfter(0, 2)).toEqual([a.id, b.id]);
    expect(await media().idsAfter(b.id, 2)).toEqual([c.id]);
  });

  it('finds the images of a post: its own, its featured image and those in its content', async () => {
    const make = async (filename: string, more = {}): Promise<number> =>
      (
        await media().create(filename.endsWith('pdf') ? Buffer.from('%PDF-1.7\n') : await png(9, 9), {
          filename,
          ...more,
        })
      ).id;
    const [featured, inText, pdf, other] = [
      await make('featured.png'),
      await make('shown.png'),
      await make('text.pdf'),
      await make('other.png'),
    ];
    const postId = await createPost(site.host, 1, 'draft', {
      featuredMedia: featured,
      content: `<!-- wp:image {"id":${inText}} --> [gallery ids="${inText},${pdf},99999"]`,
    });
    const own = await make('own.png', { postId });
    expect((await media().ofPost(postId)).map(({ id }) => id)).toEqual([featured, inText, own]);
    expect(await media().ofPost(99999)).toEqual([]);
    expect(other).toBeGreaterThan(0);
  });

  it('keeps one of two concurrent replacements, with only its files', async () => {
    const first = await media().create(await png(9, 9), { filename: 'a.png' });
    const [one, two] = [await jpeg(500, 500), await jpeg(510, 510)];
    await Promise.all([media().replace(first.id, one), media().replace(first.id, two)]);
    const after = await media().get(first.id);
    expect(after).toMatchObject({ version: 3, mimeType: 'image/jpeg' });
    const stored = await content(first.id);
    expect(stored.equals(after?.width === 500 ? one : two)).toBe(true);
    expect(await site.files()).toHaveLength(3);
  });

  it('lets one of two deletions win, and leaves nothing of a concurrent replacement', async () => {
    const first = await media().create(await png(9, 9), { filename: 'a.png' });
    const bytes = await jpeg(500, 500);
    const outcomes = await Promise.allSettled([
      media().delete(first.id),
      media().delete(first.id),
      media().replace(first.id, bytes),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1);
    expect(await rows()).toBe(0);
    expect(await site.files()).toEqual([]);
  });

  it('leaves neither row nor file when the row cannot be written', async () => {
    site.host.hooks.addFilter('media_accept', async (accepted) => {
      await site.host.db.query.schema.dropTable('outbox').execute();
      return accepted;
    });
    site.host.hooks.addAction('attachment_created', () => undefined);
    await expect(media().create(await jpeg(), { filename: 'a.jpg' })).rejects.toThrow();
    expect(await rows()).toBe(0);
    expect(await site.files()).toEqual([]);
  });
});

/** Returns the colors of the four quarters, row by row. */
async function colours(image: Sharp): Promise<string[]> {
  const { data, info } = await image.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(offset, offset + 3);
    const [r, g, b] = [red > 128, green > 128, blue > 128];
    return r && g && b ? 'white' : r ? 'red' : g ? 'green' : b ? 'blue' : 'black';
  };
  return [at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)];
}

it('the test images have the expected colors', async () => {
  expect(await colours(await picture(100, 80))).toEqual(['red', 'green', 'blue', 'white']);
});
