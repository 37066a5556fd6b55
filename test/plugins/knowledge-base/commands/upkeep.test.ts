import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let host: TestHost;
const run = (...argv: string[]) => host.command('kb', ...argv);
async function json<T>(...argv: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...argv, '--format=json');
  expect([code, stderr.startsWith('{')]).toEqual([0, false]);
  return JSON.parse(stdout) as T;
}
const create = async (name: string, ...options: string[]): Promise<number> =>
  (await json<{ id: number }>('category', 'create', name, ...options)).id;
const tree = async (): Promise<string[]> =>
  (await run('category', 'tree', '--field=name')).stdout.split('\n').filter((line) => line !== '');

beforeEach(async () => {
  host = await createTestHost({ plugins: [knowledgeBase()] });
});
afterEach(() => host.close());

describe('mortise kb category', () => {
  it('get and update: keep the fields that are not given', async () => {
    const id = await create('Guides', '--description=Old');
    const changed = await json('category', 'update', String(id), '--slug=manuals', '--order=7');
    expect(changed).toEqual(await json('category', 'get', String(id)));
    expect(changed).toMatchObject({
      id,
      name: 'Guides',
      slug: 'manuals',
      path: 'manuals',
      order: 7,
      depth: 1,
      description: 'Old',
      articles: 0,
    });
    for (const wrong of [
      ['get', '4711'],
      ['get', 'x'],
      ['update', String(id)],
      ['update', String(id), '--name= '],
      ['update', String(id), '--order=first'],
    ]) {
      expect(await run('category', ...wrong)).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('move: includes the subtree and rejects a cycle', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const three = await create('Three', `--parent=${two}`);
    await run('category', 'move', String(two), String(one));
    expect(await json('category', 'get', String(three))).toMatchObject({ path: 'one/two/three', depth: 3 });
    expect(await run('category', 'move', String(one), String(three))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('vendor_kb_category_cycle'),
    });
    await run('category', 'move', String(two), '0');
    expect(await tree()).toEqual(['One', 'Two', '  Three']);
    expect(await run('category', 'move', String(two), 'top')).toMatchObject({ code: 2 });
  });

  it('reorder: puts the given categories first and keeps the order of the others', async () => {
    const ids = [await create('A'), await create('B'), await create('C'), await create('D')];
    const [a, , c, d] = ids.map(String);
    expect((await run('category', 'reorder', d ?? '', a ?? '', '--format=ids')).stdout).toBe('4 1 2 3\n');
    expect(await tree()).toEqual(['D', 'A', 'B', 'C']);
    const child = await create('Below', `--parent=${c}`);
    expect(await run('category', 'reorder', a ?? '', String(child))).toMatchObject({ code: 2, stdout: '' });
    expect(await tree()).toEqual(['D', 'A', 'B', 'C', '  Below']);
  });

  it('delete: requires confirmation and targets for articles and subcategories', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const below = await create('Below', `--parent=${one}`);
    const article = await json<{ id: number }>('article', 'create', '--title=x', `--category=${one}`);
    const remove = (...options: string[]) => run('category', 'delete', String(one), ...options);
    expect(await remove('--reassign=0', '--children=lift')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cli_not_confirmed'),
    });
    const refused = { stderr: expect.stringContaining('vendor_kb_category_not_empty') };
    expect(await remove('--yes')).toMatchObject(refused);
    expect(await remove('--yes', `--reassign=${two}`)).toMatchObject(refused);
    expect(await remove('--yes', '--reassign=4711', '--children=lift')).toMatchObject({ code: 2 });
    expect(await tree()).toEqual(['One', '  Below', 'Two']);
    expect(await remove('--yes', `--reassign=${two}`, '--children=lift')).toMatchObject({ code: 0 });
    expect(await json('article', 'get', String(article.id))).toMatchObject({ path: 'two/x' });
    expect(await json('category', 'get', String(below))).toMatchObject({ path: 'below' });
    expect(await remove('--yes')).toMatchObject({ code: 2 });
  });

  it('recount: reads the counts from the database again', async () => {
    const id = await create('Guides');
    await run('article', 'create', '--title=x', '--status=publish', `--category=${id}`);
    expect(await json('category', 'list')).toMatchObject([{ articles: 1 }]);
    await host.db.query.updateTable('posts').set({ status: 'draft' }).execute();
    expect(await json('category', 'list')).toMatchObject([{ articles: 1 }]);
    expect(await json('category', 'recount')).toMatchObject([{ id, articles: 0 }]);
  });
});

describe('mortise kb article generate', () => {
  const texts = async () =>
    (await host.db.query.selectFrom('posts').select(['title', 'content']).orderBy('id').execute()) as object[];

  it('creates the given number of articles, the same for the same seed', async () => {
    const id = await create('Guides');
    const options = ['--count=3', '--seed=7', `--category=${id}`, '--status=publish'];
    const rows = await json<object[]>('article', 'generate', ...options);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ status: 'publish', categories: [Number(id)], locale: 'en' });
    const first = await texts();
    expect(new Set(first.map((text) => JSON.stringify(text))).size).toBe(3);
    expect((await run('article', 'generate', ...options, '--format=count')).stdout).toBe('3\n');
    expect((await texts()).slice(3)).toEqual(first);
    await run('article', 'generate', '--count=3', '--seed=8');
    expect((await texts()).slice(6)).not.toEqual(first);
  });

  it('rejects invalid options', async () => {
    for (const wrong of [
      '--count=0',
      '--count=1000000',
      '--seed=-1',
      '--category=4711',
      '--status=trash',
      '--author=?',
    ]) {
      expect(await run('article', 'generate', wrong)).toMatchObject({ code: 2, stdout: '' });
    }
    expect(await texts()).toEqual([]);
  });
});

describe('mortise kb index', () => {
  it('query: prints scores and matched terms', async () => {
    await run('article', 'create', '--title=Printer', '--content=It prints.', '--status=publish');
    await run('article', 'create', '--title=Calendar', '--status=publish');
    const hits = await json('index', 'query', 'printer');
    expect(hits).toEqual([
      { id: 1, score: expect.any(Number), matched: expect.stringContaining('print'), title: 'Printer' },
    ]);
    expect((await run('index', 'query', 'zebra')).stderr).toContain('0 found');
    expect(await run('index', 'query', ' ')).toMatchObject({ code: 2 });
  });

  it('status: exits with 1 when the index differs from the database', async () => {
    await run('article', 'create', '--title=Printer', '--status=publish');
    expect(await json('index', 'status')).toMatchObject({ in_step: true, published: 1, documents: 1, locales: 'en' });
    await host.db.query.updateTable('posts').set({ status: 'draft' }).execute();
    expect(await run('index', 'status')).toMatchObject({ code: 1 });
    await run('index', 'rebuild');
    expect(await json('index', 'status')).toMatchObject({ in_step: true, published: 0, documents: 0 });
  });
});

describe('mortise kb cache', () => {
  it('status: prints how many items each group can cache', async () => {
    await run('article', 'create', '--title=Printer', '--status=publish');
    await run('article', 'create', '--title=Draft');
    expect((await run('cache', 'status', '--format=csv', '--fields=group,of')).stdout).toBe(
      '"group","of"\n"render",2\n"nav",1\n"search",1\n"access",2\n',
    );
  });

  it('warm: renders published articles only in a process that serves visitors', async () => {
    await run('article', 'create', '--title=Printer', '--status=publish');
    await run('article', 'create', '--title=Draft');
    const render = vi.spyOn(host.plugin('knowledge-base').content, 'of');
    expect(await run('cache', 'warm')).toMatchObject({ code: 0, stdout: '' });
    expect(render).not.toHaveBeenCalled();
    await host.listen();
    await run('cache', 'warm');
    await vi.waitFor(() => expect(new Set(render.mock.calls.map(([article]) => article.id))).toEqual(new Set([1])));
  });
});
