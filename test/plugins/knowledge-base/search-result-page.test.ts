import { definePlugin, type Filters } from 'mortise';
import { knowledgeBase, type SearchResultItem } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

type Answer = {
  total: number;
  total_relation: 'eq' | 'gte';
  results: { type: string; id: number; highlights: unknown[] }[];
};
type ResultsFilter = Filters['vendor_kb_search_results'];

const ARTICLES = 60;

const recipe = (id: number): SearchResultItem => ({
  type: 'acme_recipe',
  id,
  title: 'Soup',
  link: 'https://example.com/soup',
  excerpt: '',
  highlights: [],
  score: 0,
  category: null,
  breadcrumbs: [],
});

describe('result pages filtered by a plugin', () => {
  let host: TestHost;
  afterEach(() => host.close());

  async function createHost(filter?: ResultsFilter): Promise<void> {
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      requires: { 'knowledge-base': '^1.0.0' },
      setup: ({ hooks }) => void (filter && hooks.addFilter('vendor_kb_search_results', filter)),
    });
    host = await createTestHost({ plugins: [knowledgeBase(), plugin] });
    const as = await host.createUser('editor');
    for (let number = 1; number <= ARTICLES; number++) {
      const body = { title: `Onion ${number}`, content: '', status: 'publish' };
      await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    }
  }
  async function search(page: number, query: Record<string, string> = {}): Promise<Answer> {
    const request = { q: 'onion', page: String(page), ...query };
    return (await host.request('GET', '/vendor-kb/v1/search', { query: request })).data as Answer;
  }
  const idsOf = ({ results }: Answer): number[] => results.map(({ id }) => id);

  it('are full, and report a lower bound as the total', async () => {
    await createHost((results) => results.filter(({ id }) => id % 2 === 0));
    const first = await search(1);
    expect(idsOf(first)).toHaveLength(10);
    expect(first).toMatchObject({ total_relation: 'gte' });
    expect(first.total).toBeGreaterThan(10);
    expect(first.total).toBeLessThanOrEqual(ARTICLES / 2);
    expect(first.results.every(({ highlights }) => highlights.length > 0)).toBe(true);
  });

  it('contain each result once, and the last one has the exact total', async () => {
    await createHost((results) => results.filter(({ id }) => id % 2 === 0));
    const pages = [await search(1), await search(2), await search(3)];
    const shownIds = pages.flatMap(idsOf);
    expect(new Set(shownIds).size).toBe(ARTICLES / 2);
    expect(shownIds).toHaveLength(ARTICLES / 2);
    expect(pages[2]).toMatchObject({ total: ARTICLES / 2, total_relation: 'eq' });
    const past = await host.request('GET', '/vendor-kb/v1/search', { query: { q: 'onion', page: '4' } });
    expect(past).toMatchObject({ status: 400, data: { code: 'vendor_kb_invalid_page' } });
  });

  it('are empty when nothing is left, at any page number', async () => {
    await createHost(() => []);
    expect(await search(1)).toMatchObject({ total: 0, total_relation: 'gte', results: [] });
    expect((await host.visit('/kb/search?q=onion&page=900000000')).status).toBe(302);
  });

  it('contain the results a plugin adds, before or after the hits', async () => {
    await createHost((results, { page }) => [
      recipe(page),
      ...results.filter(({ id }) => id % 3 > 0),
      recipe(100 + page),
    ]);
    for (const page of [1, 2]) {
      const { results } = await search(page);
      expect(results).toHaveLength(12);
      expect([results[0], results[11]]).toMatchObject([
        { type: 'acme_recipe', id: page },
        { type: 'acme_recipe', id: 100 + page },
      ]);
      expect(results.slice(1, 11).every(({ type }) => type === 'article')).toBe(true);
    }
  });

  it('count the results a plugin adds, without moving articles to other pages', async () => {
    await createHost((results, { page }) => (page === 1 ? [recipe(1), ...results, recipe(2)] : results));
    const [first, last] = [await search(1), await search(6)];
    expect(first).toMatchObject({ total: ARTICLES + 2, total_relation: 'eq' });
    expect(first.results).toHaveLength(12);
    expect(last).toMatchObject({ total: ARTICLES + 2, total_relation: 'eq' });
    expect(last.results).toHaveLength(10);
    const { status } = await host.request('GET', '/vendor-kb/v1/search', { query: { q: 'onion', page: '7' } });
    expect(status).toBe(400);
  });

  it('show and count added results where nothing else is found', async () => {
    await createHost((results) => [...results, recipe(1)]);
    const found = await host.request('GET', '/vendor-kb/v1/search', { query: { q: 'zebra' } });
    expect(found.data).toMatchObject({ total: 1, total_relation: 'eq', results: [{ type: 'acme_recipe' }] });
    expect([found.headers['X-CMS-Total'], found.headers['X-CMS-TotalPages']]).toEqual(['1', '1']);
    const page = await (await host.visit('/kb/search?q=zebra')).text();
    expect(page).toMatch(/data-search-status>1 result/);
    expect(page).toContain('https://example.com/soup');
    const { stdout } = await host.command('kb', 'search', 'zebra');
    expect(stdout).toContain('Soup');
  });

  it('count added results among those that are left', async () => {
    await createHost((results, { page }) => [
      ...results.filter(({ id }) => id % 2 === 0),
      ...(page === 1 ? [recipe(1)] : []),
    ]);
    const pages = [await search(1), await search(2), await search(3)];
    expect(pages.map(({ results }) => results.length)).toEqual([11, 10, 10]);
    expect(pages[2]).toMatchObject({ total: ARTICLES / 2 + 1, total_relation: 'eq' });
  });

  it('are those of the engine when nothing is removed', async () => {
    const requestedPages: number[] = [];
    await createHost((results, { page }) => {
      requestedPages.push(page);
      return results;
    });
    expect(await search(1)).toMatchObject({ total: ARTICLES, total_relation: 'eq' });
    expect(requestedPages).toEqual([1]);
    expect(new Set([...idsOf(await search(1)), ...idsOf(await search(2))]).size).toBe(20);
  });
});
