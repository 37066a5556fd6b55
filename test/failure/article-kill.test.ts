import { knowledgeBase } from 'mortise/plugins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { killPointsOn } from '../support/kill-loop.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

const STOPS = ['redirects', 'revision', 'written'] as const;
const TABLES = [
  'posts',
  'kb_articles',
  'kb_article_tags',
  'kb_redirects',
  'kb_revisions',
  'kb_search_changes',
] as const;

/** An article, its redirects and its revision are saved together or not at all. */
describe.each(dialects)('article saves under kills on $name', { timeout: 240_000 }, (dialect) => {
  const stops = killPointsOn(dialect, STOPS);
  const actor = { user: null, source: 'cli' } as const;
  let site: SharedSite;
  const kb = () => site.host.plugin('knowledge-base');
  beforeAll(async () => {
    site = await shareSite(dialect, { plugins: [knowledgeBase()] });
  });
  afterAll(() => site.close());

  const killAt = (stop: string, id: number): Promise<void> => site.start('save-article', `${id}`, stop).killed();

  async function rows(): Promise<Record<string, unknown[]>> {
    const all: Record<string, unknown[]> = {};
    for (const table of TABLES) all[table] = await site.db.query.selectFrom(table).selectAll().execute();
    return all;
  }

  it.each(stops)('leave nothing of a new article when killed at "%s", and its URL stays free', async (stop) => {
    const before = await rows();
    await killAt(stop, 0);
    expect(await rows()).toEqual(before);
    const again = await kb().articles.create({ title: 'After' }, actor);
    expect(again.slug).toBe('after');
    await kb().articles.delete(again.id, actor);
  });

  it.each(stops)('leave an existing article unchanged and editable when killed at "%s"', async (stop) => {
    const { articles, revisions } = kb();
    const { id } = await articles.create({ title: 'Before', status: 'publish', tags: ['old'] }, actor);
    const before = await rows();
    await killAt(stop, id);
    expect(await rows()).toEqual(before);
    expect(await articles.update(id, { title: 'Again' }, actor, 1)).toMatchObject({ version: 2 });
    expect((await revisions.list(id, { limit: 9, offset: 0 })).total).toBe(2);
    await articles.delete(id, actor);
  });

  it('keep everything when killed after the commit', async () => {
    const { articles, revisions } = kb();
    const { id } = await articles.create({ title: 'Before', status: 'publish' }, actor);
    await killAt('committed', id);
    expect(await articles.get(id)).toMatchObject({ title: 'After', version: 2, redirects: ['before'], tags: ['new'] });
    expect(await revisions.get(id, 2)).toMatchObject({ title: 'After', content: 'New text' });
  });
});
