import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, type ClientError, createClient, isClientError } from 'mortise/client';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Echo, echo } from './echo-plugin.js';
import { signedIn } from './visitor.js';

/** Returns the error that a call rejects with. */
async function errorOf(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isClientError(error)) throw new Error('The call did not reject with a ClientError.', { cause: error });
  return error;
}

describe('client call', () => {
  let host: TestHost;
  let client: Client;
  let base: string;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), echo()] });
    base = await host.listen();
    const person = await signedIn(host, base);
    client = createClient({ root: '/api', fetch: person.fetch });
  });
  afterAll(() => host.close());

  const echoed = async (...parameters: Parameters<Client['post']>): Promise<Echo> =>
    (await client.post(...parameters)) as Echo;

  describe('URL of a call', () => {
    it.each(['7', 'soup & bread', 'a/b', 'č', '{name}', '100%', '...', '?q#h'])(
      'escapes the path parameter %j',
      async (name) => {
        expect(await client.get('/acme/v1/echo/{name}', { path: { name } })).toBe(name);
      },
    );

    it.each(['.', '..', ''])('rejects the path parameter %j, which would lead to another route', async (name) => {
      await expect(client.delete('/acme/v1/echo/{name}', { path: { name } })).rejects.toThrow(TypeError);
    });

    it('encodes lists, objects, dates and nested values as the host reads them', async () => {
      const query = {
        page: 2,
        q: 'soup & bread + wine',
        tags: ['a', 'b,c'],
        price: { from: 1, to: 2.5, in: ['CZK', 'EUR'] },
        lines: [{ id: 1 }, { id: 2 }],
        since: new Date(0),
        sticky: true,
        parent: null,
        nothing: undefined,
      };
      expect((await echoed('/acme/v1/echo', { query })).query).toEqual({
        page: '2',
        q: 'soup & bread + wine',
        tags: ['a', 'b,c'],
        price: { from: '1', to: '2.5', in: ['CZK', 'EUR'] },
        lines: [{ id: '1' }, { id: '2' }],
        since: '1970-01-01T00:00:00.000Z',
        sticky: 'true',
        parent: '',
      });
    });

    it('adds the query to the one in the path', async () => {
      const { query } = await echoed('/acme/v1/echo?a=1', { query: { b: 2 } });
      expect(query).toEqual({ a: '1', b: '2' });
    });
  });

  describe('body of a call', () => {
    it.each([[{ a: [1, null] }], [[1, 2]], [null], ['text'], [false]])('is sent as JSON: %j', async (body) => {
      const answer = await echoed('/acme/v1/echo', { body });
      expect(answer.body).toEqual(body);
      expect(answer.headers['content-type']).toBe('application/json');
    });

    it('is sent unchanged and with its name when it is a file', async () => {
      const body = new File(['onions'], 'Kuřecí "vývar" (1).txt', { type: 'text/x-recipe' });
      const answer = await echoed('/acme/v1/echo', { body });
      expect(answer.body).toBe('onions');
      expect(answer.headers['content-type']).toBe('text/x-recipe');
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="Ku_ec_ _v_var_ (1).txt"; filename*=UTF-8''Ku%C5%99ec%C3%AD%20%22v%C3%BDvar%22%20%281%29.txt`,
      );
    });

    it('is sent with the content headers of the caller', async () => {
      const headers = { 'Content-Type': 'image/x-icon', 'Content-Disposition': 'attachment; filename="i.ico"' };
      const answer = await echoed('/acme/v1/echo', { body: new Blob(['i']), headers });
      expect(answer.headers).toMatchObject({
        'content-type': headers['Content-Type'],
        'content-disposition': headers['Content-Disposition'],
      });
    });

    it('is omitted when there is none', async () => {
      const { headers, body } = await echoed('/acme/v1/echo');
      expect(headers).not.toHaveProperty('content-type');
      expect(body).toBeUndefined();
    });
  });

  it('sends the headers of the client, overridden by its own', async () => {
    const local = createClient({ root: `${base}/api`, headers: { 'X-Site': 'acme', 'X-Kind': 'a' }, nonce: '' });
    const { headers } = (await local.get('/acme/v1/echo', { headers: { 'x-kind': 'b' } })) as Echo;
    expect(headers).toMatchObject({ accept: 'application/json', 'x-site': 'acme', 'x-kind': 'b' });
  });

  it('returns the data, and with request() also status and headers', async () => {
    const { data, response } = await client.request('POST', '/vendor-kb/v1/articles', { body: { title: 'Soup' } });
    const { id } = data as { id: number };
    expect(response.status).toBe(201);
    expect(response.headers.get('Location')).toContain(`/vendor-kb/v1/articles/${id}`);
    const path = { id };
    const changed = await client.patch('/vendor-kb/v1/articles/{id}', { path, body: { title: 'Bread' } });
    expect(changed).toMatchObject({ id, title: { raw: 'Bread' } });
    expect(await client.put('/vendor-kb/v1/articles/{id}', { path, body: { title: 'Wine' } })).toMatchObject({ id });
    const query = { force: true };
    expect(await client.delete('/vendor-kb/v1/articles/{id}', { path, query })).toMatchObject({ deleted: true });
  });

  it('returns null without a body', async () => {
    const { data, response } = await client.request('HEAD', '/vendor-kb/v1/articles');
    expect(data).toBeNull();
    expect(response.headers.get('X-CMS-Total')).toBe('0');
  });

  it('returns null for 304 Not Modified', async () => {
    const { id } = (await client.post('/vendor-kb/v1/articles', { body: { title: 'Tea' } })) as { id: number };
    const address = ['/vendor-kb/v1/articles/{id}', { path: { id } }] as const;
    const { response } = await client.request('GET', ...address);
    const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' };
    const again = await client.request('GET', address[0], { ...address[1], headers });
    expect(again.data).toBeNull();
    expect(again.response.status).toBe(304);
  });

  describe('failing call', () => {
    it('names each invalid parameter', async () => {
      const error = await errorOf(client.get('/vendor-kb/v1/articles', { query: { page: 'two', orderby: 'luck' } }));
      expect(error).toMatchObject({ name: 'ClientError', code: 'rest_invalid_param', status: 400 });
      expect(Object.keys(error.params)).toEqual(['page', 'orderby']);
      expect(error.params.page).toMatch(/integer/);
      expect(error.data).toMatchObject({ status: 400, params: error.params });
      expect(error.requestId).toBe(error.response?.headers.get('X-Request-Id'));
    });

    it('names each missing parameter', async () => {
      const error = await errorOf(client.post('/vendor-kb/v1/articles', { body: {} }));
      expect(error.code).toBe('rest_missing_callback_param');
      expect(Object.keys(error.params)).toEqual(['title']);
    });

    it('reports the Retry-After time', async () => {
      const error = await errorOf(client.get('/acme/v1/busy'));
      expect(error).toMatchObject({ code: 'acme_busy', status: 503, retryAfter: 30, params: {} });
    });

    it('is distinguished from other errors, also by its code', async () => {
      const error: unknown = await errorOf(client.get('/acme/v1/nowhere'));
      expect(isClientError(error)).toBe(true);
      expect(isClientError(error, 'rest_no_route')).toBe(true);
      expect(isClientError(error, 'network_error')).toBe(false);
      expect(isClientError(new Error('no'))).toBe(false);
    });
  });
});

describe('call to a server that is not a host, or to none', () => {
  let close: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await close?.();
    close = undefined;
  });

  async function serve(listener: RequestListener, options: { timeout?: number } = {}): Promise<Client> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    close = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    const { port } = server.address() as AddressInfo;
    return createClient({ root: `http://127.0.0.1:${port}/api`, nonce: '', ...options });
  }

  it('fails with invalid_answer for a page instead of JSON, for any status', async () => {
    for (const status of [200, 502]) {
      const client = await serve((_, response) => response.writeHead(status).end('<h1>Sorry</h1>'));
      const error = await errorOf(client.get('/x'));
      expect(error).toMatchObject({ code: 'invalid_answer', status, cause: expect.any(SyntaxError) });
      expect(error.response?.status).toBe(status);
      await close?.();
    }
  });

  it('fails with unknown_error for JSON that is not an error of a host', async () => {
    const client = await serve((_, response) => response.writeHead(500).end('{"oops":true}'));
    expect(await errorOf(client.get('/x'))).toMatchObject({ code: 'unknown_error', status: 500 });
  });

  it('fails when another server responds to the nonce request', async () => {
    const client = await serve((_, response) => response.end('<h1>Welcome</h1>'));
    client.forgetNonce();
    expect(await errorOf(client.post('/x'))).toMatchObject({ code: 'invalid_answer', status: 200 });
  });

  it('parses a date in Retry-After', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const client = await serve((_, response) => response.writeHead(429, { 'Retry-After': date }).end('{}'));
    const { retryAfter } = await errorOf(client.get('/x'));
    expect(retryAfter).toBeGreaterThan(80);
    expect(retryAfter).toBeLessThanOrEqual(90);
  });

  it('fails with network_error when the server is unreachable or the response breaks off', async () => {
    const client = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('{"a":');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await errorOf(client.get('/x'))).toMatchObject({ code: 'network_error', status: 0 });
    await close?.();
    close = undefined;
    const error = await errorOf(client.get('/x'));
    expect(error).toMatchObject({ code: 'network_error', status: 0, cause: expect.any(TypeError) });
    expect(error.response).toBeUndefined();
  });

  it('fails with aborted when the caller aborts before, during or in the middle of the response', async () => {
    let requests = 0;
    const client = await serve((_, response) => {
      requests += 1;
      if (requests > 1) response.writeHead(200).write('{"a":');
    });
    expect(await errorOf(client.get('/x', { signal: AbortSignal.abort('no need') }))).toMatchObject({
      code: 'aborted',
      cause: 'no need',
    });
    expect(requests).toBe(0);
    for (const calls of [1, 2]) {
      const controller = new AbortController();
      const call = errorOf(client.get('/x', { signal: controller.signal }));
      await expect.poll(() => requests).toBe(calls);
      controller.abort();
      expect(await call).toMatchObject({ code: 'aborted', cause: controller.signal.reason });
    }
  });

  it('fails with timeout after the timeout', async () => {
    const client = await serve(() => undefined, { timeout: 50 });
    expect(await errorOf(client.get('/x'))).toMatchObject({ code: 'timeout', status: 0 });
    client.forgetNonce();
    expect(await errorOf(client.get('/x'))).toMatchObject({ code: 'timeout', status: 0 });
  });

  it('lets one caller abort while another still waits for the same nonce', async () => {
    const client = await serve((request, response) => {
      if (request.url === '/api/nonce') setTimeout(() => response.end('abc'), 100);
      else response.end(JSON.stringify(request.headers['x-cms-nonce']));
    });
    client.forgetNonce();
    const controller = new AbortController();
    const hasty = errorOf(client.get('/x', { signal: controller.signal }));
    const patient = client.get('/x');
    setTimeout(() => controller.abort(), 20);
    expect(await hasty).toMatchObject({ code: 'aborted' });
    expect(await patient).toBe('abc');
  });
});
