import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walkFolder } from '../../../../src/plugins/knowledge-base/content/import/walk-folder.js';
import type { ExportRequest } from '../../../../src/plugins/knowledge-base/surfaces/export/export-to.js';
import { createExportingHost, exportFrom } from '../../../support/knowledge-base-export.js';

const actor = { user: null, source: 'rest' } as const;

describe('images and attachments in an export', () => {
  let host: TestHost;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-media-'));
    host = await createExportingHost({ url: 'https://docs.example.com', storage: `file:${folder}/files` });
  });
  afterEach(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const kb = () => host.plugin('knowledge-base');
  const out = () => path.join(folder, 'out');
  const exported = (request: Partial<ExportRequest>) => exportFrom(host, { path: out(), to: 'markdown', ...request });
  const text = (file: string) => readFile(path.join(out(), file), 'utf8');

  async function filled() {
    const guides = await kb().categories.create({ name: 'Guides' });
    const inner = await kb().categories.create({ name: 'Inner', parentId: guides.id });
    const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await host.media.create(bytes, { filename: 'a picture.png', altText: 'Red' });
    const [small = picture] = Object.values(picture.sizes);
    const { id } = await kb().articles.create(
      {
        title: 'One',
        status: 'publish',
        categoryIds: [inner.id],
        content: `![a](${picture.url}) ![b](https://docs.example.com${small.url}) ![c](${picture.url.replace(/-[0-9a-f]+/, '-0')})`,
      },
      actor,
    );
    const pdf = await host.media.create(Buffer.from('%PDF-1.4\n%%EOF'), { filename: 'sheet.pdf', postId: id });
    await kb().attachments.add(id, { file: pdf, title: 'The sheet', isOwnFile: true, by: null });
    return { id, picture, small, pdf, bytes, inner };
  }

  it('are saved next to the Markdown, which links to them there', async () => {
    const { picture, small, pdf, bytes } = await filled();
    expect(await exported({ media: true })).toMatchObject({ articles: 1, media: 3, warnings: [] });
    const place = (id: number, name: string) => `media/${id}/${name}`;
    const large = place(picture.id, picture.filename);
    expect((await walkFolder(out())).files).toEqual(
      [
        ...['guides/_index.md', 'guides/inner/_index.md', 'guides/inner/one.md', `guides/${large}`],
        ...[`guides/${place(picture.id, 'file' in small ? small.file : '')}`, `guides/${place(pdf.id, pdf.filename)}`],
      ].sort(),
    );
    expect((await readFile(path.join(out(), 'guides', large))).equals(bytes)).toBe(true);
    const markdown = await text('guides/inner/one.md');
    expect(markdown).toContain(`![a](../${large.split('/').map(encodeURIComponent).join('/')})`);
    expect(markdown).toContain(`attachments:\n  - file: ../${place(pdf.id, pdf.filename)}\n    title: The sheet\n`);
    // A URL that does not belong to the file.
    expect(markdown).toMatch(/!\[c\]\(\/media\/\d+-0\//);
  });

  it('are left out by default', async () => {
    const { picture } = await filled();
    expect(await exported({})).toMatchObject({ media: 0 });
    expect((await walkFolder(out())).files).toEqual([
      'guides/_index.md',
      'guides/inner/_index.md',
      'guides/inner/one.md',
    ]);
    expect(await text('guides/inner/one.md')).toContain(`![a](${picture.url})`);
  });

  it('are included in the export of a single category', async () => {
    const { inner, picture } = await filled();
    await exported({ media: true, category: inner.id });
    expect(await text('one.md')).toContain(`![a](media/${picture.id}/`);
  });

  it('are items of a WXR export, with URLs that WordPress can fetch', async () => {
    const { picture, pdf, id } = await filled();
    await kb().articles.update(id, { featuredMedia: picture.id }, actor);
    expect(await exportFrom(host, { path: out(), to: 'wxr' })).toMatchObject({ articles: 1, media: 2 });
    const xml = await readFile(out(), 'utf8');
    const items = xml.split('<item>').slice(1);
    expect(items).toHaveLength(3);
    for (const { url } of [picture, pdf]) {
      expect(xml).toContain(`<wp:attachment_url><![CDATA[https://docs.example.com${url}]]></wp:attachment_url>`);
    }
    const [, thumbnail] = /_thumbnail_id\]\]><\/wp:meta_key><wp:meta_value><!\[CDATA\[(\d+)/.exec(items[0] ?? '') ?? [];
    expect(
      items.find((item) => item.includes(`https://docs.example.com${picture.url}`) && !item.includes('_thumbnail_id')),
    ).toContain(`<wp:post_id>${thumbnail}</wp:post_id>`);
    // WordPress replaces exactly this URL with its own.
    expect(items[0]).toContain(`src="https://docs.example.com${picture.url}"`);
  });

  it.each(['source', 'revisions', 'since', 'media'] as const)(
    '%s is rejected by formats that do not support it',
    async (option) => {
      const value = { source: 'x', revisions: true, since: new Date(), media: true }[option];
      await expect(exported({ to: 'html', [option]: value })).rejects.toMatchObject({
        code: 'vendor_kb_invalid_param',
        status: 400,
        message: expect.stringContaining(`"${option}" is only for exports to`),
      });
    },
  );
});
