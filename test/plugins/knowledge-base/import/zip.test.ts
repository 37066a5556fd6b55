import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportRequest, importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { SQLITE } from '../../../support/databases.js';
import { exportFrom } from '../../../support/knowledge-base-export.js';
import { startExportingHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';
import { item, wxr } from './wxr-document.js';
import { zipOf } from './zip-file.js';

describe('import from a zip', () => {
  let folder: string;
  let host: TestHost;
  let red: Buffer;

  const create = () => startExportingHost(SQLITE);
  beforeEach(async () => {
    red = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    folder = await temporaryFolder({});
    host = await create();
  });
  const at = (name: string) => path.join(folder, name);
  const take = (of: TestHost, name: string, options: Partial<ImportRequest> = {}) =>
    importFrom(of.plugin('knowledge-base'), of.hooks, { path: at(name), name: 'book', ...options });
  const pack = async (name: string, files: Parameters<typeof zipOf>[0]) => writeFile(at(name), await zipOf(files));
  const contentOf = async (of: TestHost, slug: string) =>
    (await of.plugin('knowledge-base').articles.byPath('en', slug))?.content;
  const library = async (of: TestHost) => (await of.plugin('knowledge-base').media.list({ perPage: 100 })).attachments;

  it('changes nothing the second time, from the same zip, its folder or a wrapped zip', async () => {
    const files = { 'index.md': '---\ntitle: Book\n---\n', 'one.md': '[two](part/two.md)\n', 'part/two.md': 'Two.\n' };
    await pack('book.zip', { ...files, 'red.png': { content: red } });
    expect(await take(host, 'book.zip')).toMatchObject({ files: 4, articles: { created: 2 }, media: { left: 1 } });
    expect(await contentOf(host, 'book/one')).toBe('[two](/kb/book/part/two)\n');
    expect(await take(host, 'book.zip')).toMatchObject({ articles: { unchanged: 2 } });
    const plain = await temporaryFolder(files);
    const report = await importFrom(host.plugin('knowledge-base'), host.hooks, { path: plain, name: 'book' });
    expect(report).toMatchObject({ articles: { created: 0, unchanged: 2 } });
    await pack('wrapped.zip', {
      'book-main/': '',
      'book-main/index.md': files['index.md'],
      'book-main/one.md': files['one.md'],
      'book-main/part/two.md': 'Two.\n',
    });
    expect(await take(host, 'wrapped.zip')).toMatchObject({ articles: { created: 0, unchanged: 2 } });
  });

  it('reproduces a Markdown export of kb export', async () => {
    await pack('book.zip', {
      'one.md': '---\ntitle: One\n---\n![Red](images/red.png)\n',
      'images/red.png': { content: red },
    });
    await take(host, 'book.zip', { media: 'copy' });
    await exportFrom(host, { to: 'markdown', path: at('out.zip'), source: 'book', media: true, zip: true });
    const other = await create();
    expect(await take(other, 'out.zip', { media: 'copy' })).toMatchObject({
      articles: { created: 1 },
      media: { created: 1 },
      problems: [],
    });
    expect(await contentOf(other, 'book/one')).toMatch(/^!\[Red\]\(\/media\/\S+red\.png\)\n$/);
    await exportFrom(other, { to: 'markdown', path: at('again.zip'), source: 'book', media: true, zip: true });
    expect((await readFile(at('again.zip'))).equals(await readFile(at('out.zip')))).toBe(true);
  });

  it('includes the attachments of a JSON export of kb export, even Markdown files', async () => {
    const { articles, attachments, uploads } = host.plugin('knowledge-base');
    const { id } = await articles.create(
      { title: 'One', slug: 'one', status: 'publish' },
      { user: null, source: 'rest' },
    );
    await writeFile(at('notes.md'), '# Notes\n');
    const file = await uploads.take({ name: 'notes.md', path: at('notes.md'), size: 8 }, id, null);
    await attachments.add(id, { file, isOwnFile: true, by: null });
    await exportFrom(host, { to: 'json', path: at('out.zip'), media: true, zip: true });
    const other = await create();
    expect(await take(other, 'out.zip')).toMatchObject({
      profile: 'json',
      articles: { created: 1 },
      media: { created: 1, linked: [] },
      problems: [],
      warnings: [],
    });
    expect((await library(other)).map(({ filename }) => filename)).toEqual(['notes.md']);
    expect(await take(other, 'out.zip')).toMatchObject({ articles: { unchanged: 1 }, media: { created: 0 } });
  });

  it('includes the uploads next to a WordPress export', async () => {
    const uploads = 'https://old.example/wp-content/uploads';
    const post = { title: 'One', link: 'https://old.example/one/', guid: 'g1', 'wp:post_name': 'one' };
    const document = wxr(item({ ...post, 'content:encoded': `<p><img src="${uploads}/2020/red.png"></p>` }));
    await pack('site.zip', { 'site.xml': document, 'uploads/2020/red.png': { content: red } });
    const report = await take(host, 'site.zip', { media: 'copy' });
    expect(report).toMatchObject({ profile: 'wordpress', articles: { created: 1 }, media: { created: 1, linked: [] } });
    expect(await contentOf(host, 'book/one')).toMatch(/<img src="\/media\//);
  });

  it('fails if there is nothing to import', async () => {
    await pack('pictures.zip', { 'red.png': { content: red } });
    await pack('empty.zip', {});
    for (const name of ['pictures.zip', 'empty.zip']) {
      await expect(take(host, name)).rejects.toMatchObject({ code: 'vendor_kb_import_empty', status: 422 });
    }
    await expect(take(host, 'pictures.zip', { from: 'json' })).rejects.toMatchObject({
      code: 'vendor_kb_import_source_missing',
    });
  });
});
