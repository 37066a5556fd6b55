import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type KbHost, openKbHost } from './knowledge-base-host.js';

interface Report {
  readonly queries: readonly { readonly query: string }[];
  readonly low_clicks: readonly { readonly query: string }[];
}

describe.each(dialects)('low-click search report on $name', (dialect) => {
  let kb: KbHost;
  let update: number;

  /** Browser headers of a visitor, distinguished by number. */
  const person = (number: number) => ({ 'user-agent': `Mozilla/5.0 Firefox/140.0 reader/${number}` });
  async function search(query: string, ...people: readonly number[]): Promise<void> {
    for (const number of people) {
      await kb.call('anonymous', 'GET', `/search?final=true&q=${encodeURIComponent(query)}`, undefined, person(number));
    }
  }
  async function report(query = '') {
    await kb.host.plugin('knowledge-base').statistics.flush();
    const answer = await kb.call('editor', 'GET', `/stats/search?report=low_clicks${query}`);
    expect(answer).toMatchObject({ status: 200 });
    return answer;
  }
  const names = async (query = '') => ((await report(query)).data as Report).low_clicks.map((row) => row.query);

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    await kb.article({ title: 'Install', content: 'How to install a printer' });
    update = await kb.article({ title: 'Update', content: 'How to update' });
    await kb.host.plugin('knowledge-base').searchIndex.ready();
    await search('install', 1, 2, 3, 4, 5, 6);
    await search('update', 1, 2, 3, 4);
    await search('zebra', 1, 2, 3, 4, 5, 6);
    // Two visitors are too few to be listed, however often they searched.
    await search('printer', 1, 2, 1, 2, 1, 2);
  });
  afterAll(() => kb.close());

  it('starts at five searches and requires at least three visitors', async () => {
    const { data } = await report();
    expect(data).toMatchObject({
      low_clicks: [{ query: 'install', locale: 'en', count: 6, results_avg: 1, clicks: 0, ctr: 0 }],
    });
    await search('update', 5);
    expect(await names()).toEqual(['install', 'update']);
    expect(await names('&order=asc')).toEqual(['update', 'install']);
    expect(await names('&tz=Asia/Tokyo')).toEqual(['install', 'update']);
  });

  it('has its own pages and is part of the full CSV report', async () => {
    const { data, headers } = await report('&per_page=1&page=2');
    expect(data).toMatchObject({ queries: [], zero_results: [], low_clicks: [{ query: 'update' }] });
    expect(headers['X-CMS-Total']).toBe('2');
    const whole = await kb.call('editor', 'GET', '/stats/search?format=csv');
    expect(String(whole.data)).toContain('\r\n"low_clicks","install",6,1,0,0,,"en",');
    const { queries } = (await kb.call('editor', 'GET', '/stats/search')).data as Report;
    expect(queries.map(({ query }) => query).sort()).toEqual(['install', 'update', 'zebra']);
  });

  it('drops queries with a click in one of ten searches', async () => {
    await kb.call(
      ...(['anonymous', 'POST', '/search/clicks'] as const),
      { query: 'update', article_id: update, position: 1 },
      person(5),
    );
    expect(await names()).toEqual(['install']);
    await search('update', 6, 7, 8, 9, 10);
    expect(await names()).toEqual(['install']);
    await search('update', 11);
    expect(await names()).toEqual(['update', 'install']);
  });
});
