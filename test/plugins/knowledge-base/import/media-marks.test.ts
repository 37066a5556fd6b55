import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportRequest, importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { scanMedia } from '../../../../src/plugins/knowledge-base/content/import/links/scan-media.js';
import { migratedDatabase, SQLITE } from '../../../support/databases.js';
import { exportInto } from '../../../support/knowledge-base-export.js';
import { temporaryFolder } from './temporary-folder.js';
import { item, wxr } from './wxr-document.js';

describe('image references in a text', () => {
  const idsIn = (body: string, format: 'markdown' | 'html' | 'blocks' = 'blocks') =>
    scanMedia(body, format).ids.map(({ id, offset, length }) => {
      expect(body.slice(offset, offset + length)).toBe(String(id));
      return id;
    });

  it('include ids in blocks, classes and galleries, with their positions', () => {
    expect(idsIn('<!-- wp:image {"width":5,"id":12,"sizeSlug":"large"} -->')).toEqual([12]);
    expect(idsIn('<!-- wp:core/cover {"url":"x","id": 3} -->')).toEqual([3]);
    expect(idsIn('<!-- wp:media-text {"mediaId":7,"id":8} -->')).toEqual([7]);
    expect(idsIn('<!-- wp:gallery {"ids":[4, 5],"linkTo":"none"} /-->')).toEqual([4, 5]);
    expect(idsIn('<img class="a wp-image-9 b" src="x">', 'html')).toEqual([9]);
    expect(idsIn('<img data-id="6" src="x">', 'html')).toEqual([6]);
    expect(idsIn('[gallery columns="2" ids="10,11"]', 'html')).toEqual([10, 11]);
  });

  it('exclude other blocks, code, comments and malformed ids', () => {
    expect(
      idsIn('<!-- wp:paragraph {"id":12} --> <!-- wp:image {"id":"x"} --> <!-- wp:image {"lightbox":true} -->'),
    ).toEqual([]);
    expect(idsIn('<!-- <img class="wp-image-9"> --> <img class="xwp-image-9 wp-image-9x">', 'html')).toEqual([]);
    expect(idsIn('```\n<!-- wp:image {"id":12} -->\n```\n`<img class="wp-image-9">`\n', 'markdown')).toEqual([]);
    expect(idsIn('<!-- wp:image {"id":12} -->\n', 'markdown')).toEqual([12]);
  });

  it('include the candidates of a srcset with their descriptors', () => {
    const value = 'a-300x2.png 300w, /b,c.png?x=1,2 2x,d.png';
    const [set] = scanMedia(`<img srcset="${value}">`, 'html').sets;
    expect(set?.candidates.map(({ destination, descriptor }) => [destination, descriptor])).toEqual([
      ['a-300x2.png', '300w'],
      ['/b,c.png?x=1,2', '2x'],
      ['d.png', ''],
    ]);
    expect(
      set?.candidates.every(
        ({ offset, length, destination }) =>
          value.startsWith(destination, offset - '<img srcset="'.length) && length === destination.length,
      ),
    ).toBe(true);
  });

  it('exclude srcset candidates that browsers ignore', () => {
    const [set] = scanMedia('<img srcset=", a.png wide, b.png 2x,, c.png,">', 'html').sets;
    expect(set?.candidates.map(({ destination }) => destination)).toEqual(['b.png', 'c.png']);
  });

  it('take less than eight seconds in hostile texts', () => {
    const start = performance.now();
    for (const text of [
      '<!-- wp:image {"id":'.repeat(20_000),
      '<img class="'.repeat(20_000),
      '[gallery ids="1,'.repeat(20_000),
    ]) {
      scanMedia(text, 'blocks');
    }
    scanMedia(`<img srcset="${'a '.repeat(9_000)}">`, 'html');
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});

describe('imported images', () => {
  let host: TestHost;
  let red: Buffer;
  const cleanups: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    const { url, drop } = await migratedDatabase(SQLITE, [knowledgeBase()]);
    cleanups.push(drop);
    host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    cleanups.push(host.close);
    red = await sharp({ create: { width: 1200, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    // Create other images first, so that ids differ from those in the source.
    for (const background of ['blue', 'green']) {
      await host.media.create(
        await sharp({ create: { width: 2, height: 2, channels: 3, background } })
          .png()
          .toBuffer(),
        {
          filename: `${background}.png`,
        },
      );
    }
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const take = (source: string, options: Partial<ImportRequest> = {}) =>
    importFrom(host.plugin('knowledge-base'), host.hooks, { path: source, name: 'book', media: 'copy', ...options });
  const contentOf = async (slug: string) =>
    (await host.plugin('knowledge-base').articles.byPath('en', `book/${slug}`))?.content ?? '';
  const picture = async () => {
    const { attachments } = await host.media.list({ perPage: 100 });
    const found = attachments.find(({ filename }) => filename === 'red.png');
    if (!found) throw new Error('no picture');
    return found;
  };

  it('have their new ids and sizes in WordPress texts, while missing ones keep theirs', async () => {
    const uploads = 'https://old.example/wp-content/uploads';
    const text = `<!-- wp:image {"id":812,"sizeSlug":"large"} -->
<figure class="wp-block-image"><img src="${uploads}/red-600x300.png" alt="" class="wp-image-812" srcset="${uploads}/red-600x300.png 600w, ${uploads}/red.png 1200w" /></figure>
<!-- /wp:image -->
<!-- wp:gallery {"ids":[812,813]} /-->
<!-- wp:image {"id":813} --><img src="${uploads}/gone.png" class="wp-image-813" srcset="${uploads}/gone.png 2x" /><!-- /wp:image -->`;
    const attachment = (name: string, id: string) =>
      item({
        title: name,
        link: `https://old.example/${name}/`,
        guid: `${uploads}/${name}.png`,
        'wp:post_id': id,
        'wp:post_type': 'attachment',
        'wp:attachment_url': `${uploads}/${name}.png`,
      });
    const post = {
      title: 'One',
      link: 'https://old.example/one/',
      guid: 'g1',
      'wp:post_name': 'one',
      'wp:post_id': '5',
    };
    const document = wxr(
      item({ ...post, 'content:encoded': text }) + attachment('red', '812') + attachment('gone', '813'),
    );
    const folder = await temporaryFolder({ 'site.xml': document, 'uploads/red.png': red });
    const options = { mediaFolder: path.join(folder, 'uploads') };
    await take(path.join(folder, 'site.xml'), options);
    const { id, url, sizes } = await picture();
    const content = await contentOf('one');
    expect(content).toContain(`<!-- wp:image {"id":${id},"sizeSlug":"large"} -->`);
    expect(content).toContain(`class="wp-image-${id}"`);
    expect(content).toContain(`<!-- wp:gallery {"ids":[${id},813]} /-->`);
    expect(content).toContain(
      `<!-- wp:image {"id":813} --><img src="${uploads}/gone.png" class="wp-image-813" srcset="${uploads}/gone.png 2x" />`,
    );
    const [, srcset = ''] = /srcset="([^"]*)" \/><\/figure>/.exec(content) ?? [];
    const choices = srcset.split(', ').map((choice) => choice.split(' '));
    expect(choices.at(-1)).toEqual([url, '1200w']);
    expect(choices.length).toBeGreaterThan(1);
    const attachments = new Map([
      ...Object.values(sizes).map((size) => [size.url, `${size.width}w`] as const),
      [url, '1200w'],
    ]);
    for (const [at = '', width] of choices) expect(attachments.get(at)).toBe(width);
    expect(await take(path.join(folder, 'site.xml'), options)).toMatchObject({
      articles: { unchanged: 1 },
      edited: [],
    });
    expect(await contentOf('one')).toBe(content);
  });

  it('have their new ids in Markdown, and the export restores the page byte for byte', async () => {
    const page =
      '---\ntitle: One\n---\n<img src="red.png" srcset="red.png 1x, red.png 2x" class="wp-image-44">\n\n<img srcset="gone.png 2x" src="/gone.png" class="wp-image-45">\n';
    const folder = await temporaryFolder({ 'one.md': page, 'red.png': red });
    await take(folder);
    const { id, url } = await picture();
    expect(await contentOf('one')).toBe(
      `<img src="${url}" srcset="${url} 1x, ${url} 2x" class="wp-image-${id}">\n\n<img srcset="gone.png 2x" src="/gone.png" class="wp-image-45">\n`,
    );
    const target = path.join(await temporaryFolder({}), 'out');
    await exportInto(host, target, { source: 'book' });
    expect(await readFile(path.join(target, 'one.md'), 'utf8')).toBe(page);
  });

  it('keep their references if they are not copied', async () => {
    const page = '<img src="red.png" srcset="red.png 2x" class="wp-image-44">\n';
    await take(await temporaryFolder({ 'one.md': page, 'red.png': red }), { media: 'link' });
    expect(await contentOf('one')).toBe(page);
  });
});
