import { Writable } from 'node:stream';
import { definePlugin } from 'mortise';
import type { OwnedHooks } from 'mortise/hooks';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';

/** Third-party plugin with a single fault. */
const badPlugin = (misbehave: (hooks: OwnedHooks) => void) =>
  definePlugin({
    name: 'acme',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup: ({ hooks }) => misbehave(hooks),
  });

const FILTERS = [
  'vendor_kb_nav_tree',
  'vendor_kb_breadcrumbs',
  'vendor_kb_related_articles',
  'vendor_kb_search_results',
  'vendor_kb/template_locations',
  'template_locations',
  'rest_index',
] as const;
const ACTIONS = [
  'vendor_kb_article_saved',
  'vendor_kb_before_article_content',
  'vendor_kb_after_article_content',
] as const;

const throwing = () => {
  throw new Error('acme is broken');
};

describe('production site with a faulty plugin', () => {
  let host: TestHost;
  let lines: Record<string, unknown>[];
  afterEach(() => host.close());

  async function start(misbehave: (hooks: OwnedHooks) => void, debug = false): Promise<string> {
    lines = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const log = pino({ level: 'warn' }, stream);
    host = await createTestHost({ debug, log, plugins: [knowledgeBase(), badPlugin(misbehave)] });
    const editor = await host.createUser('editor');
    const body = { title: 'First steps', content: '## Begin\n\nA house on a hill.', status: 'publish' };
    const saved = await host.request('POST', '/vendor-kb/v1/articles', { as: editor, body });
    expect(saved.status).toBe(201);
    return host.listen();
  }

  async function expectWholeSite(origin: string): Promise<void> {
    const paths = ['/kb', '/kb/first-steps', '/kb/search?q=house', '/api/', '/api/vendor-kb/v1/articles?search=house'];
    for (const path of paths) {
      const answer = await fetch(origin + path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).toMatch(/First steps|namespaces/);
    }
  }

  it('serves every page when all callbacks throw, and logs their owner', async () => {
    const origin = await start((hooks) => {
      for (const name of FILTERS) hooks.addFilter(name, throwing as never, { id: 'broken' });
      for (const name of ACTIONS) hooks.addAction(name, throwing as never);
    });
    await expectWholeSite(origin);
    const blamed = lines.filter(({ owner }) => owner === 'acme');
    expect(new Set(blamed.map(({ hook }) => hook))).toEqual(new Set([...FILTERS, ...ACTIONS]));
    expect(blamed[0]).toMatchObject({ level: 50, priority: 10, err: { message: 'acme is broken' } });
  });

  it.each([
    ['a number', 7],
    ['null', null],
    ['an object that is no list', { length: 3 }],
    ['a list of nothing', [null, undefined]],
    ['a list of empty objects', [{}, {}]],
    ['nothing', undefined],
  ])('serves every page when all filters return %s', async (_, value) => {
    const origin = await start((hooks) => {
      for (const name of FILTERS) hooks.addFilter(name, (() => value) as never);
    });
    if (value !== undefined && value !== null && typeof value === 'object') host.hooks.removeAllFilters('rest_index');
    await expectWholeSite(origin);
  });

  it('suspends a callback that keeps failing and resumes it on request', async () => {
    const origin = await start((hooks) => hooks.addFilter('vendor_kb_nav_tree', throwing));
    for (let visit = 0; visit < 10; visit++) await fetch(`${origin}/kb`);
    expect(lines.filter(({ msg }) => String(msg).includes('was skipped'))).toHaveLength(5);
    expect(lines.filter(({ msg }) => String(msg).includes('is suspended for 60 s'))).toHaveLength(1);
    expect(host.hooks.resume('acme')).toBe(1);
  });

  it('rejects the request when a callback of a critical hook throws', async () => {
    const origin = await start(() => {});
    const editor = await host.createUser('editor');
    host.hooks.addFilter('user_has_cap', throwing, { owner: 'acme' });
    const body = { title: 'Not to be', status: 'publish' };
    const answer = await host.request('POST', '/vendor-kb/v1/articles', { as: editor, body });
    expect(answer.status).toBe(500);
    expect(lines.at(-1)).toMatchObject({ err: { culprit: { owner: 'acme', hook: 'user_has_cap' } } });
    expect(await (await fetch(`${origin}/api/vendor-kb/v1/articles`)).text()).not.toContain('Not to be');
  });

  it('throws in development, so the developer sees the error', async () => {
    const origin = await start((hooks) => hooks.addFilter('vendor_kb_nav_tree', throwing), true);
    const answer = await fetch(`${origin}/kb`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('acme is broken');
    expect(lines.at(-1)).toMatchObject({ err: { culprit: { owner: 'acme', hook: 'vendor_kb_nav_tree' } } });
  });

  it('suggests the correct name for a mistyped hook in development', async () => {
    await start((hooks) => hooks.addFilter('vendor_kb_nav_tre' as 'vendor_kb_nav_tree', (tree) => tree), true);
    expect(lines.map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/vendor_kb_nav_tre".*acme.*did you mean "vendor_kb_nav_tree"/),
    );
  });
});
