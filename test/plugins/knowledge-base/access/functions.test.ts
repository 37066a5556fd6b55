import { definePlugin } from 'mortise';
import {
  knowledgeBase,
  vendor_kb_can_access,
  vendor_kb_can_access_category,
  vendor_kb_get_effective_access,
  vendor_kb_get_restricted_message,
  vendor_kb_get_teaser,
  vendor_kb_render_restricted_view,
} from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LONG = 'The treasure lies under the old oak behind the mill. '.repeat(4);

/** Third-party plugin that returns the results of the access functions for the current request. */
const finder = () =>
  definePlugin({
    name: 'acme-finder',
    version: '1.0.0',
    setup({ rest, pages }) {
      rest.route('acme/v1', {
        method: 'GET',
        path: '/find/{id}',
        summary: 'Find out',
        args: { id: { type: 'integer' } },
        permission: 'public',
        async handler({ args: { id } }) {
          const { status, html } = await vendor_kb_render_restricted_view(id);
          return {
            may: await vendor_kb_can_access(id),
            access: await vendor_kb_get_effective_access({ type: 'article', id }),
            teaser: await vendor_kb_get_teaser(id, { words: 3, format: 'text' }),
            message: await vendor_kb_get_restricted_message({ type: 'article', id }),
            view: { status, html },
          };
        },
      });
      pages.mount('/found', async ({ path }) => {
        const id = Number(path.slice(1));
        const { status, headers, html } = await vendor_kb_render_restricted_view(id);
        return { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, body: html };
      });
    },
  });

describe('access functions', () => {
  let host: TestHost;
  let administrator: Awaited<ReturnType<TestHost['createUser']>>;
  let subscriber: typeof administrator;
  let closed: number;
  let category: number;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), finder()] });
    administrator = await host.createUser('administrator');
    subscriber = await host.createUser('subscriber');
    const rule = { mode: 'logged_in', teaser: 'words', message: 'For **members**.' };
    category = await write('/categories', { name: 'Members', access_rule: rule });
    closed = await write('/articles', { title: 'Closed', content: LONG, categories: [category], status: 'publish' });
  });
  afterAll(() => host.close());

  async function write(path: string, body: object): Promise<number> {
    const answer = await host.request('POST', `/vendor-kb/v1${path}`, { as: administrator, body });
    return (answer.data as { id: number }).id;
  }

  it('use the visitor of the current request', async () => {
    const find = async (as: typeof administrator | null) =>
      (await host.request('GET', `/acme/v1/find/${closed}`, { as })).data;
    expect(await find(null)).toMatchObject({
      may: false,
      access: {
        allowed: false,
        mode: 'logged_in',
        reason: 'login',
        status: 401,
        source: { type: 'category', id: category },
      },
      teaser: 'The treasure lies…',
      message: '<p>For <strong>members</strong>.</p>\n',
      view: { status: 401, html: expect.stringContaining('For <strong>members</strong>') },
    });
    expect(await find(subscriber)).toMatchObject({
      may: true,
      access: { allowed: true, reason: 'ok', status: 200 },
      teaser: null,
      view: { status: 200, html: '' },
    });
  });

  it('treat a missing article as denied with the status 404', async () => {
    const { data } = await host.request('GET', '/acme/v1/find/999', {});
    expect(data).toMatchObject({
      may: false,
      access: { allowed: false, status: 404 },
      teaser: null,
      view: { status: 404 },
    });
  });

  it('render a complete uncacheable page in a page request', async () => {
    const answer = await host.visit(`/found/${closed}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toMatch(/<!doctype html>.*isAccessibleForFree":false.*For <strong>members/is);
  });

  it('accept a viewer on the plugin API, and default to an anonymous one outside of requests', async () => {
    const kb = host.plugin('knowledge-base');
    expect(await kb.vendor_kb_can_access(closed)).toBe(false);
    expect(await kb.vendor_kb_can_access(closed, subscriber)).toBe(true);
    expect(await kb.vendor_kb_can_access(closed, null)).toBe(false);
    expect(await kb.vendor_kb_can_access_category(category, null)).toBe(false);
    expect(await kb.vendor_kb_can_access_category({ type: 'category', id: category }, subscriber)).toBe(true);
    expect(await kb.vendor_kb_can_access(Number.NaN)).toBe(false);
  });

  it.each([
    ['vendor_kb_can_access', () => vendor_kb_can_access(1)],
    ['vendor_kb_can_access_category', () => vendor_kb_can_access_category(1)],
    ['vendor_kb_get_effective_access', () => vendor_kb_get_effective_access(1)],
    ['vendor_kb_get_teaser', () => vendor_kb_get_teaser(1)],
    ['vendor_kb_get_restricted_message', () => vendor_kb_get_restricted_message(1)],
    ['vendor_kb_render_restricted_view', () => vendor_kb_render_restricted_view(1)],
  ])('%s fails with no_current_host outside of requests', async (_name, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'no_current_host' });
  });

  describe('filter callbacks', () => {
    it('open and close single articles, in lists and search as well as at their own URL', async () => {
      const open = await write('/articles', { title: 'Open', content: LONG, status: 'publish' });
      const shut = host.hooks.addFilter('vendor_kb_can_access', (allowed, { id }) =>
        id === open ? false : id === closed ? true : allowed,
      );
      try {
        const list = await host.request('GET', '/vendor-kb/v1/articles', {});
        expect((list.data as { id: number }[]).map(({ id }) => id)).toEqual([closed]);
        expect(list.headers['X-CMS-Total']).toBe('1');
        expect((await host.request('GET', `/vendor-kb/v1/articles/${open}`, {})).status).toBe(403);
        expect((await host.request('GET', `/vendor-kb/v1/articles/${closed}`, {})).status).toBe(200);
        const found = await host.request('GET', '/vendor-kb/v1/search?q=treasure', {});
        expect((found.data as { results: { id: number }[] }).results.map(({ id }) => id)).toEqual([closed]);
      } finally {
        shut.remove();
      }
    });

    it('deny access when they throw, except to administrators', async () => {
      const open = await write('/articles', { title: 'Open too', content: LONG, status: 'publish' });
      const broken = host.hooks.addFilter('vendor_kb_effective_access', () => {
        throw new Error('broken');
      });
      try {
        expect((await host.request('GET', `/vendor-kb/v1/articles/${open}`, {})).status).toBe(403);
        expect((await host.request('GET', '/vendor-kb/v1/articles', {})).data).toEqual([]);
        expect((await host.request('GET', `/vendor-kb/v1/articles/${open}`, { as: administrator })).status).toBe(200);
      } finally {
        broken.remove();
      }
    });
  });
});
