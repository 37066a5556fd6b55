import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { TracedStatement } from '../../../src/core/database/database.js';
import { NO_RATINGS } from '../../../src/plugins/knowledge-base/domain/ratings/rating-summary.js';
import { dialects, migratedDatabase } from '../../support/databases.js';

const actor = { user: null, source: 'cli' } as const;
const CHANNEL = 'mortise:statement';

describe.each(dialects)('article cache, on $name', (dialect) => {
  const cleanups: (() => unknown)[] = [];
  const loads: string[] = [];
  const listen = (message: unknown) => void loads.push((message as TracedStatement).sql);

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function freshUrl(): Promise<string> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    return url;
  }

  async function open(database?: string): Promise<TestHost> {
    subscribe(CHANNEL, listen);
    cleanups.push(() => unsubscribe(CHANNEL, listen));
    const host = await createTestHost({ database: database ?? (await freshUrl()), plugins: [knowledgeBase()] });
    cleanups.push(host.close);
    return host;
  }

  /** SQL statements that run during `work`. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    loads.length = 0;
    await work();
    return [...loads];
  }

  it('answers single articles and lists without reading their texts', async () => {
    const host = await open();
    const kb = host.plugin('knowledge-base');
    const { id } = await kb.articles.create({ title: 'Bread', content: 'Flour.', status: 'publish' }, actor);
    // A list takes two statements: its page with the total, and the state of the articles on it.
    for (const [path, most] of [
      [`/vendor-kb/v1/articles/${id}`, 1],
      ['/vendor-kb/v1/articles', 2],
    ] as const) {
      const before = (await host.request('GET', path)).data;
      const statements = await statementsOf(async () => expect((await host.request('GET', path)).data).toEqual(before));
      expect(statements.filter((sql) => /\bposts.?\.\*/.test(sql))).toEqual([]);
      expect(statements.length).toBe(most);
    }
  });

  it('returns the same frozen object until the article is saved', async () => {
    const { articles } = (await open()).plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Bread', tags: ['flour'] }, actor);
    const article = await articles.get(id);
    expect(await articles.get(id)).toBe(article);
    expect(() => article?.tags.push('salt')).toThrow(TypeError);
    await articles.update(id, { content: 'More.' }, actor);
    expect((await articles.get(id))?.content).toBe('More.');
  });

  it('is invalidated by every change, including those of other processes', async () => {
    const database = await freshUrl();
    const [host, other] = [await open(database), await open(database)];
    const mine = host.plugin('knowledge-base').articles;
    const { id } = await mine.create({ title: 'Bread', status: 'publish' }, actor);
    const changes = [
      { title: 'Cake' },
      { content: 'Sugar.' },
      { excerpt: 'Sweet.' },
      { meta: { front_matter: { level: 1 } } },
      { tags: ['sugar'] },
      { seo: { title: 'Cakes' } },
      { sticky: true },
      { reviewBy: '2030-01-01' },
      { status: 'archived' },
    ] as const;
    for (const change of changes) {
      await mine.get(id);
      await other.plugin('knowledge-base').articles.update(id, change, actor);
      expect(await mine.get(id)).toMatchObject(change);
    }
  });

  it('shows counters and columns that change without a save', async () => {
    const host = await open();
    const { articles, db } = host.plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Bread' }, actor);
    expect((await articles.get(id))?.counters?.views).toBe(0);
    const ratingFigures = {
      article_id: id,
      attachments: 0,
      ...NO_RATINGS,
      score_milli: 0,
      feedback: 0,
      downloads: 0,
      views: 7,
    };
    await db.query.insertInto('kb_article_figures').values(ratingFigures).execute();
    expect((await articles.get(id))?.counters?.views).toBe(7);
    await db.query.updateTable('posts').set({ author_id: 99 }).where('id', '=', id).execute();
    expect((await articles.get(id))?.authorId).toBe(99);
  });

  it('stores nothing from a transaction, which may be rolled back', async () => {
    const { articles, db } = (await open()).plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Bread', content: 'Flour.' }, actor);
    const undone = db.transaction(async () => {
      await articles.update(id, { content: 'Poison.' }, actor);
      expect((await articles.get(id))?.content).toBe('Poison.');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await articles.get(id))?.content).toBe('Flour.');
  });
});
