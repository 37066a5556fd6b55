import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { dialects, freshDatabase } from '../support/databases.js';

/** Parts of the way after which it is killed; with MORTISE_FULL many more. */
const PARTS = process.env.MORTISE_FULL
  ? Array.from({ length: 40 }, (_, index) => index / 40)
  : [0.02, 0.2, 0.4, 0.7, 0.95];
const ARTICLES = 60;
const actor = { user: null, source: 'cli' } as const;

/** Whatever is left when it is killed is a knowledge base with fewer articles, or nothing that could be taken for one. */
describe.each(dialects)('a knowledge base whose uninstallation is killed on $name', { timeout: 600_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let folder: string;
  let hosts: TestHost[];

  beforeEach(async () => {
    hosts = [];
    ({ url, drop } = await freshDatabase(dialect));
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-uninstall-'));
  });
  afterEach(async () => {
    for (const host of hosts) await host.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<TestHost> {
    const host = await createTestHost({ database: url, storage: `file:${folder}`, plugins: [knowledgeBase()] });
    hosts.push(host);
    return host;
  }

  async function stop(host: TestHost): Promise<void> {
    await host.lifecycle.deactivate('knowledge-base');
    // Nobody else has to hear of it here.
    await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
    await host.close();
    hosts.pop();
  }

  /** @returns ids of files that have to stay: one that nobody brought in for an article, one that a post shows */
  async function filled(): Promise<{ post: number; kept: number[] }> {
    const host = await start();
    if ((await host.lifecycle.list())[0]?.status !== 'active') await host.lifecycle.activate('knowledge-base');
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
    const shown = await file('shown', first);
    const library = await file('library', 0);
    for (const [media, isOwnFile] of [
      [own, true],
      [shown, true],
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
      .set({ content: `<a href="${shown.url}">file</a>` })
      .where('id', '=', id)
      .execute();
    await stop(host);
    return { post: id, kept: [shown.id, library.id] };
  }

  const uninstall = (statements: number) =>
    startScript('../../../failure/processes/uninstall-knowledge-base.ts', [url, `file:${folder}`, String(statements)]);

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

  it('is a smaller one, or none; another run leaves nothing but what others use', async () => {
    await filled();
    const count = Number(await uninstall(-1).line());
    expect(count).toBeGreaterThan(100);
    await forget();
    const seen = new Set<string>();
    for (const part of PARTS) {
      const { kept, post } = await filled();
      await expect(uninstall(Math.floor(part * count)).line()).rejects.toThrow('ended without a further line');
      const host = await start();
      const status = (await host.lifecycle.list())[0]?.status ?? '';
      seen.add(status);
      if (status === 'inactive') {
        await host.lifecycle.activate('knowledge-base');
        await expectWhole(host);
        await host.lifecycle.deactivate('knowledge-base');
        await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
      }
      await host.lifecycle.uninstall('knowledge-base', { exportTo: null });
      expect(await leavings(host)).toEqual({ tables: [], posts: [], terms: [], orphans: [], options: [], jobs: [] });
      const files = await host.db.query.selectFrom('attachments').select('id').orderBy('id').execute();
      expect(files.map(({ id }) => id)).toEqual(kept);
      expect(await host.db.query.selectFrom('posts').select('id').execute()).toEqual([{ id: post }]);
      for (const id of kept) await host.media.delete(id);
      await host.close();
      hosts.pop();
    }
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['inactive', 'uninstalling']));
  });

  /** Each article that is left can be read and changed, and lists know of no other. */
  async function expectWhole(host: TestHost): Promise<void> {
    const { articles } = host.plugin('knowledge-base');
    const rows = await host.db.query
      .selectFrom('posts')
      .select('id')
      .where('type', '=', 'kb_article')
      .orderBy('id')
      .execute();
    const known = await host.db.query.selectFrom('kb_articles').select('id').orderBy('id').execute();
    expect(known.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    const [last] = known.slice(-1);
    if (last) expect(await articles.update(last.id, { title: 'Changed' }, actor)).toMatchObject({ title: 'Changed' });
  }

  async function forget(): Promise<void> {
    const host = await start();
    for (const { id } of await host.db.query.selectFrom('attachments').select('id').execute())
      await host.media.delete(id);
    await host.close();
    hosts.pop();
  }
});
