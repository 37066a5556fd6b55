import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccessRuleInput, toRule } from '../../../../src/plugins/knowledge-base/domain/access/rule.js';
import type { ArticleInput } from '../../../../src/plugins/knowledge-base/domain/articles/article.js';
import type { ExportRequest } from '../../../../src/plugins/knowledge-base/surfaces/export/export-to.js';
import { createExportingHost, exportFrom } from '../../../support/knowledge-base-export.js';
import { checkLinks } from '../../../support/linked-pages.js';

const actor = { user: null, source: 'rest' } as const;

describe('static HTML export', () => {
  let host: TestHost;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-html-'));
    host = await createExportingHost({ url: 'https://docs.example.com/site', storage: `file:${folder}/files` });
  });
  afterEach(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const kb = () => host.plugin('knowledge-base');
  const out = () => path.join(folder, 'out');
  const exported = (request: Partial<ExportRequest> = {}) => exportFrom(host, { path: out(), to: 'html', ...request });
  const page = (file: string) => readFile(path.join(out(), file), 'utf8');
  const article = (title: string, input: ArticleInput = {}) =>
    kb().articles.create({ title, status: 'publish', ...input }, actor);
  async function rule(input: AccessRuleInput): Promise<number> {
    const rule = toRule(input);
    if (!rule) throw new Error('no rule');
    return kb().access.rules.keep(rule);
  }
  const picture = (postId = 0) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
      .then((bytes) => host.media.create(bytes, { filename: 'a picture.png', postId }));

  it('links between files, also for old URLs, and to the live site for everything else', async () => {
    const guides = await kb().categories.create({ name: 'Guides' });
    const start = await article('Start', { categoryIds: [guides.id], content: '## Part\n\ntext' });
    await kb().articles.update(start.id, { slug: 'begin' }, actor);
    await article('Draft', { status: 'draft' });
    await article('All', {
      content:
        '[a](/site/kb/guides/begin#h-part) [b](https://docs.example.com/site/kb/guides/start) [c](/site/kb/guides)\n' +
        '[d](/site/kb/draft) [e](/site/other?x=1) [f](https://else.example.com/) [g](#end) [h](mailto:a@b.example)\n\n## End',
    });
    await exported();
    const html = await page('all.html');
    const hrefs = [...html.matchAll(/<a href="([^"]*)"[^>]*>([a-h])<\/a>/g)].map(([, href, name]) => `${name} ${href}`);
    expect(hrefs).toEqual([
      'a guides/begin.html#h-part',
      'b guides/begin.html',
      'c guides/index.html',
      'd https://docs.example.com/site/kb/draft',
      'e https://docs.example.com/site/other?x=1',
      'f https://else.example.com/',
      'g #h-end',
      'h mailto:a@b.example',
    ]);
    expect((await checkLinks(out())).dead).toEqual([]);
  });

  it('contains only public articles, or those that a given user may read', async () => {
    const secret = await kb().categories.create({ name: 'Secret', ruleId: await rule({ mode: 'logged_in' }) });
    const open = await article('Open', { content: 'See [hidden](/site/kb/secret/hidden).' });
    const hidden = await article('Hidden', { categoryIds: [secret.id], content: 'wombat' });
    await article('Teased', { ruleId: await rule({ mode: 'logged_in', teaser: 'excerpt' }), content: 'wombat' });
    const image = await picture(hidden.id);
    await kb().articles.update(hidden.id, { content: `wombat ![it](${image.url})` }, actor);
    await kb().articles.update(open.id, { content: `[hidden](/site/kb/secret/hidden) ![it](${image.url})` }, actor);
    await exported();
    const { files, dead } = await checkLinks(out());
    expect(files.filter((file) => !file.startsWith('assets/'))).toEqual(['index.html', 'open.html']);
    expect(dead).toEqual([]);
    for (const file of ['index.html', 'open.html']) expect(await page(file)).not.toMatch(/wombat|Secret|Hidden|Teased/);
    expect(await page('open.html')).toContain('href="https://docs.example.com/site/kb/secret/hidden"');

    const user = await host.users.create({
      login: 'ann',
      email: 'ann@example.com',
      name: 'Ann',
      roles: ['subscriber'],
    });
    await exported({ force: true, viewer: { reader: user, can: async () => false, cookies: new Map() } });
    const all = await checkLinks(out());
    expect(all.files).toEqual(expect.arrayContaining(['secret/hidden.html', 'secret/index.html', 'teased.html']));
    expect(all.files.filter((file) => file.startsWith('media/'))).toHaveLength(1);
    expect(all.dead).toEqual([]);
  });

  it('includes the images and files that articles show', async () => {
    const { id } = await article('One');
    const image = await picture();
    const text = await host.media.create(Buffer.from('%PDF-1.4\nhello\n%%EOF'), {
      filename: 'read me.pdf',
      postId: id,
    });
    await kb().attachments.add(id, {
      file: text,
      title: 'The <manual>',
      description: 'All',
      isOwnFile: true,
      by: null,
    });
    const closed = await host.media.create(Buffer.from('%PDF-1.4\nclosed\n%%EOF'), {
      filename: 'closed.pdf',
      postId: id,
    });
    await kb().attachments.add(id, { file: closed, ruleId: await rule({ mode: 'nobody' }), isOwnFile: true, by: null });
    await kb().articles.update(id, { content: `![p](${image.url}) ![gone](/site/media/99-0/x.png)` }, actor);
    const report = await exported();
    expect(report).toMatchObject({ articles: 1, media: 2, warnings: [] });
    const { files, dead, unlinked } = await checkLinks(out());
    expect([dead, unlinked]).toEqual([[], []]);
    expect(files.filter((file) => file.startsWith('media/')).map((file) => path.posix.basename(file))).toEqual([
      path.posix.basename(image.filename),
      path.posix.basename(text.filename),
    ]);
    expect(await page('one.html')).toContain('The &#60;manual&#62;');
  });

  it('leaves files that could run scripts on the live site and links to them', async () => {
    const { id } = await article('One');
    const accepting = host.hooks.addFilter('media_accept', () => true);
    const drawing = await host.media.create(Buffer.from('<svg onload="alert(1)"/>'), { filename: 'a.svg', postId: id });
    const leaflet = await host.media.create(Buffer.from('<script>alert(1)</script>'), {
      filename: 'a.html',
      postId: id,
    });
    accepting.remove();
    await kb().attachments.add(id, { file: leaflet, isOwnFile: true, by: null });
    await kb().articles.update(id, { content: `![p](${drawing.url}) [l](${leaflet.url})` }, actor);
    const report = await exported();
    expect(report).toMatchObject({ articles: 1, media: 0 });
    const message = 'It could run scripts here, so its links lead to the live site.';
    expect(report.warnings.map((warning) => [path.posix.basename(warning.path), warning.message]).sort()).toEqual([
      ['a.html', message],
      ['a.svg', message],
    ]);
    expect((await checkLinks(out())).files.filter((file) => file.startsWith('media/'))).toEqual([]);
    const html = await page('one.html');
    expect(html).toContain(`src="https://docs.example.com${drawing.url}"`);
    expect(html.split(`href="https://docs.example.com${leaflet.url}"`)).toHaveLength(3);
  });

  it('gives every article a unique file name that is valid on any system', async () => {
    for (const [name, locale] of [
      ['Index', 'en'],
      ['Con', 'en'],
      ['長'.repeat(90), 'en'],
      ['Größe', 'de'],
    ] as const) {
      await article(name, { locale });
    }
    const top = await kb().categories.create({ name: 'Assets' });
    for (let number = 0; number < 120; number += 1) await article(`A ${number}`, { categoryIds: [top.id] });
    await exported();
    const { files, dead } = await checkLinks(out());
    expect(dead).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['index.html', 'index-2.html', '-con.html', 'de/größe.html', `${'長'.repeat(66)}.html`]),
    );
    expect(files).toEqual(
      expect.arrayContaining(['assets/index.html', 'assets/index-page-2.html', 'assets/a-119.html']),
    );
  });

  it('contains only the given category', async () => {
    const top = await kb().categories.create({ name: 'Top' });
    const inner = await kb().categories.create({ name: 'Inner', parentId: top.id });
    await article('In', { categoryIds: [inner.id], content: '[out](/site/kb/top/out)' });
    await article('Out', { categoryIds: [top.id] });
    await exported({ category: inner.id });
    const { files, dead } = await checkLinks(out());
    expect(files.filter((file) => file.endsWith('.html'))).toEqual(['in.html', 'index.html']);
    expect(dead).toEqual([]);
    expect(await page('in.html')).toContain('href="https://docs.example.com/site/kb/top/out"');
  });

  it('rejects unsupported options and a missing category', async () => {
    await expect(exported({ status: 'draft' })).rejects.toMatchObject({ code: 'vendor_kb_invalid_param', status: 400 });
    await expect(exported({ since: new Date() })).rejects.toMatchObject({ code: 'vendor_kb_invalid_param' });
    await expect(exported({ category: 99 })).rejects.toMatchObject({ status: 404 });
  });
});
