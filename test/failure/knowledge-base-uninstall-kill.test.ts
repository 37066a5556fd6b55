import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import type { TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { shortOrFull } from '../support/kill-loop.js';
import { openUninstallSite, type UninstallSite } from './uninstall-site.js';

/** Fractions of the statements that run before a kill: early ones leave the plugin inactive, late ones partly removed. */
const PARTS = shortOrFull(
  [0.02, 0.95],
  Array.from({ length: 40 }, (_, index) => index / 40),
);
const ARTICLES = shortOrFull(12, 40);
const actor = { user: null, source: 'cli' } as const;

/** A kill leaves a knowledge base with fewer articles, or nothing that could be mistaken for one. */
describe.each(dialects)('killed uninstall of a knowledge base on $name', { timeout: 600_000 }, (dialect) => {
  let site: UninstallSite;
  beforeEach(async () => {
    site = await openUninstallSite(dialect, knowledgeBase());
  });
  afterEach(() => site.close());

  /** @returns ids of files that must stay: one from the library, and one that a post shows */
  async function filled(): Promise<{ post: number; attachments: number[] }> {
    const host = await site.startActive();
    const kb = host.plugin('knowledge-base');
    const top = await kb.categories.create({ name: 'Top' });
    const inner = await kb.categories.create({ name: 'Inner', parentId: top.id });
    const ids: number[] = [];
    for (let index = 0; index < ARTICLES; index += 1) {
      const article = await kb.articles.create(
        { title: `Page ${index}`, tags: ['one'], categoryIds: [inner.id] },
        actor,
      );
      ids.push(article.id);
    }
    const [first = 0, second = 0] = ids;
    const file = (name: string, postId: number) =>
      host.media.create(Buffer.from(`%PDF-1.4\n${name}\n%%EOF`), { filename: `${name}.pdf`, postId });
    const own = await file('own', first);
    const attached = await file('shown', first);
    const library = await file('library', 0);
    for (const [media, isOwnFile] of [
      [own, true],
      [attached, true],
      [library, false],
    ] as const) {
      await kb.attachments.add(first, { file: media, isOwnFile, by: null });
    }
    await kb.attachments.add(second, { file: own, isOwnFile: false, by: null });
    const post = await host.db.query.selectFrom('posts').select('id').where('type', '=', 'post').executeTakeFirst();
    const id =
      post?.id ??
      (
        await host.content.posts.create({
          type: 'post',
          title: 'Post',
          slug: 'post',
          status: 'publish',
          authorId: 0,
          locale: 'en',
        })
      ).id;
    await host.db.query
      .updateTable('posts')
      .set({ content: `<a href="${attached.url}">file</a>` })
      .where('id', '=', id)
      .execute();
    await site.deactivate(host);
    await site.stop(host);
    return { post: id, attachments: [attached.id, library.id] };
  }

  async function leavings(host: TestHost): Promise<Record<string, unknown>> {
    const { db } = host;
    const { tables } = await db.about();
    const posts = await db.query.selectFrom('posts').select('type').where('type', '=', 'kb_article').execute();
    const terms = await db.query.selectFrom('terms').select('id').where('taxonomy', '=', 'kb_category').execute();
    const orphans = await db.query
      .selectFrom('post_terms')
      .select('post_id')
      .where('post_id', 'not in', db.query.selectFrom('posts').select('id'))
      .execute();
    const options = (await host.options.list()).filter(({ owner, stored }) => owner === 'knowledge-base' && stored);
    const jobs = await db.query.selectFrom('jobs').select('name').where('name', 'like', 'kb%').execute();
    return { tables: tables.filter((name) => name.startsWith('kb_')), posts, terms, orphans, options, jobs };
  }

  it('leaves a smaller knowledge base or none, and a second run leaves only what others use', async () => {
    await filled();
    const count = Number(await site.uninstall(-1).line());
    expect(count).toBeGreaterThan(100);
    await forget();
    const seen = new Set<string>();
    for (const part of PARTS) {
      const { attachments, post } = await filled();
      await site.uninstall(Math.floor(part * count)).killed();
      const host = await site.start();
      const status = await site.status(host);
      seen.add(status);
      if (status === 'inactive') {
        await host.lifecycle.activate('knowledge-base');
        await expectWhole(host);
        await site.deactivate(host);
      }
      await host.lifecycle.uninstall('knowledge-base', { exportTo: null });
      expect(await leavings(host)).toEqual({ tables: [], posts: [], terms: [], orphans: [], options: [], jobs: [] });
      const files = await host.db.query.selectFrom('attachments').select('id').orderBy('id').execute();
      expect(files.map(({ id }) => id)).toEqual(attachments);
      expect(await host.db.query.selectFrom('posts').select('id').execute()).toEqual([{ id: post }]);
      for (const id of attachments) await host.media.delete(id);
      await site.stop(host);
    }
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['inactive', 'uninstalling']));
  });

  it('leaves the knowledge base intact and no export when killed during the export', async () => {
    await filled();
    const exportTo = path.join(site.folder, 'out');
    // The first statements only read. The texts are exported long before anything is deleted.
    for (const statements of shortOrFull([20, 60], [5, 20, 40, 60])) {
      await site.uninstall(statements, exportTo).killed();
      expect(await readdir(site.folder)).not.toContain('out');
    }
    const host = await site.start();
    expect(await site.status(host)).toBe('inactive');
    await host.lifecycle.uninstall('knowledge-base', { exportTo });
    const exported: unknown = JSON.parse(await readFile(path.join(exportTo, 'content/export.json'), 'utf8'));
    expect(exported).toMatchObject({ counts: { articles: ARTICLES, categories: 2 } });
    expect((await readdir(site.folder)).filter((name) => name.startsWith('out'))).toEqual(['out']);
    expect(await leavings(host)).toMatchObject({ tables: [], posts: [], terms: [] });
  });

  /** Checks that the last article can be changed, and that the tables list the same articles. */
  async function expectWhole(host: TestHost): Promise<void> {
    const { articles } = host.plugin('knowledge-base');
    const rows = await host.db.query
      .selectFrom('posts')
      .select('id')
      .where('type', '=', 'kb_article')
      .orderBy('id')
      .execute();
    const storedIds = await host.db.query.selectFrom('kb_articles').select('id').orderBy('id').execute();
    expect(storedIds.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    const [last] = storedIds.slice(-1);
    if (last) expect(await articles.update(last.id, { title: 'Changed' }, actor)).toMatchObject({ title: 'Changed' });
  }

  async function forget(): Promise<void> {
    const host = await site.start();
    for (const { id } of await host.db.query.selectFrom('attachments').select('id').execute())
      await host.media.delete(id);
    await site.stop(host);
  }
});
