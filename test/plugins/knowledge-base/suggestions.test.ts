import { definePlugin, type Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase, type TestDatabase } from '../../support/databases.js';

interface Suggestion {
  type: string;
  text: string;
  link?: string;
  match: [number, number][];
}

interface Ids {
  closed?: number;
  closedCategory?: number;
}

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';

/** Plugin that rewrites queries and adds suggestions, through the public API only. */
function completer(ids: Ids, wishes: { adds?: boolean }): Plugin {
  return definePlugin({
    name: 'acme-completer',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks }) {
      hooks.addFilter('vendor_kb_search_query', (query) => (query === 'acmephone' ? 'telephone' : query));
      hooks.addFilter('vendor_kb_suggestions', (suggestions, { q }) => {
        if (!wishes.adds) return suggestions;
        const link = 'https://example.com/added';
        return [
          { type: 'article', id: ids.closed ?? 0, text: 'Closed article', link, match: [] },
          { type: 'article', text: 'Article of nobody', link, match: [] },
          { type: 'category', id: ids.closedCategory ?? 0, text: 'Closed category', link, match: [] },
          { type: 'acme_recipe', id: 7, text: `Recipe for ${q}`, link, match: [] },
          ...suggestions,
        ];
      });
    },
  });
}

describe.each(dialects)('suggestions on $name', (dialect) => {
  const ids: Ids = {};
  const wishes: { adds?: boolean } = {};
  let database: TestDatabase;
  let host: TestHost;
  let admin: Awaited<ReturnType<TestHost['createUser']>>;

  beforeAll(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({ plugins: [knowledgeBase(), completer(ids, wishes)], database: database.url });
    admin = await host.createUser('administrator');
    const hiddenRule = { mode: 'nobody' };
    await write('/categories', { name: 'Telephone lines' });
    ids.closedCategory = await write('/categories', { name: 'Telephone secrets', access_rule: hiddenRule });
    for (const title of ['Telephone', 'Telephone bills', 'Telephone numbers']) {
      await write('/articles', { title, content: 'How to transfer a call.', status: 'publish' });
    }
    const closed = {
      title: 'Closed',
      content: 'We transfer falcon tomorrow.',
      status: 'publish',
      access_rule: hiddenRule,
    };
    ids.closed = await write('/articles', closed);
    for (const visitor of [1, 2, 3]) {
      search('transfer a call', visitor, 3);
      search('transfer falcon', visitor, 1);
      search('transfer to mars', visitor, 0);
      search('transfer to ada@example.com', visitor, 2);
    }
    for (const visitor of [1, 2]) search('transfer call', visitor, 3);
    await host.plugin('knowledge-base').statistics.flush();
  });
  afterAll(async () => {
    await host.close();
    await database.drop();
  });

  async function write(path: string, body: object): Promise<number> {
    const { data, status } = await host.request('POST', `/vendor-kb/v1${path}`, { as: admin, body });
    expect(status, JSON.stringify(data)).toBe(201);
    return (data as { id: number }).id;
  }
  function search(query: string, visitor: number, results: number): void {
    host
      .plugin('knowledge-base')
      .statistics.record(
        { kind: 'search', query, locale: 'en', results, categoryId: 0 },
        { headers: { 'user-agent': PERSON }, remoteAddress: `10.0.${visitor}.1`, user: null },
      );
  }
  async function suggested(query: string, as: typeof admin | null = null): Promise<Suggestion[]> {
    const { data } = await host.request('GET', `/vendor-kb/v1/search/suggestions?${query}`, { as });
    return (data as { suggestions: Suggestion[] }).suggestions;
  }
  const textsOf = (suggestions: Suggestion[], type: string): string[] =>
    suggestions.filter((item) => item.type === type).map(({ text }) => text);

  it('list articles first, with a place for a category the viewer may see', async () => {
    const found = await suggested('q=tele&limit=3');
    expect(found.map(({ type }) => type)).toEqual(['article', 'article', 'category']);
    expect(found.at(-1)).toEqual({
      type: 'category',
      text: 'Telephone lines',
      link: expect.stringMatching(/\/kb\/telephone-lines$/),
      match: [[0, 4]],
    });
    expect(await suggested('q=tele&limit=1')).toMatchObject([{ type: 'article' }]);
    expect(textsOf(await suggested('q=tele&limit=10', admin), 'category')).toContain('Telephone secrets');
  });

  it('include only successful queries of several visitors, without personal data', async () => {
    const found = await suggested('q=trans');
    expect(found).toEqual([{ type: 'query', text: 'transfer a call', match: [[0, 5]] }]);
  });

  it('reveal no words that occur only in restricted articles', async () => {
    expect(textsOf(await suggested('q=transfer fal'), 'query')).toEqual([]);
    expect(textsOf(await suggested('q=transfer fal', admin), 'query')).toEqual(['transfer falcon']);
  });

  it('leave out the query that was typed', async () => {
    expect(textsOf(await suggested('q=Transfer a call'), 'query')).toEqual([]);
  });

  it('are empty for an unknown locale', async () => {
    expect(await suggested('q=tele&locale=xx')).toEqual([]);
  });

  it('include additions of plugins, except articles and categories the viewer may not see', async () => {
    wishes.adds = true;
    const texts = (await suggested('q=trans')).map(({ text }) => text);
    expect(texts).toEqual(['Recipe for trans', 'transfer a call']);
    const all = (await suggested('q=trans&limit=10', admin)).map(({ text }) => text);
    expect(all).toEqual(expect.arrayContaining(['Closed article', 'Closed category', 'Recipe for trans']));
    expect(all).not.toContain('Article of nobody');
    expect(await suggested('q=trans&limit=1')).toHaveLength(1);
    wishes.adds = false;
  });

  describe('query filter', () => {
    it('changes the query that is searched, while the answer shows the typed one', async () => {
      const { data } = await host.request('GET', '/vendor-kb/v1/search?q=acmephone');
      expect(data).toMatchObject({ query: 'acmephone', total: 3 });
      const list = await host.request('GET', '/vendor-kb/v1/articles?search=acmephone&orderby=relevance');
      expect(list.data).toHaveLength(3);
    });
  });
});
