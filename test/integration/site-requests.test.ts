import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { definePlugin, type HostOptions } from 'mortise';
import { page } from 'mortise/pages';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';

/** Serves pages below /mine except those below /mine/not. */
const mine = () =>
  definePlugin({
    name: 'acme-mine',
    version: '1.0.0',
    setup({ pages }) {
      pages.mount('/mine', ({ path, user }) => (path.startsWith('/not') ? null : page(`<p>${user?.login}</p>`)));
    },
  });

describe('site routes', () => {
  const servers: Server[] = [];
  let host: TestHost;
  let calls: number;

  /** Starts a site whose login is a header: `x-user: ada`. */
  async function open(options: HostOptions = {}): Promise<void> {
    calls = 0;
    host = await createTestHost({
      plugins: [mine()],
      identify: async ({ headers }) => {
        calls += 1;
        const { 'x-user': name, 'x-session': session = 'one' } = headers;
        if (name === 'broken') return { provider: 'site', id: 1 };
        const roles = name === 'ada' ? ['editor'] : ['subscriber'];
        return typeof name === 'string' && { provider: 'site', id: name, login: name, session: String(session), roles };
      },
      ...options,
    });
  }
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await host.close();
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Reports the user, permissions and a nonce. */
  async function report(request: IncomingMessage): Promise<Record<string, unknown>> {
    const cms = host.of(request);
    return {
      login: (await cms.user())?.login ?? null,
      edits: await cms.can('edit_posts'),
      manages: await cms.can('manage_options'),
      nonce: await cms.nonce('order'),
    };
  }

  it('use request.cms behind the handler, with a single user lookup', async () => {
    await open();
    const app = express();
    app.use(host.handler());
    app.get('/mine/not-ours', async ({ cms }, response) => {
      response.json([(await cms.user())?.login, await cms.can('edit_posts'), await cms.can('manage_options')]);
    });
    const site = await serve(app);
    const answer = await fetch(`${site}/mine/not-ours`, { headers: { 'x-user': 'ada' } });
    expect(await answer.json()).toEqual(['ada', true, false]);
    expect(calls).toBe(1);
  });

  it('use request.cms before the handler through host.context(), with the same lookup', async () => {
    await open();
    const app = express();
    app.use(host.context());
    app.use(async ({ cms }, response, next) => {
      response.setHeader('X-User', (await cms.user())?.login ?? 'visitor');
      next();
    });
    app.use(host.handler());
    const site = await serve(app);
    const answer = await fetch(`${site}/mine`, { headers: { 'x-user': 'ada' } });
    expect([answer.headers.get('X-User'), await answer.text()]).toEqual(['ada', '<p>ada</p>']);
    expect(calls).toBe(1);
    await fetch(`${site}/api/`, { headers: { 'x-user': 'ada' } });
    expect(calls).toBe(2);
  });

  it('cause no lookup unless they ask', async () => {
    await open();
    const app = express();
    app.use(host.context(), host.handler());
    app.get('/', (_request, response) => void response.send('quiet'));
    const site = await serve(app);
    expect(await (await fetch(site, { headers: { 'x-user': 'ada' } })).text()).toBe('quiet');
    expect(calls).toBe(0);
  });

  it('use host.of in plain node:http, with one object per request', async () => {
    await open();
    const site = await serve((request, response) => {
      const first = host.of(request);
      if (host.of(request) !== first) response.statusCode = 500;
      void report(request).then((result) => response.end(JSON.stringify(result)));
    });
    const answer = await fetch(site, { headers: { 'x-user': 'ada' } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ login: 'ada', edits: true, manages: false });
    expect(calls).toBe(1);
    const visitor = await (await fetch(site)).json();
    expect(visitor).toMatchObject({ login: null, edits: false, manages: false });
  });

  it('distinguish requests on a shared connection', async () => {
    await open();
    const site = await serve(host.handler());
    const names = await Promise.all(
      ['ada', 'bob', 'ada', 'eve'].map(async (name) =>
        (await fetch(`${site}/mine`, { headers: { 'x-user': name } })).text(),
      ),
    );
    expect(names).toEqual(['<p>ada</p>', '<p>bob</p>', '<p>ada</p>', '<p>eve</p>']);
  });

  describe('nonces', () => {
    it('are valid only for their action, user and session', async () => {
      await open();
      const site = await serve(async (request, response) => {
        const { searchParams } = new URL(request.url ?? '/', 'http://x');
        const cms = host.of(request);
        const nonce = searchParams.get('nonce');
        response.end(
          nonce === null
            ? await cms.nonce('order')
            : String(await cms.verifyNonce(nonce, searchParams.get('action') ?? 'order')),
        );
      });
      const ask = async (query: string, headers: Record<string, string>) =>
        (await fetch(`${site}/?${query}`, { headers })).text();
      const ada = { 'x-user': 'ada' };
      const nonce = await ask('', ada);
      const check = (headers: Record<string, string>, more = '') => ask(`nonce=${nonce}${more}`, headers);
      expect(await check(ada)).toBe('true');
      expect(await check(ada, '&action=cancel')).toBe('false');
      expect(await check({ ...ada, 'x-session': 'two' })).toBe('false');
      expect(await check({ 'x-user': 'bob' })).toBe('false');
      expect(await check({})).toBe('false');
      expect(await ask(`nonce=${nonce.slice(1)}`, ada)).toBe('false');
    });

    it('are invalid unless they are strings', async () => {
      await open();
      const answers: boolean[] = [];
      const site = await serve(async (request, response) => {
        for (const wrong of [undefined, null, 7, {}, [await host.of(request).nonce('order')]]) {
          answers.push(await host.of(request).verifyNonce(wrong, 'order'));
        }
        response.end();
      });
      await fetch(site, { headers: { 'x-user': 'ada' } });
      expect(answers).toEqual([false, false, false, false, false]);
    });
  });

  it('respect the scopes of credentials and reject wrong ones', async () => {
    await open();
    const editor = await host.createUser('editor');
    const { password } = await host.applicationPasswords.create(editor.id, { name: 'Script', scopes: ['read'] });
    const app = express().use(host.context());
    app.get('/', async (request, response) => void response.json(await report(request)));
    const site = await serve(app);
    const answer = await fetch(site, { headers: basic(editor.login, password) });
    expect(await answer.json()).toMatchObject({ login: editor.login, edits: false });
    expect((await fetch(site, { headers: basic(editor.login, 'wrong') })).status).toBe(401);
  });

  it('report an identify fault as a server error', async () => {
    await open();
    const site = await serve((request, response) => {
      host
        .of(request)
        .user()
        .catch((error: { code: string }) => response.end(error.code));
    });
    expect(await (await fetch(site, { headers: { 'x-user': 'broken' } })).text()).toBe('identify_session_missing');
  });
});

describe('X-CMS-Authorization', () => {
  const headersOf = async (host: TestHost) => {
    const user = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(user.id, { name: 'Script' });
    return { user, ...basic(user.login, password) };
  };

  it('replaces a stripped Authorization header if enabled', async () => {
    const host = await createTestHost({
      plugins: [mine()],
      authorizationHeader: true,
      cors: { origins: ['https://app.example'] },
    });
    try {
      const site = await host.listen();
      const { user, Authorization } = await headersOf(host);
      const ask = async (headers: Record<string, string>) => (await fetch(`${site}/mine`, { headers })).text();
      expect(await ask({ 'X-CMS-Authorization': Authorization })).toBe(`<p>${user.login}</p>`);
      // The Authorization header takes precedence, even if it is wrong.
      const wrong = await fetch(`${site}/api/`, {
        headers: { ...basic(user.login, 'wrong'), 'X-CMS-Authorization': Authorization },
      });
      expect(wrong.status).toBe(401);
      const rest = await fetch(`${site}/api/`, { headers: { 'X-CMS-Authorization': Authorization } });
      expect(rest.headers.get('Cache-Control')).toContain('no-store');
      expect(rest.headers.get('Vary')).toContain('X-CMS-Authorization');
      const preflight = await fetch(`${site}/api/`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('X-CMS-Authorization');
    } finally {
      await host.close();
    }
  });

  it('is ignored unless enabled', async () => {
    const host = await createTestHost({ plugins: [mine()] });
    try {
      const site = await host.listen();
      const { Authorization } = await headersOf(host);
      const answer = await fetch(`${site}/mine`, { headers: { 'X-CMS-Authorization': Authorization } });
      expect(await answer.text()).toBe('<p>undefined</p>');
      expect((await fetch(`${site}/api/`)).headers.get('Vary')).not.toContain('X-CMS');
    } finally {
      await host.close();
    }
  });
});
