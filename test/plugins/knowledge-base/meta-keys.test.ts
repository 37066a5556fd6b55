import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { definePlugin, type Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetaKeys, type MetaKeys } from '../../../src/plugins/knowledge-base/domain/articles/meta-keys.js';

const LEVEL = { schema: { type: 'integer', minimum: 1, maximum: 9 }, title: 'Level' } as const;

describe('registered meta keys', () => {
  let keys: MetaKeys;
  beforeEach(() => {
    keys = createMetaKeys();
  });

  it.each(['level', 'Acme_level', 'acme-level', '', 'front_matter', '__proto__', `acme_${'x'.repeat(100)}`])(
    'reject the name %s',
    (key) => {
      expect(() => keys.register(key, LEVEL)).toThrow(expect.objectContaining({ code: 'vendor_kb_meta_key_invalid' }));
    },
  );

  it('are registered once and removed by their handle', () => {
    const first = keys.register('acme_level', LEVEL);
    expect(() => keys.register('acme_level', LEVEL)).toThrow(
      expect.objectContaining({ code: 'vendor_kb_meta_key_taken' }),
    );
    first.remove();
    const second = keys.register('acme_level', LEVEL);
    first.remove();
    expect(keys.list()).toEqual([{ key: 'acme_level', owner: null, ...LEVEL }]);
    second.remove();
    expect(keys.list()).toEqual([]);
  });

  it('are separated from foreign front matter, and written back with it', () => {
    keys.register('acme_level', LEVEL);
    const data = { acme_level: 3, weight: null, author: 'Ada' };
    const meta = keys.ofFrontMatter(data);
    expect(meta).toEqual({ acme_level: 3, front_matter: { weight: null, author: 'Ada' } });
    expect(keys.toFrontMatter(meta)).toEqual(data);
    expect(keys.ofFrontMatter({ acme_level: 'high' })).toEqual({ front_matter: { acme_level: 'high' } });
    expect(keys.toFrontMatter({ front_matter: { acme_level: 'high' }, acme_level: 2, old: 1 })).toEqual({
      acme_level: 2,
      old: 1,
    });
  });
});

describe('meta keys of a plugin', () => {
  let host: TestHost;
  let isBroken = false;
  const acme = (): Plugin =>
    definePlugin({
      name: 'acme',
      version: '1.0.0',
      requires: { 'knowledge-base': '^1.0.0' },
      setup({ plugin }) {
        const { metaKeys } = plugin('knowledge-base');
        metaKeys.register('acme_level', LEVEL);
        metaKeys.register('acme_early', LEVEL).remove();
        if (isBroken) throw new Error('broken');
      },
    });
  const listed = () =>
    host
      .plugin('knowledge-base')
      .metaKeys.list()
      .map(({ key, owner }) => [key, owner]);
  beforeEach(async () => {
    isBroken = false;
    host = await createTestHost({ plugins: [knowledgeBase(), acme()] });
  });
  afterEach(() => host.close());

  it('have an owner, and are removed and restored with it', async () => {
    host.plugin('knowledge-base').metaKeys.register('site_level', LEVEL);
    expect(listed()).toEqual([
      ['acme_level', 'acme'],
      ['site_level', null],
    ]);
    expect(() => host.plugin('knowledge-base').metaKeys.register('acme_level', LEVEL)).toThrow('by "acme"');
    const as = await host.createUser('editor');
    const body = { title: 'x', meta: { acme_level: 3 } };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    const { id } = data as { id: number };
    await host.lifecycle.deactivate('acme');
    expect(listed()).toEqual([['site_level', null]]);
    const read = async () => (await host.request('GET', `/vendor-kb/v1/articles/${id}`, { as })).data;
    expect(await read()).toMatchObject({ meta: {} });
    await host.lifecycle.activate('acme');
    expect(await read()).toMatchObject({ meta: { acme_level: 3 } });
  });

  it('are removed when the setup of the plugin fails', async () => {
    await host.lifecycle.deactivate('acme');
    isBroken = true;
    await expect(host.lifecycle.activate('acme')).rejects.toMatchObject({ code: 'plugin_setup_failed' });
    expect(listed()).toEqual([]);
  });

  it('are rejected from an inactive plugin', async () => {
    let late: MetaKeys | undefined;
    const other = definePlugin({
      name: 'late',
      requires: { 'knowledge-base': '^1.0.0' },
      version: '1.0.0',
      setup: ({ plugin }) => {
        late = plugin('knowledge-base').metaKeys;
      },
    });
    const site = await createTestHost({ plugins: [knowledgeBase(), other] });
    await site.lifecycle.deactivate('late');
    expect(() => late?.register('late_level', LEVEL)).toThrow(expect.objectContaining({ code: 'plugin_inactive' }));
    expect(site.plugin('knowledge-base').metaKeys.list()).toEqual([]);
    await site.close();
  });
});

describe('meta in REST', () => {
  let host: TestHost;
  beforeEach(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    host.plugin('knowledge-base').metaKeys.register('acme_level', LEVEL);
  });
  afterEach(() => host.close());

  it('accepts registered keys with valid values, and names invalid ones', async () => {
    const as = await host.createUser('editor');
    const write = (meta: unknown) => host.request('POST', '/vendor-kb/v1/articles', { as, body: { title: 'x', meta } });
    for (const [meta, name] of [
      [{ acme_other: 1 }, 'meta.acme_other'],
      [{ front_matter: { x: 1 } }, 'meta.front_matter'],
      [{ acme_level: 10 }, 'meta.acme_level'],
      [{ acme_level: '3' }, 'meta.acme_level'],
    ] as const) {
      expect(await write(meta)).toMatchObject({
        status: 400,
        data: { code: 'vendor_kb_invalid_param', data: { params: { [name]: expect.any(String) } } },
      });
    }
    expect(await host.db.query.selectFrom('posts').select('id').execute()).toEqual([]);
    const { data, status } = await write({ acme_level: 3 });
    expect([status, data]).toEqual([201, expect.objectContaining({ meta: { acme_level: 3 } })]);
  });

  it('is visible to readers of the article, and removed by null', async () => {
    const kb = host.plugin('knowledge-base');
    const as = await host.createUser('editor');
    const input = { title: 'x', status: 'publish', meta: { acme_level: 3, hidden: 1 } } as const;
    const { id } = await kb.articles.create(input, { user: null, source: 'cli' });
    const articleData = async () => (await host.request('GET', `/vendor-kb/v1/articles/${id}`)).data;
    expect(await articleData()).toMatchObject({ meta: { acme_level: 3 } });
    expect(await articleData()).not.toHaveProperty('meta.hidden');
    await host.request('PATCH', `/vendor-kb/v1/articles/${id}`, { as, body: { meta: { acme_level: null } } });
    expect(await articleData()).toMatchObject({ meta: {} });
    expect((await kb.articles.get(id))?.meta).toEqual({ hidden: 1 });
  });

  it('hides foreign front matter, which an export writes back byte for byte', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mortise-meta-'));
    const text = '---\ntitle:  Two\nacme_level: 4\nvendor: {a: [1, 2]}\nauthor: Ada\n---\nText\n';
    await writeFile(path.join(folder, 'two.md'), text);
    await host.plugin('knowledge-base').importFolder(folder, { name: 'book' });
    const answer = await host.request('GET', '/vendor-kb/v1/articles?status=publish');
    expect(answer.data).toMatchObject([{ title: { rendered: 'Two' } }]);
    expect((answer.data as { meta: unknown }[])[0]?.meta).toEqual({ acme_level: 4 });
    const out = path.join(folder, 'out');
    expect(await host.command('kb', 'export', out, '--source=book')).toMatchObject({ code: 0 });
    expect(await readFile(path.join(out, 'two.md'), 'utf8')).toBe(text);
    await rm(folder, { recursive: true });
  });
});
