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

describe('search results added by a plugin', () => {
  let host: TestHost;
  afterEach(() => host.close());

  /** Creates article 1, published and found, and article 2, a draft. */
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

  it('appear with any id, since ids of other types are not article ids', async () => {
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

  it('are dropped if they are articles the viewer may not see', async () => {
    const found = await searchWith(true, addition('article', 2, 'https://example.com/kb/secret-onions'));
    expect(found.data).toMatchObject({ total: 1, results: [{ title: 'Onions' }] });
  });

  it('are dropped, and count as a plugin failure, if their URL is not absolute', async () => {
    const found = await searchWith(false, addition('acme_recipe', 1, '/recipes/1'));
    expect(found).toMatchObject({ status: 200, data: { results: [{ title: 'Onions' }] } });
    const failed: string[] = [];
    host.hooks.on('callbackFailed', ({ owner, hook }) => failed.push(`${owner} ${hook}`));
    await host.request('GET', '/vendor-kb/v1/search', { query: { q: 'onions' } });
    expect(failed).toEqual(['acme vendor_kb_search_results']);
  });
});
