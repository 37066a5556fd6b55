import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ImportRequest, importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { dialects } from '../../../support/databases.js';
import { exportInto } from '../../../support/knowledge-base-export.js';
import { importedArticle, startImportHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';
import { item, wxr } from './wxr-document.js';

const actor = { user: null, source: 'rest' } as const;

describe.each(dialects)('images and downloads of an import on $name', (dialect) => {
  let host: TestHost;
  let red: Buffer;
  let blue: Buffer;

  const picture = (background: string) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background } })
      .png()
      .toBuffer();
  beforeAll(async () => {
    [red, blue] = await Promise.all([picture('red'), picture('blue')]);
  });
  beforeEach(async () => {
    host = await startImportHost(dialect);
  });

  const kb = () => host.plugin('knowledge-base');
  const run = (folder: string, options: Partial<ImportRequest> = {}) =>
    importFrom(kb(), host.hooks, { path: folder, name: 'book', media: 'copy', ...options });
  const article = (slug: string) => importedArticle(host, `book/${slug}`);
  const library = async () => (await kb().media.list({ perPage: 100 })).attachments;
  const page =
    '---\ntitle: One\n---\n![Red](images/red.png "A red one") and [notes](/files/notes.txt), <img src="images/red.png">\n';
  const files = () => ({
    'one.md': page,
    'two.md': 'Nothing to see.\n',
    'images/red.png': red,
    'static/files/notes.txt': 'Notes.\n',
    'images/unused.png': blue,
    LICENSE: 'Free.\n',
  });

  it.each(['copy', 'link'] as const)(
    'are found for wiki links with media "%s", and exported as written',
    async (media) => {
      const one = '---\ntitle: One\n---\nSee [[two|the second]] and ![[red.png|300]], not [[Gone]].\n';
      const folder = await temporaryFolder({ 'one.md': one, 'notes/Two.md': 'Two.\n', 'files/red.png': red });
      const report = await run(folder, { media });
      expect(report).toMatchObject({ problems: [], templateTags: [] });
      expect(report.links).toMatchObject({
        resolved: 1,
        assets: 1,
        unresolved: [{ key: 'one.md', link: 'Gone', line: 4, reason: 'missing' }],
      });
      const [file] = await library();
      const image = media === 'copy' ? file?.url : 'files/red.png';
      expect((await article('one')).content).toBe(
        `See [the second](/kb/book/notes/two) and ![red](${image}), not [[Gone]].\n`,
      );
      const out = await temporaryFolder({});
      await exportInto(host, out, { source: 'book' });
      expect(await readFile(path.join(out, 'one.md'), 'utf8')).toBe(one);
    },
  );

  it('are added to the library once, shown in texts and counted in the report', async () => {
    const folder = await temporaryFolder(files());
    const report = await run(folder);
    expect(report).toMatchObject({ files: 6, articles: { created: 2 }, media: { created: 2, left: 1 }, problems: [] });
    const [one, found] = [await article('one'), await library()];
    const urls = Object.fromEntries(found.map(({ filename, url }) => [filename, url]));
    expect(one.content).toBe(
      page
        .split('---\n')[2]
        ?.replaceAll('images/red.png', urls['red.png'] ?? '?')
        .replace('/files/notes.txt', urls['notes.txt'] ?? '?'),
    );
    expect(found.map(({ postId }) => postId)).toEqual([one.id, one.id]);

    expect(await run(folder)).toMatchObject({
      media: { created: 0, unchanged: 2, left: 1 },
      articles: { unchanged: 2 },
    });
    expect(await library()).toHaveLength(2);
    expect((await article('one')).version).toBe(one.version);
  });

  it('leave an exported page identical to the source', async () => {
    const folder = await temporaryFolder(files());
    await run(folder);
    const target = path.join(await temporaryFolder({}), 'out');
    await exportInto(host, target, { source: 'book' });
    expect(await readFile(path.join(target, 'one.md'), 'utf8')).toBe(page);
  });

  it('are replaced when they change in the source, and texts are updated', async () => {
    const folder = await temporaryFolder(files());
    await run(folder);
    const before = await article('one');
    await writeFile(path.join(folder, 'images/red.png'), blue);
    expect(await run(folder, { update: 'skip' })).toMatchObject({ media: { updated: 0 } });
    expect(await run(folder)).toMatchObject({ media: { updated: 1, unchanged: 1 } });
    const after = await article('one');
    expect(after.content).not.toBe(before.content);
    const [redImage] = await library().then((all) => all.filter(({ filename }) => filename === 'red.png'));
    expect(after.content).toContain(redImage?.url);
    expect(await library()).toHaveLength(2);
  });

  it('may be SVG files, which are updated when they change in the source', async () => {
    const drawing = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`;
    const folder = await temporaryFolder({ 'one.md': '![plan](plan.svg)\n', 'plan.svg': drawing('first') });
    expect(await run(folder)).toMatchObject({ media: { created: 1 }, problems: [] });
    await writeFile(path.join(folder, 'plan.svg'), drawing('second'));
    expect(await run(folder)).toMatchObject({ media: { updated: 1 }, problems: [] });
    expect(await library()).toMatchObject([{ filename: 'plan.svg', mimeType: 'image/svg+xml', version: 2 }]);
  });

  it('are found by their bytes if an import was killed before it recorded them', async () => {
    const folder = await temporaryFolder(files());
    await run(folder);
    await host.db.query.deleteFrom('kb_sources').where('kind', '=', 'media').execute();
    await run(folder);
    expect(await library()).toHaveLength(2);
  });

  it.each(['link', 'skip'] as const)('are not imported with %s', async (media) => {
    const folder = await temporaryFolder(files());
    expect(await run(folder, { media })).toMatchObject({ files: 6, media: { created: 0, left: 3 } });
    expect((await article('one')).content).toContain('images/red.png');
    expect(await library()).toEqual([]);
  });

  it('are as accessible as the most open article that shows them', async () => {
    const closed = '---\naccess: nobody\n---\n![](images/red.png) ![](images/blue.png)\n';
    const folder = await temporaryFolder({
      'a-closed.md': closed,
      'b-open.md': '![](images/blue.png)\n',
      'images/red.png': red,
      'images/blue.png': blue,
    });
    await run(folder);
    const url = await host.listen();
    const statusOf = async (name: string) => {
      const file = (await library()).find(({ filename }) => filename === name);
      return (await fetch(new URL(file?.url ?? '', url))).status;
    };
    expect([await statusOf('red.png'), await statusOf('blue.png')]).toEqual([404, 200]);
  });

  it('are reported but not stored in a dry run', async () => {
    expect(await run(await temporaryFolder(files()), { dryRun: true })).toMatchObject({
      media: { created: 2, left: 1 },
    });
    expect(await library()).toEqual([]);
  });

  it('are never read from outside of the folder, through any path or symlink', async () => {
    const outside = await temporaryFolder({ 'secret.png': red });
    const folder = await temporaryFolder({
      'one.md': `![](../${path.basename(outside)}/secret.png) ![](${outside}/secret.png) ![](file://${outside}/secret.png) ![](link.png) ![](%2e%2e/secret.png)\n`,
      'two.md': `---\nfeatured_media: ../${path.basename(outside)}/secret.png\nseo: { og_image: link.png }\n---\n`,
    });
    await symlink(path.join(outside, 'secret.png'), path.join(folder, 'link.png'));
    const report = await run(folder);
    expect(report.media).toMatchObject({ created: 0 });
    expect(report.problems.map(({ key }) => key)).toEqual(['link.png']);
    expect(await library()).toEqual([]);
    expect(await article('two')).toMatchObject({ featuredMedia: 0, seo: { ogImage: 0 } });
  });

  it('are reported if the library rejects them, and everything else is imported', async () => {
    const folder = await temporaryFolder({
      'one.md': '![](a.ico) ![](b.png) ![](c.png) ![](d.png)\n',
      'a.ico': Buffer.from([0, 0, 1, 0]),
      'b.png': red.subarray(0, 40),
      'c.png': '',
      'd.png': red,
    });
    await truncate(path.join(folder, 'c.png'), 80 * 1024 ** 3);
    const report = await run(folder);
    expect(report.problems.map(({ key, code }) => [key, code])).toEqual([
      ['a.ico', 'media_type_refused'],
      ['b.png', expect.stringMatching(/^media_/)],
      ['c.png', 'vendor_kb_too_large'],
    ]);
    expect(report).toMatchObject({ files: 5, articles: { created: 1 }, media: { created: 1, left: 0 } });
  });

  describe('in a WordPress export', () => {
    const uploads = 'https://old.example/wp-content/uploads';
    const document = wxr(
      item({
        title: 'One',
        link: 'https://old.example/one/',
        guid: 'g1',
        'wp:post_name': 'one',
        'content:encoded': `<p><a href="${uploads}/2020/01/red.png"><img src="/wp-content/uploads/2020/01/red-300x150.png"></a> <img src="${uploads}/gone.png"></p>`,
      }) +
        item({
          title: 'Red',
          link: 'https://old.example/one/red/',
          guid: `${uploads}/2020/01/red.png`,
          'wp:post_type': 'attachment',
          'wp:attachment_url': `${uploads}/2020/01/red.png`,
        }) +
        item({
          title: 'Gone',
          link: 'https://old.example/gone/',
          guid: `${uploads}/gone.png`,
          'wp:post_type': 'attachment',
          'wp:attachment_url': `${uploads}/gone.png`,
        }),
    );
    const importSite = async (options: Partial<ImportRequest>) => {
      const folder = await temporaryFolder({ 'site.xml': document, 'uploads/2020/01/red.png': red });
      return run(path.join(folder, 'site.xml'), { mediaFolder: path.join(folder, 'uploads'), ...options });
    };

    it('are read from a folder, and missing ones stay linked and are reported', async () => {
      const report = await importSite({});
      expect(report).toMatchObject({
        files: 3,
        articles: { created: 1 },
        redirects: { created: 2 },
        media: { created: 1 },
      });
      expect([...new Set(report.media.linked.map(({ link }) => link))]).toEqual([`${uploads}/gone.png`]);
      const [file] = await library();
      expect((await article('one')).content).toBe(
        `<p><a href="${file?.url}"><img src="${file?.url}"></a> <img src="${uploads}/gone.png"></p>`,
      );
      const url = await host.listen();
      const answer = await fetch(`${url}/kb/one/red/`, { redirect: 'manual' });
      expect(answer.headers.get('location')).toContain(file?.url);
      expect(await importSite({})).toMatchObject({ redirects: { unchanged: 2 }, media: { unchanged: 1, created: 0 } });
    });

    it('are left out with skip, and texts keep their URLs', async () => {
      const report = await importSite({ media: 'skip' });
      expect(report).toMatchObject({ redirects: { created: 0 } });
      expect(report.listed.map(({ type }) => type)).toEqual(['attachment', 'attachment']);
      expect((await article('one')).content).toContain('src="/wp-content/uploads/2020/01/red-300x150.png"');
      expect(await library()).toEqual([]);
    });
  });

  it('do not overwrite a text that was changed locally', async () => {
    const folder = await temporaryFolder(files());
    await run(folder, { media: 'link' });
    await kb().articles.update((await article('one')).id, { content: 'Mine.' }, actor);
    expect(await run(folder)).toMatchObject({ edited: ['one.md'] });
    expect((await article('one')).content).toBe('Mine.');
  });
});
