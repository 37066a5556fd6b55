import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('search rate limit', () => {
  let host: TestHost;
  let url: string;
  beforeEach(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()], trustProxy: true, readLimit: false });
    url = await host.listen();
  });
  afterEach(() => host?.close());

  const get = (path: string, address = '203.0.113.7') => fetch(url + path, { headers: { 'X-Forwarded-For': address } });
  async function statusesOf(path: string, calls: number): Promise<number[]> {
    const statuses = [];
    for (let call = 0; call < calls; call += 1) statuses.push((await get(path)).status);
    return [...new Set(statuses)];
  }
  const search = '/api/vendor-kb/v1/search?q=egg';

  it('is 120 searches a minute, shared by REST and the search page', async () => {
    expect(await statusesOf(search, 70)).toEqual([200]);
    expect(await statusesOf('/kb/search?q=egg', 50)).toEqual([200]);

    const refused = await get(search);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rest_too_many_requests', data: { limit: 120 } });
    expect(refused.headers.get('ratelimit-policy')).toBe('"kb-search";q=120;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"kb-search";r=0;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    const page = await get('/kb/search?q=egg');
    expect(page.status).toBe(429);
    expect(await page.text()).toContain('Too many searches.');
    expect(page.headers.get('ratelimit')).toMatch(/^"kb-search";r=0;t=\d+$/);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);

    expect((await get('/kb/search')).status).toBe(200);
    expect((await get('/kb')).status).toBe(200);
    expect((await get(search, '203.0.113.8')).status).toBe(200);
  });

  it('is 60 suggestions a minute, counted separately from searches', async () => {
    const suggestions = '/api/vendor-kb/v1/search/suggestions?q=eg';
    expect(await statusesOf(suggestions, 60)).toEqual([200]);
    const refused = await get(suggestions);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"kb-suggestions";q=60;w=60');
    expect((await get(search)).status).toBe(200);
  });
});
