import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FAULTY =
  '<!-- wp:paragraph -->\n<div>a</div>\n<!-- /wp:paragraph -->\n\n<!-- wp:vendor-kb/content-toggle -->\n<p>b</p>\n<!-- /wp:vendor-kb/content-toggle -->';
const GOOD = '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->';

describe('mortise blocks', () => {
  let host: TestHost;
  let folder: string;
  const run = (...argv: string[]) => host.command('blocks', ...argv);
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  async function write(content: string, contentFormat: 'blocks' | 'markdown' | 'html'): Promise<number> {
    const { articles } = host.plugin('knowledge-base');
    // Write like an import, which skips validation.
    const { id } = await articles.create({ title: 'Reeds', content, contentFormat }, { user: null, source: 'import' });
    return id;
  }

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    folder = await mkdtemp(join(tmpdir(), 'blocks-'));
  });
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });

  it('list: prints each block, its owner and whether it is dynamic', async () => {
    const { stdout, code } = await run('list', '--format=json', '--fields=name,owner,dynamic');
    expect(code).toBe(0);
    const rows = JSON.parse(stdout) as object[];
    expect(rows).toContainEqual({ name: 'core/paragraph', owner: 'core', dynamic: false });
    expect(rows).toContainEqual({ name: 'vendor-kb/related-articles', owner: 'knowledge-base', dynamic: true });
    expect((await run('list', '--format=count')).stdout).toBe('25\n'.replace('25', String(rows.length)));
    expect((await run('list')).stdout).toContain('FAQ / Accordion');
  });

  it('validate: reports line, block and reason for a file and sets the exit code', async () => {
    const faulty = await run('validate', `--file=${await file('faulty.html', FAULTY)}`, '--format=json');
    expect(faulty.code).toBe(2);
    expect(JSON.parse(faulty.stdout)).toMatchObject([
      { line: 1, block: 'core/paragraph', message: expect.stringContaining('<div>') },
      { line: 5, block: 'vendor-kb/content-toggle', message: expect.stringContaining('details') },
    ]);
    const good = await run('validate', `--file=${await file('good.html', GOOD)}`);
    expect(good).toMatchObject({ code: 0, stderr: expect.stringContaining('All blocks are valid') });
    expect(await run('validate', '--file=/nowhere')).toMatchObject({ code: 2, stdout: '' });
  });

  it('validate: checks articles by id or all of them', async () => {
    expect(await run('validate')).toMatchObject({ code: 2 });
    const [good, faulty] = [await write(GOOD, 'blocks'), await write(FAULTY, 'blocks')];
    expect(await run('validate', `${good}`)).toMatchObject({ code: 0 });
    expect(await run('validate', `${faulty}`)).toMatchObject({ code: 2 });
    const all = await run('validate', '--all', '--format=json');
    expect(all.code).toBe(3);
    expect(new Set((JSON.parse(all.stdout) as { id: number }[]).map(({ id }) => id))).toEqual(new Set([faulty]));
  });

  it('convert: converts a file to the other format and back', async () => {
    const source = '## Reeds\n\nThey **grow**.\n';
    const { stdout, code } = await run('convert', `--file=${await file('reeds.md', source)}`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('<p>They <strong>grow</strong>.</p>')]);
    const back = await run('convert', `--file=${await file('reeds.html', stdout)}`, '--to=markdown');
    expect(back.stdout).toBe(source);
    const same = await run('convert', `--file=${await file('reeds.md', source)}`, '--to=markdown');
    expect(same).toMatchObject({ code: 2, stderr: expect.stringContaining('already') });
    const dry = await run('convert', `--file=${await file('reeds.md', source)}`, '--dry-run');
    expect(dry.stdout).toContain('-## Reeds');
  });

  it('convert: converts articles, with a dry run first', async () => {
    const id = await write('# A\n', 'markdown');
    const dry = await run('convert', `${id}`, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was changed') });
    expect(dry.stdout).toContain('+<h1 class="wp-block-heading">A</h1>');
    const { articles } = host.plugin('knowledge-base');
    expect(await articles.get(id)).toMatchObject({ contentFormat: 'markdown', version: 1 });
    const done = await run('convert', `${id}`, '--porcelain');
    expect([done.code, done.stdout]).toEqual([0, `${id}\n`]);
    expect(await articles.get(id)).toMatchObject({ contentFormat: 'blocks', version: 2 });
    expect((await run('convert', `${id}`)).code).toBe(2);
    expect((await run('convert', `${id}`, '987654', '--to=markdown')).code).toBe(3);
  });

  it('convert --all: converts and lists articles in another format', async () => {
    const [one, other] = [await write('a', 'markdown'), await write('<p>b</p>', 'html')];
    const { stdout, code } = await run('convert', '--all', '--format=json', '--fields=id,from,same_text');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        { id: one, from: 'markdown', same_text: true },
        { id: other, from: 'html', same_text: true },
      ]),
    );
    expect((await run('convert', '--all', '--format=count')).stdout).toBe('0\n');
  });

  it('render: renders for an anonymous visitor or a given user', async () => {
    const editor = await host.createUser('editor');
    const { articles } = host.plugin('knowledge-base');
    const actor = { user: null, source: 'cli' as const };
    const { id } = await articles.create({ title: 'Secret reeds', status: 'publish' }, actor);
    const hidden = await host.request('PATCH', `/vendor-kb/v1/articles/${id}`, {
      as: (await host.createUser('administrator')).id,
      body: { access_rule: { mode: 'logged_in', listed: false } },
    });
    expect(hidden.status).toBe(200);
    const document = await file(
      'related.html',
      `<!-- wp:vendor-kb/related-articles {"by":"manual","ids":[${id}]} /-->`,
    );
    expect((await run('render', document)).stdout).not.toContain('Secret reeds');
    expect((await run('render', document, `--as=${editor.login}`)).stdout).toContain('Secret reeds');
    expect(await run('render', document, '--as=nobody')).toMatchObject({ code: 2 });
    expect((await run('render', await file('a.md', '**b**'))).stdout).toBe('<p><strong>b</strong></p>\n');
  });
});
