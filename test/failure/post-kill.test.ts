import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';

const STOPS = ['terms', 'written'] as const;

/** A post and its terms are saved together or not at all. */
describe.each(dialects)('post saves under kills on $name', { timeout: 240_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let host: TestHost;
  let categories: number[];
  const writer = { user: null };

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect));
    host = await createTestHost({ database: url });
    categories = [];
    for (const name of ['Old', 'New', 'Newer']) {
      const { id } = await host.content.terms.create({
        taxonomy: 'category',
        slug: name.toLowerCase(),
        name,
        locale: 'en',
      });
      categories.push(id);
    }
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  async function killAt(stop: string, id: number): Promise<void> {
    const script = startScript('../../../failure/processes/save-post.ts', [
      url,
      `${id}`,
      categories.slice(1).join(),
      stop,
    ]);
    await expect(script.line()).rejects.toThrow('ended without a further line');
  }

  const rows = async () => ({
    posts: await host.db.query.selectFrom('posts').selectAll().execute(),
    terms: await host.db.query.selectFrom('post_terms').selectAll().execute(),
  });

  it.each(STOPS)('leave nothing of a new post when killed at "%s", and its slug stays free', async (stop) => {
    await killAt(stop, 0);
    expect(await rows()).toEqual({ posts: [], terms: [] });
    const again = await host.content.publishing.create('post', { title: 'After' }, writer);
    expect(again.slug).toBe('after');
  });

  it.each(STOPS)('leave an existing post unchanged and editable when killed at "%s"', async (stop) => {
    const { publishing } = host.content;
    const { id } = await publishing.create(
      'post',
      { title: 'Before', terms: { category: categories.slice(0, 1) } },
      writer,
    );
    const before = await rows();
    await killAt(stop, id);
    expect(await rows()).toEqual(before);
    expect(await publishing.update(id, { title: 'Again' }, writer, 1)).toMatchObject({ lockVersion: 2 });
  });

  it('keep everything when killed after the commit', async () => {
    const { posts } = host.content;
    await killAt('committed', 0);
    const saved = await rows();
    expect(saved.posts).toMatchObject([{ title: 'After', content: 'New text', status: 'publish' }]);
    expect(await posts.termIds(saved.posts[0]?.id ?? 0, 'category')).toEqual(categories.slice(1));
  });
});
