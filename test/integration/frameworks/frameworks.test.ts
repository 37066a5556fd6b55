import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { definePlugin, HostError, type HostOptions } from 'mortise';
import { page } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '../../support/raw-connection.js';
import { multipart, sendParts } from '../../support/upload-site.js';
import { type RunningSite, SITES, type SiteOptions } from './sites.js';

const FILE = randomBytes(3_000_000);

/** State of a plugin with pages, routes and an endless file. */
interface Acme {
  /** Number of open streams of `/acme/endless`. */
  open: number;
  /** Completes the response of `/acme/slow`. */
  release: (() => void) | null;
}

const acme = (state: Acme) =>
  definePlugin({
    name: 'acme-things',
    version: '1.0.0',
    setup({ pages, rest }) {
      pages.mount('/acme', async ({ path }) => {
        const type = { 'Content-Type': 'application/octet-stream' };
        if (path === '/file') {
          const headers = { ...type, 'Content-Length': String(FILE.length) };
          return { status: 200, headers, body: Readable.from(cut(FILE), { objectMode: false }) };
        }
        if (path === '/endless') return { status: 200, headers: type, body: endless(state) };
        if (path === '/slow') {
          await new Promise<void>((resolve) => {
            state.release = resolve;
          });
          return page('<p>at last</p>');
        }
        if (path === '/away') return { status: 303, headers: { Location: '/elsewhere' }, body: '' };
        if (path === '/cookie') return page('<p>yours</p>', { headers: { 'Set-Cookie': 'ours=2' } });
        if (path === '/injected') return page('<p>told</p>', { headers: { 'X-Told': 'a\r\nX-Evil: yes' } });
        if (path === '/refused') throw new HostError('acme_refused', 'Not for you.', { status: 409 });
        return null;
      });
      const open = { permission: 'public', summary: 'For everybody' } as const;
      rest.route('acme/v1', {
        ...open,
        method: 'POST',
        path: '/files',
        uploads: { maxFileSize: 100_000, types: ['text/*'] },
        bodyLimit: 10_000,
        args: { title: { type: 'string' } },
        handler: ({ args, files }) => ({ title: args.title, sizes: files.map(({ size }) => size) }),
      });
      rest.route('acme/v1', {
        ...open,
        method: 'POST',
        path: '/things',
        bodyLimit: 100_000,
        args: { title: { type: 'string' } },
        handler: ({ args }) => ({ title: args.title }),
      });
      rest.route('acme/v1', {
        ...open,
        method: 'GET',
        path: '/tagged',
        handler: () => respond({ tagged: true }, { headers: { ETag: '"one"' } }),
      });
      rest.route('acme/v1', {
        ...open,
        method: 'GET',
        path: '/client',
        handler: ({ remoteAddress }) => ({ address: remoteAddress ?? null }),
      });
    },
  });

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}

function endless(state: Acme): Readable {
  state.open += 1;
  return new Readable({
    read() {
      setTimeout(() => this.push(Buffer.alloc(16_384)), 1);
    },
    destroy(error, done) {
      state.open -= 1;
      done(error);
    },
  });
}

describe.each(SITES)('site with %s', (framework, openSite) => {
  interface OpenSite {
    readonly http: Agent;
    readonly host: TestHost;
    readonly site: RunningSite;
    readonly state: Acme;
  }
  const closing: (() => Promise<unknown>)[] = [];
  /** Arguments of the `identify` calls. */
  const requests: unknown[] = [];
  let http: Agent;
  let host: TestHost;
  let site: RunningSite;
  let state: Acme;

  async function open(options: HostOptions = {}, siteOptions?: SiteOptions): Promise<OpenSite> {
    const state: Acme = { open: 0, release: null };
    const host = await createTestHost({
      url: 'http://shop.example/help',
      plugins: [knowledgeBase(), acme(state)],
      identify(request, of: { headers: Record<string, string | undefined> }) {
        requests.push(of);
        if (request.headers['x-user'] === 'broken') throw new Error('the session store is down');
        const { 'x-user': name, 'x-session': session = 'one' } = of.headers;
        return name === undefined ? null : { provider: 'site', id: name, login: name, session, roles: ['editor'] };
      },
      ...options,
    });
    closing.push(host.close);
    const site = await openSite(host, siteOptions);
    closing.push(site.end);
    return { http: request(site.address), host, site, state };
  }
  beforeAll(async () => {
    ({ http, host, site, state } = await open());
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const write = (headers: Record<string, string> = {}) =>
    http
      .post('/help/api/vendor-kb/v1/articles')
      .set({ 'X-User': 'ada', 'X-Session': 'one', ...headers })
      .send({ title: 'Soup', content: 'All about soup.', status: 'publish' });

  it('serves its path and leaves everything else to the site, including pages, bodies and 404', async () => {
    const administrator = await host.createUser('administrator');
    const body = { title: 'Soup', content: 'All about soup.', status: 'publish' };
    await host.request('POST', '/vendor-kb/v1/articles', { as: administrator, body });
    const article = await http.get('/help/kb/soup');
    expect(article.status).toBe(200);
    expect(article.text).toContain('All about soup.');
    expect(article.text).not.toMatch(/(?:href|src|action)="\/(?!help|")/);
    const stylesheet = /href="(\/help\/_mortise[^"]+\.css)"/.exec(article.text)?.[1] ?? '';
    expect((await http.get(stylesheet)).headers['content-type']).toMatch(/^text\/css/);
    const rest = await http.get('/help/api/vendor-kb/v1/articles');
    expect([rest.status, rest.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(rest.headers['content-length']).toBe(String(Buffer.byteLength(rest.text)));
    expect(rest.body).toMatchObject([{ link: expect.stringMatching(/^http:\/\/shop\.example\/help\/kb\//) }]);

    expect(await http.get('/')).toMatchObject({ status: 200, text: 'my shop' });
    expect((await http.post('/echo').send({ a: 1 })).body).toEqual({ a: 1 });
    for (const path of ['/nowhere', '/kb', '/api/', '/helpkb', '/help', '/help/nowhere', '/help?x=1']) {
      expect(await http.get(path), path).toMatchObject({ status: 404, text: 'my own 404' });
    }
    expect((await http.get('/help/kb/nowhere')).text).not.toContain('my own 404');
    expect((await http.get('/help/api/nowhere')).body).toMatchObject({ code: 'rest_no_route' });
  });

  it('serves everything when mounted at the root', async () => {
    const { http } = await open({ url: 'http://shop.example' }, { mount: '/' });
    expect((await http.get('/kb')).status).toBe(200);
    expect((await http.get('/api/')).status).toBe(200);
    expect(await http.get('/')).toMatchObject({ status: 200, text: 'my shop' });
    expect(await http.get('/nowhere')).toMatchObject({ status: 404, text: 'my own 404' });
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    for (const path of [
      '/help/kb',
      '/help/api/',
      '/help/api/nonce',
      '/help/acme/file',
      '/help/kb/nowhere',
      '/help/acme/away',
    ]) {
      const [got, head] = [await http.get(path), await http.head(path)];
      expect([head.status, head.text], path).toEqual([got.status, undefined]);
      for (const name of ['content-type', 'content-length', 'location']) {
        expect(head.headers[name], `${path} ${name}`).toBe(got.headers[name]);
      }
    }
  });

  it('sends 304 and redirects without a body', async () => {
    const tagged = await http.get('/help/api/acme/v1/tagged').set('If-None-Match', '"one"');
    expect([tagged.status, tagged.text, tagged.headers.etag]).toEqual([304, '', '"one"']);
    const away = await http.get('/help/acme/away');
    expect([away.status, away.headers.location]).toEqual([303, '/elsewhere']);
    expect((await http.get('/help/admin')).headers.location).toBe('/help/admin/login?redirect_to=%2Fhelp%2Fadmin');
  });

  it("recognizes users by the site's login and requires a nonce for cookies", async () => {
    expect((await write()).status).toBe(401);
    const nonce = (await http.get('/help/api/nonce').set('X-User', 'ada')).text;
    expect((await write({ 'X-CMS-Nonce': nonce })).status).toBe(201);
    expect((await write({ 'X-CMS-Nonce': nonce, 'X-Session': 'two' })).body).toMatchObject({
      code: 'rest_cookie_invalid_nonce',
    });
    expect((await http.get('/help/kb').set('X-User', 'ada')).text).toContain('ada');
    expect((await http.get('/who').set('X-User', 'ada')).body).toBe('ada');
    expect((await http.get('/who')).body).toBe(null);
    expect(requests.length).toBeGreaterThan(5);
  });

  it('accepts forms and files behind any parser', async () => {
    expect((await http.post('/help/api/acme/v1/things').type('form').send('title=Soup')).body).toEqual({
      title: 'Soup',
    });
    expect((await http.post('/help/api/acme/v1/things').send({ title: 'Soup' })).body).toEqual({
      title: 'Soup',
    });
    const files = sendParts(http.post('/help/api/acme/v1/files'), [
      { name: 'title', content: 'Notes' },
      { name: 'file', fileName: 'notes.txt', type: 'text/plain', content: 'x'.repeat(50_000) },
    ]);
    expect((await files).body).toEqual({ title: 'Notes', sizes: [50_000] });
    const bare = http
      .post('/help/api/acme/v1/files')
      .type('text/css')
      .set('Content-Disposition', 'attachment; filename="a.css"')
      .send('y'.repeat(2_000));
    expect((await bare).body).toMatchObject({ sizes: [2_000] });
  });

  it('informs the developer about a partially read body', async () => {
    const { http } = await open({}, { nibbles: true });
    const answer = await http.post('/help/api/acme/v1/things').send({ title: 'Soup' });
    expect([answer.status, answer.body]).toMatchObject([500, { code: 'rest_body_consumed' }]);
    expect((await http.get('/help/api/')).status).toBe(200);
  });

  it("keeps the site's headers, cookies and CSP on the response", async () => {
    const { headers } = await http.get('/help/acme/cookie');
    expect(headers['x-site']).toBe('shop');
    expect(headers['set-cookie']).toEqual(['seen=1', 'ours=2']);
    expect((await http.get('/help/kb')).headers).toMatchObject({ 'set-cookie': ['seen=1'], vary: 'Origin, Cookie' });
    expect((await http.get('/help/api/')).headers).toMatchObject({
      'set-cookie': ['seen=1'],
      vary: 'Origin, Cookie, Authorization',
    });
    const policies = (await http.get('/help/kb')).headers['content-security-policy'];
    expect(policies).toMatch(/^default-src 'self', default-src 'none'; /);
  });

  it("passes errors to the site's handler, except REST errors", async () => {
    const { http } = await open({
      layout: () => {
        throw new Error('the layout is broken');
      },
    });
    expect(await http.get('/help/kb')).toMatchObject({ status: 503, text: 'the site says: the layout is broken' });
    const broken = { 'X-User': 'broken' };
    expect(await http.get('/help/kb').set(broken)).toMatchObject({
      status: 503,
      text: 'the site says: the session store is down',
    });
    const rest = await http.get('/help/api/').set(broken);
    expect([rest.status, rest.body]).toMatchObject([500, { code: 'rest_internal_error' }]);
    expect(await http.get('/')).toMatchObject({ status: 200, text: 'my shop' });
  });

  it('drops headers that contain line breaks', async () => {
    const { status, headers } = await http.get('/help/acme/injected');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-told');
    expect(headers).not.toHaveProperty('x-evil');
    expect(headers['x-site']).toBe('shop');
  });

  it('streams a large file completely', async () => {
    const answer = await http.get('/help/acme/file').responseType('blob');
    const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
    expect([answer.headers['content-length'], digest(answer.body)]).toEqual([String(FILE.length), digest(FILE)]);
  });

  it('stops reading a file when the client disconnects', async () => {
    const connection = await openConnection(site.address);
    connection.write('GET /help/acme/endless HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.answered(/200 OK[\s\S]+\0{1000}/);
    expect(state.open).toBe(1);
    connection.socket.destroy();
    while (state.open > 0) await wait(5);
    expect((await http.get('/help/api/')).status).toBe(200);
  });

  it('discards an upload when the client disconnects', async () => {
    const connection = await openConnection(site.address);
    const { raw, headers } = multipart([
      { name: 'file', fileName: 'a.txt', type: 'text/plain', content: 'x'.repeat(50_000) },
    ]);
    connection.write(
      `POST /help/api/acme/v1/files HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['Content-Type']}\r\nContent-Length: ${raw.length}\r\n\r\n`,
    );
    connection.write(raw.subarray(0, 20_000));
    await wait(50);
    connection.socket.destroy();
    await once(connection.socket, 'close');
    expect((await http.post('/help/api/acme/v1/files').set(headers).send(raw)).status).toBe(200);
  });

  it('responds to pipelined requests in order, including a rejected body', async () => {
    const connection = await openConnection(site.address);
    const body = JSON.stringify({ title: 'Soup' });
    const post = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    connection.write(
      [
        `GET /help/api/acme/v1/client HTTP/1.1\r\nHost: x\r\n\r\n`,
        `POST /help/api/acme/v1/nowhere HTTP/1.1\r\nHost: x\r\n${post}`,
        `POST /help/api/acme/v1/things HTTP/1.1\r\nHost: x\r\n${post}`,
        `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      ].join(''),
    );
    const answers = await connection.closed;
    const order = [...answers.matchAll(/"address":|rest_no_route|"title":"Soup"|my shop/g)].map(([found]) => found);
    expect(order).toEqual(['"address":', 'rest_no_route', '"title":"Soup"', 'my shop']);
  });

  it('accepts absolute request targets and ignores their host', async () => {
    const connection = await openConnection(site.address);
    connection.write('GET http://evil.example/help/kb HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    const answer = await connection.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).not.toContain('evil.example');
  });

  it('supports Expect: 100-continue', async () => {
    const body = JSON.stringify({ title: 'Soup' });
    const connection = await openConnection(site.address);
    connection.write(
      `POST /help/api/acme/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await connection.answered(/^HTTP\/1\.1 100 Continue/);
    connection.write(body);
    expect(await connection.closed).toMatch(/200 OK[\s\S]+"title":"Soup"/);
  });

  it('rejects an oversized body and closes the connection', async () => {
    const connection = await openConnection(site.address);
    connection.write(
      'POST /help/api/acme/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 5000000\r\n\r\n',
    );
    for (let sent = 0; sent < 5; sent += 1) connection.write(Buffer.alloc(100_000));
    connection.socket.end();
    const answer = await connection.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 41[35] /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer).toMatch(/\r\nX-Site: shop\r\n/i);
  });

  it("uses the site's proxy trust unless trustProxy is set", async () => {
    const proxied = { 'X-Forwarded-For': '203.0.113.9' };
    const client = '/help/api/acme/v1/client';
    expect((await http.get(client).set(proxied)).body).toEqual({ address: '127.0.0.1' });
    if (framework !== 'node:http') {
      const believing = await open({}, { trustsProxy: true });
      expect((await believing.http.get(client).set(proxied)).body).toEqual({ address: '203.0.113.9' });
    }
    const trusting = await open({ trustProxy: false }, { trustsProxy: true });
    expect((await trusting.http.get(client).set(proxied)).body).toEqual({ address: '127.0.0.1' });
    const itself = await open({ trustProxy: 'loopback' });
    expect((await itself.http.get(client).set(proxied)).body).toEqual({ address: '203.0.113.9' });
  });

  it('lets a filter send the response itself', async () => {
    const { http, host } = await open();
    host.hooks.addFilter('rest_pre_serve_request', (served, answer, _request, { response }) => {
      if (answer.request?.path !== '/acme/v1/tagged') return served;
      response.end('by hand');
      return true;
    });
    const { status, text, headers } = await http.get('/help/api/acme/v1/tagged');
    expect([status, text, headers['x-site'], headers.etag]).toEqual([200, 'by hand', 'shop', '"one"']);
    expect((await http.get('/help/api/acme/v1/client')).body).toEqual({ address: '127.0.0.1' });
  });

  it('completes running requests when the site stops, then closes', async () => {
    const { http, host, site, state } = await open();
    const slow = http.get('/help/acme/slow').then(({ text }) => text);
    while (!state.release) await wait(5);
    const stopped = site.stop();
    state.release();
    expect(await slow).toContain('at last');
    await stopped;
    closing.pop();
    await host.close();
    closing.pop();
    await expect(http.get('/')).rejects.toThrow();
  });
});
