import { once } from 'node:events';
import { connect } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import Koa from 'koa';
import type { HostOptions } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { openUploadSite } from '../../support/upload-site.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openHost(options: HostOptions = {}): Promise<TestHost> {
  const site = await openUploadSite(options);
  closing.push(site.close);
  return site.host;
}

function closed<Site extends Pick<FastifyInstance, 'close'>>(app: Site): Site {
  closing.push(() => app.close());
  return app;
}

async function listening(app: Koa): Promise<string> {
  app.silent = true;
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

describe('Fastify plugin', () => {
  it('rejects registration inside another plugin, where it would see no requests', async () => {
    const host = await openHost();
    for (const prefix of ['', '/help']) {
      const app = closed(Fastify());
      app.register(async (scope) => void scope.register(host.fastify()), { prefix });
      await expect(app.ready()).rejects.toMatchObject({ code: 'fastify_plugin_encapsulated' });
    }
  });

  it('rejects an invalid prefix at startup', async () => {
    const host = await openHost();
    const app = closed(Fastify());
    app.register(host.fastify(), { prefix: 'help' });
    await expect(app.ready()).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it("runs the site's hooks around its responses, which may change them", async () => {
    const host = await openHost();
    const app = closed(Fastify());
    const seen: string[] = [];
    app.addHook('onSend', async (request, reply, payload) => {
      seen.push(`${request.method} ${request.url} ${reply.statusCode}`);
      reply.header('X-Sent', 'yes');
      return payload;
    });
    app.addHook('onResponse', async (_request, reply) => {
      seen.push(`done ${reply.statusCode}`);
    });
    app.register(host.fastify());
    const answer = await app.inject({ method: 'POST', url: '/api/acme/v1/echo', payload: { title: 'Soup' } });
    expect([answer.statusCode, answer.json().args]).toEqual([200, { title: 'Soup' }]);
    expect(answer.headers['x-sent']).toBe('yes');
    expect(seen).toEqual(['POST /api/acme/v1/echo 200', 'done 200']);
  });

  it('passes the Fastify request to identify, also in routes registered earlier', async () => {
    const host = await openHost({
      identify: (_node, request: FastifyRequest<{ Headers: { name?: string } }>) =>
        request.headers.name !== undefined && { provider: 'site', id: request.id, session: 's', login: 'ada' },
    });
    const app = closed(Fastify());
    app.get('/first', async (request) => ({ name: (await host.of(request).user())?.login }));
    app.register(host.fastify());
    const headers = { name: 'ada' };
    expect((await app.inject({ url: '/first', headers })).json()).toEqual({ name: 'ada' });
    expect((await app.inject({ url: '/api/nonce', headers })).statusCode).toBe(200);
  });

  it('explains the error when the handler is called from a route', async () => {
    const host = await openHost();
    const app = closed(Fastify());
    const handler = host.handler();
    app.all('/api/*', (request, reply) => {
      reply.hijack();
      handler(request.raw, reply.raw);
    });
    const payload = { title: 'Soup' };
    const answer = await app.inject({ method: 'POST', url: '/api/acme/v1/echo', payload });
    expect(answer.json()).toMatchObject({ code: 'rest_body_consumed' });
  });

  it('uses the nonces of @fastify/helmet with its own policy or with that policy only', async () => {
    const nonces = new WeakMap<FastifyRequest, string>();
    for (const csp of ['own', 'off'] as const) {
      const host = await openHost({ csp, cspNonce: (_node, request: FastifyRequest) => nonces.get(request) ?? null });
      const app = closed(Fastify());
      await app.register(helmet, { enableCSPNonces: true });
      app.addHook('onRequest', async (request, reply) => void nonces.set(request, reply.cspNonce.script));
      await app.register(host.fastify(), { prefix: '/help' });
      const { body, headers } = await app.inject('/help/admin/login');
      const nonce = /<script[^>]* nonce="(\w+)"/.exec(body)?.[1];
      const policies = String(headers['content-security-policy']).match(/script-src [^;,]*/g) ?? [];
      expect(policies).toHaveLength(csp === 'own' ? 2 : 1);
      for (const policy of policies) expect(policy).toContain(`'nonce-${nonce}'`);
    }
  });

  it("rejects an oversized body with the site's headers, skipping onSend but not onResponse", async () => {
    const host = await openHost();
    const app = closed(Fastify());
    const seen: string[] = [];
    app.addHook('onRequest', async (_request, reply) => void reply.header('X-Site', 'shop'));
    app.addHook('onSend', async () => void seen.push('onSend'));
    app.addHook('onResponse', async (_request, reply) => void seen.push(`onResponse ${reply.statusCode}`));
    app.register(host.fastify());
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${address}/api/acme/v1/echo`, { method: 'POST', headers, body: 'x'.repeat(300_000) });
    expect([answer.status, answer.headers.get('X-Site'), answer.headers.get('Connection')]).toEqual([
      413,
      'shop',
      'close',
    ]);
    await answer.text();
    await expect.poll(() => seen).toEqual(['onResponse 413']);
  });

  it('serves two hosts in one site', async () => {
    const [one, two] = [await openHost({ name: 'One' }), await openHost({ name: 'Two' })];
    const app = closed(Fastify());
    app.register(one.fastify(), { prefix: '/one' }).register(two.fastify(), { prefix: '/two' });
    for (const [path, name] of Object.entries({ '/one/api/': 'One', '/two/api/': 'Two' })) {
      expect((await app.inject(path)).json()).toMatchObject({ name });
    }
  });

  it('serves HTTP/2', async () => {
    const host = await openHost();
    const app = closed(Fastify({ http2: true }));
    app.register(host.fastify());
    const session = connect(await app.listen({ host: '127.0.0.1', port: 0 }));
    closing.push(async () => session.close());
    async function ask(headers: Record<string, string>, body = '') {
      const stream = session.request(headers, { endStream: body === '' });
      stream.setEncoding('utf8');
      if (body !== '') stream.end(body);
      const [head] = (await once(stream, 'response')) as [Record<string, string | number>];
      let text = '';
      for await (const chunk of stream) text += chunk;
      return { status: head[':status'], type: head['content-type'], text };
    }
    expect(await ask({ ':path': '/admin/login' })).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    expect(await ask({ ':path': '/admin/login', ':method': 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const post = { ':path': '/api/acme/v1/echo', ':method': 'POST', 'content-type': 'application/json' };
    expect(await ask(post, '{"title":"Soup"}')).toMatchObject({ status: 200, text: expect.stringContaining('Soup') });
    expect(await ask({ ...post, 'content-type': 'application/x-what' }, 'x'.repeat(300_000))).toMatchObject({
      status: 413,
    });
    const file = { ...post, 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' };
    expect(await ask({ ...file, ':path': '/api/acme/v1/files' }, 'x'.repeat(50_000))).toMatchObject({ status: 200 });
    expect((await ask({ ':path': '/nowhere' })).status).toBe(404);
  });
});

describe('mount option', () => {
  it.each(['help', '/help?', '//help', '/he lp'])('cannot be %s', async (mount) => {
    const host = await createTestHost();
    closing.push(host.close);
    expect(() => host.handler({ mount })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    expect(() => host.koa({ mount })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});

describe('Koa middleware', () => {
  it('reports files stored by an earlier parser and suggests the mount order', async () => {
    const host = await openHost();
    const app = new Koa();
    // Mimics koa-body with `multipart: true`.
    app.use(async ({ req, request }, next) => {
      await buffer(req);
      Object.assign(request, { body: { title: 'Soup' }, files: { file: { filepath: '/elsewhere' } } });
      await next();
    });
    app.use(host.koa());
    const form = new FormData();
    form.set('file', new Blob(['x'], { type: 'text/plain' }), 'x.txt');
    const answer = await fetch(`${await listening(app)}/api/acme/v1/files`, { method: 'POST', body: form });
    const message = expect.stringContaining('context.request.files. Mount the host before it');
    expect(await answer.json()).toMatchObject({ code: 'rest_body_consumed', message });
  });

  it('lets surrounding middleware see and change its responses', async () => {
    const host = await openHost();
    const app = new Koa();
    app.use(async (context, next) => {
      await next();
      context.set('X-Seen', `${context.status} ${typeof context.body}`);
    });
    app.use(host.koa());
    const answer = await fetch(`${await listening(app)}/api/`);
    expect(answer.headers.get('X-Seen')).toBe('200 string');
  });
});
