import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, idsOf, type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

describe.each(dialects)('moderators without read access, on $name', (dialect) => {
  let kb: KbHost;
  let open: number;
  let closed: number;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
    open = await kb.article();
    closed = await kb.article({ access_rule: { mode: 'roles', roles: ['administrator'] } });
  });
  afterAll(() => kb?.close());

  async function write(article: number): Promise<number> {
    const body = { article_id: article, type: 'error', message: 'The figures of the merger are wrong.' };
    const { id } = (await kb.call('administrator', 'POST', '/feedback', body)).data as { id: number };
    return id;
  }
  async function hold(article: number): Promise<number> {
    const { articles, readerFeedback } = kb.host.plugin('knowledge-base');
    const about = await articles.get(article);
    if (!about) throw new Error('no article');
    await readerFeedback.ratings.rate(about, { value: 1 }, { user: null, key: `k${Math.random()}` }, { pageAge: 0 });
    const { data } = await kb.call('administrator', 'GET', '/ratings/held?per_page=100');
    return (data as { id: number; article_id: number }[]).findLast((vote) => vote.article_id === article)?.id ?? 0;
  }

  it('neither see nor change feedback on a restricted article', async () => {
    const [seen, hidden] = [await write(open), await write(closed)];
    const list = await kb.call('editor', 'GET', '/feedback?per_page=100');
    expect(idsOf(list)).toContain(seen);
    expect(idsOf(list)).not.toContain(hidden);
    expect(list.headers['X-CMS-Total']).toBe(String(idsOf(list).length));
    expect(idsOf(await kb.call('editor', 'GET', `/feedback?article=${closed}`))).toEqual([]);
    expectError(await kb.call('editor', 'GET', `/feedback/${hidden}`), 404, 'vendor_kb_feedback_not_found');
    const change = { status: 'in_progress' };
    expectError(await kb.call('editor', 'PUT', `/feedback/${hidden}`, change), 404, 'vendor_kb_feedback_not_found');
    expectError(
      await kb.call('editor', 'PUT', `/feedback/${seen}`, { article_id: closed }),
      400,
      'vendor_kb_invalid_param',
    );
    expect(idsOf(await kb.call('administrator', 'GET', '/feedback?per_page=100'))).toEqual(
      expect.arrayContaining([seen, hidden]),
    );
    expect((await kb.call('administrator', 'PUT', `/feedback/${hidden}`, change)).status).toBe(200);
  });

  it('neither see nor decide on held votes for a restricted article', async () => {
    const [seen, hidden] = [await hold(open), await hold(closed)];
    const list = await kb.call('editor', 'GET', '/ratings/held?per_page=100');
    expect([idsOf(list), list.headers['X-CMS-Total']]).toEqual([[seen], '1']);
    for (const decide of ['release', 'discard']) {
      const { data } = await kb.call('editor', 'POST', '/ratings/held', { [decide]: [hidden] });
      expect(data).toEqual({ released: [], discarded: [] });
    }
    expect((await kb.call('editor', 'POST', '/ratings/held', { release: [seen] })).data).toEqual({
      released: [seen],
      discarded: [],
    });
    expect((await kb.call('administrator', 'POST', '/ratings/held', { discard: [hidden] })).data).toEqual({
      released: [],
      discarded: [hidden],
    });
  });
});
