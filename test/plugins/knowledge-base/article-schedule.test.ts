import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { announceStale, publishDue } from '../../../src/plugins/knowledge-base/content/article-schedule.js';
import { dateIn, isStale } from '../../../src/plugins/knowledge-base/domain/articles/staleness.js';
import { dialects, migratedDatabase } from '../../support/databases.js';

const DAY = 24 * 60 * 60 * 1000;
const actor = { user: null, source: 'cli' } as const;
const unexpected = (id: number, error: unknown): never => {
  throw new Error(`article ${id}`, { cause: error });
};

describe.each(dialects)('scheduled article jobs, on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function open(database?: string): Promise<{ host: TestHost; url: string }> {
    let url = database;
    if (url === undefined) {
      const fresh = await migratedDatabase(dialect, [knowledgeBase()]);
      url = fresh.url;
      cleanups.push(fresh.drop);
    }
    const host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    cleanups.push(host.close);
    return { host, url };
  }

  /** Moves the publication date into the past, as if the time had come. */
  async function letTimePass(host: TestHost, id: number): Promise<void> {
    await host.db.query
      .updateTable('posts')
      .set({ published_at: '2026-01-01 00:00:00.000' })
      .where('id', '=', id)
      .execute();
  }

  async function scheduled(host: TestHost, title = 'Later'): Promise<number> {
    const { articles } = host.plugin('knowledge-base');
    const publishedAt = new Date(Date.now() + DAY);
    return (await articles.create({ title, status: 'future', publishedAt }, actor)).id;
  }

  it('publish due articles with a revision, and leave others scheduled', async () => {
    const { host } = await open();
    const kb = host.plugin('knowledge-base');
    const [due, later] = [await scheduled(host), await scheduled(host)];
    await letTimePass(host, due);
    const heard: unknown[] = [];
    host.hooks.addAction('vendor_kb_article_saved', ({ id }, _, { source }) => void heard.push([id, source]));
    expect(await publishDue(kb, unexpected)).toEqual([due]);
    expect(await kb.articles.get(due)).toMatchObject({
      status: 'publish',
      version: 2,
      publishedAt: new Date('2026-01-01T00:00:00Z'),
    });
    expect(await kb.revisions.get(due, 2)).toMatchObject({ kind: 'schedule', authorId: 0 });
    expect((await kb.articles.get(later))?.status).toBe('future');
    expect(heard).toEqual([[due, 'schedule']]);
    expect(await publishDue(kb, unexpected)).toEqual([]);
  });

  it('publish each article once across three concurrent processes', async () => {
    const { host, url } = await open();
    const hosts = [host, (await open(url)).host, (await open(url)).host];
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await scheduled(host, `Later ${n}`));
    for (const id of ids) await letTimePass(host, id);
    const published = await Promise.all(hosts.map((each) => publishDue(each.plugin('knowledge-base'), unexpected)));
    expect(published.flat().sort()).toEqual(ids.sort());
    for (const id of ids) expect((await host.plugin('knowledge-base').articles.get(id))?.version).toBe(2);
  });

  it('continue after an article that cannot be published', async () => {
    const { host } = await open();
    const kb = host.plugin('knowledge-base');
    const [bad, good] = [await scheduled(host, 'Bad'), await scheduled(host, 'Good')];
    for (const id of [bad, good]) await letTimePass(host, id);
    const { update } = kb.articles;
    const articles = {
      ...kb.articles,
      update: (...args: Parameters<typeof update>) => {
        if (args[0] === bad) throw new Error('broken');
        return update(...args);
      },
    };
    const failed: number[] = [];
    expect(await publishDue({ ...kb, articles }, (id) => void failed.push(id))).toEqual([good]);
    expect(failed).toEqual([bad]);
  });

  it('are registered as schedules of the host', async () => {
    const { host } = await open();
    const names = (await host.schedules.list()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['kb_publish_due', 'kb_stale_articles', 'kb_clean_articles']));
  });

  it('delete only articles that were in the trash for long enough', async () => {
    const { host } = await open();
    const { articles } = host.plugin('knowledge-base');
    const make = async (title: string) => (await articles.create({ title, status: 'publish' }, actor)).id;
    const [old, fetched, recent, untouched] = [await make('a'), await make('b'), await make('c'), await make('d')];
    const trash = (id: number) => articles.update(id, { status: 'trash' }, actor);
    for (const id of [old, fetched]) await trash(id);
    await articles.update(fetched, { status: 'publish' }, actor);
    const before = new Date(Date.now() + 1);
    await host.db.query
      .updateTable('kb_articles')
      .set({ trashed_at: '2026-01-01 00:00:00.000' })
      .where('id', '=', old)
      .execute();
    await trash(recent);
    await host.db.query
      .updateTable('kb_articles')
      .set({ trashed_at: '2999-01-01 00:00:00.000' })
      .where('id', '=', recent)
      .execute();
    expect(await articles.purgeTrash(before)).toBe(1);
    expect((await articles.getMany([old, fetched, recent, untouched])).map(({ id }) => id)).toEqual([
      fetched,
      recent,
      untouched,
    ]);
  });

  it('announce published articles past their review date, and no others', async () => {
    const { host } = await open();
    const kb = host.plugin('knowledge-base');
    const today = dateIn(kb.site.timezone, new Date());
    const make = async (reviewBy: string | null, status: 'publish' | 'draft' = 'publish') =>
      (await kb.articles.create({ title: 'x', status, reviewBy }, actor)).id;
    const stale = await make('2026-01-31');
    await make('2026-01-31', 'draft');
    await make(today);
    await make(null);
    const heard: number[] = [];
    host.hooks.addAction('vendor_kb_article_stale', ({ id }) => void heard.push(id));
    await announceStale(kb, { announce: async (name, ...args) => host.hooks.doActionAsync(name, ...args) });
    expect(heard).toEqual([stale]);
  });
});

describe('review date of an article', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-01-31', '2026-01-31T09:59:59Z', false],
    ['Pacific/Kiritimati', '2026-01-31', '2026-01-31T10:00:00Z', true],
    ['America/Los_Angeles', '2026-01-31', '2026-02-01T07:59:59Z', false],
    ['America/Los_Angeles', '2026-01-31', '2026-02-01T08:00:00Z', true],
    ['UTC', null, '2026-02-01T08:00:00Z', false],
  ])('in %s, %s, at %s has passed: %s', (zone, reviewBy, at, over) => {
    expect(isStale({ reviewBy }, zone, new Date(at))).toBe(over);
  });
});
