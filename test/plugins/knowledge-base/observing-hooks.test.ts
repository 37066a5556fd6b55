import { definePlugin, type Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noResultsOf } from '../../../src/plugins/knowledge-base/content/statistics/statistics.js';

interface Observation {
  readonly viewed: { id: number; viewer: string | null }[];
  readonly rebuilt: number[];
  readonly sent: unknown[];
}

/** Plugin that observes the knowledge base through the public API only. */
function observer(seen: Observation): Plugin {
  return definePlugin({
    name: 'acme-observer',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks }) {
      hooks.addAction('vendor_kb_article_viewed', async ({ id }, { viewer }) => {
        seen.viewed.push({ id, viewer: viewer?.login ?? null });
      });
      hooks.addAction('vendor_kb_index_rebuilt', ({ articles }) => void seen.rebuilt.push(articles));
      hooks.addFilter('vendor_kb_webhook_payload', (payload, topic) => {
        const calls = { ...payload, acme_topic: topic };
        seen.sent.push(calls);
        return calls;
      });
      hooks.addFilter('vendor_kb_stats_excluded', (excluded, _event, { user }) => excluded || user?.login === 'robot');
    },
  });
}

describe('observer hooks of the knowledge base', () => {
  const seen: Observation = { viewed: [], rebuilt: [], sent: [] };
  let host: TestHost;
  let url: string;
  let id: number;
  let as: Awaited<ReturnType<TestHost['createUser']>>;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), observer(seen)] });
    url = await host.listen();
    as = await host.createUser('editor');
    const body = { title: 'Read me', content: 'Text', status: 'publish' };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    id = (data as { id: number }).id;
  });
  afterAll(() => host.close());

  const { flush } = { flush: () => host.plugin('knowledge-base').statistics.flush() };
  const PERSON = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36' };

  it('report each counted view once, and no others', async () => {
    const read = (headers: Record<string, string>, query = '') =>
      fetch(`${url}/api/vendor-kb/v1/articles/${id}${query}`, { headers });
    const first = await read(PERSON);
    await read({ 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await read(PERSON, '?count=0');
    await read({ ...PERSON, 'If-None-Match': String(first.headers.get('ETag')) });
    await flush();
    await flush();
    expect(seen.viewed).toEqual([{ id, viewer: null }]);
  });

  it('report no views that the plugin excludes from the statistics', async () => {
    const robot = await host.users.create({ login: 'robot', email: 'robot@example.com', roles: ['subscriber'] });
    seen.viewed.length = 0;
    for (const who of [robot, as]) {
      await host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: who, headers: PERSON });
    }
    await flush();
    expect(seen.viewed).toEqual([{ id, viewer: as.login }]);
  });

  it('report a rebuilt index with its article count', async () => {
    seen.rebuilt.length = 0;
    await host.plugin('knowledge-base').searchIndex.rebuild();
    expect(seen.rebuilt).toEqual([1]);
  });

  it('extend webhook payloads', async () => {
    await host.webhooks.endpoints.create({ url: 'https://receiver.example/hook', topics: ['vendor_kb_article_saved'] });
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as, body: { title: 'Another' } });
    await expect.poll(() => seen.sent).toHaveLength(1);
    expect(seen.sent[0]).toMatchObject({ acme_topic: 'vendor_kb_article_saved', article: { id } });
    const bodies = await host.db.query.selectFrom('webhook_deliveries').select('body').execute();
    expect(bodies[0]?.body).toContain('"acme_topic":"vendor_kb_article_saved"');
  });

  it('report queries without results, if at least three visitors made them', async () => {
    const { statistics } = host.plugin('knowledge-base');
    const search = (query: string, visitor: number, results: number) =>
      statistics.record(
        { kind: 'search', query, locale: 'en', results, categoryId: 0 },
        { headers: { 'user-agent': PERSON['User-Agent'] }, remoteAddress: `10.0.${visitor}.1`, user: null },
      );
    for (const visitor of [1, 2, 3]) {
      search('change my address', visitor, 0);
      search('found by all', visitor, 4);
    }
    for (const visitor of [1, 2, 3, 4]) search('opening hours', visitor, visitor === 1 ? 3 : 0);
    for (const visitor of [1, 2]) search('ada lovelace', visitor, 0);
    await flush();
    const today = new Date().toISOString().slice(0, 10);
    expect(await noResultsOf(host.db, today)).toEqual({
      day: today,
      queries: expect.arrayContaining([
        { query: 'change my address', locale: 'en', count: 3 },
        { query: 'opening hours', locale: 'en', count: 3 },
      ]),
    });
    expect((await noResultsOf(host.db, today)).queries).toHaveLength(2);
    expect((await noResultsOf(host.db, '2020-01-01')).queries).toEqual([]);
    expect(await host.webhooks.topics()).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'vendor_kb_search_no_results_digest' })]),
    );
  });
});
