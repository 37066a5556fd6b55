import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { killPointsOn } from '../support/kill-loop.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

const STOPS = ['terms', 'written'] as const;

/** A post and its terms are saved together or not at all. */
describe.each(dialects)('post saves under kills on $name', { timeout: 240_000 }, (dialect) => {
  const stops = killPointsOn(dialect, STOPS);
  const writer = { user: null };
  let site: SharedSite;
  let categories: number[];
  beforeAll(async () => {
    site = await shareSite(dialect);
    categories = [];
    for (const name of ['Old', 'New', 'Newer']) {
      const term = { taxonomy: 'category', slug: name.toLowerCase(), name, locale: 'en' };
      categories.push((await site.host.content.terms.create(term)).id);
    }
  });
  afterAll(() => site.close());

  const killAt = (stop: string, id: number): Promise<void> =>
    site.start('save-post', `${id}`, categories.slice(1).join(), stop).killed();

  const rows = async () => ({
    posts: await site.db.query.selectFrom('posts').selectAll().execute(),
    terms: await site.db.query.selectFrom('post_terms').selectAll().execute(),
  });

  it.each(stops)('leave nothing of a new post when killed at "%s", and its slug stays free', async (stop) => {
    const before = await rows();
    await killAt(stop, 0);
    expect(await rows()).toEqual(before);
    const again = await site.host.content.publishing.create('post', { title: 'After' }, writer);
    expect(again.slug).toBe('after');
    await site.host.content.posts.delete(again.id);
  });

  it.each(stops)('leave an existing post unchanged and editable when killed at "%s"', async (stop) => {
    const { publishing } = site.host.content;
    const input = { title: 'Before', terms: { category: categories.slice(0, 1) } };
    const { id } = await publishing.create('post', input, writer);
    const before = await rows();
    await killAt(stop, id);
    expect(await rows()).toEqual(before);
    expect(await publishing.update(id, { title: 'Again' }, writer, 1)).toMatchObject({ lockVersion: 2 });
  });

  it('keep everything when killed after the commit', async () => {
    const { posts } = site.host.content;
    await killAt('committed', 0);
    const saved = (await rows()).posts.slice(-1);
    expect(saved).toMatchObject([{ title: 'After', content: 'New text', status: 'publish' }]);
    expect(await posts.termIds(saved[0]?.id ?? 0, 'category')).toEqual(categories.slice(1));
  });
});
