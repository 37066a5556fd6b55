import { definePlugin } from 'mortise';
import { knowledgeBase, type SearchResultItem } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

const addition = (type: string, id: number, link: string): SearchResultItem => ({
  type,
  id,
  title: `Added ${id}`,
  link,
  excerpt: '',
  highlights: [],
  score: 0,
  category: null,
  breadcrumbs: [],
});

describe('what a plugin adds to the search results', () => {
  let host: TestHost;
  afterEach(() => host.close());

  /** Article 1 is published and found, article 2 is a draft. */
  async function searchWith(debug: boolean, ...added: SearchResultItem[]) {
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      requires: { 'knowledge-base': '^1.0.0' },
      setup: ({ hooks }) => hooks.addFilter('vendor_kb_search_results', (results) => [...added, ...results]),
    });
    host = await createTestHost({ debug, plugins: [knowledgeBase(), plugin] });
    const editor = await host.createUser('editor');
    for (const [title, status] of [
      ['Onions', 'publish'],
      ['Secret onions', 'draft'],
    ]) {
      await host.request('POST', '/vendor-kb/v1/articles', { as: editor, body: { title, content: '', status } });
    }
    return host.request('GET', '/vendor-kb/v1/search', { query: { q: 'onions' } });
  }

  it('is shown whatever its id is, since ids of another type are not those of articles', async () => {
    const found = await searchWith(
      true,
      addition('acme_recipe', 1, 'https://example.com/recipes/1'),
      addition('acme_recipe', 2, 'https://example.com/recipes/2'),
      addition('acme_recipe', 99, 'https://example.com/recipes/99'),
    );
    expect(found.data).toMatchObject({
      results: [
        { type: 'acme_recipe', id: 1 },
        { type: 'acme_recipe', id: 2 },
        { type: 'acme_recipe', id: 99 },
        { type: 'article', title: 'Onions' },
      ],
    });
  });

  it('is left out when it is an article that nobody may see', async () => {
    const found = await searchWith(true, addition('article', 2, 'https://example.com/kb/secret-onions'));
    expect(found.data).toMatchObject({ results: [{ title: 'Onions' }] });
  });

  it('is left out, and laid at the door of the plugin, when its address is not absolute', async () => {
    const found = await searchWith(false, addition('acme_recipe', 1, '/recipes/1'));
    expect(found).toMatchObject({ status: 200, data: { results: [{ title: 'Onions' }] } });
    const failed: string[] = [];
    host.hooks.on('callbackFailed', ({ owner, hook }) => failed.push(`${owner} ${hook}`));
    await host.request('GET', '/vendor-kb/v1/search', { query: { q: 'onions' } });
    expect(failed).toEqual(['acme vendor_kb_search_results']);
  });
});
