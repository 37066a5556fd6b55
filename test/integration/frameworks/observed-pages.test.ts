import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { definePlugin, type Plugin } from 'mortise';
import { type ObservedPage, type PageNote, page } from 'mortise/pages';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSite, SITES } from './sites.js';

const VISIT = { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Dest': 'document' };

/** Pages seen by the observer, and its behavior. */
interface Observing {
  requests: string[];
  seen: ObservedPage[];
  look: (page: ObservedPage) => Promise<PageNote | null>;
}

function observing(): Observing {
  return { requests: [], seen: [], look: async () => ({ cookies: ['from=ada; Path=/'] }) };
}

function observer(state: Observing): Plugin {
  return definePlugin({
    name: 'acme-visits',
    version: '1.0.0',
    setup({ pages }) {
      pages.mount('/acme', () => page('<p>ours</p>', { headers: { 'Cache-Control': 'public, max-age=60' } }));
      pages.observe({
        wants(query) {
          state.requests.push(query);
          if (query.includes('from=broken')) throw new Error('Nobody knows.');
          return query.includes('from=');
        },
        look(observed) {
          state.seen.push(observed);
          return state.look(observed);
        },
      });
    },
  });
}

describe.each(SITES)('page observer in a site with %s', (_name, open) => {
  let state: Observing;
  let host: TestHost;
  let site: RunningSite;
  beforeEach(async () => {
    state = observing();
    host = await createTestHost({ plugins: [observer(state)], trustProxy: 'loopback' });
    site = await open(host, { mount: '/', trustsProxy: true });
  });
  afterEach(async () => {
    await site.end();
    await host.close();
  });
  const get = (path: string, headers: Readonly<Record<string, string>> = VISIT, method = 'GET') =>
    new Test(site.address, method, path).set(headers);

  it("sees pages of the site and the host and adds its cookie to the site's", async () => {
    for (const [path, text] of [
      ['/', 'my shop'],
      ['/acme/x', 'ours'],
    ] as const) {
      state.seen = [];
      const answer = await get(`${path}?from=ada&size=7`, {
        ...VISIT,
        Cookie: 'basket=3',
        'X-Forwarded-For': '203.0.113.7',
      });
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining(text) });
      expect(answer.headers['set-cookie']).toEqual(['seen=1', 'from=ada; Path=/']);
      expect(answer.headers['x-site']).toBe('shop');
      expect(answer.headers['cache-control']).toMatch(/^private/);
      expect(state.seen).toHaveLength(1);
      const [seen] = state.seen;
      expect(seen).toMatchObject({ method: 'GET', remoteAddress: '203.0.113.7', query: { from: 'ada', size: '7' } });
      expect(seen?.address.href).toBe(`http://localhost:8080${path}?from=ada&size=7`);
      expect(seen?.cookies).toEqual(new Map([['basket', '3']]));
    }
  });

  it('is not called for URLs without a query and leaves other responses unchanged', async () => {
    const { headers } = await get('/');
    expect(state.requests).toEqual([]);
    const other = await get('/?size=7');
    expect(state.requests).toEqual(['size=7']);
    expect(other.headers['set-cookie']).toEqual(headers['set-cookie']);
    expect(other.headers['cache-control']).toBe(headers['cache-control']);
    state.look = async () => null;
    expect((await get('/acme?from=ada')).headers['cache-control']).toBe('public, max-age=60');
    expect(state.seen).toHaveLength(1);
  });

  it('sees only top-level page navigations', async () => {
    await get('/?from=ada', VISIT, 'HEAD');
    await get('/echo?from=ada', { ...VISIT, 'Content-Type': 'application/json' }, 'POST');
    await get('/?from=ada', { Accept: '*/*' });
    await get('/?from=ada', {});
    for (const destination of ['image', 'iframe', 'empty', 'script']) {
      await get('/?from=ada', { Accept: VISIT.Accept, 'Sec-Fetch-Dest': destination });
    }
    await get('/api/?from=ada');
    await get(`${host.site.root}/nonce?from=ada`);
    expect(state.seen).toEqual([]);
    await get('/?from=ada', { Accept: 'text/html' });
    expect(state.seen).toHaveLength(1);
  });

  it('neither breaks a page by failing nor blocks it by hanging', async () => {
    state.look = async () => {
      throw new Error('A plugin is broken.');
    };
    expect(await get('/?from=ada')).toMatchObject({ status: 200, text: 'my shop' });
    expect(await get('/?from=broken')).toMatchObject({ status: 200, text: 'my shop' });
    state.look = async () => new Promise(() => undefined);
    const before = performance.now();
    const late = await get('/?from=ada');
    expect(late).toMatchObject({ status: 200, text: 'my shop' });
    expect(late.headers['set-cookie']).toEqual(['seen=1']);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  it('sees nothing after its plugin is deactivated', async () => {
    await host.plugins.deactivate('acme-visits');
    expect((await get('/?from=ada')).headers['set-cookie']).toEqual(['seen=1']);
    expect(state.requests).toEqual([]);
  });
});

describe('response with a page note', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  async function serve(listener: RequestListener) {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return (path: string) => request(base).get(path).set(VISIT);
  }
  async function openHost(state = observing()): Promise<TestHost> {
    const host = await createTestHost({ plugins: [observer(state)] });
    closing.push(host.close);
    return host;
  }

  it.each([
    ['public, max-age=600, s-maxage=900', 'private, max-age=600'],
    ['max-age=600', 'private, max-age=600'],
    ['private="Set-Cookie", max-age=5', 'private, max-age=5'],
    ['no-store', 'no-store'],
    ['private, max-age=5', 'private, max-age=5'],
    [null, 'private'],
  ])('is excluded from shared caches: %j', async (header, value) => {
    const host = await openHost();
    const app = express();
    app.use(host.handler());
    app.get('/', (_request, response) => {
      if (header !== null) response.set('Cache-Control', header);
      response.set({ 'Surrogate-Control': 'max-age=900', 'CDN-Cache-Control': 'max-age=900' }).send('my shop');
    });
    const { headers } = await (await serve(app))('/?from=ada');
    expect(headers['cache-control']).toBe(value);
    expect(headers['surrogate-control']).toBeUndefined();
    expect(headers['cdn-cache-control']).toBeUndefined();
    expect(headers['set-cookie']).toEqual(['from=ada; Path=/']);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an object', (response) => response.writeHead(201, { 'Set-Cookie': 'a=1', 'Cache-Control': 'public' })],
    ['a reason', (response) => response.writeHead(201, 'Fine', { 'Set-Cookie': ['a=1'] })],
    ['a list', (response) => response.writeHead(201, ['Set-Cookie', 'a=1', 'X-Other', '2'])],
    ['nothing', (response) => response.setHeader('Set-Cookie', 'a=1').writeHead(201)],
  ])('keeps the headers the site passes to writeHead: %s', async (_how, write) => {
    const host = await openHost();
    const handler = host.handler();
    const get = await serve((request: IncomingMessage, response: ServerResponse) =>
      handler(request, response, () => {
        write(response);
        response.end('my shop');
      }),
    );
    const { status, headers, text } = await get('/?from=ada');
    expect([status, text]).toEqual([201, 'my shop']);
    expect(headers['set-cookie']).toEqual(['a=1', 'from=ada; Path=/']);
    expect(headers['cache-control']).toMatch(/^private/);
  });

  it('is sent once for pages before the handler, if the site mounts host.context() before them', async () => {
    const state = observing();
    const host = await openHost(state);
    const app = express();
    app.get('/unseen', (_request, response) => void response.send('unseen'));
    app.use(host.context());
    app.get('/before', (request, response) => void response.send(typeof request.cms.user));
    app.use(host.handler());
    app.get('/after', (_request, response) => void response.send('after'));
    const get = await serve(app);
    expect((await get('/unseen?from=ada')).headers['set-cookie']).toBeUndefined();
    expect(await get('/before?from=ada')).toMatchObject({
      text: 'function',
      headers: { 'set-cookie': ['from=ada; Path=/'] },
    });
    expect((await get('/after?from=ada')).headers['set-cookie']).toEqual(['from=ada; Path=/']);
    expect(state.seen.map(({ address }) => address.pathname)).toEqual(['/before', '/after']);
  });

  it('is unchanged if its headers were already sent', async () => {
    const state = observing();
    state.look = async () => {
      await wait(50);
      return { cookies: ['from=ada'] };
    };
    const host = await openHost(state);
    const context = host.context();
    const get = await serve((request, response) => {
      context(request, response, () => undefined);
      response.end('my shop');
    });
    expect(await get('/?from=ada')).toMatchObject({ status: 200, text: 'my shop' });
    await wait(100);
  });
});
