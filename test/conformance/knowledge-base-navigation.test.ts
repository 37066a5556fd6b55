import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../support/databases.js';
import { expectError, type KbHost, openKbHost, type Role } from './knowledge-base-host.js';

interface Node {
  kind: string;
  id: number;
  title: string;
  link: string;
  open: boolean;
  children: Node[];
}

describe.each(dialects)('navigation, preview and cache routes over REST on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  it('GET /nav returns the readable entries, opened at the current one', async () => {
    const guide = await kb.category({ name: 'Guide' });
    const below = await kb.category({ name: 'Below', parent: guide });
    const first = await kb.article({ title: 'First', slug: 'first', categories: [below] });
    await kb.article({ title: 'Draft', status: 'draft', categories: [below] });
    const secret = await kb.article({ title: 'Secret', categories: [below], access_rule: { mode: 'logged_in' } });
    const nav = async (as: Role, query = '') => (await kb.call(as, 'GET', `/nav${query}`)).data as Node[];
    const [top] = await nav('anonymous', '?current=guide/below/first');
    expect(top).toMatchObject({
      kind: 'category',
      id: guide,
      link: 'http://localhost:8080/kb/guide',
      open: true,
      children: [{ id: below, open: true, children: [{ kind: 'article', id: first, title: 'First', current: true }] }],
    });
    const seen = (await nav('subscriber'))[0]?.children[0]?.children.map(({ id }) => id);
    expect(seen?.toSorted()).toEqual([first, secret].toSorted());
    expect(await nav('anonymous', '?locale=de')).toEqual([]);
  });

  it('POST /preview renders sanitized text without storing it', async () => {
    const content = '## Top\n\n*text* <script>alert(1)</script>[x](javascript:alert(1))';
    const answer = await kb.call('contributor', 'POST', '/preview', { content });
    expect(answer).toMatchObject({
      status: 200,
      data: {
        html: expect.stringContaining('<em>text</em>'),
        toc: [{ id: 'h-top', level: 2, text: 'Top' }],
        word_count: expect.any(Number),
        reading_time: 1,
      },
    });
    expect(JSON.stringify(answer.data)).not.toMatch(/<script|javascript:/);
    const html = await kb.call('contributor', 'POST', '/preview', {
      content: '*x* <b onclick="y">z</b>',
      format: 'html',
    });
    expect(html.data).toMatchObject({ html: '*x* <b>z</b>' });
    expectError(await kb.call('subscriber', 'POST', '/preview', { content }), 403, 'rest_forbidden');
    expectError(await kb.call('anonymous', 'POST', '/preview', { content }), 401, 'rest_forbidden');
    expectError(await kb.call('editor', 'POST', '/preview', {}), 400, 'rest_missing_callback_param');
    expectError(await kb.call('editor', 'POST', '/preview', { content, x: 1 }), 400, 'rest_invalid_param');
    expectError(await kb.call('editor', 'POST', '/preview', { content, locale: '../x' }), 400, 'rest_invalid_param');
    const long = await kb.call('editor', 'POST', '/preview', { content: 'x'.repeat(3 * 1024 * 1024) });
    expect(long.status).toBe(413);
  });

  it('DELETE /cache is limited to managers, returns the flushed groups and announces them', async () => {
    const calls: unknown[] = [];
    const listening = kb.host.hooks.addAction('vendor_kb_cache_flushed', (groups) => void calls.push(groups));
    expectError(await kb.call('editor', 'DELETE', '/cache'), 403, 'rest_forbidden');
    expectError(await kb.call('anonymous', 'DELETE', '/cache'), 401, 'rest_forbidden');
    expectError(await kb.call('kb_manager', 'DELETE', '/cache?group=wine'), 400, 'rest_invalid_param');
    const all = ['render', 'nav', 'search', 'access'];
    expect((await kb.call('kb_manager', 'DELETE', '/cache')).data).toEqual({ flushed: all });
    expect((await kb.call('kb_manager', 'DELETE', '/cache?group=nav')).data).toEqual({ flushed: ['nav'] });
    listening.remove();
    expect(calls).toEqual([all, ['nav']]);
  });

  it('DELETE /cache flushes the caches of other processes', async () => {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    const open = () => createTestHost({ database: url, plugins: [knowledgeBase()] });
    const [one, other] = [await open(), await open()];
    const actor = { user: null, source: 'cli' } as const;
    const { id } = await one.plugin('knowledge-base').articles.create({ title: 'Old', status: 'publish' }, actor);
    const titles = async () =>
      ((await other.request('GET', '/vendor-kb/v1/nav')).data as Node[]).map(({ title }) => title);
    await expect.poll(titles, { timeout: 5000 }).toEqual(['Old']);
    // Change the database directly, bypassing the caches.
    await one.db.query.updateTable('posts').set({ title: 'New' }).where('id', '=', id).execute();
    expect(await titles()).toEqual(['Old']);
    await one.plugin('knowledge-base').caches.flush(['nav'], actor);
    await expect.poll(titles, { timeout: 5000 }).toEqual(['New']);
    await one.close();
    await other.close();
    await drop();
  });
});
