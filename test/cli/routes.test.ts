import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('mortise routes', { timeout: 120_000 }, () => {
  let site: string;
  const inSite = (name: string): string => path.join(site, name);

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-cli-routes-'));
    await copyFile(new URL('fixtures/routes-site.config.mjs', import.meta.url), inSite('mortise.config.mjs'));
    await mkdir(inSite('node_modules'));
    await symlink(ROOT, inSite('node_modules/mortise'), 'dir');
  });
  afterEach(async () => {
    for (const name of ['public-routes.txt', 'other.txt', 'more']) await rm(inSite(name), { force: true });
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  const run = (...parameters: string[]): Promise<CommandResult> => mortise(['routes', ...parameters], { cwd: site });

  async function json(...parameters: string[]): Promise<Record<string, unknown>[]> {
    const { code, stdout, stderr } = await run(...parameters, '--format=json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  }

  /** Returns the IDs of the routes. */
  const named = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);

  describe('list', () => {
    it('describes the permission, rate limits and flags of each method', async () => {
      const rows = await json('list', '--owner=acme-canteen');
      const row = (id: string) => rows.find((candidate) => candidate.id === id);
      expect(row('GET:/acme/v1/menu')).toEqual({
        id: 'GET:/acme/v1/menu',
        namespace: 'acme/v1',
        method: 'GET',
        path: '/acme/v1/menu',
        owner: 'acme-canteen',
        permission: 'public',
        unchecked: 'public',
        rateLimit: ['10/1m by ip'],
        flags: [],
      });
      expect(row('POST:/acme/v1/orders')).toMatchObject({
        permission: 'authenticated',
        unchecked: null,
        rateLimit: ['1/500ms by user', '100/1d by key'],
        flags: ['batch', 'idempotency required'],
      });
      expect(row('PATCH:/acme/v1/menu')).toMatchObject({ permission: 'edit_posts', flags: ['hidden'] });
      expect(row('DELETE:/acme/v1/orders')).toMatchObject({ permission: 'edit_post of the object', unchecked: null });
      expect(row('GET:/acme/v1/orders')).toMatchObject({
        permission: 'anyOf(edit_posts, function)',
        unchecked: 'function',
      });
      expect(row('GET:/acme/v1/secret')).toMatchObject({ permission: 'function', unchecked: 'function' });
      expect(named(rows)).toEqual([
        'GET:/acme/v1/menu',
        'PATCH:/acme/v1/menu',
        'PUT:/acme/v1/menu',
        'DELETE:/acme/v1/orders',
        'GET:/acme/v1/orders',
        'POST:/acme/v1/orders',
        'GET:/acme/v1/secret',
      ]);
    });

    it('filters by namespace, method and public access', async () => {
      const inBakery = await json('list', '--namespace=bakery/v1');
      expect(named(inBakery)).toContain('GET:/bakery/v1/bread');
      expect(new Set(inBakery.map(({ namespace }) => namespace))).toEqual(new Set(['bakery/v1']));
      expect(named(await json('list', '--method=put', '--namespace=acme/v1'))).toEqual(['PUT:/acme/v1/menu']);
      expect(named(await json('list', '--public', '--owner=acme-canteen'))).toEqual(['GET:/acme/v1/menu']);
    });

    it('prints a table by default and fields for scripts', async () => {
      const { stdout } = await run('list', '--owner=acme-canteen', '--method=POST');
      expect(stdout).toMatch(/^method +path +owner +permission +rateLimit +flags\n/);
      expect(stdout).toMatch(
        /POST +\/acme\/v1\/orders +acme-canteen +authenticated +1\/500ms by user, 100\/1d by key +batch, /,
      );
      const { stdout: ids } = await run('list', '--owner=acme-bakery', '--format=ids');
      expect(ids).toBe('GET:/bakery/v1/bread\n');
    });
  });

  describe('audit', () => {
    const lines = async (file = 'public-routes.txt') =>
      (await readFile(inSite(file), 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

    it('lists unchecked routes and explains how to start', async () => {
      const { code, stdout, stderr } = await run('audit', '--format=json');
      // Without a list, no route has been reviewed.
      expect(code).toBe(1);
      const rows = JSON.parse(stdout);
      expect(named(rows)).toEqual(
        expect.arrayContaining([
          'GET:/acme/v1/menu',
          'GET:/acme/v1/orders',
          'GET:/acme/v1/secret',
          'GET:/bakery/v1/bread',
        ]),
      );
      expect(named(rows)).not.toContain('POST:/acme/v1/orders');
      expect(stderr).toContain('There is no public-routes.txt to compare with');
      expect(stderr).toContain('mortise routes audit --update');
    });

    it('fails on a new route with instructions, and passes once it is listed', async () => {
      expect((await run('audit', '--update')).code).toBe(0);
      const before = await lines();
      expect(before).toContain('GET /acme/v1/menu acme-canteen public');
      expect(before).toContain('GET /acme/v1/orders acme-canteen function');
      expect(before).toEqual(before.toSorted());
      expect(await run('audit')).toMatchObject({ code: 0, stderr: '' });

      await writeFile(inSite('more'), '');
      const { code, stdout, stderr } = await run('audit');
      expect(code).toBe(1);
      expect(stdout).toMatch(/GET +\/acme\/v1\/more +acme-canteen +public +new/);
      expect(stdout).toMatch(/GET +\/acme\/v1\/menu +acme-canteen +public +listed/);
      expect(stderr).toContain('not in public-routes.txt: GET /acme/v1/more acme-canteen public');
      expect(stderr).toContain('Give them a capability, or review them');

      expect((await run('audit', '--update')).code).toBe(0);
      expect(await lines()).toEqual([...before, 'GET /acme/v1/more acme-canteen public'].toSorted());
      expect((await readdir(site)).filter((name) => name.startsWith('.public-routes'))).toEqual([]);
    });

    it('fails when a listed route changes from a function to public', async () => {
      await run('audit', '--update');
      const text = await readFile(inSite('public-routes.txt'), 'utf8');
      await writeFile(
        inSite('public-routes.txt'),
        text.replace('menu acme-canteen public', 'menu acme-canteen function'),
      );
      expect(await run('audit')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('GET /acme/v1/menu acme-canteen public'),
      });
    });

    it('only notes a line without a route, and keeps the comments of the others', async () => {
      await run('audit', '--update');
      const text = await readFile(inSite('public-routes.txt'), 'utf8');
      const reasoned = text.replace('menu acme-canteen public', 'menu acme-canteen public # hangs in the window');
      await writeFile(inSite('public-routes.txt'), `${reasoned}GET /acme/v1/closed acme-canteen public\n`);
      const { code, stderr } = await run('audit');
      expect(code).toBe(0);
      expect(stderr).toContain('Route no longer exists: GET /acme/v1/closed acme-canteen public.');
      await run('audit', '--update');
      expect(await readFile(inSite('public-routes.txt'), 'utf8')).toBe(reasoned);
    });

    it('compares with a given list, which must exist unless --update writes it', async () => {
      const missing = await run('audit', '--allow=other.txt');
      expect(missing).toMatchObject({ code: 2, stdout: '' });
      expect(missing.stderr).toContain('mortise routes audit --allow=other.txt --update');
      expect((await run('audit', '--allow=other.txt', '--update')).code).toBe(0);
      expect(await lines('other.txt')).toContain('GET /bakery/v1/bread acme-bakery public');
      expect((await run('audit', '--allow=other.txt')).code).toBe(0);
    });
  });
});
