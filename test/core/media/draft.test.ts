import { buffer } from 'node:stream/consumers';
import type { Attachment } from 'mortise/media';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { type MediaSite, openMediaSite } from './media-site.js';
import { jpeg } from './pictures.js';

/** Next version of an image whose files are not created by the library. */
describe.each(dialects)('image drafts on $name', (dialect) => {
  let site: MediaSite;
  let drop: () => Promise<void>;
  let before: Attachment;
  let original: Buffer;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect);
    drop = database.drop;
    site = await openMediaSite({ database: database.url });
    original = await jpeg(500, 400);
    before = await media().create(original, { filename: 'barn.jpg' });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const media = () => site.host.media;
  const content = async (id: number, size?: string): Promise<Buffer> => buffer(await media().read(id, size));
  const grey = async (width: number, height: number) => {
    const content = await sharp({ create: { width, height, channels: 3, background: 'grey' } })
      .jpeg()
      .toBuffer();
    return { content, width, height };
  };
  const drafted = async () => {
    const draft = media().draft(before);
    const full = await grey(500, 400);
    const medium = await grey(300, 240);
    await draft.put('full', full);
    await draft.put('medium', medium);
    return { draft, full, medium };
  };

  it('lists its sizes in the order of the present version, whatever was made first', async () => {
    const draft = media().draft(before);
    const names = Object.keys(before.sizes);
    expect(names.length).toBeGreaterThan(1);
    await draft.put('full', await grey(500, 400));
    for (const name of names.toReversed()) await draft.put(name, await grey(30, 24));
    expect(Object.keys((await draft.publish()).sizes)).toEqual(names);
  });

  it('reads all files of one version and rejects other versions', async () => {
    const files = await media().readVersion(before);
    expect([...files.keys()]).toEqual(['full', ...Object.keys(before.sizes)]);
    for (const [size, file] of files) expect(file.equals(await content(before.id, size))).toBe(true);
    await (await drafted()).draft.publish();
    await expect(media().readVersion(before)).rejects.toMatchObject({ code: 'attachment_changed', status: 409 });
    await media().delete(before.id);
    await expect(media().readVersion(before)).rejects.toMatchObject({ code: 'attachment_not_found' });
  });

  it('shows nothing of a draft before it is published, and then all of it under a new URL', async () => {
    const { draft, full, medium } = await drafted();
    expect(await media().get(before.id)).toEqual(before);
    expect(await content(before.id)).toEqual(original);

    const after = await draft.publish();
    expect(after).toMatchObject({ version: 2, bytes: full.content.length, width: 500, height: 400 });
    expect(after.url).not.toBe(before.url);
    expect(Object.keys(after.sizes)).toEqual(['medium']);
    expect(after.sizes.medium).toMatchObject({ file: 'barn-medium.jpg', width: 300, bytes: medium.content.length });
    expect(await media().get(before.id)).toEqual(after);
    expect(await content(before.id)).toEqual(full.content);
    expect(await content(before.id, 'medium')).toEqual(medium.content);
    expect(await site.files()).toHaveLength(2);
  });

  it('fires attachment_updated when a draft is published', async () => {
    const calls: number[][] = [];
    site.host.hooks.addAction('attachment_updated', (after, earlier) => {
      calls.push([after.version, earlier.version]);
    });
    const { draft } = await drafted();
    await draft.publish();
    expect(calls).toEqual([[2, 1]]);
  });

  it('leaves everything unchanged when the write in its transaction fails', async () => {
    const { draft } = await drafted();
    const publish = draft.publish(async () => {
      throw new Error('The other row cannot be written.');
    });
    await expect(publish).rejects.toThrow('The other row cannot be written.');
    expect(await media().get(before.id)).toEqual(before);
    expect(await content(before.id)).toEqual(original);
    expect(await site.files()).toHaveLength(1 + Object.keys(before.sizes).length);
  });

  it('rejects a draft of a replaced version and deletes its files', async () => {
    const { draft } = await drafted();
    const replaced = await media().replace(before.id, await jpeg(200, 100));
    await expect(draft.publish()).rejects.toMatchObject({ code: 'attachment_changed', status: 409 });
    expect(await media().get(before.id)).toEqual(replaced);
    expect(await site.files()).toHaveLength(1 + Object.keys(replaced.sizes).length);
  });

  it('rejects a draft of a file that was deleted in between', async () => {
    const { draft } = await drafted();
    await media().delete(before.id);
    await expect(draft.publish()).rejects.toMatchObject({ code: 'attachment_not_found' });
    expect(await site.files()).toEqual([]);
  });

  it('rejects a draft without the full image', async () => {
    const draft = media().draft(before);
    await draft.put('medium', await grey(300, 240));
    await expect(draft.publish()).rejects.toMatchObject({ code: 'media_draft_incomplete' });
    expect(await site.files()).toHaveLength(1 + Object.keys(before.sizes).length);
  });

  it('deletes the files of an abandoned draft by its token, but never published ones', async () => {
    const { draft } = await drafted();
    await media().discard(draft.token);
    expect(await site.files()).toHaveLength(1 + Object.keys(before.sizes).length);

    const attachment = await drafted();
    await attachment.draft.publish();
    await media().discard(attachment.draft.token);
    expect(await content(before.id)).toEqual(attachment.full.content);
  });

  it('regenerates sizes from the image that the media_original filter returns', async () => {
    const { draft } = await drafted();
    await draft.publish();
    site.host.hooks.addFilter('media_original', (key, { id }) => (id === before.id ? original : key));
    const { attachment, changed } = await media().regenerate(before.id, { force: true });
    expect(changed).toBe(true);
    expect(attachment).toMatchObject({ version: 3, sha256: before.sha256, bytes: original.length });
    expect(await content(before.id)).toEqual(original);
    expect(Object.keys(attachment.sizes)).toEqual(Object.keys(before.sizes));
  });

  it('creates no sizes of an image that is replaced in between', async () => {
    const next = await jpeg(200, 100);
    site.host.hooks.addFilter('media_original', async () => {
      await media().replace(before.id, next);
      return original;
    });
    const work = media().regenerate(before.id, { force: true });
    await expect(work).rejects.toMatchObject({ code: 'attachment_changed', status: 409 });
    expect(await content(before.id)).toEqual(next);
  });
});
