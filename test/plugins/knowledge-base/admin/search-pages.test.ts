import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SEARCH = '/admin/kb/search';

describe('admin search pages', () => {
  let host: TestHost;
  let manager: { id: number };
  let editor: { id: number };
  let searcher: { id: number };
  beforeAll(async () => {
    const roles = definePlugin({
      name: 'acme-roles',
      version: '1.0.0',
      setup({ access }) {
        access.role('searcher', { label: 'Searcher', capabilities: ['read', 'manage_kb_search'] });
      },
    });
    host = await createTestHost({ plugins: [knowledgeBase(), roles] });
    manager = await host.createUser('kb_manager');
    editor = await host.createUser('editor');
    searcher = await host.createUser('searcher');
  });
  afterAll(() => host.close());

  const kb = () => host.plugin('knowledge-base');
  const actor = { user: null, source: 'cli' } as const;
  const visit = (path: string, as: { id: number }) => host.visit(SEARCH + path, { as });

  async function write(body: object): Promise<number> {
    const { id: as } = await host.createUser('administrator');
    const answer = await host.request('POST', '/vendor-kb/v1/articles', { as, body: { content: 'Text.', ...body } });
    return (answer.data as { id: number }).id;
  }

  it('require the permission to manage search', async () => {
    for (const path of ['', '/synonyms', '/synonyms/new', '/synonyms/import', '/promotions', '/promotions/new']) {
      expect([path, (await visit(path, manager)).status]).toEqual([path, 200]);
      expect([path, (await visit(path, editor)).status]).toEqual([path, 403]);
    }
    expect((await visit('/promotions/articles?q=text&locale=en', editor)).status).toBe(403);
  });

  it('offer to rebuild the index only with the permission required over REST', async () => {
    expect(await (await visit('', manager)).text()).toContain('Rebuild index');
    expect(await (await visit('', searcher)).text()).not.toContain('Rebuild index');
  });

  it('return 404 for missing synonyms and promotions', async () => {
    for (const path of ['/synonyms/77', '/synonyms/no', '/synonyms/77/delete', '/promotions/77', '/promotions/0']) {
      expect([path, (await visit(path, manager)).status]).toEqual([path, 404]);
    }
  });

  it('export the listed synonyms as CSV', async () => {
    await kb().synonyms.create({ locale: 'en', words: ['car', 'auto'], also: [] }, actor);
    await kb().synonyms.create({ locale: 'en', words: ['k8s'], also: ['kubernetes'] }, actor);
    await kb().synonyms.create({ locale: 'de', words: ['Handy', 'Mobiltelefon'], also: [] }, actor);
    const saved = async (query: string) => (await visit(`/synonyms/export.csv?${query}`, manager)).text();
    expect(await saved('&locale=en&direction=two-way')).toBe('"locale","words","also"\r\n"en","car|auto",""\r\n');
    expect(await saved('&search=kube')).toBe('"locale","words","also"\r\n"en","k8s","kubernetes"\r\n');
    expect((await saved('')).split('\r\n')).toHaveLength(5);
  });

  it('neither show nor autocomplete the title of an article the user may not read', async () => {
    const secret = await write({ title: 'Secret tariffs', status: 'publish', access_rule: { mode: 'nobody' } });
    await write({ title: 'Public tariffs', status: 'publish' });
    await kb().promotions.create({ locale: 'en', query: 'prices', articles: [secret] }, actor);
    const titles = await visit('/promotions/articles?q=tariffs&locale=en', searcher);
    expect(titles.headers.get('content-type')).toContain('application/json');
    expect(await titles.json()).toEqual([expect.stringMatching(/^\d+: Public tariffs$/)]);
    const list = await (await visit('/promotions', searcher)).text();
    expect(list).toContain(`Article ${secret}`);
    expect(list).not.toContain('Secret tariffs');
    expect(await (await visit('/promotions', manager)).text()).toContain('Secret tariffs');
  });
});
