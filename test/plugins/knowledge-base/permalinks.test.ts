import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { definePlugin, type Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toRule } from '../../../src/plugins/knowledge-base/domain/access/rule.js';
import type { PermalinkTarget } from '../../../src/plugins/knowledge-base/domain/links/permalink-hooks.js';
import { checkLinks } from '../../support/linked-pages.js';

const SITE = 'https://example.com';
const HELP = 'https://help.example.com';

/** Current behavior of the plugin. */
interface Wish {
  make: ((link: string, target: PermalinkTarget) => unknown) | null;
}

/** Plugin that changes permalinks through the public API only. */
function addresses(wish: Wish): Plugin {
  return definePlugin({
    name: 'acme-addresses',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks }) {
      hooks.addFilter('vendor_kb_permalink', (link, target) =>
        wish.make ? (wish.make(link, target) as string) : link,
      );
    },
  });
}

/** Caller that does not look like a bot. */
const reader = {
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  remoteAddress: '192.0.2.1',
  user: null,
};

const actor = { user: null, source: 'rest' } as const;

describe('permalink filter', () => {
  const wish: Wish = { make: null };
  const failures: string[] = [];
  let host: TestHost;
  let admin: Awaited<ReturnType<TestHost['createUser']>>;
  let guides: number;
  let start: number;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-permalinks-'));
    host = await createTestHost({
      plugins: [knowledgeBase(), addresses(wish)],
      url: SITE,
      storage: `file:${folder}/files`,
    });
    host.hooks.on('callbackFailed', ({ hook, owner }) => failures.push(`${hook} ${owner}`));
    admin = await host.createUser('administrator');
    guides = (await kb().categories.create({ name: 'Guides' })).id;
    start = (await write('Start', { content: 'Heron [nowhere](/kb/nowhere)' })).id;
    await write('Next', { content: 'Heron' });
    await kb().articles.update(start, { slug: 'begin' }, actor);
    const rule = toRule({ mode: 'logged_in', listed: false });
    if (!rule) throw new Error('no rule');
    await write('Closed', { content: 'Heron', ruleId: await kb().access.rules.keep(rule) });
    await kb().searchIndex.ready();
  });
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    wish.make = null;
    failures.length = 0;
  });

  const kb = () => host.plugin('knowledge-base');
  const write = (title: string, input: object) =>
    kb().articles.create({ title, status: 'publish', categoryIds: [guides], ...input }, actor);
  const elsewhere = (link: string): string => link.replace(`${SITE}/kb`, HELP);
  const ask = async (below: string, as: typeof admin | null = null) =>
    (await host.request('GET', `/vendor-kb/v1${below}`, { as })).data;
  const page = async (below: string) => (await host.visit(below)).text();
  const linkOf = async () => ((await ask(`/articles/${start}`)) as { link: string }).link;

  it('changes links in REST responses', async () => {
    wish.make = elsewhere;
    expect(await ask(`/articles/${start}`)).toMatchObject({ link: `${HELP}/guides/begin`, path: 'guides/begin' });
    expect(await ask('/articles')).toContainEqual(expect.objectContaining({ link: `${HELP}/guides/next` }));
    expect(await ask('/categories')).toMatchObject([{ link: `${HELP}/guides` }]);
    expect(await ask('/search?q=heron')).toMatchObject({
      facets: { categories: [{ link: `${HELP}/guides` }] },
      results: expect.arrayContaining([
        expect.objectContaining({
          link: `${HELP}/guides/begin`,
          category: expect.objectContaining({ link: `${HELP}/guides` }),
          breadcrumbs: [{ url: `${HELP}/guides` }, { url: `${HELP}/guides/begin` }].map((crumb) =>
            expect.objectContaining(crumb),
          ),
        }),
      ]),
    });
    expect(await ask('/search/suggestions?q=gui')).toMatchObject({ suggestions: [{ link: `${HELP}/guides` }] });
    expect(await ask('/search/suggestions?q=nex')).toMatchObject({ suggestions: [{ link: `${HELP}/guides/next` }] });
    expect(await ask('/nav')).toMatchObject([{ link: `${HELP}/guides` }]);
    expect(await ask('/stats/categories', admin)).toMatchObject([{ category: { link: `${HELP}/guides` } }]);
  });

  it('changes links on pages and in their metadata', async () => {
    wish.make = elsewhere;
    const html = await page('/kb/guides/begin');
    expect(html).toContain(`<link rel="canonical" href="${HELP}/guides/begin">`);
    expect(html).toContain(`"url":"${HELP}/guides/begin"`);
    expect(html).toContain(`href="${HELP}/guides"`);
    expect(html).toContain(`href="${HELP}/guides/next"`);
    expect(html).not.toContain('href="/kb/guides');
    expect(await page('/kb/guides')).toContain(`<link rel="canonical" href="${HELP}/guides">`);
    expect(await page('/kb')).toContain(`href="${HELP}/guides/next"`);
  });

  it('changes links in reports and emails', async () => {
    wish.make = elsewhere;
    await host.command('kb', 'article', 'check-links');
    expect(await ask('/links/broken', admin)).toMatchObject([{ article: { link: `${HELP}/guides/begin` } }]);
    kb().statistics.record({ kind: 'view', articleId: start, locale: 'en' }, reader);
    await kb().statistics.flush();
    expect(await ask('/stats/articles', admin)).toMatchObject([{ article: { link: `${HELP}/guides/begin` } }]);
    await host.settings.save('knowledge-base', { moderatorsMail: ['mod@example.com'] });
    await host.request('POST', '/vendor-kb/v1/feedback', {
      body: { article_id: start, type: 'error', message: 'A step is missing.' },
    });
    await host.work();
    expect((await host.sentMails()).join()).toContain(`${HELP}/guides/begin`);
  });

  it('yields paths on pages and absolute URLs elsewhere for links within the site', async () => {
    wish.make = (_link, { path }) => `/docs/${path}`;
    expect(await linkOf()).toBe(`${SITE}/docs/guides/begin`);
    expect(await page('/kb/guides/begin')).toContain('href="/docs/guides/next"');
    wish.make = (_link, { path }) => `${SITE}/docs/${path}`;
    expect(await page('/kb/guides/begin')).toContain('href="/docs/guides/next"');
  });

  it('changes neither routing nor form actions nor redirects', async () => {
    wish.make = elsewhere;
    const html = await page('/kb/guides/begin');
    expect(html).toContain('action="/kb/guides/begin?opinion=');
    expect((await host.visit('/guides/begin')).status).toBe(404);
    const moved = await host.visit('/kb/guides/start');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/kb/guides/begin']);
  });

  it('receives the target of a link, and runs only for targets the viewer may see', async () => {
    const calls: unknown[] = [];
    wish.make = (link, target) => {
      calls.push([link, target]);
      return link;
    };
    await ask(`/articles/${start}`);
    const target = { type: 'article', id: start, locale: 'en', path: 'guides/begin' };
    expect(calls).toEqual([[`${SITE}/kb/guides/begin`, target]]);
    await Promise.all([
      page('/kb'),
      page('/kb/guides'),
      page('/kb/guides/begin'),
      ask('/articles'),
      ask('/search?q=heron'),
    ]);
    expect(JSON.stringify(calls)).toContain('guides/next');
    expect(JSON.stringify(calls)).not.toContain('closed');
  });

  it('takes effect immediately on cached answers and ETags', async () => {
    const tagOf = async () => (await host.request('GET', `/vendor-kb/v1/articles/${start}`)).headers.ETag;
    const plain = await tagOf();
    expect(await linkOf()).toBe(`${SITE}/kb/guides/begin`);
    wish.make = elsewhere;
    expect(await linkOf()).toBe(`${HELP}/guides/begin`);
    expect(await tagOf()).not.toBe(plain);
    wish.make = (link) => `${link}?edition=2`;
    expect(await linkOf()).toBe(`${SITE}/kb/guides/begin?edition=2`);
    await host.lifecycle.deactivate('acme-addresses');
    expect(await linkOf()).toBe(`${SITE}/kb/guides/begin`);
    expect(await tagOf()).toBe(plain);
    await host.lifecycle.activate('acme-addresses');
    expect(await linkOf()).toBe(`${SITE}/kb/guides/begin?edition=2`);
  });

  it.each([
    ['nothing that is an address', 7],
    ['a path that does not begin at the site', 'docs/start'],
    ['another host without a scheme', '//evil.example/start'],
    ['the same, as browsers read it', '/\\evil.example/start'],
    ['the same, with a character that browsers leave out', '/\t/evil.example/start'],
    ['a script', 'javascript:alert(1)'],
    ['an address of no web page', 'mailto:help@example.com'],
    ['half an address', 'https://'],
    ['an empty one', ''],
  ])('is logged when it returns %s, and the default link stays', async (_what, link) => {
    wish.make = () => link;
    expect(await linkOf()).toBe(`${SITE}/kb/guides/begin`);
    expect(failures).toEqual(['vendor_kb_permalink acme-addresses']);
    host.hooks.resume('acme-addresses');
  });

  it('does no harm when it throws', async () => {
    wish.make = () => {
      throw new Error('no address today');
    };
    expect(await linkOf()).toBe(`${SITE}/kb/guides/begin`);
    expect(failures).toEqual(['vendor_kb_permalink acme-addresses']);
    expect((await host.visit('/kb/guides/begin')).status).toBe(200);
    host.hooks.resume('acme-addresses');
  });

  it('is not run while its plugin is inactive', async () => {
    await host.lifecycle.deactivate('acme-addresses');
    const before = host.hooks.didFilter('vendor_kb_permalink');
    await Promise.all([page('/kb'), page('/kb/guides/begin'), ask('/articles'), ask('/search?q=heron')]);
    expect(host.hooks.didFilter('vendor_kb_permalink')).toBe(before);
    await host.lifecycle.activate('acme-addresses');
  });

  it('keeps the query and the fragment of a link in paginated lists', async () => {
    wish.make = (_link, { type, id }) => `${HELP}/?${type}=${id}#top`;
    for (let number = 1; number <= 20; number += 1) await write(`Filler ${number}`, {});
    const html = await page('/kb/guides?page=2');
    expect(html).toContain(`<link rel="canonical" href="${HELP}/?category=${guides}&#38;page=2#top">`);
  });

  it('leaves static exports intact, with links to the live pages', async () => {
    wish.make = (_link, { type, id }) => `${HELP}/?${type}=${id}`;
    await host.command('kb', 'export', path.join(folder, 'out'), '--to=html');
    const { dead, files } = await checkLinks(path.join(folder, 'out'));
    expect(dead).toEqual([]);
    expect(files).toContain('guides/begin.html');
    const html = await readFile(path.join(folder, 'out/guides/begin.html'), 'utf8');
    expect(html).toContain('href="next.html"');
    expect(html).toContain(`${HELP}/?article=${start}`);
  });
});
