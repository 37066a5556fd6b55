import { definePlugin, type Plugin, type User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toRule } from '../../../src/plugins/knowledge-base/domain/access/rule.js';
import type {
  SearchText,
  SearchTextContext,
} from '../../../src/plugins/knowledge-base/domain/search/search-documents.js';

/** Current behavior of the plugin. */
interface Wish {
  make: ((text: SearchText, article: SearchTextContext) => unknown) | null;
}

/** Plugin that changes what is indexed, through the public API only. */
function indexer(wish: Wish): Plugin {
  return definePlugin({
    name: 'acme-indexer',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks }) {
      hooks.addFilter('vendor_kb_search_document', async (text, article) =>
        wish.make && text ? ((await wish.make(text, article)) as SearchText | null) : text,
      );
    },
  });
}

const actor = { user: null, source: 'rest' } as const;

describe('search document filter', () => {
  const wish: Wish = { make: null };
  const failures: string[] = [];
  let host: TestHost;
  let admin: User;
  let guides: number;
  let lamp: number;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), indexer(wish)] });
    host.hooks.on('callbackFailed', ({ hook }) => failures.push(hook));
    admin = await host.createUser('administrator');
    guides = (await kb().categories.create({ name: 'Guides' })).id;
    lamp = (
      await write('Lamp', {
        content: 'It shines.',
        tags: ['light'],
        searchAliases: ['luminaire'],
        categoryIds: [guides],
      })
    ).id;
    await write('Chair', { content: 'It stands.' });
    const rule = toRule({ mode: 'roles', roles: ['administrator'], listed: false });
    if (!rule) throw new Error('no rule');
    await write('Closed', { content: 'wombat', ruleId: await kb().access.rules.keep(rule) });
  });
  afterAll(() => host.close());
  beforeEach(() => {
    wish.make = null;
    failures.length = 0;
    host.hooks.resume('acme-indexer');
  });

  const kb = () => host.plugin('knowledge-base');
  const write = (title: string, input: object) => kb().articles.create({ title, status: 'publish', ...input }, actor);
  async function build(make: Wish['make']): Promise<void> {
    wish.make = make;
    await kb().searchIndex.rebuild();
  }
  async function get(below: string, as: User | null = null) {
    return (await host.request('GET', `/vendor-kb/v1${below}`, { as })).data as SearchHit;
  }
  interface SearchHit {
    total: number;
    results: { title: string }[];
    suggestions: { text: string }[];
    facets: { tags: { tag: string }[] };
  }
  const titles = async (q: string, as: User | null = null) =>
    (await get(`/search?q=${q}`, as)).results.map(({ title }) => title);

  it('receives the text and the context of each article', async () => {
    const requests: unknown[] = [];
    await build((text, article) => {
      requests.push([text, article]);
      return text;
    });
    // Recently saved articles are indexed again after the build.
    expect(new Set(requests.map((each) => JSON.stringify(each))).size).toBe(3);
    expect(requests[0]).toEqual([
      { title: 'Lamp', body: 'It shines.', aliases: ['luminaire'], tags: ['light'] },
      { id: lamp, locale: 'en', categoryIds: [guides] },
    ]);
  });

  it('keeps aliases unless it returns others', async () => {
    await build((text, { id }) => (id === lamp ? { title: text.title, body: text.body, tags: text.tags } : text));
    expect(await titles('luminaire')).toEqual(['Lamp']);
    await build((text, { id }) => (id === lamp ? { ...text, aliases: ['lantern'] } : text));
    expect([await titles('luminaire'), await titles('lantern')]).toEqual([[], ['Lamp']]);
  });

  it('adds searchable words, with title words ranked first, and tags', async () => {
    await build((text, { id }) =>
      id === lamp ? { title: `${text.title} torch`, body: `${text.body} chair`, tags: [...text.tags, 'acme'] } : text,
    );
    expect(await titles('torch')).toEqual(['Lamp']);
    expect(await titles('chair')).toEqual(['Chair', 'Lamp']);
    expect((await get('/search?q=lamp')).facets.tags).toMatchObject([{ tag: 'acme' }, { tag: 'light' }]);
  });

  it('leaves the original title in suggestions', async () => {
    await build((text) => ({ ...text, title: `${text.title} torch` }));
    expect((await get('/search/suggestions?q=lam')).suggestions.map(({ text }) => text)).toEqual(['Lamp']);
  });

  it('excludes articles, and index checks take that into account', async () => {
    await build((text, { id }) => (id === lamp ? null : text));
    expect(await titles('shines')).toEqual([]);
    expect((await get('/search/suggestions?q=lam')).suggestions).toEqual([]);
    const status = await host.command('kb', 'index', 'status', '--format=json');
    expect(status.code).toBe(0);
    expect(JSON.parse(status.stdout)).toMatchObject({ in_step: true, published: 3, documents: 2, left_out: 1 });
    expect(await get('/search/reindex', admin)).toMatchObject({ published: 3, documents: 2, left_out: 1 });
    expect(await host.doctor.examine({ name: 'search-index' })).toMatchObject([{ status: 'ok' }]);
  });

  it('applies to saved articles, and removes or restores them', async () => {
    await build(null);
    expect(await titles('shines')).toEqual(['Lamp']);
    wish.make = () => null;
    await kb().articles.update(lamp, { content: 'It shines well.' }, actor);
    await kb().searchIndex.catchUp();
    expect(await titles('shines')).toEqual([]);
    expect(kb().searchIndex.status().leftOut).toBe(1);
    wish.make = null;
    await kb().articles.update(lamp, { content: 'It shines.' }, actor);
    await kb().searchIndex.catchUp();
    expect(await titles('shines')).toEqual(['Lamp']);
    expect(kb().searchIndex.status().leftOut).toBe(0);
  });

  it('cannot change who finds an article, or its identity', async () => {
    await build((text) => ({ ...text, id: lamp, locale: 'de', categories: [], authorId: 0, ruleId: null }));
    expect(await titles('wombat')).toEqual([]);
    expect(await get('/search?q=wombat')).toMatchObject({ total: 0, corrections: [] });
    expect(await titles('wombat', admin)).toEqual(['Closed']);
    expect(await titles('shines')).toEqual(['Lamp']);
    expect((await get(`/search?q=shines&category=${guides}`)).total).toBe(1);
  });

  it.each([
    [
      'fails',
      () => {
        throw new Error('not this one');
      },
    ],
    ['gives back no text', () => 7],
    ['forgets the words', () => ({ title: 'Lamp' })],
    ['gives aliases that are none', (text: SearchText) => ({ ...text, aliases: [1] })],
    ['gives tags that are none', (text: SearchText) => ({ ...text, tags: [1] })],
  ])('is skipped for an article on which it %s, and applied to the others', async (_what, make) => {
    await build((text, { id }) => (id === lamp ? make(text) : { ...text, body: `${text.body} acme` }));
    expect(new Set(failures)).toEqual(new Set(['vendor_kb_search_document']));
    expect(await titles('shines')).toEqual(['Lamp']);
    expect(await titles('acme')).toEqual(['Chair']);
  });

  it('is followed when its plugin is deactivated and activated', async () => {
    await build((text, { id }) => (id === lamp ? null : text));
    await host.lifecycle.deactivate('acme-indexer');
    await kb().searchIndex.ready();
    expect(await titles('shines')).toEqual(['Lamp']);
    await host.lifecycle.activate('acme-indexer');
    await kb().searchIndex.ready();
    expect(await titles('shines')).toEqual([]);
  });

  it('causes no rebuild while it is unchanged', async () => {
    const built = host.hooks.didAction('vendor_kb_index_rebuilt');
    await kb().searchIndex.refresh();
    expect(host.hooks.didAction('vendor_kb_index_rebuilt')).toBe(built);
  });
});
