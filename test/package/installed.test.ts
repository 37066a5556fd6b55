import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { COMPILER, type InstalledPackage, installPackage, nodeProgram } from './installed-package.js';
import { packPackage } from './pack.js';

/** Major versions of Node to test with: those of MORTISE_NODES, such as `20,22,24`, or else the running one. */
const RUNNING_MAJOR = String(process.versions.node.split('.')[0]);
const VERSIONS = process.env.MORTISE_NODES ? process.env.MORTISE_NODES.split(',') : [RUNNING_MAJOR];
const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));
const MINUTES = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'mortise-tarball-'));
const { tarball } = packPackage(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(VERSIONS)('package installed from the tarball with Node %s', { timeout: 3 * MINUTES }, (version) => {
  let installed: InstalledPackage;
  beforeAll(async () => {
    installed = await installPackage(tarball, version === RUNNING_MAJOR ? process.execPath : nodeProgram(version));
    cpSync(FIXTURES, installed.folder, { recursive: true });
  }, 5 * MINUTES);
  afterAll(() => installed.remove());
  const manifest = (): { version: string; exports: Record<string, unknown> } =>
    createRequire(path.join(installed.folder, 'any.js'))('mortise/package.json');

  it('runs on that Node version', async () => {
    const major = await installed.evaluate("process.stdout.write(process.versions.node.split('.')[0])");
    expect(major).toBe(version);
  });

  it('has no dependency with an install script, so it needs no compiler and supports --ignore-scripts', () => {
    const withScript = Object.entries(installed.lock).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(Object.keys(installed.lock).length).toBeGreaterThan(50);
    expect(withScript).toEqual([]);
  });

  it('includes the command, which prints its version and reads a TypeScript configuration', async () => {
    expect(await installed.run('mortise', '--version')).toBe(`${manifest().version}\n`);
    expect(await installed.run('mortise', '--help')).toContain('Usage: mortise [options] [command]');
    expect(await installed.run('mortise', 'kb', 'category', 'list', '--format=count')).toBe('0\n');
    expect(await installed.run('mortise', 'plugins', 'list', '--format=csv')).toContain('fixture-plugin');
  });

  it('exports its entry points and nothing below them', async () => {
    const entries = Object.keys(manifest().exports)
      .filter((entry) => entry !== './editor' && entry !== './package.json')
      .map((entry) => entry.slice(1));
    expect(entries).toContain('/rest');
    const insides = ['/cli', '/dist/cli/main.js', '/dist/index.js', '/dist/core/host.js'];
    const outcomes = await installed.evaluate(`
      const outcome = (place) => import('mortise' + place).then(() => 'found', ({ code }) => code);
      const outcomes = await Promise.all(${JSON.stringify([...entries, ...insides])}.map(outcome));
      process.stdout.write(JSON.stringify(outcomes));
    `);
    expect(JSON.parse(outcomes)).toEqual([
      ...entries.map(() => 'found'),
      ...insides.map(() => 'ERR_PACKAGE_PATH_NOT_EXPORTED'),
    ]);
  });

  it('runs examples/existing-express-site with its shop and help center', async () => {
    const shop = await installed.start('existing-express-site', { PORT: '0', MORTISE_URL: 'http://127.0.0.1/help' });
    try {
      expect(await textOf(`${shop.site}/`)).toContain('<h1>Pots and Pans</h1>');
      expect(await textOf(`${shop.site}/help/kb`)).toMatch(/<link rel="stylesheet" href="\/help\/[^"]+\/kb\.[^"]*css"/);
      expect(JSON.parse(await textOf(`${shop.site}/help/api/`))).toMatchObject({ name: 'Pots and Pans' });
      expect((await fetch(`${shop.site}/nowhere`)).status).toBe(404);
    } finally {
      expect(await shop.stop()).toBe(0);
    }
  });

  it('runs examples/demo-site, which displays and searches its guide', async () => {
    const demo = await installed.start('demo-site', { PORT: String(await freePort()) });
    try {
      expect(demo.output()).toMatch(/^administrator: admin {2}password: \S+$/m);
      expect(await textOf(`${demo.site}/kb`)).toContain('Getting started');
      const answer = JSON.parse(await textOf(`${demo.site}/api/vendor-kb/v1/search?q=webhook`));
      expect(answer.results.length).toBeGreaterThan(0);
      expect(await textOf(`${demo.site}/api/reference`)).toContain('/vendor-kb/v1/articles');
    } finally {
      expect(await demo.stop()).toBe(0);
    }
  });

  it('builds and runs examples/third-party-plugin with its recipe pages', async () => {
    await installed.addPlugin('third-party-plugin');
    const kitchen = await installed.start('third-party-plugin/site', { PORT: String(await freePort()) });
    try {
      expect(await textOf(`${kitchen.site}/recipes`)).toContain('No recipes yet.');
      expect(JSON.parse(await textOf(`${kitchen.site}/api/acme/v1/recipes`))).toEqual([]);
    } finally {
      expect(await kitchen.stop()).toBe(0);
    }
  });

  // The types do not depend on the Node version.
  if (version === VERSIONS[0])
    describe('strict compilation with checked declarations', () => {
      const strict = [
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--skipLibCheck',
        'false',
        '--target',
        'es2023',
      ];
      const compile = (...parameters: string[]): Promise<string> => {
        const cacheKey = JSON.stringify([COMPILER, ...strict, ...parameters]);
        return installed.evaluate(`
      const { spawnSync } = await import('node:child_process');
      process.stdout.write(spawnSync(process.execPath, ${cacheKey}, { encoding: 'utf8' }).stdout);
    `);
      };

      it.each([
        ['node16', 'node16'],
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
        ['preserve', 'bundler'],
      ])('accepts a site and a plugin with %s modules and %s resolution', async (module, resolution) => {
        const parameters = ['--lib', 'es2023', '--types', 'node', '--module', module, '--moduleResolution', resolution];
        expect(await compile(...parameters, 'site.ts')).toBe('');
      });

      it.each(['kysely', 'kysely-0.29'])('accepts a site with its own tables and its own %s', async (name) => {
        const site = path.join(installed.folder, `site-with-${name}`);
        const source = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
        cpSync(source, path.join(site, 'node_modules/kysely'), { recursive: true });
        cpSync(path.join(FIXTURES, 'transaction.ts'), path.join(site, 'transaction.ts'));
        const parameters = [
          '--lib',
          'es2023',
          '--types',
          'node',
          '--module',
          'nodenext',
          '--moduleResolution',
          'nodenext',
        ];
        expect(await compile(...parameters, path.join(`site-with-${name}`, 'transaction.ts'))).toBe('');
      });

      it('accepts a browser page without Node types', async () => {
        const parameters = ['--lib', 'es2023,dom,dom.iterable', '--module', 'esnext', '--moduleResolution', 'bundler'];
        expect(await compile(...parameters, '--listFilesOnly', 'page.ts')).not.toMatch(/@types\/node/);
        expect(await compile(...parameters, 'page.ts')).toBe('');
      });
    });
});

async function textOf(address: string): Promise<string> {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  return response.text();
}
