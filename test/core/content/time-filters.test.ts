import { localToUtc } from 'mortise/calendar';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('filters by time without an offset', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ timezone: 'Asia/Kolkata', plugins: [knowledgeBase()] });
    const as = await host.createUser('administrator');
    const body = { title: 'Tea', content: 'Hot.', status: 'publish', date: '2026-06-01T00:00:00Z' };
    for (const list of LISTS) expect((await host.request('POST', list, { as, body })).status).toBe(201);
    // Articles are filtered by their creation.
    const created_at = '2026-06-01 00:00:00.000';
    await host.db.query.updateTable('posts').set({ created_at }).execute();
  });
  afterAll(() => host.close());

  const LISTS = ['/mortise/v1/posts', '/vendor-kb/v1/articles'];

  it.each(LISTS)("are in the site's time zone: %s", async (list) => {
    const count = async (query: Record<string, string>) =>
      ((await host.request('GET', list, { query })).data as unknown[]).length;
    expect(await count({ before: '2026-06-01T05:30:01' })).toBe(1);
    expect(await count({ before: '2026-06-01T05:30:00' })).toBe(0);
    expect(await count({ after: '2026-06-01T05:29' })).toBe(1);
    expect(await count({ before: '2026-06-01T05:30:01Z', after: '2026-05-31T00:00:00+05:30' })).toBe(1);
  });

  it('use the first of a repeated hour and move forward from a skipped one', () => {
    expect(localToUtc('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(localToUtc('2026-03-29T02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(localToUtc('soon', 'UTC')).toBeNull();
  });
});
