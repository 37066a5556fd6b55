import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OURS = path.join(ROOT, 'templates');

interface Candidate {
  readonly answers: boolean;
  readonly exists: boolean;
  readonly origin: string;
  readonly file: string;
  readonly version: number | null;
}

describe('mortise template', { timeout: 120_000 }, () => {
  let site: string;
  const run = (...parameters: string[]): Promise<CommandResult> => mortise(['template', ...parameters], { cwd: site });
  const which = async (...parameters: string[]): Promise<Candidate[]> => {
    const { stdout, code } = await run('which', ...parameters, '--format=json');
    expect(code).toBe(0);
    return JSON.parse(stdout) as Candidate[];
  };
  /** Paths of the candidates in lookup order. */
  const order = (candidates: readonly Candidate[]) =>
    candidates.map(({ file }) => path.relative(site, path.resolve(site, file)));

  async function put(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(site, file)), { recursive: true });
    await writeFile(path.join(site, file), text);
  }

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-cli-templates-'));
    const config = new URL('fixtures/templates-site.config.mjs', import.meta.url);
    await copyFile(config, path.join(site, 'mortise.config.mjs'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    await put('acme/kb/parts/article-card.eta', '<p>Ours</p>');
    await mkdir(path.join(site, 'templates'));
    await put('acme/acme/page.eta', '<% /* acme/page, version 7 */ %>\n<p>Page</p>');
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  describe('list', () => {
    it('has all templates with owner, version and the file in use', async () => {
      const { stdout, code } = await run('list', '--format=json');
      expect(code).toBe(0);
      const rows = JSON.parse(stdout) as { template: string; owner: string; version: number; replaced: boolean }[];
      const of = (name: string) => rows.find(({ template }) => template === name);
      expect(of('kb/article')).toMatchObject({ owner: 'knowledge-base', replaced: false, version: expect.any(Number) });
      expect(of('core/page')).toMatchObject({ owner: 'core' });
      expect(of('mail/password-reset')).toMatchObject({ owner: 'core' });
      expect(of('kb/mail/digest-text')).toMatchObject({ owner: 'knowledge-base' });
      expect(of('acme/page')).toMatchObject({ owner: 'acme', version: 7, replaced: false, file: 'acme/acme/page.eta' });
      expect(of('kb/parts/article-card')).toMatchObject({
        owner: 'knowledge-base',
        replaced: true,
        origin: 'acme',
        version: null,
        file: 'acme/kb/parts/article-card.eta',
      });
      const shipped = await readdir(path.join(OURS, 'kb'), { recursive: true });
      const ours = rows.filter(({ owner }) => owner === 'knowledge-base');
      expect(ours).toHaveLength(shipped.filter((file) => file.endsWith('.eta')).length);
      expect(ours.filter(({ replaced, version }) => !replaced && version === null)).toEqual([]);
    });

    it('filters by plugin and by replaced templates', async () => {
      expect((await run('list', '--owner=acme', '--format=ids')).stdout.trim()).toBe('acme/page');
      expect((await run('list', '--replaced', '--format=ids')).stdout.trim()).toBe('kb/parts/article-card');
    });
  });

  describe('which', () => {
    it('shows the specified lookup order, the most specific file of each location first', async () => {
      const found = await which('kb/article', '--slug=start', '--id=7', '--locale=de');
      const files = ['article-start.eta', 'article-7.eta', 'article-de.eta', 'article.eta'];
      const places = [
        'templates/oak/vendor-kb',
        'templates/vendor-kb',
        'acme/kb',
        path.relative(site, path.join(OURS, 'kb')),
      ];
      expect(order(found)).toEqual(places.flatMap((place) => files.map((file) => `${place}/${file}`)));
      expect(found.filter(({ exists }) => exists)).toEqual([
        expect.objectContaining({ answers: true, origin: 'knowledge-base' }),
      ]);
    });

    it('names the file in use, which changes once the site adds one', async () => {
      await put('templates/vendor-kb/category-7.eta', '<% /* kb/category, version 2 */ %>');
      const answering = async (...more: string[]) =>
        (await which('kb/category', ...more)).find(({ answers }) => answers);
      expect(await answering('--id=7')).toMatchObject({
        origin: 'site',
        file: 'templates/vendor-kb/category-7.eta',
        version: 2,
      });
      expect(await answering('--id=8')).toMatchObject({ origin: 'knowledge-base' });
      await put('templates/elm/vendor-kb/category.eta', '');
      expect(await answering('--theme=elm', '--id=7')).toMatchObject({ origin: 'theme elm' });
      expect(await answering('--id=7')).toMatchObject({ origin: 'site' });
    });

    it('includes the locations of filters, which may rank first', async () => {
      const [first] = await which('kb/home');
      expect(first).toMatchObject({ origin: 'festive', exists: false, file: 'festive/home.eta' });
    });

    it('exits with 2 for an invalid or unknown template, theme or ID', async () => {
      for (const wrong of [
        ['kb/nothing'],
        ['home'],
        ['../kb/home'],
        ['kb/home', '--theme=../..'],
        ['kb/home', '--id=x'],
      ]) {
        const { code, stdout, stderr } = await run('which', ...wrong);
        expect({ wrong, code, stdout }).toEqual({ wrong, code: 2, stdout: '' });
        expect(stderr).not.toBe('');
      }
      expect((await run('which', 'kb/nothing')).stderr).toContain('Run "mortise template list"');
    });
  });

  describe('eject', () => {
    const read = (file: string): Promise<string> => readFile(path.join(site, file), 'utf8');

    it('copies the shipped template to the site and prints the next steps', async () => {
      const { code, stdout, stderr } = await run('eject', 'kb/article', '--format=json');
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 0,
        template: 'kb/article',
        to: 'templates/vendor-kb/article.eta',
        written: true,
        replaced: false,
      });
      expect(stderr).toContain('Edit the file.');
      expect(await read('templates/vendor-kb/article.eta')).toBe(
        await readFile(path.join(OURS, 'kb/article.eta'), 'utf8'),
      );
      expect((await which('kb/article')).find(({ answers }) => answers)?.file).toBe('templates/vendor-kb/article.eta');
    });

    it('overwrites an existing file only with --force', async () => {
      await put('templates/vendor-kb/search.eta', 'My own work');
      const copied = await run('eject', 'kb/search');
      expect(copied.code).toBe(1);
      expect(copied.stderr).toContain('--force');
      expect(await read('templates/vendor-kb/search.eta')).toBe('My own work');
      expect((await run('eject', 'kb/search', '--force')).code).toBe(0);
      expect(await read('templates/vendor-kb/search.eta')).toContain('kb/search, version');
    });

    it('does not shadow a module of the site that replaces the template', async () => {
      await put('templates/vendor-kb/feed.mjs', 'export default () => "";');
      const { code, stderr } = await run('eject', 'kb/feed');
      expect(code).toBe(1);
      expect(stderr).toContain('templates/vendor-kb/feed.mjs already exists');
      await expect(read('templates/vendor-kb/feed.eta')).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('writes nothing with --dry-run', async () => {
      const { code, stdout } = await run('eject', 'kb/print', '--dry-run', '--format=json');
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 0,
        written: false,
        to: 'templates/vendor-kb/print.eta',
      });
      await expect(read('templates/vendor-kb/print.eta')).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('copies the replacement of another plugin into a theme', async () => {
      const { code } = await run('eject', 'kb/parts/article-card', '--theme=elm');
      expect(code).toBe(0);
      expect(await read('templates/elm/vendor-kb/parts/article-card.eta')).toBe('<p>Ours</p>');
      expect((await readdir(path.join(site, 'templates/elm/vendor-kb/parts'))).sort()).toEqual(['article-card.eta']);
    });

    it('warns when another file still takes precedence', async () => {
      await put('templates/oak/vendor-kb/restricted.eta', 'Of the theme');
      const { code, stderr } = await run('eject', 'kb/restricted');
      expect(code).toBe(0);
      expect(stderr).toContain('templates/oak/vendor-kb/restricted.eta (theme oak) has precedence');
    });

    it('exits with 2 for an unknown template and for a site without a templates folder', async () => {
      expect((await run('eject', 'kb/nothing')).code).toBe(2);
      expect((await run('eject', '../../etc/passwd')).code).toBe(2);
      expect((await run('eject', 'kb/home', '--theme=..')).code).toBe(2);
      const without = await mortise(['template', 'eject', 'kb/home'], { cwd: site, env: { NO_TEMPLATES: '1' } });
      expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("templates: './templates'") });
    });
  });
});
