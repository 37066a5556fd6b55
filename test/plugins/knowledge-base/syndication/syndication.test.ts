import { definePlugin } from 'mortise';
import { safeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markdownOf } from '../../../../src/plugins/knowledge-base/surfaces/syndication/markdown.js';
import { dialects, migratedDatabase, type TestDatabase } from '../../../support/databases.js';
import { countTurns } from '../../../support/turns.js';

const SITE = 'https://docs.example.com';

/** Plugin that extends machine-readable output through the public API only. */
const acme = definePlugin({
  name: 'acme-machines',
  version: '1.0.0',
  requires: { 'knowledge-base': '^1.0.0' },
  setup({ hooks }) {
    hooks.addFilter('vendor_kb_sitemap_entries', (entries, { file }) =>
      file === 'pages' ? [...entries, { link: `${SITE}/acme?a=1&b=2`, modified: new Date('2026-01-02') }] : entries,
    );
    hooks.addFilter('vendor_kb_llms_txt', (text, { locale }) => `${text}\n## Acme ${locale}\n`);
    hooks.addFilter('vendor_kb_article_content', (html, article, { viewer }) =>
      article.slug === 'members' && viewer === null ? safeHtml('<p>For members.</p>') : html,
    );
  },
});

/** Parses a well-formed document into its elements. @throws for malformed XML */
function parse(xml: string): { name: string; text: string; attributes: Record<string, string> }[] {
  const found: { name: string; text: string; attributes: Record<string, string> }[] = [];
  const open: (typeof found)[number][] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, text: '', attributes: attributes as Record<string, string> };
    found.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

const textsIn = (xml: string, element: string): string[] =>
  parse(xml).flatMap(({ name, text }) => (name === element ? [text] : []));

describe.each(dialects)('machine-readable output, on $name', (dialect) => {
  let database: TestDatabase;
  let host: TestHost;
  let admin: Awaited<ReturnType<TestHost['createUser']>>;
  let guides: number;

  beforeAll(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({
      database: database.url,
      url: SITE,
      name: 'Acme & Sons',
      plugins: [knowledgeBase(), acme],
    });
    admin = await host.createUser('administrator');
    guides = await write('/categories', { name: 'Guides', slug: 'guides', description: 'How *things* are done.' });
    const deep = await write('/categories', { name: 'Deeper', slug: 'deeper', parent: guides });
    await write('/categories', { name: 'Empty', slug: 'empty' });
    await article('first', {
      title: 'First <one> & "more"\u0007',
      excerpt: 'In short.',
      content:
        'See [the other](/kb/guides/deeper/second#h-a) and ![it](pic.png).\n\n> [!TIP]\n> A hint.\n\n```js\na < b\n```\n',
      categories: [guides],
      tags: ['one & two'],
      seo: { title: 'Best first', description: 'For engines', og_image: 0 },
    });
    await article('second', {
      title: 'Second',
      content: '<!-- wp:paragraph -->\n<p>Blocks <strong>here</strong>.</p>\n<!-- /wp:paragraph -->',
      format: 'blocks',
      categories: [deep],
    });
    await article('hidden', { title: 'Hidden', content: 'x', seo: { noindex: true } });
    await article('copied', { title: 'Copied', content: 'x', seo: { canonical: 'https://elsewhere.example/a' } });
    await article('secret', { title: 'Secret falcon', content: 'falcon', access_rule: { mode: 'logged_in' } });
    await article('draft', { title: 'Draft falcon', content: 'falcon', status: 'draft' });
    await article('members', { title: 'Members', content: 'The falcon lands.' });
    await article('deutsch', { title: 'Erster', content: 'Ein Text', locale: 'de' });
  });
  afterAll(async () => {
    await host?.close();
    await database?.drop();
  });

  async function write(path: string, body: object): Promise<number> {
    const { data, status } = await host.request('POST', `/vendor-kb/v1${path}`, { as: admin, body });
    expect(status, JSON.stringify(data)).toBe(201);
    return (data as { id: number }).id;
  }
  const article = (slug: string, body: object) => write('/articles', { slug, status: 'publish', ...body });

  async function get(path: string, headers: Record<string, string> = {}) {
    const answer = await host.visit(path, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  describe('sitemap', () => {
    it('has an index of well-formed files that list only public pages', async () => {
      const index = await get('/kb/sitemap.xml');
      expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8');
      const files = textsIn(index.text, 'loc');
      expect(files).toEqual([`${SITE}/kb/sitemap-pages.xml`, `${SITE}/kb/sitemap-1.xml`]);
      const pages = await get('/kb/sitemap-pages.xml');
      expect(textsIn(pages.text, 'loc')).toEqual([
        `${SITE}/kb`,
        `${SITE}/kb/de`,
        `${SITE}/kb/guides`,
        `${SITE}/kb/guides/deeper`,
        `${SITE}/acme?a=1&b=2`,
      ]);
      const articles = textsIn((await get('/kb/sitemap-1.xml')).text, 'loc');
      expect(articles.map((link) => new URL(link).pathname)).toEqual([
        '/kb/guides/first',
        '/kb/guides/deeper/second',
        '/kb/members',
        '/kb/de/deutsch',
      ]);
      expect(textsIn((await get('/kb/sitemap-1.xml')).text, 'lastmod')).toHaveLength(4);
    });

    it.each(['/kb/sitemap-2.xml', '/kb/sitemap-0.xml', '/kb/sitemap-x.xml', '/kb/de/sitemap.xml'])(
      'returns 404 at %s',
      async (path) => {
        expect((await get(path)).status).toBe(404);
      },
    );

    it('redirects from the short URL to the full one', async () => {
      const answer = await host.visit('/kb/sitemap');
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/kb/sitemap.xml']);
    });
  });

  describe('feed', () => {
    it('is valid Atom with public articles only', async () => {
      const { headers, text } = await get('/kb/feed');
      expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
      const [, ...titles] = textsIn(text, 'title');
      expect(titles.sort()).toEqual(['Copied', 'First <one> & "more"', 'Hidden', 'Members', 'Second']);
      const ids = textsIn(text, 'id');
      expect(ids[0]).toBe(`${SITE}/kb/feed`);
      expect(ids.slice(1).every((id) => /^urn:uuid:[0-9a-f-]{36}$/.test(id))).toBe(true);
      expect(textsIn(text, 'content').join('')).toContain('<strong>here</strong>');
      expect(textsIn(text, 'summary')).toContain('In short.');
      expect(parse(text).filter(({ name }) => name === 'category')).toMatchObject([
        { attributes: { term: 'one & two' } },
      ]);
      expect(text).not.toContain('falcon');
    });

    it('covers a category with its subcategories, or a locale', async () => {
      const [title, ...titles] = textsIn((await get('/kb/guides/feed')).text, 'title');
      expect(title).toBe('Acme & Sons: Guides');
      expect(titles.sort()).toEqual(['First <one> & "more"', 'Second']);
      expect(textsIn((await get('/kb/de/feed')).text, 'title').slice(1)).toEqual(['Erster']);
    });

    it('is linked from pages', async () => {
      const { text } = await get('/kb/guides');
      expect(text).toContain(`type="application/atom+xml" title="Guides" href="${SITE}/kb/guides/feed"`);
      expect(text).toContain(`href="${SITE}/kb/feed"`);
    });
  });

  describe('Markdown output', () => {
    it.each([
      ['at the address with .md', '/kb/guides/first.md', {}],
      ['for who asks for it', '/kb/guides/first', { Accept: 'text/markdown, text/html;q=0.8' }],
    ])('is the text with absolute links, %s', async (_, path, language) => {
      const { headers, text } = await get(path, language as Record<string, string>);
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(headers.get('link')).toBe(`<${SITE}/kb/guides/first>; rel="canonical"`);
      expect(text).toBe(
        [
          '# First <one> & "more"\u0007\n\n> In short.\n\n',
          `See [the other](${SITE}/kb/guides/deeper/second#h-a) and ![it](${SITE}/kb/guides/pic.png).\n\n`,
          // Converted from the rendered HTML, since a plugin filters it.
          '> **Tip**\n>\n> A hint.\n\n```js\na < b\n```\n',
        ].join(''),
      );
    });

    it('is converted from the rendered HTML of block articles', async () => {
      expect((await get('/kb/guides/deeper/second.md')).text).toBe('# Second\n\nBlocks **here**.\n');
    });

    it('applies plugin filters for anonymous visitors instead of exposing the source', async () => {
      expect((await get('/kb/members.md')).text).toBe('# Members\n\nFor members.\n');
    });

    it('contains the description, subcategories and articles of a category', async () => {
      const { text } = await get('/kb/guides.md');
      expect(text).toMatch(/^# Guides\n\nHow \*things\* are done\.\n/);
      expect(text).toContain(`- [Deeper](${SITE}/kb/guides/deeper.md)`);
      expect(text).toContain(`](${SITE}/kb/guides/first.md): In short.`);
    });

    it.each(['/kb/secret.md', '/kb/draft.md', '/kb/nothing.md'])('returns 404 at %s', async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(404);
      expect(text).not.toContain('falcon lands');
    });

    it.each([
      ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
      ['*/*', 'text/html'],
      ['text/markdown;q=0.5, text/html', 'text/html'],
      ['text/markdown;q=0', 'text/html'],
    ])('is not served for Accept: %s', async (Accept, type) => {
      expect((await get('/kb/guides/first', { Accept })).headers.get('content-type')).toContain(type);
    });
  });

  describe('llms.txt', () => {
    it('lists articles by category, after filters', async () => {
      const { headers, text } = await get('/kb/llms.txt');
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(text).toMatch(/^# Acme & Sons: /);
      expect(text).toContain(`## Guides\n\n- [First <one> & "more"\u0007](${SITE}/kb/guides/first.md): In short.\n`);
      expect(text).toContain(`## Guides / Deeper\n\n- [Second](${SITE}/kb/guides/deeper/second.md)\n`);
      expect(text).toContain('## Acme en');
      expect(text).not.toContain('falcon');
      expect((await get('/kb/de/llms.txt')).text).toContain(`- [Erster](${SITE}/kb/de/deutsch.md)`);
    });

    it('contains all texts in its full version', async () => {
      const { text } = await get('/kb/llms-full.txt');
      expect(text).toContain('# Second\n\nBlocks **here**.\n\nSource: ');
      expect(text).toContain('# Members\n\nFor members.');
      expect(text).not.toMatch(/falcon|Erster/);
    });
  });

  it('answers 304 for a current ETag, and a new version after an article was restricted', async () => {
    const path = '/kb/guides/feed';
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
    const id = await article('short-lived', { title: 'Short-lived', content: 'x', categories: [guides] });
    const between = (await get(path, { 'If-None-Match': etag })).headers.get('etag') ?? '';
    expect(between).not.toBe(etag);
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: admin, body: { access_rule: { mode: 'nobody' } } });
    const { status, text } = await get(path, { 'If-None-Match': between });
    expect(status).toBe(200);
    expect(text).not.toContain('Short-lived');
  });

  it('is the same for admins as for anonymous visitors', async () => {
    for (const path of ['/kb/feed', '/kb/llms.txt', '/kb/sitemap-1.xml']) {
      expect(await (await host.visit(path, { as: admin })).text()).toBe((await get(path)).text);
    }
    expect((await host.visit('/kb/secret.md', { as: admin })).status).toBe(404);
  });

  describe('page metadata', () => {
    const jsonLd = (text: string): Record<string, unknown>[] =>
      [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
        JSON.parse(json),
      );

    it('contains SEO tags, structured data, robots and canonical links', async () => {
      const { text, headers } = await get('/kb/guides/first');
      expect(text).toContain('<title>Best first</title>');
      expect(text).toContain('<meta name="description" content="For engines">');
      expect(text).toContain('<meta property="og:title" content="Best first">');
      expect(headers.get('vary')).toContain('Accept');
      expect(jsonLd(text).map((one) => one['@type'])).toEqual(['TechArticle', 'BreadcrumbList']);
      expect(jsonLd(text)[1]).toMatchObject({
        itemListElement: [{ item: `${SITE}/kb` }, { name: 'Guides', item: `${SITE}/kb/guides` }, { position: 3 }],
      });
      expect((await get('/kb/hidden')).text).toContain('<meta name="robots" content="noindex">');
      expect((await get('/kb/copied')).text).toContain('<link rel="canonical" href="https://elsewhere.example/a">');
    });

    it('offers the search on the home page', async () => {
      expect(jsonLd((await get('/kb')).text)).toMatchObject([
        { '@type': 'WebSite', potentialAction: { target: { urlTemplate: `${SITE}/kb/search?q={query}` } } },
      ]);
    });
  });

  describe('printable category', () => {
    it('contains all its articles with unique ids, and is neither indexed nor cached', async () => {
      const { status, text, headers } = await get('/kb/guides/print');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(text).toContain('<meta name="robots" content="noindex">');
      expect(text).toContain('First &#60;one&#62;');
      expect(text).toContain('<strong>here</strong>');
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect((await get('/kb/guides')).text).toContain('href="/kb/guides/print"');
    });

    it('is restricted like the category', async () => {
      const id = await write('/categories', { name: 'Closed', slug: 'closed', access_rule: { mode: 'logged_in' } });
      await article('inside', { title: 'Inside', content: 'The falcon.', categories: [id] });
      const { status, text } = await get('/kb/closed/print');
      expect(status).toBe(401);
      expect(text).not.toContain('The falcon');
      expect(await (await host.visit('/kb/closed/print', { as: admin })).text()).toContain('The falcon');
    });
  });

  it.each(['feed', 'sitemap.xml', 'llms.txt', 'llms-full.txt'])('reserves the slug %s', async (slug) => {
    const body = { title: 'x', slug };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: admin, body });
    expect((data as { slug: string }).slug).not.toBe(slug);
  });
});

describe.each(dialects)('Markdown of an article with hidden parts in its source, on $name', (dialect) => {
  const PAGE = '/kb/release';
  const content = [
    '<!-- falcon: do not publish -->',
    'See [the docs][docs] and[^used] more.',
    '> [!TIP]\n> A [hint](other).',
    '<script>falcon()</script>',
    '```js title="falcon"\nlet a = 1 < 2; // <!-- shown -->\n```',
    '[docs]: https://example.org/docs "The docs"',
    '[falcon]: https://intranet.example/falcon',
    '[^used]: A note.',
    '[^unused]: The falcon lands.',
  ].join('\n\n');
  let database: TestDatabase;
  let host: TestHost;

  beforeAll(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({ database: database.url, url: SITE, plugins: [knowledgeBase()] });
    const as = await host.createUser('administrator');
    const body = { title: 'Release', slug: 'release', status: 'publish', content };
    expect((await host.request('POST', '/vendor-kb/v1/articles', { as, body })).status).toBe(201);
  });
  afterAll(async () => {
    await host?.close();
    await database?.drop();
  });

  it.each([
    ['at the URL with .md', `${PAGE}.md`, {}],
    ['by content negotiation', PAGE, { Accept: 'text/markdown' }],
    ['in llms-full.txt', '/kb/llms-full.txt', {}],
  ])('contains only what the page shows, %s', async (_, path, headers) => {
    const text = await (await host.visit(path, { headers: headers as Record<string, string> })).text();
    expect(text).toContain(
      [
        '# Release\n',
        'See [the docs](https://example.org/docs "The docs") and[^1] more.\n',
        `> **Tip**\n>\n> A [hint](${SITE}/kb/other).\n`,
        '```js\nlet a = 1 < 2; // <!-- shown -->\n```\n',
        '[^1]: A note.\n',
      ].join('\n'),
    );
    expect(text).not.toContain('falcon');
  });
});

describe.each(dialects)('llms-full.txt without text filters, on $name', (dialect) => {
  const PATH = '/kb/llms-full.txt';
  let database: TestDatabase;
  let host: TestHost;
  let admin: Awaited<ReturnType<TestHost['createUser']>>;
  let ids: number[];
  let visitors = 1;

  beforeAll(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({
      database: database.url,
      url: SITE,
      trustProxy: 'loopback',
      plugins: [knowledgeBase()],
    });
    admin = await host.createUser('administrator');
    ids = [];
    for (let index = 0; index < 30; index += 1) {
      const content = `Text ${index}. ${'word *with* [a link](x) and more.\n\n'.repeat(50)}`;
      ids.push(
        await create('/articles', { title: `Article ${index}`, slug: `a-${index}`, status: 'publish', content }),
      );
    }
  });
  afterAll(async () => {
    await host?.close();
    await database?.drop();
  });

  async function create(path: string, body: object): Promise<number> {
    const { data } = await host.request('POST', `/vendor-kb/v1${path}`, { as: admin, body });
    return (data as { id: number }).id;
  }
  /** Each test uses its own IP addresses, which the rate limit counts by. */
  const get = (address: string, etag = '') =>
    host.visit(PATH, { headers: { 'If-None-Match': etag, 'X-Forwarded-For': address } });

  it('returns 304 for a current ETag', async () => {
    const first = await get('203.0.113.1');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(await first.text()).toContain('Text 29.');
    for (let index = 0; index < 20; index += 1) {
      const again = await get('203.0.113.1', etag);
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    }
  });

  it.each([
    [
      'a saved text',
      () => host.request('PUT', `/vendor-kb/v1/articles/${ids[0]}`, { as: admin, body: { content: 'New.' } }),
    ],
    [
      'a closed article',
      () =>
        host.request('PUT', `/vendor-kb/v1/articles/${ids[1]}`, {
          as: admin,
          body: { access_rule: { mode: 'nobody' } },
        }),
    ],
    ['an article in the trash', () => host.request('DELETE', `/vendor-kb/v1/articles/${ids[2]}`, { as: admin })],
    [
      'a category above it',
      async () => {
        const category = await create('/categories', { name: 'Moved', slug: 'moved' });
        return host.request('PUT', `/vendor-kb/v1/articles/${ids[3]}`, { as: admin, body: { categories: [category] } });
      },
    ],
    [
      'a renamed category',
      () => host.request('PUT', '/vendor-kb/v1/categories/1', { as: admin, body: { slug: 'renamed' } }),
    ],
  ])('changes its ETag after %s', async (_, change) => {
    const address = `198.51.100.${visitors++}`;
    const before = (await get(address)).headers.get('etag') ?? '';
    expect((await change()).status).toBeLessThan(300);
    const after = await get(address, before);
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(before);
  });

  it('is sent six times an hour per IP address', async () => {
    for (let index = 0; index < 6; index += 1) expect((await get('203.0.113.2')).status).toBe(200);
    const refused = await get('203.0.113.2');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await refused.text()).toContain('If-None-Match');
    expect((await get('203.0.113.3')).status).toBe(200);
  });

  it('yields to other work between two texts', async () => {
    await host.request('PUT', `/vendor-kb/v1/articles/${ids[0]}`, { as: admin, body: { content: 'Newest.' } });
    const [turns, answer] = await countTurns(() => get('203.0.113.4'));
    const text = await answer.text();
    expect(text).toContain('Newest.');
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(turns).toBeGreaterThanOrEqual(25);
  });
});

describe('read limit cost of machine-readable pages', () => {
  it.each([
    ['/kb/feed', 6],
    ['/kb/llms.txt', 6],
    ['/kb/sitemap-pages.xml', 6],
    ['/kb/guides.md', 6],
    ['/kb/guides/print', 21],
    ['/kb/search?q=word', 6],
    ['/api/vendor-kb/v1/search?q=word', 5],
    ['/kb/llms-full.txt', 51],
  ])('%s counts as %i reads', async (path, cost) => {
    const host = await createTestHost({ trustProxy: 'loopback', readLimit: { max: cost }, plugins: [knowledgeBase()] });
    try {
      const as = await host.createUser('administrator');
      await host.request('POST', '/vendor-kb/v1/categories', { as, body: { name: 'Guides', slug: 'guides' } });
      const headers = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
      expect((await host.visit(path, headers('203.0.113.1'))).status).toBe(200);
      expect((await host.visit('/kb', headers('203.0.113.1'))).status).toBe(429);
      // Costs one read more than is left.
      expect((await host.visit('/kb', headers('203.0.113.2'))).status).toBe(200);
      expect((await host.visit(path, headers('203.0.113.2'))).status).toBe(429);
    } finally {
      await host.close();
    }
  });
});

it('markdownOf caches the Markdown of a rendered text per URL', () => {
  const view = { html: '<p><a href="x">one</a></p>' };
  expect(markdownOf(view, 'https://a.example/kb/y')).toBe('[one](https://a.example/kb/x)\n');
  view.html = '<p>two</p>';
  expect(markdownOf(view, 'https://a.example/kb/y')).toBe('[one](https://a.example/kb/x)\n');
  expect(markdownOf(view, 'https://a.example/kb/z')).toBe('two\n');
});
