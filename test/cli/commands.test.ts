import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { createDatabase } from '../../src/core/database/database.js';
import { item, wxr } from '../plugins/knowledge-base/import/wxr-document.js';
import { mortise } from '../support/command-line.js';
import '../../src/plugins/knowledge-base/tables/migrations.js';

/** Title that would move the cursor and repaint the terminal. */
const HOSTILE_TITLE = 'Harmless\u001b[2J\u001b]0;owned\u0007 title';

describe('mortise', () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(parameters, { cwd: site });

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-cli-'));
    await run('kb', 'category', 'create', 'Guides');
    await run(
      'kb',
      'article',
      'create',
      '--title=First steps',
      '--content=## Begin\n\nHere.',
      '--status=publish',
      '--category=1',
    );
    await run('kb', 'article', 'create', `--title=${HOSTILE_TITLE}`);
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  it('prints help for all commands and for a group with exit code 0', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('kb') });
    expect(await run('kb', 'article', '--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('create') });
    expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  describe('output formats', () => {
    it('table: aligned columns', async () => {
      const { stdout } = await run('kb', 'category', 'list');
      expect(stdout.split('\n').slice(0, 3)).toEqual([
        'id  name    path    locale  articles',
        '──  ──────  ──────  ──────  ────────',
        '1   Guides  guides  en      1',
      ]);
    });
    it('json: one value on standard output with every field', async () => {
      const { stdout } = await run('kb', 'article', 'list', '--format=json');
      expect(JSON.parse(stdout)).toEqual(
        expect.arrayContaining([expect.objectContaining({ title: 'First steps', version: 1 })]),
      );
    });
    it('ndjson: one value per line', async () => {
      const { stdout } = await run('kb', 'article', 'list', '--format=ndjson');
      expect(
        stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toHaveLength(2);
    });
    it('csv: a header, and no cell that a spreadsheet treats as a formula', async () => {
      await run('kb', 'article', 'create', '--title==1+1', '--slug=formula');
      const { stdout } = await run('kb', 'article', 'list', '--format=csv', '--fields=slug,title');
      expect(stdout.split('\n')[0]).toBe('"slug","title"');
      expect(stdout.split('\n')).toContain(`"formula","'=1+1"`);
      await run('kb', 'article', 'delete', '3', '--force');
    });
    it('yaml', async () => {
      expect(parseYaml((await run('kb', 'category', 'list', '--format=yaml')).stdout)).toMatchObject([
        { name: 'Guides' },
      ]);
    });
    it('ids and count', async () => {
      expect((await run('kb', 'article', 'list', '--format=ids')).stdout.trim().split(' ').sort()).toEqual(['1', '2']);
      expect((await run('kb', 'article', 'list', '--format=count')).stdout).toBe('2\n');
    });
    it('--fields selects columns, --field prints bare values, and an unknown field is an error', async () => {
      expect((await run('kb', 'category', 'list', '--field=slug')).stdout).toBe('guides\n');
      expect((await run('kb', 'category', 'list', '--field=slug', '--format=json')).stdout).toBe('[\n  "guides"\n]\n');
      expect((await run('kb', 'category', 'get', '1', '--field=slug', '--format=json')).stdout).toBe('"guides"\n');
      expect(await run('kb', 'category', 'list', '--fields=nope')).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/no field "nope".*slug/),
      });
    });
  });

  it('prints no control characters of stored text in a table', async () => {
    const { stdout } = await run('kb', 'article', 'list');
    expect(stdout).toContain('Harmless');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('creates, updates, trashes and deletes an article', async () => {
    const created = await run('kb', 'article', 'create', '--title=Passing', '--tags=a,b', '--format=json');
    const { id } = JSON.parse(created.stdout);
    expect(
      JSON.parse((await run('kb', 'article', 'update', String(id), '--status=publish', '--format=json')).stdout),
    ).toMatchObject({
      status: 'publish',
      version: 2,
    });
    const fromInput = await mortise(['kb', 'article', 'update', String(id), '--content-file=-'], {
      cwd: site,
      input: 'From *input*',
    });
    expect(fromInput.code).toBe(0);
    expect(JSON.parse((await run('kb', 'article', 'get', String(id), '--format=json')).stdout)).toMatchObject({
      content: 'From *input*',
    });
    expect(await run('kb', 'article', 'delete', String(id))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('trash'),
    });
    expect((await run('kb', 'article', 'get', String(id), '--field=status')).stdout).toBe('trash\n');
    expect(await run('kb', 'article', 'delete', String(id), '--force')).toMatchObject({ code: 0 });
    expect(await run('kb', 'article', 'get', String(id))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('vendor_kb_article_not_found'),
    });
  });

  it('changes the status of an article and restores an earlier version', async () => {
    const json = async (...parameters: string[]) =>
      JSON.parse((await run('kb', 'article', ...parameters, '--format=json')).stdout);
    const { id } = await json('create', '--title=Wandering', '--content=*first*');
    const at = String(id);
    expect(await json('publish', at)).toMatchObject({ status: 'publish', version: 2 });
    expect(await json('archive', at)).toMatchObject({ status: 'archived' });
    expect(await run('kb', 'article', 'unpublish', at)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('vendor_kb_invalid_transition'),
    });
    expect(await json('publish', at)).toMatchObject({ status: 'publish' });
    expect(await json('update', at, '--title=Changed', '--content=second')).toMatchObject({ version: 5 });
    expect(await json('restore', at, '1')).toMatchObject({ title: 'Wandering', version: 6 });
    expect(await json('render', at)).toMatchObject({ html: expect.stringContaining('<em>first</em>') });
    const revisions = (await json('revisions', at)) as { version: number; kind: string; restored: number | null }[];
    expect(revisions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(revisions[0]).toMatchObject({ kind: 'restore', restored: 1 });
    const copy = await json('duplicate', at);
    expect(copy).toMatchObject({ title: 'Wandering', slug: 'wandering-2', status: 'draft' });
    expect(await json('move', at, '0')).toMatchObject({ categories: [] });
    expect(await run('kb', 'article', 'move', at, 'x')).toMatchObject({ code: 2 });
    expect(await run('kb', 'article', 'restore', at, '99')).toMatchObject({ code: 2 });
    expect(await json('stale')).toEqual([]);
    expect(await json('check-links')).toEqual([]);
    const flushed = JSON.parse((await run('kb', 'cache', 'flush', '--group=nav', '--format=json')).stdout);
    expect(flushed).toEqual([{ group: 'nav' }]);
    for (const articleId of [id, copy.id]) await run('kb', 'article', 'delete', String(articleId), '--force', '--yes');
  });

  it('searches articles and rebuilds the index', async () => {
    expect((await run('kb', 'search', 'begin', '--format=ids')).stdout).toBe('1\n');
    expect(JSON.parse((await run('kb', 'index', 'rebuild', '--format=json')).stdout)).toMatchObject({
      documents: 1,
      locales: 'en',
    });
  });

  it('shows the category tree', async () => {
    await run('kb', 'category', 'create', 'Deeper', '--parent=1');
    expect((await run('kb', 'category', 'tree', '--field=path')).stdout).toBe('guides\nguides/deeper\n');
  });

  it('creates and lists users, changes roles and creates application passwords', async () => {
    const { stdout } = await run('user', 'create', 'ada', 'ada@example.com', '--role=editor', '--format=json');
    expect(JSON.parse(stdout)).toMatchObject({
      login: 'ada',
      roles: 'editor',
      password: expect.stringMatching(/^.{16}$/),
    });
    expect(await run('user', 'create', 'ada', 'other@example.com')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('existing_user_login'),
    });
    await run('user', 'set-role', 'ada', 'author');
    expect((await run('user', 'list', '--role=author', '--field=login')).stdout).toBe('ada\n');
    expect(await run('user', 'set-role', 'ada', 'king')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('administrator'),
    });
    const { stdout: secret } = await run('user', 'application-password', 'create', 'ada', 'phone', '--field=password');
    expect(secret).toMatch(/^(?:\w{4} ){5}\w{4}\n$/);
  });

  describe('exit codes and errors', () => {
    it('2 for an unknown command, option or value', async () => {
      for (const parameters of [
        ['nope'],
        ['kb', 'article', 'list', '--nope'],
        ['kb', 'article', 'list', '--format=xml'],
        ['kb', 'import'],
      ]) {
        expect(await run(...parameters)).toMatchObject({ code: 2, stdout: '' });
      }
    });
    it('2 for a missing folder', async () => {
      expect(await run('kb', 'import', 'nowhere')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('vendor_kb_import_source_missing'),
      });
    });
    it('errors are JSON on standard error with --format=json', async () => {
      const { stdout, stderr } = await run('kb', 'article', 'get', '999', '--format=json');
      expect(stdout).toBe('');
      expect(JSON.parse(stderr)).toMatchObject({ code: 'vendor_kb_article_not_found', data: { status: 404 } });
    });
    it('1 when the database is unreachable', async () => {
      const result = await mortise(['kb', 'article', 'list'], {
        cwd: site,
        env: { MORTISE_DATABASE_URL: 'mysql://root@127.0.0.1:1/none' },
      });
      expect(result).toMatchObject({ code: 1, stdout: '' });
    });
    it('3 when some files could not be imported, with a report of each file and code', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-cli-import-'));
      await writeFile(path.join(folder, 'good.md'), '# Good\n');
      await writeFile(path.join(folder, 'bad.md'), '---js\n{}\n---\n');
      const { code, stdout } = await run('kb', 'import', folder, '--format=json');
      expect(code).toBe(3);
      expect(JSON.parse(stdout)).toMatchObject({
        articles: { created: 1 },
        problems: [{ key: 'bad.md', code: 'vendor_kb_import_invalid' }],
      });
      await rm(folder, { recursive: true });
    });
    it('2 for a folder with files, and 0 with --force', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-cli-export-'));
      await writeFile(path.join(folder, 'mine.txt'), 'mine');
      expect(await run('kb', 'export', folder)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('vendor_kb_export_exists'),
      });
      const { code, stdout } = await run('kb', 'export', folder, '--to=markdown', '--force', '--format=json');
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ interrupted: false, warnings: [] });
      expect(await readdir(folder)).toEqual(expect.arrayContaining(['guides', 'mine.txt']));
      expect(await run('kb', 'export', path.join(folder, 'b'), '--since=soon')).toMatchObject({ code: 2 });
      expect(await run('kb', 'export', path.join(folder, 'c'), '--category=999999')).toMatchObject({ code: 2 });
      expect((await readdir(folder)).filter((name) => /^\.?[bc]/.test(name))).toEqual([]);
      await rm(folder, { recursive: true });
    });
    it('2 for a truncated WordPress export, of which nothing is imported', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-cli-wxr-'));
      const document = wxr(item({ title: 'From WordPress', 'content:encoded': '<p>x</p>' }));
      await writeFile(path.join(folder, 'old.xml'), document.slice(0, -30));
      expect(await run('kb', 'import', path.join(folder, 'old.xml'))).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('vendor_kb_import_invalid'),
      });
      expect((await run('kb', 'article', 'list', '--search=WordPress', '--format=count')).stdout).toBe('0\n');
      await writeFile(path.join(folder, 'old.xml'), document);
      const { code, stdout } = await run(
        'kb',
        'import',
        path.join(folder, 'old.xml'),
        '--status=draft',
        '--format=json',
      );
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ source: 'old', profile: 'wordpress', articles: { created: 1 } });
      expect(await run('kb', 'import', folder, '--from=wxr')).toMatchObject({ code: 2 });
      await rm(folder, { recursive: true });
    });
    it('130 when interrupted, with instructions to continue', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-cli-long-'));
      for (let index = 0; index < 400; index += 1)
        await writeFile(path.join(folder, `page-${index}.md`), `# Page ${index}\n`);
      const result = await mortise(['kb', 'import', folder], {
        cwd: site,
        onStart: (kill) => interruptImport(site, kill),
      });
      expect(result).toMatchObject({ code: 130, stderr: expect.stringContaining('Run the same command again') });
      expect(await run('kb', 'import', folder, '--quiet')).toMatchObject({ code: 0 });
      await rm(folder, { recursive: true });
    });
  });

  describe('configuration', () => {
    it.each([
      [
        'mortise.config.ts',
        "import type { HostOptions } from 'mortise';\nexport default { name: 'Typed' } satisfies HostOptions;\n",
      ],
      ['mortise.config.mjs', "export default { name: 'Plain' };\n"],
    ])('is read from %s, without plugins that it does not list', async (file, text) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-cli-config-'));
      const secret = "secret: 'a secret for tests, long enough to be accepted', database: 'sqlite::memory:', ";
      await writeFile(path.join(folder, file), text.replace('{ name', `{ ${secret}name`));
      const root = fileURLToPath(new URL('../..', import.meta.url));
      await symlink(root, path.join(folder, 'node_modules'), 'dir').catch(() => undefined);
      expect(await mortise(['user', 'list', '--format=count'], { cwd: folder })).toMatchObject({
        code: 0,
        stdout: '0\n',
      });
      expect(await mortise(['kb', 'article', 'list'], { cwd: folder })).toMatchObject({ code: 2 });
      await rm(folder, { recursive: true });
    });

    it('is reported when it cannot be loaded', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-cli-config-'));
      await writeFile(path.join(folder, 'mortise.config.mjs'), 'export default {');
      expect(await mortise(['user', 'list'], { cwd: folder })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('config_file_invalid'),
      });
      await rm(folder, { recursive: true });
    });
  });
});

/** Presses Ctrl-C after the import has started writing. */
async function interruptImport(site: string, kill: (signal: NodeJS.Signals) => void): Promise<void> {
  const db = createDatabase({ url: `sqlite:${site}/data/site.db` });
  const imported = async (): Promise<number> => {
    const row = await db.query
      .selectFrom('kb_sources')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirst();
    return Number(row?.rows ?? 0);
  };
  const before = await imported();
  while ((await imported()) < before + 3) await sleep(5);
  kill('SIGINT');
  await db.close();
}
