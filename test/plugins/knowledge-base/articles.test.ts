import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { KnowledgeBase } from '../../../src/plugins/knowledge-base/content/knowledge-base.js';
import { dialects, migratedDatabase } from '../../support/databases.js';

describe.each(dialects)('articles on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function freshUrl(): Promise<string> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    return url;
  }

  async function open(database?: string): Promise<TestHost> {
    const host = await createTestHost({ database: database ?? (await freshUrl()), plugins: [knowledgeBase()] });
    cleanups.push(host.close);
    return host;
  }

  /** Opens one database in two hosts. */
  async function twoProcesses(): Promise<[KnowledgeBase, KnowledgeBase]> {
    const database = await freshUrl();
    const [one, other] = [await open(database), await open(database)];
    return [one.plugin('knowledge-base'), other.plugin('knowledge-base')];
  }

  const actor = { user: null, source: 'cli' } as const;

  it('give one of two writers of the same version a conflict', async () => {
    const { articles } = (await open()).plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Shared' }, actor);
    const results = await Promise.allSettled(
      ['one', 'two'].map((content) => articles.update(id, { content }, actor, 1)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = results.find((result) => result.status === 'rejected');
    expect(failed?.reason).toMatchObject({ code: 'vendor_kb_version_conflict', status: 412 });
    expect((await articles.get(id))?.version).toBe(2);
  });

  it('accept all changes of concurrent writers that name no version', async () => {
    const { articles } = (await open()).plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Shared' }, actor);
    await Promise.all([
      articles.update(id, { content: 'mine' }, actor),
      articles.update(id, { excerpt: 'yours' }, actor),
      articles.update(id, { tags: ['theirs'] }, actor),
    ]);
    expect(await articles.get(id)).toMatchObject({ content: 'mine', excerpt: 'yours', tags: ['theirs'], version: 4 });
  });

  it('are never left in a category that is deleted concurrently', async () => {
    const [one, other] = await twoProcesses();
    for (let round = 0; round < 4; round += 1) {
      const category = (await one.categories.create({ name: `C${round}` })).id;
      await other.categories.refresh();
      const moved = await other.articles.create({ title: `M${round}` }, actor);
      const [deleted, written, placed] = await Promise.allSettled([
        one.categories.delete(category, {}),
        other.articles.create({ title: `A${round}`, categoryIds: [category] }, actor),
        other.articles.update(moved.id, { categoryIds: [category] }, actor),
      ]);
      const isGone = deleted.status === 'fulfilled';
      expect([written.status, placed.status].includes('fulfilled')).toBe(!isGone);
      const refused = isGone ? [written, placed] : [deleted];
      for (const one of refused) {
        expect(one).toMatchObject({
          reason: { code: isGone ? 'vendor_kb_invalid_param' : 'vendor_kb_category_not_empty' },
        });
      }
    }
  });

  it('are never left in a category whose language changes concurrently', async () => {
    const [one, other] = await twoProcesses();
    for (let round = 0; round < 4; round += 1) {
      const category = (await one.categories.create({ name: `C${round}` })).id;
      await other.categories.refresh();
      const results = await Promise.allSettled([
        one.categories.update(category, { locale: 'de' }),
        other.articles.create({ title: `A${round}`, categoryIds: [category] }, actor),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('have no category cycle after concurrent moves in two processes', async () => {
    const [{ categories: one }, { categories: other }] = await twoProcesses();
    for (let round = 0; round < 5; round += 1) {
      const a = (await one.create({ name: `A${round}` })).id;
      const b = (await one.create({ name: `B${round}` })).id;
      await other.refresh();
      const moves = await Promise.allSettled([one.update(a, { parentId: b }), other.update(b, { parentId: a })]);
      expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = moves.find((move) => move.status === 'rejected');
      expect(refused?.reason).toMatchObject({ code: 'vendor_kb_category_cycle', status: 400 });
      await one.refresh();
      expect([one.tree().get(a)?.id, one.tree().get(b)?.id]).toEqual([a, b]);
    }
  });

  it('get unique slugs when ten with the same title are created concurrently', async () => {
    const { articles } = (await open()).plugin('knowledge-base');
    const created = await Promise.all(Array.from({ length: 10 }, () => articles.create({ title: 'Twin' }, actor)));
    expect(new Set(created.map(({ slug }) => slug)).size).toBe(10);
  });

  it('reject a slug taken in the same category and accept it elsewhere', async () => {
    const { articles, categories } = (await open()).plugin('knowledge-base');
    const { id } = await categories.create({ name: 'Elsewhere' });
    await articles.create({ title: 'A', slug: 'same' }, actor);
    await expect(articles.create({ title: 'B', slug: 'same' }, actor)).rejects.toMatchObject({
      code: 'vendor_kb_slug_taken',
    });
    await expect(articles.create({ title: 'C', slug: 'same', categoryIds: [id] }, actor)).resolves.toMatchObject({
      slug: 'same',
    });
  });

  it('share their slugs with categories on the same level', async () => {
    const { articles, categories } = (await open()).plugin('knowledge-base');
    await categories.create({ name: 'Guides', slug: 'guides' });
    await expect(articles.create({ title: 'x', slug: 'guides' }, actor)).rejects.toMatchObject({
      code: 'vendor_kb_slug_taken',
    });
    await articles.create({ title: 'y', slug: 'faq' }, actor);
    await expect(categories.create({ name: 'z', slug: 'faq' })).rejects.toMatchObject({ code: 'vendor_kb_slug_taken' });
  });

  it('free their URL in the trash, and get it back with their status on restore', async () => {
    const { articles } = (await open()).plugin('knowledge-base');
    const old = await articles.create({ title: 'Old', slug: 'place', status: 'publish' }, actor);
    await articles.update(old.id, { status: 'trash' }, actor);
    const other = await articles.create({ title: 'New', slug: 'place' }, actor);
    await expect(articles.update(old.id, { status: 'publish' }, actor)).rejects.toMatchObject({
      code: 'vendor_kb_slug_taken',
    });
    await articles.delete(other.id);
    const back = await articles.update(old.id, { status: 'publish' }, actor);
    expect(back).toMatchObject({ status: 'publish', slug: 'place' });
  });

  it('keep their version when nothing changes', async () => {
    const { articles } = (await open()).plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Same', tags: ['a'] }, actor);
    expect(await articles.update(id, { title: 'Same', tags: ['a', 'A', ' '] }, actor)).toMatchObject({ version: 1 });
  });

  it('redirect from old URLs after an article rename and a category change', async () => {
    const host = await open();
    const { articles, categories } = host.plugin('knowledge-base');
    const guides = await categories.create({ name: 'Guides' });
    const { id } = await articles.create(
      { title: 'Start', slug: 'start', status: 'publish', categoryIds: [guides.id] },
      actor,
    );
    await articles.update(id, { slug: 'begin' }, actor);
    await categories.update(guides.id, { slug: 'manual' });
    const url = await host.listen();
    for (const old of ['guides/start', 'guides/begin']) {
      const response = await fetch(`${url}/kb/${old}`, { redirect: 'follow' });
      expect(`${old}: ${response.status} ${new URL(response.url).pathname}`).toBe(`${old}: 200 /kb/manual/begin`);
    }
  });

  it('announce a save once after the commit, with the previous values', async () => {
    const host = await open();
    const { articles } = host.plugin('knowledge-base');
    const heard: unknown[] = [];
    host.hooks.addAction('vendor_kb_article_saved', (article, previous, context) => {
      heard.push([article.title, previous?.title ?? null, context.source, context.changed]);
    });
    const { id } = await articles.create({ title: 'One' }, actor);
    await articles.update(id, { title: 'Two' }, actor);
    await host.db
      .transaction(async () => {
        await articles.update(id, { title: 'Three' }, actor);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(heard).toEqual([
      ['One', null, 'cli', ['title']],
      ['Two', 'One', 'cli', ['title']],
    ]);
  });

  it('are found by the search of another process soon after each change', async () => {
    const database = await freshUrl();
    const [writer, reader] = [await open(database), await open(database)];
    const found = async (): Promise<number> =>
      ((await reader.request('GET', '/vendor-kb/v1/search?q=zebrafish')).data as { total: number }).total;
    expect(await found()).toBe(0);
    const { articles } = writer.plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Zebrafish', status: 'publish' }, actor);
    await expect.poll(found, { timeout: 5000 }).toBe(1);
    await articles.update(id, { status: 'draft' }, actor);
    await expect.poll(found, { timeout: 5000 }).toBe(0);
  });

  it('share their categories with another process', async () => {
    const database = await freshUrl();
    const [writer, reader] = [await open(database), await open(database)];
    await writer.plugin('knowledge-base').categories.create({ name: 'Fresh' });
    const names = async () =>
      ((await reader.request('GET', '/vendor-kb/v1/categories')).data as { name: string }[]).map(({ name }) => name);
    await expect.poll(names, { timeout: 5000 }).toEqual(['Fresh']);
  });
});
