import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../support/databases.js';

const ACTIONS = [
  'vendor_kb_article_created',
  'vendor_kb_article_deleted',
  'vendor_kb_article_trashed',
  'vendor_kb_article_restored',
  'vendor_kb_article_status_changed',
  'vendor_kb_article_moved',
  'vendor_kb_revision_restored',
  'vendor_kb_article_saved',
  'vendor_kb_category_saved',
  'vendor_kb_category_deleted',
] as const;

const LOGGED_IN = {
  mode: 'logged_in',
  listed: true,
  teaser: 'none',
  teaserWords: 50,
  message: null,
  redirectToLogin: false,
} as const;

describe.each(dialects)('article and category actions, on $name', (dialect) => {
  let host: TestHost;
  let drop: () => Promise<void>;
  let heard: string[] = [];
  const actor = { user: null, source: 'cli' } as const;
  const kb = () => host.plugin('knowledge-base');

  beforeAll(async () => {
    const database = await migratedDatabase(dialect, [knowledgeBase()]);
    drop = database.drop;
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
    for (const name of ACTIONS) {
      const short = name.replace('vendor_kb_', '');
      const tell = (about: { id: number }, ...more: unknown[]) =>
        void heard.push([short, about.id, ...more.filter((value) => typeof value !== 'object')].join(' '));
      host.hooks.addAction(name, tell);
    }
  });
  afterAll(async () => {
    await host?.close();
    await drop?.();
  });
  beforeEach(() => {
    heard = [];
  });

  it('cover the life cycle of an article', async () => {
    const { articles } = kb();
    const { id } = await articles.create({ title: 'One' }, actor);
    await articles.update(id, { status: 'publish' }, actor);
    await articles.update(id, { status: 'trash' }, actor);
    await articles.update(id, { status: 'publish' }, actor);
    await articles.delete(id, actor);
    expect(heard).toEqual(
      [
        'article_created #',
        'article_status_changed # new draft',
        'article_saved #',
        'article_status_changed # draft publish',
        'article_saved #',
        'article_status_changed # publish trash',
        'article_trashed #',
        'article_saved #',
        'article_status_changed # trash publish',
        'article_restored #',
        'article_saved #',
        'article_deleted #',
      ].map((line) => line.replace('#', `${id}`)),
    );
  });

  it('cover categories, and the articles that move with them', async () => {
    const { articles, categories } = kb();
    const [a, b] = [await categories.create({ name: 'A' }), await categories.create({ name: 'B' })];
    const { id } = await articles.create({ title: 'In', status: 'publish', categoryIds: [a.id] }, actor);
    heard = [];
    await categories.update(a.id, { name: 'AA' });
    await categories.delete(a.id, { reassign: b.id });
    expect(heard).toEqual([
      `category_saved ${a.id}`,
      `article_moved ${id}`,
      `article_saved ${id}`,
      `category_deleted ${a.id}`,
    ]);
    expect(await articles.get(id)).toMatchObject({ version: 2, categoryIds: [b.id] });
    expect(await kb().revisions.get(id, 2)).toMatchObject({ fields: { categoryIds: [b.id] } });
  });

  it('report the path of a saved category before and after', async () => {
    const { categories } = kb();
    const parent = await categories.create({ name: 'Top' });
    const calls: unknown[] = [];
    const remember = host.hooks.addAction('vendor_kb_category_saved', (category, previous) => {
      calls.push([category.path, category.depth, previous?.path ?? null]);
    });
    const { id } = await categories.create({ name: 'Low' });
    await categories.update(id, { parentId: parent.id, slug: 'lower' });
    remember.remove();
    expect(calls).toEqual([
      ['low', 1, null],
      ['top/lower', 2, 'low'],
    ]);
  });

  it('announce a restored version', async () => {
    const { articles } = kb();
    const { id } = await articles.create({ title: 'One' }, actor);
    await articles.update(id, { title: 'Two' }, actor);
    heard = [];
    await articles.update(id, { title: 'One', parentRevision: 1 }, actor);
    expect(heard).toEqual([`revision_restored ${id} 1`, `article_saved ${id}`]);
  });

  it('announce nothing that is rolled back', async () => {
    const { articles, categories } = kb();
    await host.db
      .transaction(async () => {
        await articles.create({ title: 'Never' }, actor);
        await categories.create({ name: 'Never' });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(heard).toEqual([]);
    await categories.refresh();
  });

  it('leave URLs of deleted published articles at 410 until they are used again', async () => {
    const { articles } = kb();
    const url = await host.listen();
    const status = async (path: string) => (await fetch(`${url}/kb/${path}`, { redirect: 'manual' })).status;
    const { id } = await articles.create({ title: 'x', slug: 'old-name', status: 'publish' }, actor);
    await articles.update(id, { slug: 'new-name' }, actor);
    const draft = await articles.create({ title: 'x', slug: 'never-seen' }, actor);
    await articles.update(id, { status: 'trash' }, actor);
    expect(await status('new-name')).toBe(404);
    await articles.delete(id, actor);
    await articles.delete(draft.id, actor);
    expect([await status('old-name'), await status('new-name'), await status('never-seen')]).toEqual([410, 410, 404]);
    const page = await (await fetch(`${url}/kb/new-name`)).text();
    expect(page).toContain('Article removed');
    const ruleId = await kb().access.rules.keep(LOGGED_IN);
    const secret = await articles.create({ title: 'x', slug: 'secret', status: 'publish', ruleId }, actor);
    await articles.delete(secret.id, actor);
    expect(await status('secret')).toBe(404);
    await articles.create({ title: 'x', slug: 'new-name', status: 'publish' }, actor);
    expect([await status('old-name'), await status('new-name')]).toEqual([410, 200]);
    expect((await host.request('GET', `/vendor-kb/v1/articles/${id}`)).status).toBe(404);
  });
});
