import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase, type TestDatabase } from '../../../support/databases.js';

const PLAIN = { listed: true, teaser: 'none', teaserWords: 0, message: null, redirectToLogin: false } as const;
const ACTOR = { user: null, source: 'cli' } as const;

describe.each(dialects)('mortise kb doctor on $name', (dialect) => {
  let database: TestDatabase;
  let host: TestHost;
  let guides: number;
  let article: number;
  const kb = () => host.plugin('knowledge-base');
  const run = (...options: string[]) => host.command('kb', 'doctor', ...options);

  /** Returns the subjects of the findings by code, and asserts the exit code. */
  async function failing(...options: string[]): Promise<Record<string, string[]>> {
    const { code, stdout } = await run(...options, '--format=json');
    const findings = JSON.parse(stdout) as { code: string; subject: string; plugin: string }[];
    expect(code).toBe(findings.length === 0 ? 0 : 1);
    expect(findings.every(({ plugin }) => plugin === 'knowledge-base')).toBe(true);
    const failed: Record<string, string[]> = {};
    for (const { code: name, subject } of findings) failed[name] = [...(failed[name] ?? []), subject];
    return failed;
  }

  beforeEach(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
    guides = (await kb().categories.create({ name: 'Guides' })).id;
    const input = { title: 'Printer', status: 'publish', categoryIds: [guides] } as const;
    article = (await kb().articles.create(input, ACTOR)).id;
  });
  afterEach(async () => {
    await host.close();
    await database.drop();
  });

  it('finds nothing in a healthy database and exits with 0', async () => {
    expect(await failing()).toEqual({});
    expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining('No problems found.') });
  });

  it('reports a problem with an explanation and exits with 1', async () => {
    await host.db.query.deleteFrom('posts').where('id', '=', article).execute();
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^warning +knowledge-base +rows-without-post +\d+$/m),
    });
    expect(stderr).toContain('rows-without-post: These rows of kb_articles have no post');
    expect(stderr).toContain(`  ${article}: printer`);
  });

  it('finds posts without a row and category lists that differ', async () => {
    await host.db.query.deleteFrom('post_terms').execute();
    expect(await failing()).toEqual({ 'categories-of-articles': [String(article)] });
    await host.db.query.deleteFrom('kb_articles').execute();
    expect(await failing()).toEqual({ 'posts-without-row': [String(article)], 'search-index': ['index'] });
  });

  it('finds category cycles', async () => {
    const below = await kb().categories.create({ name: 'Below', parentId: guides });
    await host.db.query.updateTable('terms').set({ parent_id: below.id }).where('id', '=', guides).execute();
    expect(await failing()).toMatchObject({ 'category-cycles': [guides, below.id].map(String) });
  });

  it('finds references to missing rules', async () => {
    const rule = await kb().access.rules.keep({ ...PLAIN, mode: 'public' });
    await kb().articles.update(article, { ruleId: rule }, ACTOR);
    await kb().categories.update(guides, { ruleId: rule });
    expect(await failing()).toEqual({});
    await host.db.query.deleteFrom('kb_access_rules').execute();
    expect(await failing()).toEqual({ 'unknown-rules': [article, guides].map(String) });
  });

  it('finds an article hidden by a category', async () => {
    const below = await kb().categories.create({ name: 'Below', parentId: guides });
    await host.db.query.updateTable('terms').set({ slug: 'printer' }).where('id', '=', below.id).execute();
    expect(await failing()).toEqual({ 'colliding-addresses': [String(article)] });
  });

  it('finds a category and an article that hide the pages of a language', async () => {
    const german = await kb().categories.create({ name: 'German' });
    await host.db.query.updateTable('terms').set({ slug: 'de' }).where('id', '=', german.id).execute();
    await kb().categories.refresh();
    const { id } = await kb().articles.create({ title: 'Italian' }, ACTOR);
    await host.db.query.updateTable('kb_articles').set({ slug: 'it' }).where('id', '=', id).execute();
    expect(await failing()).toEqual({ 'colliding-addresses': [german.id, id].map(String) });
  });

  it('finds redirects from URLs in use and deletes them with --fix', async () => {
    await kb().redirects.add({
      locale: 'en',
      path: 'guides/printer',
      kind: 'external',
      targetUrl: 'https://a.example/',
    });
    await kb().redirects.add({ locale: 'en', path: 'guides/gone', kind: 'article', targetId: article });
    expect(await failing()).toEqual({ 'shadowing-redirects': ['en:guides/printer'] });
    expect(await failing('--fix')).toEqual({});
    expect(await kb().redirects.find('en', 'guides/printer')).toBeNull();
    expect(await kb().redirects.find('en', 'guides/gone')).not.toBeNull();
  });

  it('rebuilds a search index that differs from the database with --fix', async () => {
    expect(await failing()).toEqual({});
    await host.db.query.updateTable('posts').set({ status: 'draft' }).execute();
    expect(await failing()).toEqual({ 'search-index': ['index'] });
    expect(await run('--fix')).toMatchObject({ code: 0, stderr: expect.stringContaining('search-index: fixed 1 ') });
  });

  it('checks links again with --fix, but leaves broken ones to be fixed by hand', async () => {
    await kb().articles.update(article, { content: '[a](/kb/nowhere) [b](/kb/guides)' }, ACTOR);
    expect(await failing()).toEqual({});
    await host.command('kb', 'article', 'check-links');
    expect(await failing()).toEqual({ 'broken-links': [String(article)] });
    expect(await failing('--fix')).toEqual({ 'broken-links': [String(article)] });
    await kb().categories.create({ name: 'Nowhere' });
    expect(await failing('--fix')).toEqual({});
  });

  it('finds stale articles', async () => {
    await kb().articles.update(article, { reviewBy: '2020-01-31' }, ACTOR);
    expect(await failing('--fix')).toEqual({ 'stale-articles': [String(article)] });
  });

  it('finds counters that differ from the votes and recounts with --fix', async () => {
    const vote = { article_id: article, value: 4, helpful: true };
    expect(await host.request('POST', '/vendor-kb/v1/rating', { body: vote })).toMatchObject({ status: 201 });
    expect(await failing()).toEqual({});
    await host.db.query.updateTable('kb_article_figures').set({ rating_count: 7 }).execute();
    expect(await failing()).toEqual({ 'rating-figures': [String(article)] });
    expect(await failing('--fix')).toEqual({});
  });
});
