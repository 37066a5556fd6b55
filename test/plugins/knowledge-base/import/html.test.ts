import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPage } from '../../../../src/plugins/knowledge-base/content/import/html/read-page.js';
import { importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { dialects } from '../../../support/databases.js';
import { exportFrom } from '../../../support/knowledge-base-export.js';
import { importedArticle, startExportingHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';

const bodyOf = (html: string): string => readPage(html).body;

describe('static HTML page', () => {
  it('has its fields read from its head, like front matter', () => {
    const page = `<!doctype html><html lang="pt-BR"><head><title>The title &amp; more | Site</title>
      <meta name="description" content="What it is about"><meta property="og:description" content="not this one">
      <meta property="article:published_time" content="2024-02-03T10:00:00Z"><meta property="article:tag" content="one">
      <meta property="article:tag" content="two"><link rel="canonical" href="https://example.com/docs/page/?x=1">
      </head><body><p>text</p></body></html>`;
    expect(readPage(page).data).toEqual({
      format: 'html',
      lang: 'pt-BR',
      title: 'The title & more | Site',
      description: 'What it is about',
      date: '2024-02-03T10:00:00Z',
      tags: ['one', 'two'],
      url: '/docs/page/',
    });
  });

  it.each([
    ['the element that is marked as it', '<main><p>a</p><div itemprop="articleBody"><p>b</p></div></main>', '<p>b</p>'],
    ['its only article', '<body><p>a</p><article><p>b</p></article></body>', '<p>b</p>'],
    [
      'its main part, where it lists articles',
      '<main><article>a</article><article>b</article></main>',
      '<article>a</article><article>b</article>',
    ],
    ['what is marked as its main part', '<body><i>a</i><div role="main"><p>b</p></div></body>', '<p>b</p>'],
    ['its body', '<html><body>\n<p>a</p>\n</body></html>', '<p>a</p>'],
    ['nothing, where it has no body', '<p>a</p>', ''],
  ])('has as its text %s', (_, html, body) => {
    expect(bodyOf(html)).toBe(body);
  });

  it('loses navigation, scripts and forms, and keeps the rest byte for byte', () => {
    const html = `<body><header><h1>Site</h1></header><nav><ul><li>a</li></ul></nav>
<p  CLASS='x'>a &eacute; &#x62;<br/>c</P><script>if (a < b) document.write('<p>d</p>')</script>
<div><footer>e</footer><table><tr><td>f</table></div><form><p>g</p></form></body>`;
    expect(bodyOf(html)).toBe(`<p  CLASS='x'>a &eacute; &#x62;<br/>c</P>\n<div><table><tr><td>f</table></div>`);
  });

  it('has its first heading as its title but not in its text', () => {
    const { data, body } = readPage('<title>A | Site</title><main><h1>A <em>b</em></h1><p>text</p><h1>c</h1></main>');
    expect(data.title).toBe('A b');
    expect(body).toBe('<p>text</p><h1>c</h1>');
  });

  it.each([
    ['elements that are never closed', '<body><div><p>a<b>c'],
    ['a tag that ends nothing', '</div></main><body></p><p>a</p>'],
    ['a comment without an end', '<body><p>a</p><!-- '],
    ['a tag without an end', '<body><p>a</p><a href="'],
    ['no text at all', ''],
    ['ten thousand elements in each other', `<body>${'<div>'.repeat(10_000)}a`],
  ])('is read even with %s', (_, html) => {
    expect(() => readPage(html)).not.toThrow();
  });
});

describe.each(dialects)('static HTML import on $name', (dialect) => {
  let host: TestHost;

  beforeEach(async () => {
    host = await startExportingHost(dialect);
  });

  const page = (title: string, body: string, head = ''): string =>
    `<!doctype html><html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;
  async function run(files: Record<string, string>, options: { dryRun?: boolean } = {}) {
    const kb = host.plugin('knowledge-base');
    return importFrom(kb, host.hooks, { path: await temporaryFolder(files), name: 'site', ...options });
  }
  const found = (path: string) => importedArticle(host, path);

  const SITE = {
    'index.html': page('Home', '<p>Welcome</p>'),
    'guide/index.html': page('Guide', '<p>All of it</p>'),
    'guide/first.html': page(
      'First',
      '<p><a href="second.html#h-part">Second</a> <a href="../index.html">Home</a></p>',
    ),
    'guide/second.html': page(
      'Second',
      '<h2 id="part">Part</h2><a href="/guide/first.html">First</a><a href="no.html">x</a>',
    ),
    '404.html': page('Not found', ''),
    'style.css': 'p {}',
  };

  it('creates categories from folders and articles from files, and rewrites links', async () => {
    const report = await run(SITE);
    expect(report).toMatchObject({
      profile: 'html',
      articles: { created: 2 },
      categories: { created: 2 },
      skipped: ['404.html'],
      problems: [],
    });
    expect((await found('site/guide/first')).content).toBe(
      '<p><a href="/kb/site/guide/second#h-part">Second</a> <a href="/kb/site">Home</a></p>',
    );
    expect((await found('site/guide/second')).contentFormat).toBe('html');
    expect(report.links.unresolved.map(({ link }) => link)).toEqual(['no.html']);
  });

  it('changes nothing the second time', async () => {
    await run(SITE);
    expect(await run(SITE)).toMatchObject({ articles: { created: 0, updated: 0, unchanged: 2 } });
  });

  it('imports a folder with Markdown as Markdown', async () => {
    const report = await run({ 'a.md': '# A', 'theme/index.html': page('x', '') });
    expect(report).toMatchObject({ profile: 'hugo', articles: { created: 1 } });
  });

  it('removes scripts and event handlers', async () => {
    await run({
      'evil.html': page(
        'Evil',
        `<p onclick="x()">a</p><script>x()</script><svg onload=x()><a href="javascript:x()">b</a>`,
      ),
    });
    const { data } = await host.request('GET', `/vendor-kb/v1/articles/${(await found('site/evil')).id}`);
    const { content } = data as { content: { rendered: string } };
    expect(content.rendered).toContain('a</p>');
    expect(content.rendered).not.toMatch(/script|onclick|onload|svg/i);
  });

  it('imports a site written by `kb export`', async () => {
    await run(SITE);
    const folder = await temporaryFolder({});
    await exportFrom(host, { to: 'html', path: path.join(folder, 'out') });
    const kb = host.plugin('knowledge-base');
    const report = await importFrom(kb, host.hooks, { path: path.join(folder, 'out'), name: 'again' });
    expect(report).toMatchObject({
      profile: 'html',
      articles: { created: 2 },
      links: { unresolved: [] },
      problems: [],
    });
    const { title, content } = await found('again/site/guide/second');
    expect({ title, content }).toEqual({
      title: 'Second',
      content:
        '<h2 id="h-part">Part</h2><a href="/kb/again/site/guide/first">First</a><a href="http://localhost:8080/kb/site/guide/no.html">x</a>',
    });
  });
});
