import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';

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
  let url: string;
  let drop: () => Promise<void>;
  let host: TestHost;
  const actor = { user: null, source: 'cli' } as const;

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect, [knowledgeBase()]));
    host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  async function killAt(stop: string, id: number): Promise<void> {
    const script = startScript('../../../failure/processes/save-article.ts', [url, `${id}`, stop]);
    await expect(script.line()).rejects.toThrow(/ended without a further line\. $/);
  }

  async function rows(): Promise<Record<string, unknown[]>> {
    const all: Record<string, unknown[]> = {};
    for (const table of TABLES) all[table] = await host.db.query.selectFrom(table).selectAll().execute();
    return all;
  }

  it.each(STOPS)('leave nothing of a new article when killed at "%s", and its URL stays free', async (stop) => {
    await killAt(stop, 0);
    expect(Object.values(await rows()).flat()).toEqual([]);
    const again = await host.plugin('knowledge-base').articles.create({ title: 'After' }, actor);
    expect(again.slug).toBe('after');
  });

  it.each(STOPS)('leave an existing article unchanged and editable when killed at "%s"', async (stop) => {
    const { articles, revisions } = host.plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Before', status: 'publish', tags: ['old'] }, actor);
    const before = await rows();
    await killAt(stop, id);
    expect(await rows()).toEqual(before);
    expect(await articles.update(id, { title: 'Again' }, actor, 1)).toMatchObject({ version: 2 });
    expect((await revisions.list(id, { limit: 9, offset: 0 })).total).toBe(2);
  });

  it('keep everything when killed after the commit', async () => {
    const { articles, revisions } = host.plugin('knowledge-base');
    const { id } = await articles.create({ title: 'Before', status: 'publish' }, actor);
    await killAt('committed', id);
    expect(await articles.get(id)).toMatchObject({ title: 'After', version: 2, redirects: ['before'], tags: ['new'] });
    expect(await revisions.get(id, 2)).toMatchObject({ title: 'After', content: 'New text' });
  });
});
