import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type KbHost, openKbHost } from './knowledge-base-host.js';

interface Report {
  readonly refined: readonly { readonly query: string; readonly next: string; readonly count: number }[];
}

describe.each(dialects)('refined search report on $name', (dialect) => {
  let kb: KbHost;
  let printer: number;

  /** Browser headers of a visitor, distinguished by number. */
  const person = (number: number) => ({ 'user-agent': `Mozilla/5.0 Firefox/140.0 reader/${number}` });
  async function search(query: string, number: number): Promise<void> {
    const path = `/search?final=true&q=${encodeURIComponent(query)}`;
    expect(await kb.call('anonymous', 'GET', path, undefined, person(number))).toMatchObject({ status: 200 });
  }
  async function click(query: string, number: number): Promise<void> {
    const body = { query, article_id: printer, position: 1 };
    await kb.call('anonymous', 'POST', '/search/clicks', body, person(number));
  }
  async function report(query = '') {
    await kb.host.plugin('knowledge-base').statistics.flush();
    const answer = await kb.call('editor', 'GET', `/stats/search?report=refined${query}`);
    expect(answer).toMatchObject({ status: 200 });
    return answer;
  }
  const pairs = async (query = '') =>
    ((await report(query)).data as Report).refined.map(({ query: words, next, count }) => [words, next, count]);

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    printer = await kb.article({ title: 'Install a printer' });
    await kb.host.plugin('knowledge-base').searchIndex.ready();
    for (const number of [1, 2, 3, 4]) {
      await search('set up', number);
      await search('Install', number);
      await click('install', number);
      // A click starts a new sequence of searches.
      await search('zebra', number);
    }
  });
  afterAll(() => kb.close());

  it('lists refinements of at least three visitors without a click in between', async () => {
    expect((await report()).data).toMatchObject({
      queries: [],
      zero_results: [],
      low_clicks: [],
      refined: [{ query: 'set up', next: 'install', locale: 'en', count: 4, last_seen: expect.stringMatching(/Z$/) }],
    });
  });

  it('omits refinements of two visitors, however frequent, and repeated queries', async () => {
    for (const number of [11, 12, 11, 12]) {
      await search('toner', number);
      await search('ink', number);
    }
    for (const number of [21, 22, 23]) {
      await search('paper', number);
      await search('paper', number);
    }
    expect(await pairs()).toEqual([['set up', 'install', 4]]);
  });

  it('omits visitors who opt out of tracking', async () => {
    for (const number of [31, 32, 33]) {
      for (const words of ['tray', 'drawer']) {
        const headers = { ...person(number), 'sec-gpc': '1' };
        await kb.call('anonymous', 'GET', `/search?final=true&q=${words}`, undefined, headers);
      }
    }
    expect(await pairs()).toEqual([['set up', 'install', 4]]);
  });

  it('is sorted, paginated and filtered by locale and period', async () => {
    for (const number of [41, 42, 43]) {
      await search('cable', number);
      await search('wire', number);
    }
    expect(await pairs()).toEqual([
      ['set up', 'install', 4],
      ['cable', 'wire', 3],
    ]);
    expect(await pairs('&order=asc&per_page=1')).toEqual([['cable', 'wire', 3]]);
    expect(await pairs('&orderby=last_seen&per_page=1')).toEqual([['cable', 'wire', 3]]);
    const { headers } = await report('&per_page=1&page=2');
    expect(headers['X-CMS-Total']).toBe('2');
    expect(await pairs('&locale=de')).toEqual([]);
    expect(await pairs('&period=yesterday')).toEqual([]);
    expect(await pairs('&tz=Asia/Tokyo')).toHaveLength(2);
  });

  it('is computed only on request, because it is the slowest', async () => {
    const own = await kb.call('editor', 'GET', '/stats/search?report=refined&format=csv');
    expect(String(own.data)).toMatch(/\r\n"refined","set up",4,.*,"install"\r\n/);
    const whole = await kb.call('editor', 'GET', '/stats/search?format=csv');
    expect(String(whole.data)).not.toContain('refined');
    const { queries, refined } = (await kb.call('editor', 'GET', '/stats/search')).data as Report & {
      queries: unknown[];
    };
    expect(queries.length).toBeGreaterThan(0);
    expect(refined).toEqual([]);
  });
});
