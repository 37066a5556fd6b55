import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase, type TestDatabase } from '../../../support/databases.js';

describe.each(dialects)('mortise kb article on $name', (dialect) => {
  let database: TestDatabase;
  let host: TestHost;
  let ada: User;
  const run = (...argv: string[]) => host.command('kb', 'article', ...argv);
  async function json<T = Record<string, unknown>>(...argv: string[]): Promise<T> {
    const { code, stdout, stderr } = await run(...argv, '--format=json');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
    return JSON.parse(stdout) as T;
  }
  const create = async (title: string, ...options: string[]): Promise<string> =>
    (await run('create', `--title=${title}`, '--porcelain', ...options)).stdout.trim();
  const titles = async (...options: string[]) => (await run('list', '--field=title', ...options)).stdout.split('\n');

  beforeAll(async () => {
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
    ada = await host.createUser('author');
  });
  afterAll(async () => {
    await host.close();
    await database.drop();
  });

  it('list: filters by author, tag and staleness, and sorts', async () => {
    await create('Cider', '--tags=drink,cold', `--author=${ada.login}`, '--status=publish', '--review-by=2020-01-31');
    await create('Apple', '--tags=Drink', '--status=publish', '--review-by=2999-01-31');
    await create('Bread', `--author=${ada.id}`);
    const byTitle = ['--orderby=title', '--order=asc'];
    expect(await titles(...byTitle)).toEqual(['Apple', 'Bread', 'Cider', '']);
    expect(await titles('--orderby=title')).toEqual(['Cider', 'Bread', 'Apple', '']);
    expect(await titles(...byTitle, `--author=${ada.login}`)).toEqual(['Bread', 'Cider', '']);
    expect(await titles(...byTitle, '--tag=drink')).toEqual(['Apple', 'Cider', '']);
    expect(await titles('--stale')).toEqual(['Cider', '']);
    expect(await json('list', '--stale')).toMatchObject([{ author: ada.id, review_by: '2020-01-31' }]);
    for (const wrong of ['--author=nobody', '--category=4711', '--orderby=colour', '--order=up']) {
      expect(await run('list', wrong), wrong).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('list: prints all articles for programs and a hundred in a table', async () => {
    const kb = host.plugin('knowledge-base');
    const actor = { user: null, source: 'cli' as const };
    for (let number = 1; number <= 101; number += 1) {
      await kb.articles.create({ title: `Part ${number}`, tags: ['many'] }, actor);
    }
    const list = (...options: string[]) => run('list', '--tag=many', ...options);
    expect((await list('--format=count')).stdout).toBe('101\n');
    expect(new Set((await list('--format=ids')).stdout.trim().split(' ')).size).toBe(101);
    expect((await list('--format=count', '--limit=7')).stdout).toBe('101\n');
    const { stdout, stderr } = await list();
    expect(stdout.trim().split('\n')).toHaveLength(102);
    expect(stderr).toContain('100 of 101');
    expect(await json('list', '--tag=many')).toEqual(
      expect.arrayContaining([expect.objectContaining({ tags: ['many'], categories: [] })]),
    );
  });

  it('render: prints only the HTML unless JSON is requested', async () => {
    const id = await create('Rendered', '--content=*x*');
    expect(await run('render', id)).toMatchObject({ code: 0, stdout: '<p><em>x</em></p>\n' });
    expect(await json('render', id)).toMatchObject({ id: Number(id), html: '<p><em>x</em></p>\n' });
  });

  it('create and update: accept excerpt, dates and an expected version', async () => {
    const id = await create('Plan', '--excerpt=In short.', '--date=2021-05-06T07:08:09Z', '--status=publish');
    expect(await json('get', id)).toMatchObject({ excerpt: 'In short.', published: '2021-05-06T07:08:09.000Z' });
    const changed = await json('update', id, '--review-by=2030-12-31', '--expected-version=1');
    expect(changed).toMatchObject({ version: 2, review_by: '2030-12-31' });
    const late = await run('update', id, '--title=Late', '--expected-version=1', '--format=json');
    expect([late.code, late.stdout, JSON.parse(late.stderr).code]).toEqual([2, '', 'vendor_kb_version_conflict']);
    expect(await json('update', id, '--review-by=none')).toMatchObject({ version: 3, review_by: null, title: 'Plan' });
    for (const wrong of [
      [],
      ['--review-by=2030-02-31'],
      ['--date=soon'],
      ['--title= '],
      ['--content-file=/nowhere'],
      ['--expected-version=0', '--title=x'],
    ]) {
      expect(await run('update', id, ...wrong), wrong.join()).toMatchObject({ code: 2, stdout: '' });
    }
    expect(await json('get', id)).toMatchObject({ version: 3 });
  });

  it('create and update: accept an access rule, with the password in a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-rule-'));
    const file = join(folder, 'rule.json');
    await writeFile(file, JSON.stringify({ mode: 'password', password: 'sesame' }));
    const id = await create('Safe', '--status=publish', '--rule=logged_in');
    const read = (headers = {}) => host.request('GET', `/vendor-kb/v1/articles/${id}`, { headers });
    expect((await read()).data).toMatchObject({ code: 'vendor_kb_login_required' });
    await json('update', id, `--rule-file=${file}`);
    expect((await read()).data).toMatchObject({ code: 'vendor_kb_password_required' });
    // Another rule with the same mode keeps the existing password.
    await json('update', id, '--rule={"mode":"password","message":"Ask the porter."}');
    expect((await read({ 'X-KB-Password': 'sesame' })).status).toBe(200);
    await json('update', id, '--rule=inherit');
    expect((await read()).status).toBe(200);
    for (const wrong of ['everybody', '{"mode":"roles"}', '{"mode":"public","colour":"red"}', '[]', '{', 'roles']) {
      expect(await run('update', id, `--rule=${wrong}`), wrong).toMatchObject({ code: 2, stdout: '' });
    }
    await rm(folder, { recursive: true });
  });

  it('delete: deletes several articles, reports failures and sets the exit code', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const some = await run('delete', one, '4711', 'x', two, '--format=json');
    expect(some.code).toBe(3);
    expect(JSON.parse(some.stdout)).toMatchObject([
      { id: Number(one), status: 'trash' },
      { id: Number(two), status: 'trash' },
    ]);
    expect(some.stderr).toMatch(/Warning: .*4711/);
    expect(await run('delete', one, two, '--force')).toMatchObject({ code: 0 });
    expect(await run('delete', one, two)).toMatchObject({ code: 2 });
    expect(await run('delete', one)).toMatchObject({ code: 2, stdout: '' });
    expect(await run('delete')).toMatchObject({ code: 2 });
  });

  describe('with --dry-run', () => {
    /** Returns all data that knowledge base commands could change. */
    async function everything(): Promise<string> {
      const tables = [
        'posts',
        'kb_articles',
        'kb_revisions',
        'kb_access_rules',
        'kb_redirects',
        'kb_feedback',
        'kb_article_figures',
        'terms',
        'outbox',
        'kb_search_changes',
        'versions',
      ] as const;
      const rows = tables.map((table) => host.db.query.selectFrom(table).selectAll().execute());
      // Ignore the jobs of schedules, which may come due during the test.
      const scheduled = new Set((await host.schedules.list()).map(({ name }) => name));
      const jobs = (await host.db.query.selectFrom('jobs').selectAll().execute()).filter(
        ({ name }) => !scheduled.has(name),
      );
      const { data } = await host.request('GET', '/vendor-kb/v1/categories?per_page=100');
      return JSON.stringify([await Promise.all(rows), jobs, data]);
    }

    it('prints the result of every command and changes nothing', async () => {
      const kb = (...argv: string[]) => host.command('kb', ...argv);
      const id = await create('Guide', '--status=publish', '--content=First');
      await json('update', id, '--content=Second');
      const shelf = (await kb('category', 'create', 'Shelf', '--porcelain')).stdout.trim();
      const other = (await kb('category', 'create', 'Other', '--porcelain')).stdout.trim();
      const message = { article_id: Number(id), type: 'error', message: 'It is wrong.' };
      const { data } = await host.request('POST', '/vendor-kb/v1/feedback', { body: message });
      const item = String((data as { id: number }).id);
      await host.work();
      const before = await everything();
      for (const [argv, says] of [
        [['article', 'create', '--title=New', '--rule=nobody', '--status=publish'], { title: 'New', slug: 'new' }],
        [['article', 'update', id, '--slug=manual', '--rule=nobody'], { slug: 'manual', version: 3 }],
        [['article', 'publish', id], { status: 'publish' }],
        [['article', 'unpublish', id], { status: 'draft' }],
        [['article', 'archive', id], { status: 'archived' }],
        [['article', 'move', id, shelf], { path: 'shelf/guide' }],
        [['article', 'duplicate', id], { slug: 'guide-2' }],
        [['article', 'restore', id, '1'], { version: 3 }],
        [['article', 'delete', id], [{ status: 'trash' }]],
        [['article', 'delete', id, '--force'], [{ status: 'deleted' }]],
        [
          ['article', 'generate', '--count=2'],
          [{ status: 'draft' }, { status: 'draft' }],
        ],
        [['category', 'create', 'Third', `--parent=${shelf}`], { path: 'shelf/third' }],
        [['category', 'update', shelf, '--name=Board', '--slug=board'], { path: 'board' }],
        [['category', 'move', shelf, other], { path: 'other/shelf' }],
        [
          ['category', 'reorder', other, shelf],
          [{ name: 'Other' }, { name: 'Shelf' }],
        ],
        [['category', 'recount'], expect.any(Array)],
        [['cache', 'flush', '--group=nav'], [{ group: 'nav' }]],
        [['index', 'rebuild'], { published: expect.any(Number) }],
        [['feedback', 'resolve', item], [{ status: 'resolved' }]],
        [['feedback', 'reject', item], [{ status: 'rejected' }]],
        [['feedback', 'spam', item], [{ status: 'spam' }]],
        [['rating', 'recount'], { articles: expect.any(Number) }],
      ] as const) {
        const { code, stdout, stderr } = await kb(...argv, '--dry-run', '--format=json');
        expect([code, stderr], argv.join(' ')).toEqual([0, expect.stringContaining('Nothing was changed (dry run).')]);
        expect(JSON.parse(stdout), argv.join(' ')).toMatchObject(says);
        expect(await everything(), argv.join(' ')).toBe(before);
      }
      expect(await kb('category', 'delete', shelf, '--dry-run')).toMatchObject({ code: 0, stdout: '' });
      expect(await everything()).toBe(before);
      await host.work();
      expect(await everything()).toBe(before);
    });

    it('rejects the same input as the command', async () => {
      const id = await create('Taken');
      expect(await run('create', '--title=x', '--slug=taken', '--dry-run')).toMatchObject({ code: 2, stdout: '' });
      expect(await run('update', id, '--title=y', '--expected-version=9', '--dry-run')).toMatchObject({ code: 2 });
      expect(await run('delete', id, '4711', '--dry-run')).toMatchObject({ code: 3 });
      expect(await json('get', id)).toMatchObject({ status: 'draft', version: 1 });
    });
  });
});
