import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dialects } from '../support/databases.js';
import { expectError, type KbHost, openKbHost } from './knowledge-base-host.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const today = () => new Date().toISOString().slice(0, 10);

/** Browser headers of a visitor, distinguished by number. */
const person = (number = 1) => ({ 'user-agent': `${BROWSER} reader/${number}` });

const REPORTS = ['/stats/overview', '/stats/articles', '/stats/search', '/stats/categories'] as const;

describe.each(dialects)('statistics over REST on $name', (dialect) => {
  let kb: KbHost;
  let guide: number;
  let other: number;
  let draft: number;
  let category: number;

  const statistics = () => kb.host.plugin('knowledge-base').statistics;
  async function report(path: string) {
    await statistics().flush();
    const answer = await kb.call('editor', 'GET', path);
    expect(answer).toMatchObject({ status: 200 });
    return answer;
  }

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    category = await kb.category({ name: 'Guides' });
    guide = await kb.article({ title: '=Install', content: 'How to install a printer', categories: [category] });
    other = await kb.article({ title: 'Update', content: 'How to update' });
    draft = await kb.article({ title: 'Secret draft', status: 'draft' });
    await kb.host.plugin('knowledge-base').searchIndex.ready();
    for (const number of [1, 2, 3]) {
      await kb.call('anonymous', 'GET', `/articles/${guide}`, undefined, person(number));
      await kb.call('anonymous', 'GET', '/search?q=Printer', undefined, person(number));
      await kb.call('anonymous', 'GET', '/search?q=zebra', undefined, person(number));
      await kb.call(
        'anonymous',
        'POST',
        '/search/clicks',
        { query: 'printer', article_id: guide, position: number },
        person(number),
      );
    }
    await kb.call('anonymous', 'GET', `/articles/${guide}`, undefined, person(1));
    await kb.call('anonymous', 'GET', `/articles/${other}`, undefined, person(1));
    await kb.call('anonymous', 'GET', '/search?q=my%20secret', undefined, person(1));
    await kb.call('anonymous', 'GET', `/search?q=nothing&category=${category}`, undefined, person(2));
  });
  afterAll(() => kb.close());

  describe('permissions', () => {
    it.each(REPORTS)('allow %s only to editors and above', async (path) => {
      for (const role of ['administrator', 'kb_manager', 'editor'] as const) {
        expect(await kb.call(role, 'GET', path)).toMatchObject({ status: 200 });
      }
      for (const role of ['author', 'contributor', 'subscriber'] as const) {
        expectError(await kb.call(role, 'GET', path), 403, 'rest_forbidden');
      }
      expectError(await kb.call('anonymous', 'GET', path), 401, 'rest_forbidden');
    });
  });

  it('summarizes the period, the previous one and the change', async () => {
    const { data } = await report('/stats/overview?period=7d');
    expect(data).toMatchObject({
      period: { to: today(), granularity: 'day', tz: 'UTC' },
      totals: {
        views: 5,
        visitors: 3,
        searches: 8,
        zero_result_searches: 5,
        zero_result_rate: 0.625,
        click_through_rate: 0.375,
        ratings: 0,
        average_rating: null,
        helpful_percent: null,
        feedback_new: 0,
        downloads: 0,
        articles_published: 2,
      },
      previous: { views: 0, articles_published: 0 },
      change: { views: null },
    });
    const { series } = data as { series: { date: string }[] };
    expect(series).toHaveLength(7);
    expect(series.at(-1)).toEqual({ date: today(), views: 5, visitors: 3, searches: 8, zero_results: 5 });
    expect(series[0]).toMatchObject({ views: 0 });
  });

  it('compares with nothing when no comparison is requested or possible', async () => {
    expect((await report('/stats/overview?compare=none')).data).toMatchObject({ previous: null, change: null });
    expect((await report('/stats/overview?period=all')).data).toMatchObject({
      period: { from: today(), to: today() },
      totals: { views: 5 },
      previous: null,
    });
  });

  it('lists the articles with activity', async () => {
    const { data, headers } = await report('/stats/articles');
    expect(headers).toMatchObject({ 'X-CMS-Total': '2', 'X-CMS-TotalPages': '1' });
    expect(data).toEqual([
      {
        article: { id: guide, title: '=Install', link: expect.stringContaining('/kb/guides/') },
        views: 4,
        visitors: 3,
        avg_rating: null,
        helpful_percent: null,
        feedback: 0,
        downloads: 0,
        search_clicks: 3,
        exit_after_search: 0,
        last_viewed: expect.stringMatching(/Z$/),
        trend: null,
      },
      expect.objectContaining({ article: expect.objectContaining({ id: other }), views: 1, search_clicks: 0 }),
    ]);
  });

  it('filters, sorts and paginates the articles', async () => {
    const idsOf = (data: unknown) => (data as { article: { id: number } }[]).map(({ article }) => article.id);
    expect(idsOf((await report(`/stats/articles?category=${category}`)).data)).toEqual([guide]);
    expect(idsOf((await report('/stats/articles?order=asc')).data)).toEqual([other, guide]);
    expect(idsOf((await report('/stats/articles?per_page=1&page=2')).data)).toEqual([other]);
    expect(idsOf((await report('/stats/articles?locale=de')).data)).toEqual([]);
    for (const by of ['avg_rating', 'helpful_percent', 'last_viewed', 'exit_after_search']) {
      expect(idsOf((await report(`/stats/articles?orderby=${by}`)).data)).toHaveLength(2);
    }
    expectError(await kb.call('editor', 'GET', '/stats/articles?page=9'), 400, 'vendor_kb_invalid_page');
    expectError(await kb.call('editor', 'GET', '/stats/articles?category=999'), 404, 'vendor_kb_category_not_found');
  });

  it('lists queries of at least three visitors and hides the rest', async () => {
    const { data } = await report('/stats/search?orderby=clicks');
    expect(data).toMatchObject({
      totals: { searches: 8, zero_result_searches: 5, zero_result_rate: 0.625, clicks: 3, click_through_rate: 0.375 },
      queries: [
        { query: 'printer', count: 3, results_avg: 1, clicks: 3, ctr: 1, position_avg: 2 },
        { query: 'zebra', count: 3, results_avg: 0, clicks: 0, ctr: 0, position_avg: null },
      ],
      zero_results: [{ query: 'zebra', count: 3, suggested_article: null }],
    });
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('counts searches without results per category', async () => {
    const { data } = await report('/stats/categories');
    expect(data).toEqual([
      {
        category: { id: category, name: 'Guides', link: expect.stringContaining('/kb/guides') },
        articles: 1,
        views: 4,
        visitors: 3,
        avg_rating: null,
        zero_result_searches: 1,
      },
    ]);
    expect((await report('/stats/search?locale=en')).data).toMatchObject({ totals: { searches: 8 } });
    expect((await report(`/stats/search?category=${category}`)).data).toMatchObject({ totals: { searches: 1 } });
  });

  it('returns CSV without formulas', async () => {
    const { data, headers } = await report('/stats/articles?format=csv');
    expect(headers['Content-Type']).toBe('text/csv; charset=utf-8');
    const [names, first] = String(data).split('\r\n');
    expect(names).toBe(
      '"article.id","article.title","article.link","views","visitors","avg_rating","helpful_percent","feedback","downloads","search_clicks","exit_after_search","last_viewed","trend"',
    );
    expect(first).toMatch(new RegExp(`^${guide},"'=Install","http`));
    expect(String((await report('/stats/overview?format=csv&period=today')).data)).toBe(
      `"date","views","visitors","searches","zero_results"\r\n"${today()}",5,3,8,5\r\n`,
    );
    expect(String((await report('/stats/search?format=csv')).data)).toContain('"queries","printer",3,1,3,1,');
    expect(String((await report('/stats/categories?format=csv')).data)).toContain('Guides');
  });

  it('computes days in other time zones from events', async () => {
    for (const tz of ['Asia/Tokyo', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const { data } = await report(`/stats/overview?period=7d&tz=${tz}`);
      expect(data).toMatchObject({ period: { tz }, totals: { views: 5, visitors: 3, searches: 8 } });
      expect((await report(`/stats/articles?tz=${tz}`)).data).toMatchObject([
        { views: 4, visitors: 3, search_clicks: 3, exit_after_search: null },
        { views: 1 },
      ]);
      expect((await report(`/stats/search?tz=${tz}`)).data).toMatchObject({
        totals: { searches: 8, clicks: 3 },
        zero_results: [{ query: 'zebra', count: 3 }],
      });
      expect((await report(`/stats/categories?tz=${tz}`)).data).toMatchObject([{ views: 4, zero_result_searches: 1 }]);
    }
  });

  it('falls back to days of the site when events are too old for another time zone', async () => {
    const { data } = await report('/stats/overview?period=90d&tz=Asia/Tokyo');
    expect(data).toMatchObject({ period: { tz: 'UTC' }, totals: { views: 5 } });
  });

  describe('invalid and longest periods', () => {
    it.each([
      ['a word', 'period=fortnight', 'rest_invalid_param'],
      ['custom without days', 'period=custom', 'vendor_kb_invalid_param'],
      ['an end without a beginning', 'to=2026-01-01', 'vendor_kb_invalid_param'],
      ['a day that does not exist', 'from=2026-02-30&to=2026-03-01', 'vendor_kb_invalid_param'],
      ['another form', 'from=01.02.2026', 'vendor_kb_invalid_param'],
      ['the end before the beginning', 'from=2026-02-02&to=2026-02-01', 'vendor_kb_invalid_param'],
      ['five years and a day', 'from=2021-01-01&to=2026-01-01', 'vendor_kb_invalid_param'],
      ['the year 0', 'from=0000-01-01&to=0001-01-01', 'vendor_kb_invalid_param'],
      ['the year 9999', 'from=9999-01-01&to=9999-12-31', 'vendor_kb_invalid_param'],
      ['a zone that does not exist', 'tz=Mars/Olympus', 'vendor_kb_invalid_param'],
      ['an offset for a zone', 'tz=%2B02:00', 'vendor_kb_invalid_param'],
      ['SQL for a zone', "tz=UTC'--", 'vendor_kb_invalid_param'],
      ['a granularity', 'granularity=hour', 'rest_invalid_param'],
      ['a comparison', 'compare=never', 'rest_invalid_param'],
    ])('reject %s', async (_what, query, code) => {
      for (const path of REPORTS) {
        const answer = await kb.call('editor', 'GET', `${path}?${query}`);
        // Lists have no granularity or compare, but accept the same parameters.
        expectError(answer, 400, code);
      }
    });

    it('accept exactly five years', async () => {
      for (const path of REPORTS) await report(`${path}?from=2021-01-01&to=2025-12-31`);
    });
  });

  describe('event counting', () => {
    const viewsOf = async (id: number) => {
      const { data } = await report('/stats/articles?per_page=100');
      return (
        (data as { article: { id: number }; views: number }[]).find(({ article }) => article.id === id)?.views ?? 0
      );
    };
    async function difference(id: number, work: () => Promise<unknown>): Promise<number> {
      const before = await viewsOf(id);
      await work();
      return (await viewsOf(id)) - before;
    }

    it('counts a view by path like one by ID', async () => {
      const read = () => kb.call('anonymous', 'GET', `/articles/slug:update`, undefined, person(7));
      expect(await difference(other, read)).toBe(1);
    });
    it('ignores views without a browser: internal calls, scripts and crawlers', async () => {
      for (const agent of [undefined, 'curl/8.5.0', 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'node']) {
        const headers: Record<string, string> = agent === undefined ? {} : { 'user-agent': agent };
        expect(
          await difference(other, () => kb.call('anonymous', 'GET', `/articles/${other}`, undefined, headers)),
        ).toBe(0);
      }
    });
    it('ignores views with count=0, HEAD requests and editing', async () => {
      for (const [role, method, path] of [
        ['anonymous', 'GET', `/articles/${other}?count=0`],
        ['anonymous', 'HEAD', `/articles/${other}`],
        ['editor', 'GET', `/articles/${other}?context=edit`],
        ['editor', 'GET', `/articles/${draft}`],
        ['anonymous', 'GET', `/articles/${draft}`],
      ] as const) {
        expect(await difference(other, () => kb.call(role, method, path, undefined, person(8)))).toBe(0);
      }
      expect(await viewsOf(draft)).toBe(0);
    });
    it('ignores responses with 304', async () => {
      const { headers } = await kb.call('anonymous', 'GET', `/articles/${other}?count=0`);
      const again = { ...person(9), 'if-none-match': `W/${headers.ETag}` };
      expect(await difference(other, () => kb.call('anonymous', 'GET', `/articles/${other}`, undefined, again))).toBe(
        0,
      );
    });
    it('counts visitors who opt out of tracking as views, but not as visitors', async () => {
      for (const header of ['dnt', 'sec-gpc']) {
        const before = (await report('/stats/overview?period=today')).data as { totals: { visitors: number } };
        const headers = { ...person(100), [header]: '1' };
        expect(
          await difference(other, () => kb.call('anonymous', 'GET', `/articles/${other}`, undefined, headers)),
        ).toBe(1);
        const after = (await report('/stats/overview?period=today')).data;
        expect(after).toMatchObject({ totals: { visitors: before.totals.visitors } });
      }
    });
    it('counts editors unless the settings exclude them, and lets a plugin override it', async () => {
      const read = () => kb.call('editor', 'GET', `/articles/${other}`, undefined, person(10));
      expect(await difference(other, read)).toBe(1);
      await kb.host.settings.save('knowledge-base', { excludeEditors: true });
      expect(await difference(other, read)).toBe(0);
      const subscription = kb.host.hooks.addFilter('vendor_kb_stats_excluded', (excluded, { kind }) =>
        kind === 'view' ? false : excluded,
      );
      expect(await difference(other, read)).toBe(1);
      subscription.remove();
      await kb.host.settings.save('knowledge-base', { excludeEditors: false });
    });
    it('does not count the second page of a search', async () => {
      const searches = async () =>
        ((await report('/stats/overview')).data as { totals: { searches: number } }).totals.searches;
      const before = await searches();
      await kb.call('anonymous', 'GET', '/search?q=how&per_page=1&page=2', undefined, person(3));
      expect(await searches()).toBe(before);
      await kb.call('anonymous', 'GET', '/search?q=how&per_page=1', undefined, person(3));
      expect(await searches()).toBe(before + 1);
    });
    it('stores searches without personal data', async () => {
      const query = 'refund for ada@example.com card 4111 1111 1111 1111';
      await kb.call('anonymous', 'GET', `/search?q=${encodeURIComponent(query)}`, undefined, person(4));
      await statistics().flush();
      const rows = await kb.host.db.query
        .selectFrom('kb_events')
        .select('query')
        .where('kind', '=', 'search')
        .execute();
      const stored = await kb.host.db.query.selectFrom('kb_stats_queries').select('query').execute();
      expect(rows.map((row) => row.query)).toContain('refund for [e-mail] card [card]');
      expect(JSON.stringify([rows, stored])).not.toMatch(/ada@|4111/);
    });
    it('stores no IP address and no user agent', async () => {
      for (const table of ['kb_events', 'visitor_visits', 'kb_stats_queries'] as const) {
        const rows = await kb.host.db.query.selectFrom(table).selectAll().execute();
        expect(rows.length).toBeGreaterThan(0);
        expect(JSON.stringify(rows)).not.toMatch(/Firefox|127\.0\.0\.1/);
      }
    });
  });

  it('counts votes and feedback once, with the final value of changed, held and withdrawn votes', async () => {
    const rate = (body: object) => kb.call('subscriber', 'POST', '/rating', { article_id: guide, ...body }, person(30));
    expect(await rate({ value: 4 })).toMatchObject({ status: 201 });
    expect(await rate({ value: 2, helpful: true })).toMatchObject({ status: 200 });
    const message = { article_id: guide, type: 'praise', message: 'It helped me a lot.' };
    expect(await kb.call('subscriber', 'POST', '/feedback', message, person(30))).toMatchObject({ status: 201 });
    const totals = async () => ((await report('/stats/overview?period=today')).data as { totals: object }).totals;
    await expect
      .poll(totals, { timeout: 10_000 })
      .toMatchObject({ ratings: 1, average_rating: 2, helpful_percent: 100, feedback_new: 1 });
    const { data } = await report(`/stats/articles?category=${category}`);
    expect(data).toMatchObject([{ avg_rating: 2, helpful_percent: 100, feedback: 1 }]);
    const { articles, readerFeedback } = kb.host.plugin('knowledge-base');
    const about = await articles.get(guide);
    if (!about) throw new Error('The article is gone.');
    await readerFeedback.ratings.rate(about, { value: 5 }, { user: null, key: 'hasty' }, { pageAge: 0 });
    const [heldVote] = (await kb.call('administrator', 'GET', '/ratings/held')).data as { id: number }[];
    await kb.call('administrator', 'POST', '/ratings/held', { release: [heldVote?.id] });
    await expect.poll(totals, { timeout: 10_000 }).toMatchObject({ ratings: 2, average_rating: 3.5 });
    await kb.call('subscriber', 'DELETE', `/rating?article_id=${guide}`, undefined, person(30));
    await expect
      .poll(totals, { timeout: 10_000 })
      .toMatchObject({ ratings: 1, average_rating: 5, helpful_percent: null });
    // Another time zone is computed from single events.
    const elsewhere = (await report('/stats/overview?period=7d&tz=Pacific/Auckland')).data;
    expect(elsewhere).toMatchObject({ totals: { ratings: 1, average_rating: 5, helpful_percent: null } });
  });

  it('counts the stale articles', async () => {
    await kb.host.db.query
      .updateTable('kb_articles')
      .set({ review_by: '2020-01-01' })
      .where('id', '=', other)
      .execute();
    expect((await report('/stats/overview')).data).toMatchObject({ totals: { articles_stale: 1 } });
  });

  it('omits articles and categories that the reader may not access', async () => {
    const rule = { mode: 'nobody', listed: false };
    const hidden = await kb.category({ name: 'Hidden' });
    const closed = await kb.article({ title: 'Closed', access_rule: rule });
    const answer = await kb.call('administrator', 'PUT', `/categories/${hidden}`, { access_rule: rule });
    expect(answer).toMatchObject({ status: 200 });
    statistics().record({ kind: 'view', articleId: closed, locale: 'en' }, { headers: person(40), user: null });
    for (const path of ['/stats/articles', '/stats/categories']) {
      expect(JSON.stringify((await report(path)).data)).not.toMatch(/Closed|Hidden/);
      expect(JSON.stringify((await kb.call('administrator', 'GET', path)).data)).toMatch(/Closed|Hidden/);
    }
    const { headers } = await report('/stats/articles');
    const all = await kb.call('administrator', 'GET', '/stats/articles');
    expect(Number(all.headers['X-CMS-Total'])).toBe(Number(headers['X-CMS-Total']) + 1);
  });

  describe('search click', () => {
    const click = (body: unknown, role: 'anonymous' | 'editor' = 'anonymous') =>
      kb.call(role, 'POST', '/search/clicks', body, person(20));

    it('is accepted with an empty response', async () => {
      expect(await click({ query: 'printer', article_id: guide, position: 1 })).toMatchObject({ status: 204 });
    });
    it.each([
      ['no position', { query: 'printer', article_id: 1 }],
      ['a position of 0', { query: 'printer', article_id: 1, position: 0 }],
      ['a text for an id', { query: 'printer', article_id: 'one', position: 1 }],
      ['an empty query', { query: '', article_id: 1, position: 1 }],
      ['a query that is too long', { query: 'x'.repeat(201), article_id: 1, position: 1 }],
      ['more than is known', { query: 'printer', article_id: 1, position: 1, visitor: 'me' }],
    ])('is rejected with %s', async (_what, body) => {
      expect(await click(body)).toMatchObject({ status: 400 });
    });
    it('returns 404 for an article that is hidden or missing', async () => {
      expectError(await click({ query: 'x', article_id: draft, position: 1 }), 404, 'vendor_kb_article_not_found');
      expectError(await click({ query: 'x', article_id: 999_999, position: 1 }), 404, 'vendor_kb_article_not_found');
    });
  });

  it('returns the full list as CSV, or only the requested page', async () => {
    for (let number = 1; number <= 11; number += 1) await kb.category({ name: `Shelf ${number}` });
    const rows = async (query: string) =>
      String((await report(`/stats/categories?format=csv${query}`)).data)
        .trim()
        .split('\r\n').length - 1;
    expect(await rows('')).toBeGreaterThan(10);
    expect(await rows('&per_page=10')).toBe(10);
    expect(await rows('&page=2')).toBe((await rows('')) - 10);
    const searches = String((await report('/stats/search?format=csv')).data);
    expect(searches).toMatch(/^"list",.*,"last_seen","suggested_article.title","suggested_article.link","next"\r\n/);
    expect(searches).toMatch(/^"zero_results","zebra",.*,,,\r$/m);
  });

  it('looks up suggestions for only the first hundred queries, however long the list is', async () => {
    for (let number = 0; number < 110; number += 1) {
      const path = `/search?q=xq${number}`;
      for (const each of [1, 2, 3]) await kb.call('anonymous', 'GET', path, undefined, person(each));
    }
    const suggest = vi.spyOn(kb.host.plugin('knowledge-base').search, 'suggest');
    try {
      const lines = String((await report('/stats/search?format=csv')).data).split('\r\n');
      const failed = lines.filter((line) => line.startsWith('"zero_results",'));
      expect(failed.length).toBeGreaterThan(110);
      expect(new Set(suggest.mock.calls.map(([text]) => text)).size).toBe(100);
    } finally {
      suggest.mockRestore();
    }
  });
});
