import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('mortise caps and roles', { timeout: 120_000 }, () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(parameters, { cwd: site });

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-cli-caps-'));
    await copyFile(
      new URL('fixtures/capabilities-site.config.mjs', import.meta.url),
      path.join(site, 'mortise.config.mjs'),
    );
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    await run('user', 'create', 'ada', 'ada@example.com', '--role=author');
    await run('kb', 'article', 'create', '--title=Soup', '--status=publish');
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  async function json(...parameters: string[]) {
    const { code, stdout, stderr } = await run(...parameters, '--format=json');
    return { code, stderr, data: JSON.parse(stdout) };
  }

  it('list capabilities with owners and roles, including meta capabilities', async () => {
    const { data } = await json('caps', 'list', '--owner=acme-kitchen');
    expect(data).toEqual([
      { id: 'bend_spoon', name: 'bend_spoon', label: 'Bend spoon', owner: 'acme-kitchen', kind: 'meta', roles: [] },
      { id: 'stir_pot', name: 'stir_pot', label: 'Stir pot', owner: 'acme-kitchen', kind: 'meta', roles: [] },
      {
        id: 'stir_pots',
        name: 'stir_pots',
        label: 'Stir pots',
        owner: 'acme-kitchen',
        kind: 'primitive',
        roles: ['author'],
      },
    ]);
    expect((await run('caps', 'list', '--role=subscriber', '--field=name')).stdout).toBe('edit_profile\nread\n');
    expect(await run('caps', 'list', '--role=emperor')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('subscriber'),
    });
  });

  it('list roles with their capabilities', async () => {
    const { data } = await json('roles', 'list');
    const author = data.find(({ name }: { name: string }) => name === 'author');
    expect(author).toMatchObject({ owner: 'core', capabilities: expect.arrayContaining(['stir_pots', 'read']) });
    expect((await run('roles', 'list', '--field=name')).stdout.split('\n')).toContain('kb_manager');
  });

  it('explain why a user is allowed, and exit with 0', async () => {
    const { code, stdout, stderr } = await run('caps', 'why', 'ada', 'stir_pot', 'cold');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'ada may stir_pot cold.\n' });
    expect(stdout).toMatch(/required +acme-kitchen +stir_pot requires stir_pots/);
    expect(stdout).toMatch(/role +core +author grants stir_pots/);
    expect(stdout).toMatch(/user_has_cap +acme-kitchen +trial adds import/);
  });

  it('explain what is missing, and exit with 1', async () => {
    const { code, stdout, stderr } = await run('caps', 'why', 'ada@example.com', 'stir_pot', 'hot');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "ada may not stir_pot hot: none of the user's roles has manage_options.\n",
    });
    expect(stdout).toMatch(/missing +manage_options/);
    const filtered = await run('caps', 'why', 'ada', 'upload_files');
    expect(filtered).toMatchObject({ code: 1, stderr: expect.stringContaining('export') });
    expect(filtered.stdout).toMatch(/map_meta_cap +acme-kitchen +\(anonymous\) adds export/);
  });

  it('name the scopes that a credential would lack', async () => {
    const { code, stdout, stderr } = await run('caps', 'why', 'ada', 'stir_pots', '--scopes=read, edit_posts');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "ada may not stir_pots: the user's roles have it, but the scopes do not include stir_pots.\n",
    });
    expect(stdout).toMatch(/missing scope +stir_pots/);
  });

  it('explain in JSON, YAML and CSV as well', async () => {
    const { code, data } = await json('caps', 'why', 'ada', 'manage_options');
    expect(code).toBe(1);
    expect(data).toMatchObject({
      allowed: false,
      reason: 'not_held',
      missing: ['manage_options'],
      roles: [{ name: 'author', owner: 'core', gives: [] }],
    });
    const { stdout } = await run('caps', 'why', 'ada', 'manage_options', '--format=yaml');
    expect(parseYaml(stdout)).toEqual(data);
    expect((await run('caps', 'why', 'ada', 'read', '--format=csv')).stdout).toContain('"step","owner","detail"');
  });

  it('resolve knowledge base articles by ID', async () => {
    const { code, data } = await json('caps', 'why', 'ada', 'edit_kb_article', '1');
    expect(code).toBe(1);
    expect(data).toMatchObject({
      mapping: {
        owner: 'knowledge-base',
        required: ['edit_kb_articles', 'edit_others_kb_articles', 'publish_kb_articles'],
      },
      missing: ['edit_others_kb_articles'],
    });
    for (const id of ['99', 'soup', '1e3', '-1']) {
      expect(await run('caps', 'why', 'ada', 'delete_kb_article', '--', id)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('capability_object_not_found'),
      });
    }
  });

  it('resolve users by ID', async () => {
    const { code, data } = await json('caps', 'why', 'ada', 'edit_user', '1');
    expect({ code, data }).toMatchObject({ code: 0, data: { mapping: { owner: 'core', required: ['edit_profile'] } } });
  });

  it.each([
    [['nobody', 'read'], 'user_not_found'],
    [['ada', 'stir_pot'], 'capability_object_missing'],
    [['ada', 'bend_spoon', '1'], 'capability_without_objects'],
    [['ada', 'read', '1'], 'capability_without_objects'],
  ])('exit with 2 when %j cannot be answered', async (parameters, code) => {
    expect(await run('caps', 'why', ...parameters)).toMatchObject({ code: 2, stderr: expect.stringContaining(code) });
  });

  it('deny an unregistered capability', async () => {
    const { code, stderr } = await run('caps', 'why', 'ada', 'edit_psots');
    expect(code).toBe(1);
    expect(stderr).toContain('edit_psots is not registered. Run "mortise caps list" to see all capabilities');
  });

  it('list in routes --as what a user may call, what is missing and what depends on the request', async () => {
    const { data } = await json('routes', 'list', '--as=ada', '--owner=knowledge-base');
    const verdictOf = (id: string) => {
      const { may, missing } = data.find((route: { id: string }) => route.id === id);
      return { may, missing };
    };
    expect(verdictOf('GET:/vendor-kb/v1/articles')).toEqual({ may: 'yes', missing: '' });
    expect(verdictOf('POST:/vendor-kb/v1/articles')).toEqual({ may: 'yes', missing: '' });
    expect(verdictOf('POST:/vendor-kb/v1/categories')).toEqual({ may: 'no', missing: 'manage_kb_categories' });
    expect(verdictOf('PUT:/vendor-kb/v1/articles/{id}')).toEqual({ may: 'depends', missing: '' });
  });
});
