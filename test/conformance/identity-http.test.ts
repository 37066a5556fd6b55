import { definePlugin, type HostOptions } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { basic } from '../support/basic.js';
import { BrowserAgent } from '../support/browser-agent.js';

const HOUR = 60 * 60 * 1000;

/** Plugin that reports the caller and their permissions. */
const whoami = () =>
  definePlugin({
    name: 'acme-whoami',
    version: '1.0.0',
    setup({ rest }) {
      rest.route('acme/v1', {
        method: ['GET', 'POST'],
        path: '/whoami',
        summary: 'Show the current user',
        permission: 'public',
        async handler({ user, identity, can }) {
          return {
            login: user?.login ?? null,
            roles: user?.roles ?? [],
            via: identity?.via ?? null,
            manages: await can('manage_options'),
            reads: await can('read'),
          };
        },
      });
    },
  });

describe('identity over HTTP', () => {
  let host: TestHost;
  let base: string;

  async function open(options: HostOptions = {}): Promise<void> {
    host = await createTestHost({ plugins: [whoami()], ...options });
    base = await host.listen();
  }
  afterEach(async () => {
    vi.useRealTimers();
    await host.close();
  });

  const whoamiWith = (http: Agent, headers: Record<string, string> = {}, method: 'get' | 'post' = 'get', query = '') =>
    http[method](`/api/acme/v1/whoami${query}`).set(headers);

  function expectRefusal(answer: Response, status: number, code: string): void {
    expect({ status: answer.status, data: answer.body }).toMatchObject({ status, data: { code, data: { status } } });
  }

  const ANONYMOUS = { login: null, roles: [], via: null, manages: false, reads: false };

  describe('login page', () => {
    beforeEach(() => open());

    it('sets an opaque session cookie that scripts cannot read', async () => {
      const { login, password } = await host.createUser('administrator');
      const browser = new BrowserAgent(base);
      const answer = await browser.logIn(login, password);
      expect(answer).toMatchObject({ status: 303, headers: { location: '/admin' } });
      const [cookie = ''] = answer.headers['set-cookie'] ?? [];
      expect(cookie).toMatch(/^cms_session=[\w-]{43}; /);
      for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
      expect((await browser.get('/admin')).status).toBe(200);
    });

    it('redirects visitors from the admin area to the login, and back after it', async () => {
      const { login, password } = await host.createUser('administrator');
      const browser = new BrowserAgent(base);
      const sent = await browser.get('/admin');
      expect(sent).toMatchObject({ status: 302, headers: { location: '/admin/login?redirect_to=%2Fadmin' } });
      const answer = await browser.submit('/admin/login?redirect_to=%2Fkb%2Fguides%3Fpage%3D2', { login, password });
      expect(answer.headers.location).toBe('/kb/guides?page=2');
    });

    it.each([
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      'javascript:alert(1)',
      '\\\\evil.example',
      '/\t/evil.example',
      'admin',
    ])('never redirects to %j', async (target) => {
      const { login, password } = await host.createUser('subscriber');
      const answer = await new BrowserAgent(base).submit(`/admin/login?redirect_to=${encodeURIComponent(target)}`, {
        login,
        password,
        redirect_to: target,
      });
      expect(answer).toMatchObject({ status: 303, headers: { location: '/admin' } });
    });

    it('does not tell a wrong password from an unknown username', async () => {
      const { login } = await host.createUser('administrator');
      const browser = new BrowserAgent(base);
      const wrong = await browser.logIn(login, 'not the password');
      const unknown = await browser.logIn('nobody-of-that-name', 'not the password');
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      const message = /<p[^>]*id="login-error">[^<]*/;
      expect(message.exec(wrong.text)?.[0]).toBeTruthy();
      expect(message.exec(wrong.text)?.[0]).toBe(message.exec(unknown.text)?.[0]);
      expect(browser.cookies.size).toBe(0);
    });

    it('keeps the submitted username, escaped, and the redirect target', async () => {
      const answer = await new BrowserAgent(base).submit('/admin/login?redirect_to=%2Fkb', {
        login: '"><script>alert(1)</script>',
        password: 'x',
      });
      expect(answer.text).not.toContain('<script>alert');
      expect(answer.text).toMatch(/value="&(?:#34|quot);&(?:#62|gt);&(?:#60|lt);script/);
      expect(answer.text).toContain('name="redirect_to" value="/kb"');
    });

    it('rejects a form without a valid nonce or from another site', async () => {
      const { login, password } = await host.createUser('administrator');
      const browser = new BrowserAgent(base);
      const forged = await browser.submit('/admin/login', { login, password, nonce: 'x'.repeat(22) });
      const foreign = await browser.submit('/admin/login', { login, password }, { Origin: 'https://evil.example' });
      const crossSite = await browser.submit('/admin/login', { login, password }, { 'Sec-Fetch-Site': 'cross-site' });
      expect([forged.status, foreign.status, crossSite.status]).toEqual([403, 403, 403]);
      expect(browser.cookies.size).toBe(0);
    });

    it('is not cached and not indexed', async () => {
      const { headers, text } = await request(base).get('/admin/login');
      expect(headers['cache-control']).toContain('no-store');
      expect(text).toContain('noindex');
    });
  });

  describe('session authentication', () => {
    let browser: BrowserAgent;
    let login: string;

    async function signIn(): Promise<void> {
      const user = await host.createUser('administrator');
      login = user.login;
      browser = new BrowserAgent(base);
      await browser.logIn(user.login, user.password);
    }

    it.each(['get', 'post'] as const)(
      'treats %s with a session but no nonce as anonymous, and says so in a header',
      async (method) => {
        await open();
        await signIn();
        const answer = await whoamiWith(browser, {}, method);
        expect(answer).toMatchObject({ status: 200, body: ANONYMOUS });
        expect(answer.headers['x-cms-auth']).toBe('cookie-without-nonce');
      },
    );

    it.each(['X-CMS-Nonce', 'X-WP-Nonce'])('authenticates the user with the nonce in %s', async (header) => {
      await open();
      await signIn();
      const answer = await whoamiWith(browser, { [header]: await browser.nonce() }, 'post');
      expect(answer.body).toEqual({ login, roles: ['administrator'], via: 'ambient', manages: true, reads: true });
      expect(answer.headers['x-cms-auth']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store, private');
    });

    it('accepts the nonce in the query', async () => {
      await open();
      await signIn();
      const answer = await whoamiWith(browser, {}, 'get', `?_wpnonce=${await browser.nonce()}`);
      expect(answer.body).toMatchObject({ login });
    });

    it('returns the nonce as plain text that no other origin can read', async () => {
      await open();
      await signIn();
      const answer = await browser.get('/api/nonce').set('Origin', 'https://evil.example');
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/^[\w-]{22}$/);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
      expect(answer.headers['cache-control']).toContain('no-store');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    });

    it('returns no nonce to visitors or to another site', async () => {
      await open();
      await signIn();
      for (const answer of [
        await request(base).get('/api/nonce'),
        await browser.get('/api/nonce').set('Sec-Fetch-Site', 'cross-site'),
      ]) {
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 401, text: '' });
      }
    });

    it('rejects a wrong nonce with the code that clients expect, even on a public route', async () => {
      await open();
      await signIn();
      for (const nonce of ['x', 'x'.repeat(22), 'ä'.repeat(11), `${await browser.nonce()}x`]) {
        const answer = await whoamiWith(browser, { 'X-CMS-Nonce': encodeURI(nonce) });
        expectRefusal(answer, 403, 'rest_cookie_invalid_nonce');
        expect(answer.body).toMatchObject({ message: 'Cookie check failed' });
      }
    });

    it('rejects the nonce of another session, even of the same user', async () => {
      await open();
      const user = await host.createUser('administrator');
      const [first, second] = [new BrowserAgent(base), new BrowserAgent(base)];
      for (const each of [first, second]) await each.logIn(user.login, user.password);
      const answer = await whoamiWith(second, { 'X-CMS-Nonce': await first.nonce() });
      expectRefusal(answer, 403, 'rest_cookie_invalid_nonce');
      expect((await whoamiWith(first, { 'X-CMS-Nonce': await first.nonce() })).status).toBe(200);
    });

    it('ignores a nonce without a session', async () => {
      await open();
      await signIn();
      const answer = await whoamiWith(request(base), { 'X-CMS-Nonce': await browser.nonce() });
      expect(answer).toMatchObject({ status: 200, body: ANONYMOUS });
    });

    it('accepts a nonce in its tick, renews it in the next and rejects it after that', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 1) });
      await open();
      await signIn();
      const nonce = await browser.nonce();
      const hoursLater = async (hours: number) => {
        vi.setSystemTime(Date.UTC(2026, 10, 21, 1) + hours * HOUR);
        return whoamiWith(browser, { 'X-CMS-Nonce': nonce });
      };
      const young = await hoursLater(10);
      expect(young.body).toMatchObject({ login });
      expect(young.headers['x-cms-nonce']).toBeUndefined();

      const ageing = await hoursLater(12);
      expect(ageing.body).toMatchObject({ login });
      const newer = String(ageing.headers['x-cms-nonce']);
      expect(newer).toMatch(/^[\w-]{22}$/);
      expect(newer).not.toBe(nonce);
      expect(ageing.headers['x-wp-nonce']).toBe(newer);

      expectRefusal(await hoursLater(24), 403, 'rest_cookie_invalid_nonce');
      expect((await whoamiWith(browser, { 'X-CMS-Nonce': newer })).body).toMatchObject({ login });
    });

    it('shortens the nonce lifetime with the nonce_life filter', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 1) });
      await open();
      host.hooks.addFilter('nonce_life', (life, action) => (action === 'rest' ? HOUR : life));
      await signIn();
      const nonce = await browser.nonce();
      vi.setSystemTime(Date.UTC(2026, 10, 21, 1) + HOUR);
      expectRefusal(await whoamiWith(browser, { 'X-CMS-Nonce': nonce }), 403, 'rest_cookie_invalid_nonce');
    });

    it('ends the session and all its nonces on logout', async () => {
      await open();
      await signIn();
      const nonce = await browser.nonce();
      const cookies = new Map(browser.cookies);
      const answer = await browser.logOut();
      expect(answer.status).toBe(303);
      expect(browser.cookies.size).toBe(0);
      // A copy of the cookie, as a thief may have it.
      const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; '), 'X-CMS-Nonce': nonce };
      expect((await whoamiWith(request(base), headers)).body).toEqual(ANONYMOUS);
      expect((await request(base).get('/api/nonce').set(headers)).status).toBe(401);
    });

    it('does not sign out through a link or a form of another site', async () => {
      await open();
      await signIn();
      await browser.get('/admin/logout');
      const forged = await browser.postForm('/admin/logout', { nonce: 'forged' });
      expect(forged.status).toBe(403);
      expect((await browser.get('/admin')).status).toBe(200);
    });

    it('ends the previous session when the user signs in again', async () => {
      await open();
      const user = await host.createUser('administrator');
      browser = new BrowserAgent(base);
      await browser.logIn(user.login, user.password);
      const nonce = await browser.nonce();
      const before = new Map(browser.cookies);
      await browser.logIn(user.login, user.password);
      const headers = { Cookie: [...before].map((pair) => pair.join('=')).join('; '), 'X-CMS-Nonce': nonce };
      expect((await whoamiWith(request(base), headers)).body).toEqual(ANONYMOUS);
    });

    it('rejects writes caused by another site, even with a valid nonce', async () => {
      await open();
      await signIn();
      const headers = { 'X-CMS-Nonce': await browser.nonce(), 'Sec-Fetch-Site': 'cross-site' };
      expectRefusal(await whoamiWith(browser, headers, 'post'), 403, 'rest_cross_site_request');
    });

    it('binds the cookie to the host over HTTPS', async () => {
      await open({ url: 'https://example.com' });
      const user = await host.createUser('subscriber');
      const answer = await new BrowserAgent(base).logIn(user.login, user.password);
      expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-cms_session=.*; Secure/);
    });
  });

  describe('application passwords', () => {
    beforeEach(() => open());

    async function withPassword(scopes?: string[]) {
      const user = await host.createUser('administrator');
      const { password, record } = await host.applicationPasswords.create(user.id, { name: 'Script', scopes });
      return { user, password, record };
    }

    it('are accepted in HTTP Basic with username or email, with or without spaces', async () => {
      const { user, password } = await withPassword();
      for (const headers of [
        basic(user.login, password),
        basic(user.email, password),
        basic(user.login, password.replaceAll(' ', '')),
      ]) {
        const answer = await whoamiWith(request(base), headers, 'post');
        expect(answer.body).toMatchObject({ login: user.login, via: 'explicit', manages: true });
        expect(answer.headers['cache-control']).toBe('no-store, private');
      }
    });

    it('return the same 401 for every wrong credential, on any route and the index', async () => {
      const { user, password } = await withPassword();
      const other = await host.createUser('subscriber');
      const wrong = [
        basic(user.login, 'wrong'),
        basic('nobody-of-that-name', password),
        basic(other.login, password),
        basic(user.login, user.password),
        basic('', ''),
        { Authorization: 'Basic' },
        { Authorization: 'Basic %%%' },
      ];
      const answers = await Promise.all(
        wrong.flatMap((headers) => [whoamiWith(request(base), headers), request(base).get('/api/').set(headers)]),
      );
      for (const answer of answers) expectRefusal(answer, 401, 'incorrect_password');
      expect(new Set(answers.map(({ body: data }) => (data as { message: string }).message)).size).toBe(1);
    });

    it('return the two error codes of WordPress, which reveal usernames, when enabled', async () => {
      const open = await createTestHost({ compatBasicErrors: true });
      try {
        const base = await open.listen();
        const user = await open.createUser('subscriber');
        const as = (login: string) => request(base).get('/api/').auth(login, 'wrong');
        for (const login of [user.login, user.email]) expectRefusal(await as(login), 401, 'incorrect_password');
        expectRefusal(await as('nobody-of-that-name'), 401, 'invalid_username');
      } finally {
        await open.close();
      }
    });

    it('grant only their scopes', async () => {
      const { user, password } = await withPassword(['read']);
      const answer = await whoamiWith(request(base), basic(user.login, password));
      expect(answer.body).toMatchObject({ login: user.login, reads: true, manages: false });
    });

    it('stop working when they are revoked', async () => {
      const { user, password, record } = await withPassword();
      await host.applicationPasswords.revoke(user.id, record.id);
      expectRefusal(await whoamiWith(request(base), basic(user.login, password)), 401, 'incorrect_password');
    });

    it('take precedence over the session cookie of another user', async () => {
      const { user, password } = await withPassword();
      const person = await host.createUser('subscriber');
      const browser = new BrowserAgent(base);
      await browser.logIn(person.login, person.password);
      const answer = await whoamiWith(browser, basic(user.login, password));
      expect(answer.body).toMatchObject({ login: user.login, via: 'explicit' });
    });

    it.each(['ck_0123', 'cs_0123', 'vk_0123'])('ignore keys of other systems (%s)', async (name) => {
      expect((await whoamiWith(request(base), basic(name, 'secret'))).body).toEqual(ANONYMOUS);
    });

    it('get no nonce, because they open no session', async () => {
      const { user, password } = await withPassword();
      const answer = await request(base).get('/api/nonce').auth(user.login, password);
      expect(answer).toMatchObject({ status: 401, text: '' });
    });

    it('are rejected over plain HTTP from another machine', async () => {
      await host.close();
      await open({ trustProxy: true });
      const { user, password } = await withPassword();
      const remote = { ...basic(user.login, password), 'X-Forwarded-For': '203.0.113.9' };
      expectRefusal(await whoamiWith(request(base), remote), 403, 'rest_insecure_credentials');
      const secure = await whoamiWith(request(base), { ...remote, 'X-Forwarded-Proto': 'https' });
      expect(secure.body).toMatchObject({ login: user.login });
    });
  });

  describe('login of the site', () => {
    /** Site that identifies its users by a header, as a session middleware would by a cookie. */
    const site = (over: object = {}): HostOptions => ({
      identify: ({ headers }) => {
        const id = headers['x-site-user'];
        return (
          typeof id === 'string' && { provider: 'site', id, session: `session-of-${id}`, roles: ['editor'], ...over }
        );
      },
    });
    const asSite = (id: string, more: Record<string, string> = {}) => ({ 'X-Site-User': id, ...more });

    it('creates a local user at the first request and reuses it afterwards', async () => {
      await open(site({ name: 'Ada', email: 'ada@example.com' }));
      const nonce = (await request(base).get('/api/nonce').set(asSite('7'))).text;
      const headers = asSite('7', { 'X-CMS-Nonce': nonce });
      const first = await whoamiWith(request(base), headers, 'post');
      expect(first.body).toMatchObject({ roles: ['editor'], via: 'ambient', reads: true, manages: false });
      expect((await whoamiWith(request(base), headers, 'post')).body).toEqual(first.body);
    });

    it('is anonymous in REST without a nonce, and binds the nonce to its session', async () => {
      await open(site());
      expect((await whoamiWith(request(base), asSite('7'))).body).toEqual(ANONYMOUS);
      const nonce = (await request(base).get('/api/nonce').set(asSite('7'))).text;
      const stolen = await whoamiWith(request(base), asSite('8', { 'X-CMS-Nonce': nonce }));
      expectRefusal(stolen, 403, 'rest_cookie_invalid_nonce');
    });

    it('treats visitors of the site as anonymous', async () => {
      await open(site());
      expect((await whoamiWith(request(base))).body).toEqual(ANONYMOUS);
      expect((await request(base).get('/api/nonce')).status).toBe(401);
    });

    it('reports an ambient user without a session as an error of the site', async () => {
      await open(site({ session: undefined }));
      const answer = await whoamiWith(request(base), asSite('7'));
      expectRefusal(answer, 500, 'identify_session_missing');
      expect(answer.body).toMatchObject({ message: expect.stringContaining('session') });
    });

    it('needs neither session nor nonce for an explicit user', async () => {
      await open(site({ via: 'explicit', session: undefined }));
      expect((await whoamiWith(request(base), asSite('7'), 'post')).body).toMatchObject({
        via: 'explicit',
        reads: true,
      });
    });

    it('fails only the request in which identify throws', async () => {
      await open({
        identify: ({ headers }) => {
          if (headers['x-site-user']) throw new Error('the session store is away');
          return null;
        },
      });
      expect((await whoamiWith(request(base), asSite('7'))).status).toBe(500);
      expect((await request(base).get('/admin/login').set(asSite('7'))).status).toBe(500);
      expect((await whoamiWith(request(base))).status).toBe(200);
    });

    it('grants nothing for an unknown role', async () => {
      await open(site({ roles: ['emperor'] }));
      const nonce = (await request(base).get('/api/nonce').set(asSite('7'))).text;
      const answer = await whoamiWith(request(base), asSite('7', { 'X-CMS-Nonce': nonce }));
      expect(answer.body).toMatchObject({ manages: false, reads: false });
    });
  });
});
