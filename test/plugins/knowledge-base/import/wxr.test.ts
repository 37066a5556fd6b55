import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { readWxr } from '../../../../src/plugins/knowledge-base/content/import/wxr/read-wxr.js';
import { dialects } from '../../../support/databases.js';
import { importedArticle, startImportHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';
import { item, wxr } from './wxr-document.js';

describe.each(dialects)('WordPress import on $name', (dialect) => {
  let host: TestHost;

  beforeEach(async () => {
    host = await startImportHost(dialect);
  });

  const kb = () => host.plugin('knowledge-base');
  async function run(
    document: string | Uint8Array,
    options: { dryRun?: boolean; profile?: 'betterdocs' | 'echo' } = {},
  ) {
    const folder = await temporaryFolder({ 'site.xml': document });
    return importFrom(kb(), host.hooks, { path: path.join(folder, 'site.xml'), name: 'old', ...options });
  }
  const article = (slug: string, category = 'old') => importedArticle(host, `${category}/${slug}`);
  const post = (slug: string, text: string, fields: Record<string, string> = {}, more = '') =>
    item(
      {
        title: slug,
        link: `https://old.example/${slug}/`,
        guid: `https://old.example/?p=${slug}`,
        'wp:post_name': slug,
        'content:encoded': text,
        ...fields,
      },
      more,
    );

  it('imports texts, dates, statuses, tags, excerpts and order', async () => {
    const report = await run(
      wxr(
        post(
          'one',
          '<p>a ]]> b</p>',
          {
            title: 'Tom &amp; <em>Ann</em>',
            'excerpt:encoded': '<p>In short</p>',
            'wp:post_date_gmt': '2020-01-02 03:04:05',
            'wp:post_modified_gmt': '2021-01-02 03:04:05',
            'wp:menu_order': '7',
            'wp:is_sticky': '1',
            'dc:creator': 'ann',
          },
          '<category domain="post_tag" nicename="x"><![CDATA[Q &amp; A]]></category><category domain="nav_menu" nicename="m">m</category>',
        ) +
          post('two', '<!-- wp:paragraph --><p>b</p><!-- /wp:paragraph -->', { 'wp:status': 'pending' }) +
          post('three', '', { 'wp:status': 'draft', 'wp:post_date_gmt': '0000-00-00 00:00:00' }),
      ),
    );
    expect(report).toMatchObject({ files: 3, articles: { created: 3 }, problems: [], warnings: [] });
    expect(await article('one')).toMatchObject({
      title: 'Tom & Ann',
      content: '<p>a ]]> b</p>',
      contentFormat: 'html',
      excerpt: 'In short',
      status: 'publish',
      tags: ['Q & A'],
      menuOrder: 7,
      sticky: true,
      meta: { front_matter: { author: 'ann' } },
      publishedAt: new Date('2020-01-02T03:04:05Z'),
      modifiedAt: new Date('2021-01-02T03:04:05Z'),
    });
    expect(await article('two')).toMatchObject({ status: 'pending', contentFormat: 'blocks' });
    expect(await article('three')).toMatchObject({ status: 'draft' });
  });

  it('builds one tree from the categories of posts and of documentation plugins', async () => {
    const term = (slug: string, parent: string) =>
      `<wp:term><wp:term_taxonomy>doc_category</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_parent>${parent}</wp:term_parent><wp:term_name>${slug.toUpperCase()}</wp:term_name></wp:term>`;
    const before = `<wp:category><wp:category_nicename>%e3%81%82</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[あ]]></wp:cat_name><wp:category_description>About</wp:category_description></wp:category>
      ${term('b', 'a')}${term('a', '')}${term('loop', 'pool')}${term('pool', 'loop')}${term('lost', 'nowhere')}`;
    const more =
      '<category domain="doc_category" nicename="b">B</category><category domain="category" nicename="%e3%81%82">あ</category><category>Undeclared Name</category>';
    await run(wxr(post('one', 'x', { 'wp:post_type': 'docs' }, more), { before }));
    const tree = kb().categories.tree();
    expect(
      tree
        .all()
        .map((category) => category.path)
        .sort(),
    ).toEqual(['old', 'old/a', 'old/a/b', 'old/lost', 'old/pool', 'old/pool/loop', 'old/undeclared-name', 'old/あ']);
    const found = await article('one', 'old/a/b');
    expect(found.categoryIds.map((id) => tree.get(id)?.path)).toEqual(['old/a/b', 'old/あ', 'old/undeclared-name']);
    expect(tree.byPath('en', 'old/あ')).toMatchObject({ name: 'あ', description: 'About' });
  });

  it('limits the depth of category chains', async () => {
    const before = Array.from(
      { length: 60 },
      (_, index) =>
        `<wp:category><wp:category_nicename>c${index}</wp:category_nicename><wp:category_parent>${index ? `c${index - 1}` : ''}</wp:category_parent><wp:cat_name>C</wp:cat_name></wp:category>`,
    );
    const more = '<category domain="category" nicename="c59">C</category>';
    const report = await run(wxr(post('one', 'x', {}, more), { before: before.join('') }));
    expect(report.problems).toEqual([]);
    expect(
      Math.max(
        ...kb()
          .categories.tree()
          .all()
          .map(({ depth }) => depth),
      ),
    ).toBeLessThanOrEqual(10);
  });

  it('rewrites links to posts by URL and by id, and points others to the old site', async () => {
    await run(
      wxr(
        post('one', '', {
          'wp:post_id': '11',
          'content:encoded':
            '<a href="https://old.example/two/#part">a</a> <a href="http://old.example/?p=12&amp;x=1">b</a> <a href="/?page_id=12">c</a>\n    <a href="/gone/">d</a> <img src="/wp-content/a.png"> <a href="https://old.example/pic/">e</a> <a href="#x">f</a> <!-- <a href="/two/"> --> <a href="https://new.example/two/">g</a>',
        }) +
          post('two', '', { 'wp:post_id': '12', 'wp:post_type': 'page' }) +
          item({
            title: 'Pic',
            link: 'https://old.example/pic/',
            guid: 'https://old.example/p.jpg',
            'wp:post_type': 'attachment',
            'wp:status': 'inherit',
            'wp:attachment_url': 'https://files.example/p.jpg?a=1&b=2',
          }),
      ),
    );
    expect((await article('one')).content).toBe(
      '<a href="/kb/old/two#h-part">a</a> <a href="/kb/old/two">b</a> <a href="/kb/old/two">c</a>\n    <a href="https://old.example/gone/">d</a> <img src="https://old.example/wp-content/a.png"> <a href="https://files.example/p.jpg?a=1&amp;b=2">e</a> <a href="#x">f</a> <!-- <a href="/two/"> --> <a href="https://new.example/two/">g</a>',
    );
    expect((await article('one')).redirects).not.toEqual(expect.arrayContaining([expect.stringContaining('~')]));
  });

  it('adds a stable number to a slug that another post or a category has', async () => {
    const before =
      '<wp:category><wp:category_nicename>news</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>News</wp:cat_name></wp:category>';
    const twice = wxr(
      post('same', 'a') + post('same', 'b') + post('news', 'c') + item({ title: '', 'content:encoded': 'd' }),
      { before },
    );
    expect(await run(twice)).toMatchObject({ articles: { created: 4 }, problems: [] });
    expect(
      [await article('same'), await article('same-2'), await article('news-2')].map(({ content }) => content),
    ).toEqual([...['a', 'b', 'c']]);
    expect(await article('untitled')).toMatchObject({ content: 'd' });
    expect(await run(twice)).toMatchObject({ articles: { created: 0, updated: 0, unchanged: 4 } });
  });

  it('does not pass the passwords of posts to hooks', async () => {
    const calls: unknown[] = [];
    host.hooks.addAction('vendor_kb_item_imported', (found) => void calls.push(found));
    await run(wxr(post('secret', 'x', { 'wp:post_password': 'hush' })));
    expect(calls).toMatchObject([{}, { access: { mode: 'password' } }]);
    expect(JSON.stringify(calls)).not.toContain('hush');
  });

  it('never makes protected, private, scheduled or unknown posts public', async () => {
    const report = await run(
      wxr(
        post('secret', 'x', { 'wp:post_password': 'hush' }) +
          post('private', 'x', { 'wp:status': 'private' }) +
          post('later', 'x', { 'wp:status': 'future', 'wp:post_date_gmt': '2030-01-01 00:00:00' }) +
          post('undated', 'x', { 'wp:status': 'future', 'wp:post_date_gmt': '0000-00-00 00:00:00' }) +
          post('binned', 'x', { 'wp:status': 'trash' }) +
          post('odd', 'x', { 'wp:status': 'acme-review' }),
      ),
    );
    const found = await Promise.all(['secret', 'private', 'later', 'undated', 'odd'].map((slug) => article(slug)));
    expect(found.map(({ status }) => status)).toEqual(['publish', 'publish', 'future', 'draft', 'draft']);
    const { rules } = kb().access;
    expect(found.map(({ ruleId }) => rules.get(ruleId)?.mode)).toEqual(['password', 'nobody', ...Array(3)]);
    expect(found[2]?.publishedAt).toEqual(new Date('2030-01-01T00:00:00Z'));
    expect(report.warnings).toMatchObject([{ key: expect.stringContaining('undated') }]);
    for (const { id } of found)
      expect((await host.request('GET', `/vendor-kb/v1/articles/${id}`)).status).not.toBe(200);
    const opened = await host.request('GET', `/vendor-kb/v1/articles/${found[0]?.id}`, {
      headers: { 'X-KB-Password': 'hush' },
    });
    expect(opened.status).toBe(200);
    expect(report.listed).toMatchObject([{ type: 'post', title: 'binned' }]);
    for (const table of ['posts', 'kb_articles', 'kb_sources', 'kb_revisions', 'kb_access_rules'] as const) {
      expect(JSON.stringify(await host.db.query.selectFrom(table).selectAll().execute())).not.toContain('hush');
    }
    expect(JSON.stringify(report)).not.toContain('hush');
  });

  it('removes scripts from texts, titles, names and URLs', async () => {
    const evil =
      '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><svg><script>alert(1)</script></svg><!-- wp:html --><iframe srcdoc="<script>alert(1)</script>"></iframe><!-- /wp:html -->';
    const report = await run(
      wxr(
        post(
          'evil',
          evil,
          { title: '<script>alert(1)</script>Evil' },
          '<category domain="category" nicename="../../x">&lt;script&gt;alert(1)&lt;/script&gt;</category>',
        ) +
          item({
            title: 'f',
            link: 'https://old.example/f',
            'wp:post_type': 'attachment',
            'wp:attachment_url': 'javascript:alert(1)',
          }),
      ),
    );
    expect(report).toMatchObject({ problems: [], listed: [{ title: 'f' }], redirects: { created: 0 } });
    const url = await host.listen();
    const html = await (await fetch(`${url}/kb/old/x/evil`)).text();
    expect(html).toContain('Evil');
    expect(html).not.toMatch(/<script>|onerror=|=["']?javascript:|<iframe|<svg[^>]*><script/i);
  });

  it('imports only the types of a WordPress plugin if its profile is given', async () => {
    const typed = (slug: string, type: string, taxonomy: string) =>
      post(slug, '<p>x</p>', { 'wp:post_type': type }, `<category domain="${taxonomy}" nicename="c">C</category>`);
    const document = wxr(
      typed('page', 'page', 'category') +
        typed('doc', 'docs', 'doc_category') +
        typed('echo', 'epkb_post_type_3', 'epkb_post_type_3_category'),
    );
    const betterdocs = await run(document, { profile: 'betterdocs' });
    expect([betterdocs.articles.created, betterdocs.listed.map(({ type }) => type)]).toEqual([
      1,
      ['page', 'epkb_post_type_3'],
    ]);
    expect((await run(document, { profile: 'echo' })).listed.map(({ type }) => type)).toEqual(['page', 'docs']);
    expect(await article('doc', 'old/c')).toMatchObject({ status: 'publish' });
    expect(await article('echo', 'old/c')).toMatchObject({ status: 'publish' });
    const folder = await temporaryFolder({ 'one.md': 'x' });
    await expect(importFrom(kb(), host.hooks, { path: folder, name: 'x', profile: 'echo' })).rejects.toMatchObject({
      code: 'vendor_kb_invalid_param',
    });
  });

  it('lets filters map types, change items and skip them', async () => {
    host.hooks.addFilter('vendor_kb_import_mappers', ({ types, taxonomies }) => ({
      types: { ...types, faq: 'article' },
      taxonomies,
    }));
    host.hooks.addFilter('vendor_kb_import_item', (found) =>
      found?.slug === 'drop' ? null : found && { ...found, title: found.title.toUpperCase(), body: `${found.body}!` },
    );
    const report = await run(
      wxr(post('q', 'a', { 'wp:post_type': 'faq' }) + post('drop', 'b') + post('x', 'c', { 'wp:post_type': 'shop' })),
    );
    expect(report).toMatchObject({ files: 3, articles: { created: 1 }, listed: [{ type: 'shop' }] });
    expect(report.skipped).toHaveLength(1);
    expect(await article('q')).toMatchObject({ title: 'Q', content: 'a!' });
  });

  it('reports its result and changes nothing in a dry run', async () => {
    const report = await run(wxr(post('one', 'a') + post('two', 'b', { 'wp:post_password': 'p' })), { dryRun: true });
    expect(report).toMatchObject({ articles: { created: 2 }, warnings: [] });
    expect(await host.db.query.selectFrom('posts').select('id').where('type', '=', 'kb_article').execute()).toEqual([]);
  });

  const good = wxr(post('one', 'a'));
  const preceded = (text: string) => good.replace('<rss', `${text}<rss`);
  it.each([
    ['cut off in an item', good.slice(0, good.indexOf('</item>')), /unclosed|end/i],
    ['cut off before its end', good.slice(0, good.indexOf('</rss>')), /unclosed|end/i],
    ['cut off in a text', good.slice(0, good.indexOf(']]></content')), /unclosed|end/i],
    ['with a document type', preceded('<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), /document type/],
    [
      'with entities that grow',
      preceded(`<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`),
      /document type/,
    ],
    ['with an entity that is not XML', good.replace('Old site', '&nbsp;'), /entity/],
    ['with a CDATA section that ends too early', good.replace('![CDATA[a]]', '![CDATA[a]]></b>]]'), /tag/i],
    ['with characters that XML forbids', good.replace('Old site', 'a\u0008b'), /character/i],
    ['that nests too deeply', wxr(`<item>${'<a>'.repeat(30)}${'</a>'.repeat(30)}</item>`), /nest more than/],
    ['with a title of 100 KB', wxr(post('one', 'a', { title: 'x'.repeat(100_000) })), /title exceeds/],
    ['in another encoding', good.replace('UTF-8', 'ISO-8859-1'), /ISO-8859-1/],
    ['that is not UTF-8', Buffer.concat([Buffer.from(good.slice(0, 900)), Buffer.from([0xff, 0xfe])]), /UTF-8/],
    ['that is no export', '<rss version="2.0"><channel><title>News</title></channel></rss>', /version/],
    ['of XML that is something else', '<feed></feed>', /not an RSS/],
    ['that is a web page', '<html><head></head></html>', /neither JSON nor a WordPress export/],
    ['that is empty', '', /neither JSON nor a WordPress export/],
    ['that is text', '# Markdown', /neither JSON nor a WordPress export/],
  ])('rejects a file %s as a whole', async (_, document, reason) => {
    await expect(run(document)).rejects.toMatchObject({
      code: 'vendor_kb_import_invalid',
      status: 422,
      message: expect.stringMatching(reason),
    });
    expect(kb().categories.tree().all()).toEqual([]);
  });

  it('reports a post whose text is too long and imports the others', async () => {
    const report = await run(wxr(post('long', 'x'.repeat(3_000_000)) + post('one', 'a')));
    expect(report).toMatchObject({ files: 2, articles: { created: 1 }, problems: [{ code: 'vendor_kb_too_large' }] });
  });
});

describe('WordPress export reader', () => {
  it('stops at a text that exceeds the limit and has no end', async () => {
    const folder = await temporaryFolder({});
    const file = path.join(folder, 'long.xml');
    await writeFile(file, `${wxr('').split('</channel>')[0]}<item><content:encoded><![CDATA[${'x'.repeat(18_000_000)}`);
    await expect(readWxr(file, async () => undefined)).rejects.toMatchObject({
      message: expect.stringMatching(/a text of more than/),
    });
  });
});
