import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

/** Formed like language tags, but not valid ones. */
const NONE = ['en-a1', 'de-12', 'en-us-us', 'xx-xxxx-xx-xxx'];
const actor = { user: null, source: 'cli' } as const;

describe.each(dialects)('invalid language tag on $name', (dialect) => {
  let kb: KbHost;
  beforeEach(async () => {
    kb = await openKbHost(dialect);
  });
  afterEach(() => kb?.close());

  const page = async (path: string) => (await kb.host.visit(path)).status;

  it.each(NONE)('is rejected over REST without storing anything: %s', async (locale) => {
    for (const [path, body] of [
      ['/articles', { title: 'A' }],
      ['/categories', { name: 'A' }],
      ['/preview', { content: 'A' }],
    ] as const) {
      const answer = await kb.call('administrator', 'POST', path, { ...body, locale });
      expectError(answer, 400, 'rest_invalid_param');
      expect(answer.data).toMatchObject({ data: { params: { locale: expect.stringContaining(locale) } } });
    }
    const article = await kb.article();
    const category = await kb.category();
    for (const path of [`/articles/${article}`, `/categories/${category}`]) {
      expectError(await kb.call('administrator', 'PUT', path, { locale }), 400, 'rest_invalid_param');
    }
    expect((await kb.call('anonymous', 'GET', '/categories')).data).toHaveLength(1);
  });

  it('is rejected by the functions that commands and plugins call', async () => {
    const { articles, categories } = kb.host.plugin('knowledge-base');
    const refused = { code: 'vendor_kb_invalid_param', status: 400 };
    await expect(articles.create({ title: 'A', locale: 'bad!' }, actor)).rejects.toMatchObject(refused);
    await expect(categories.create({ name: 'A', locale: 'en-a1' })).rejects.toMatchObject(refused);
    expect(categories.tree().all()).toEqual([]);
  });

  it('breaks no page if an earlier release stored it', async () => {
    const id = await kb.category({ name: 'Odd', slug: 'odd' });
    await kb.article({ title: 'Start', slug: 'start' });
    await kb.host.db.query.updateTable('terms').set({ locale: 'en-a1' }).where('id', '=', id).execute();
    await kb.host.plugin('knowledge-base').categories.refresh();
    for (const path of ['/kb', '/kb/start', '/kb/en-a1', '/kb/en-a1/odd'])
      expect([path, await page(path)]).toEqual([path, 200]);
    expect((await kb.call('anonymous', 'GET', '/categories')).status).toBe(200);
  });
});
