import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewerOfAccount } from '../../../src/plugins/knowledge-base/domain/access/viewer.js';
import { createSearchWords } from '../../../src/plugins/knowledge-base/domain/search/locale-words.js';
import { createSearchEngine } from '../../../src/plugins/knowledge-base/domain/search/minisearch-engine.js';
import { createSearchService } from '../../../src/plugins/knowledge-base/domain/search/search-service.js';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

describe.each(dialects)('search while the index is built on $name', (dialect) => {
  let kb: KbHost;
  beforeEach(async () => {
    kb = await openKbHost(dialect);
  });
  afterEach(() => kb?.close());

  it('filters by category tree and tag, and shows promotions first', async () => {
    const { host } = kb;
    const { access, articles, categories, permalinks, promotions } = host.plugin('knowledge-base');
    const top = await kb.category();
    const below = await kb.category({ parent: top });
    const inside = await kb.article({ title: 'Onion one', categories: [below] });
    const tagged = await kb.article({ title: 'Onion two', tags: ['Soup'], search_aliases: ['broth'] });
    const searchWords = createSearchWords(host.hooks);
    const { search } = createSearchService({
      db: host.db,
      access,
      articles,
      categories,
      permalinks,
      promotions,
      words: searchWords,
      engine: createSearchEngine(),
      hooks: { ...host.hooks, removeAll: () => 0 },
      index: { ...host.plugin('knowledge-base').searchIndex, isReady: () => false, ready: async () => undefined },
    });
    const viewer = viewerOfAccount(host.access, null);
    const found = async (narrow: { query?: string; category?: number[]; tag?: string }) => {
      const { total, results } = await search({
        query: 'onion',
        locale: 'en',
        page: 1,
        perPage: 10,
        viewer,
        ...narrow,
      });
      expect(total).toBe(results.length);
      return results.map(({ id }) => id);
    };
    expect((await found({})).sort()).toEqual([inside, tagged].sort());
    expect(await found({ category: [top] })).toEqual([inside]);
    expect(await found({ category: [999] })).toEqual([]);
    expect(await found({ tag: 'soup' })).toEqual([tagged]);
    expect(await found({ query: 'broth' })).toEqual([tagged]);

    // Other forms, questions, and articles with only some of the words.
    expect((await found({ query: 'onions?' })).sort()).toEqual([inside, tagged].sort());
    expect(await found({ query: 'How do I cook the first onion, one' })).toContain(inside);
    const text = await kb.article({ title: 'Garlic', content: 'Cook it like one onion.' });
    expect((await found({ query: 'onion one' }))[0]).toBe(inside);
    expect(await found({ query: 'the onion garlic' })).toEqual([text]);
    expect(await found({ query: 'garlic nonsense' })).toEqual([text]);
    expect(await found({ query: 'nonsense' })).toEqual([]);
    await kb.host.plugin('knowledge-base').articles.delete(text, { user: null, source: 'cli' });

    // Promoted articles rank first for any text if they pass the filters, and are on one page.
    const leek = await kb.article({ title: 'Leek', categories: [below] });
    await promotions.create({ locale: 'en', query: 'onions', articles: [leek] }, { user: null, source: 'cli' });
    const all = await found({});
    expect([all[0], [...all].sort()]).toEqual([leek, [inside, tagged, leek].sort()]);
    expect(await found({ tag: 'soup' })).toEqual([tagged]);
    expect(await found({ category: [top] })).toEqual([leek, inside]);
  });
});
