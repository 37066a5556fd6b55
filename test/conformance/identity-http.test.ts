import { definePlugin, type HostOptions } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BrowserSession, browserSession } from './browser-session.js';
import { basic, type HttpAnswer, type HttpClient, httpClient } from './http-client.js';

const HOUR = 60 * 60 * 1000;

/** Says who the caller is and what they may do. */
const whoami = () =>
  definePlugin({
    name: 'acme-whoami',
    version: '1.0.0',
    setup({ rest }) {
      rest.route('acme/v1', {
        method: ['GET', 'POST'],
        path: '/whoami',
        summary: 'Who is calling',
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
  let client: HttpClient;

  async function open(options: HostOptions = {}): Promise<void> {
    host = await createTestHost({ plugins: [whoami()], ...options });
    client = httpClient(await host.listen());
  }
  afterEach(async () => {
    vi.useRealTimers();
    await host.close();
  });

  const whoamiWith = (send: HttpClient, headers: Record<string, string> = {}, method = 'GET', query = '') =>
    send(method, `/api/acme/v1/whoami${query}`, { headers });

  function expectRefusal(answer: HttpAnswer, status: number, code: string): void {
    expect({ status: answer.status, data: answer.data }).toMatchObject({ status, data: { code, data: { status } } });
  }

  const ANONYMOUS = { login: null, roles: [], via: null, manages: false, reads: false };

  describe('the login page', () => {
    beforeEach(() => open());

    it('signs a browser in with an opaque cookie that scripts cannot read', async () => {
      const { login, password } = await host.createUser('administrator');
      const browser = browserSession(client);
      const answer = await browser.logIn(login, password);
      expect(answer).toMatchObject({ status: 303, headers: { location: '/admin' } });
      const [cookie = ''] = answer.headers['set-cookie'] ?? [];
      expect(cookie).toMatch(/^cms_session=[\w-]{43}; /);
      for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
      expect((await browser.send('GET', '/admin')).status).toBe(200);
    });

    it('sends visitors of the admin area to the login page, and back where they wanted to go', async () => {
      const { login, password } = await host.createUser('administrator');
      const browser = browserSession(client);
      const sent = await browser.send('GET', '/admin');
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
    ])('never forwards to %j', async (target) => {
      const { login, password } = await host.createUser('subscriber');
      const answer = await browserSession(client).submit(`/admin/login?redirect_to=${encodeURIComponent(target)}`, {
        login,
        password,
        redirect_to: target,
      });
      expect(answer).toMatchObject({ status: 303, headers: { location: '/admin' } });
    });

    it('tells a wrong password and an unknown name apart in nothing', async () => {
      const { login } = await host.createUser('administrator');
      const browser = browserSession(client);
      const wrong = await browser.logIn(login, 'not the password');
      const unknown = await browser.logIn('nobody-of-that-name', 'not the password');
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      const message = /<p[^>]*id="login-error">[^<]*/;
      expect(message.exec(wrong.text)?.[0]).toBeTruthy();
      expect(message.exec(wrong.text)?.[0]).toBe(message.exec(unknown.text)?.[0]);
      expect(browser.cookies.size).toBe(0);
    });

    it('shows the name that was typed, escaped, and where the person was going', async () => {
      const answer = await browserSession(client).submit('/admin/login?redirect_to=%2Fkb', {
        login: '"><script>alert(1)</script>',
        password: 'x',
      });
      expect(answer.text).not.toContain('<script>alert');
      expect(answer.text).toMatch(/value="&(?:#34|quot);&(?:#62|gt);&(?:#60|lt);script/);
      expect(answer.text).toContain('name="redirect_to" value="/kb"');
    });

    it('refuses a form without its nonce, and one that another site sends', async () => {
      const { login, password } = await host.createUser('administrator');
      const browser = browserSession(client);
      const forged = await browser.submit('/admin/login', { login, password, nonce: 'x'.repeat(22) });
      const foreign = await browser.submit(
        '/admin/login',
        { login, password },
        { headers: { Origin: 'https://evil.example' } },
      );
      const crossSite = await browser.submit(
        '/admin/login',
        { login, password },
        { headers: { 'Sec-Fetch-Site': 'cross-site' } },
      );
      expect([forged.status, foreign.status, crossSite.status]).toEqual([403, 403, 403]);
      expect(browser.cookies.size).toBe(0);
    });

    it('is not stored and not indexed', async () => {
      const { headers, text } = await client('GET', '/admin/login');
      expect(headers['cache-control']).toContain('no-store');
      expect(text).toContain('noindex');
    });
  });

  describe('a session and its nonce', () => {
    let browser: BrowserSession;
    let login: string;

    async function signIn(): Promise<void> {
      const user = await host.createUser('administrator');
      login = user.login;
      browser = browserSession(client);
      await browser.logIn(user.login, user.password);
    }

    it.each(['GET', 'POST'])(
      'row 27: %s with a session and no nonce is anonymous, and a header says why',
      async (method) => {
        await open();
        await signIn();
        const answer = await whoamiWith(browser.send, {}, method);
        expect(answer).toMatchObject({ status: 200, data: ANONYMOUS });
        expect(answer.headers['x-cms-auth']).toBe('cookie-without-nonce');
      },
    );

    it.each(['X-CMS-Nonce', 'X-WP-Nonce'])('with the nonce in %s the person is known', async (header) => {
      await open();
      await signIn();
      const answer = await whoamiWith(browser.send, { [header]: await browser.nonce() }, 'POST');
      expect(answer.data).toEqual({ login, roles: ['administrator'], via: 'ambient', manages: true, reads: true });
      expect(answer.headers['x-cms-auth']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store, private');
    });

    it('the nonce may stand in the query', async () => {
      await open();
      await signIn();
      const answer = await whoamiWith(browser.send, {}, 'GET', `?_wpnonce=${await browser.nonce()}`);
      expect(answer.data).toMatchObject({ login });
    });

    it('the nonce endpoint answers bare text that no other origin can read', async () => {
      await open();
      await signIn();
      const answer = await browser.send('GET', '/api/nonce', { headers: { Origin: 'https://evil.example' } });
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/^[\w-]{22}$/);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
      expect(answer.headers['cache-control']).toContain('no-store');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    });

    it('the nonce endpoint has nothing for visitors, nor for another site in their name', async () => {
      await open();
      await signIn();
      for (const answer of [
        await client('GET', '/api/nonce'),
        await browser.send('GET', '/api/nonce', { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
      ]) {
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 401, text: '' });
      }
    });

    it('row 26: a wrong nonce is refused with the code that clients know, even on a public route', async () => {
      await open();
      await signIn();
      for (const nonce of ['x', 'x'.repeat(22), 'ä'.repeat(11), `${await browser.nonce()}x`]) {
        const answer = await whoamiWith(browser.send, { 'X-CMS-Nonce': encodeURI(nonce) });
        expectRefusal(answer, 403, 'rest_cookie_invalid_nonce');
        expect(answer.data).toMatchObject({ message: 'Cookie check failed' });
      }
    });

    it('the nonce of another session is refused, be it of the same person', async () => {
      await open();
      const user = await host.createUser('administrator');
      const [first, second] = [browserSession(client), browserSession(client)];
      for (const each of [first, second]) await each.logIn(user.login, user.password);
      const answer = await whoamiWith(second.send, { 'X-CMS-Nonce': await first.nonce() });
      expectRefusal(answer, 403, 'rest_cookie_invalid_nonce');
      expect((await whoamiWith(first.send, { 'X-CMS-Nonce': await first.nonce() })).status).toBe(200);
    });

    it('a nonce without a session is worth nothing', async () => {
      await open();
      await signIn();
      const answer = await whoamiWith(client, { 'X-CMS-Nonce': await browser.nonce() });
      expect(answer).toMatchObject({ status: 200, data: ANONYMOUS });
    });

    it('a nonce lives through its tick, is replaced in the next, and is refused after that', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 1) });
      await open();
      await signIn();
      const nonce = await browser.nonce();
      const hoursLater = async (hours: number) => {
        vi.setSystemTime(Date.UTC(2026, 10, 21, 1) + hours * HOUR);
        return whoamiWith(browser.send, { 'X-CMS-Nonce': nonce });
      };
      const young = await hoursLater(10);
      expect(young.data).toMatchObject({ login });
      expect(young.headers['x-cms-nonce']).toBeUndefined();

      const ageing = await hoursLater(12);
      expect(ageing.data).toMatchObject({ login });
      const newer = String(ageing.headers['x-cms-nonce']);
      expect(newer).toMatch(/^[\w-]{22}$/);
      expect(newer).not.toBe(nonce);
      expect(ageing.headers['x-wp-nonce']).toBe(newer);

      expectRefusal(await hoursLater(24), 403, 'rest_cookie_invalid_nonce');
      expect((await whoamiWith(browser.send, { 'X-CMS-Nonce': newer })).data).toMatchObject({ login });
    });

    it('the filter nonce_life shortens the life', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 1) });
      await open();
      host.hooks.addFilter('nonce_life', (life, action) => (action === 'rest' ? HOUR : life));
      await signIn();
      const nonce = await browser.nonce();
      vi.setSystemTime(Date.UTC(2026, 10, 21, 1) + HOUR);
      expectRefusal(await whoamiWith(browser.send, { 'X-CMS-Nonce': nonce }), 403, 'rest_cookie_invalid_nonce');
    });

    it('logging out ends the session and all its nonces', async () => {
      await open();
      await signIn();
      const nonce = await browser.nonce();
      const kept = new Map(browser.cookies);
      const answer = await browser.logOut();
      expect(answer.status).toBe(303);
      expect(browser.cookies.size).toBe(0);
      // A copy of the cookie, as a thief may have it.
      const headers = { Cookie: [...kept].map((pair) => pair.join('=')).join('; '), 'X-CMS-Nonce': nonce };
      expect((await whoamiWith(client, headers)).data).toEqual(ANONYMOUS);
      expect((await client('GET', '/api/nonce', { headers })).status).toBe(401);
    });

    it('logging out takes a form: a link or another site cannot do it', async () => {
      await open();
      await signIn();
      await browser.send('GET', '/admin/logout');
      const forged = await browser.send('POST', '/admin/logout', {
        raw: 'nonce=forged',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      expect(forged.status).toBe(403);
      expect((await browser.send('GET', '/admin')).status).toBe(200);
    });

    it('logging in again ends the session before it', async () => {
      await open();
      const user = await host.createUser('administrator');
      browser = browserSession(client);
      await browser.logIn(user.login, user.password);
      const nonce = await browser.nonce();
      const before = new Map(browser.cookies);
      await browser.logIn(user.login, user.password);
      const headers = { Cookie: [...before].map((pair) => pair.join('=')).join('; '), 'X-CMS-Nonce': nonce };
      expect((await whoamiWith(client, headers)).data).toEqual(ANONYMOUS);
    });

    it('refuses changes that another site caused, nonce or not', async () => {
      await open();
      await signIn();
      const headers = { 'X-CMS-Nonce': await browser.nonce(), 'Sec-Fetch-Site': 'cross-site' };
      expectRefusal(await whoamiWith(browser.send, headers, 'POST'), 403, 'rest_cross_site_request');
    });

    it('over https the cookie is bound to this very host', async () => {
      await open({ url: 'https://example.com' });
      const user = await host.createUser('subscriber');
      const answer = await browserSession(client).logIn(user.login, user.password);
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

    it('are accepted in HTTP Basic with name or e-mail address, with or without their blanks', async () => {
      const { user, password } = await withPassword();
      for (const headers of [
        basic(user.login, password),
        basic(user.email, password),
        basic(user.login, password.replaceAll(' ', '')),
      ]) {
        const answer = await whoamiWith(client, headers, 'POST');
        expect(answer.data).toMatchObject({ login: user.login, via: 'explicit', manages: true });
        expect(answer.headers['cache-control']).toBe('no-store, private');
      }
    });

    it('row 28: every wrong credential is the same 401, on any route and the index', async () => {
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
        wrong.flatMap((headers) => [whoamiWith(client, headers), client('GET', '/api/', { headers })]),
      );
      for (const answer of answers) expectRefusal(answer, 401, 'incorrect_password');
      expect(new Set(answers.map(({ data }) => (data as { message: string }).message)).size).toBe(1);
    });

    it('row 28: a site may ask for the two answers of WordPress, which tell which names exist', async () => {
      const open = await createTestHost({ compatBasicErrors: true });
      try {
        const send = httpClient(await open.listen());
        const user = await open.createUser('subscriber');
        const as = (login: string) => send('GET', '/api/', { headers: basic(login, 'wrong') });
        for (const login of [user.login, user.email]) expectRefusal(await as(login), 401, 'incorrect_password');
        expectRefusal(await as('nobody-of-that-name'), 401, 'invalid_username');
      } finally {
        await open.close();
      }
    });

    it('work for what they are scoped to and nothing more', async () => {
      const { user, password } = await withPassword(['read']);
      const answer = await whoamiWith(client, basic(user.login, password));
      expect(answer.data).toMatchObject({ login: user.login, reads: true, manages: false });
    });

    it('end when they are revoked', async () => {
      const { user, password, record } = await withPassword();
      await host.applicationPasswords.revoke(user.id, record.id);
      expectRefusal(await whoamiWith(client, basic(user.login, password)), 401, 'incorrect_password');
    });

    it('win over the cookie of another person that comes along', async () => {
      const { user, password } = await withPassword();
      const person = await host.createUser('subscriber');
      const browser = browserSession(client);
      await browser.logIn(person.login, person.password);
      const answer = await whoamiWith(browser.send, basic(user.login, password));
      expect(answer.data).toMatchObject({ login: user.login, via: 'explicit' });
    });

    it.each(['ck_0123', 'cs_0123', 'vk_0123'])('leave keys of other systems (%s) alone', async (name) => {
      expect((await whoamiWith(client, basic(name, 'secret'))).data).toEqual(ANONYMOUS);
    });

    it('open no session: there is no nonce for them', async () => {
      const { user, password } = await withPassword();
      const answer = await client('GET', '/api/nonce', { headers: basic(user.login, password) });
      expect(answer).toMatchObject({ status: 401, text: '' });
    });

    it('are refused over plain HTTP from another machine', async () => {
      await host.close();
      await open({ trustProxy: true });
      const { user, password } = await withPassword();
      const remote = { ...basic(user.login, password), 'X-Forwarded-For': '203.0.113.9' };
      expectRefusal(await whoamiWith(client, remote), 403, 'rest_insecure_credentials');
      const secure = await whoamiWith(client, { ...remote, 'X-Forwarded-Proto': 'https' });
      expect(secure.data).toMatchObject({ login: user.login });
    });
  });

  describe("the site's own login", () => {
    /** A site that tells its people by a header, as a session middleware would by a cookie. */
    const site = (over: object = {}): HostOptions => ({
      identify: ({ headers }) => {
        const id = headers['x-site-user'];
        return (
          typeof id === 'string' && { provider: 'site', id, session: `session-of-${id}`, roles: ['editor'], ...over }
        );
      },
    });
    const asSite = (id: string, more: Record<string, string> = {}) => ({ 'X-Site-User': id, ...more });

    it('makes a local user at first sight, the same one ever after', async () => {
      await open(site({ name: 'Ada', email: 'ada@example.com' }));
      const nonce = (await client('GET', '/api/nonce', { headers: asSite('7') })).text;
      const headers = asSite('7', { 'X-CMS-Nonce': nonce });
      const first = await whoamiWith(client, headers, 'POST');
      expect(first.data).toMatchObject({ roles: ['editor'], via: 'ambient', reads: true, manages: false });
      expect((await whoamiWith(client, headers, 'POST')).data).toEqual(first.data);
    });

    it('is anonymous for REST without a nonce, and its nonce is bound to its session', async () => {
      await open(site());
      expect((await whoamiWith(client, asSite('7'))).data).toEqual(ANONYMOUS);
      const nonce = (await client('GET', '/api/nonce', { headers: asSite('7') })).text;
      const stolen = await whoamiWith(client, asSite('8', { 'X-CMS-Nonce': nonce }));
      expectRefusal(stolen, 403, 'rest_cookie_invalid_nonce');
    });

    it('visitors of the site are visitors here', async () => {
      await open(site());
      expect((await whoamiWith(client)).data).toEqual(ANONYMOUS);
      expect((await client('GET', '/api/nonce')).status).toBe(401);
    });

    it('an ambient user without a session is a fault of the site, and the answer says which', async () => {
      await open(site({ session: undefined }));
      const answer = await whoamiWith(client, asSite('7'));
      expectRefusal(answer, 500, 'identify_session_missing');
      expect(answer.data).toMatchObject({ message: expect.stringContaining('session') });
    });

    it('an explicit user needs neither session nor nonce', async () => {
      await open(site({ via: 'explicit', session: undefined }));
      expect((await whoamiWith(client, asSite('7'), 'POST')).data).toMatchObject({ via: 'explicit', reads: true });
    });

    it('an exception in identify is an answer of its own, and the next request is served', async () => {
      await open({
        identify: ({ headers }) => {
          if (headers['x-site-user']) throw new Error('the session store is away');
          return null;
        },
      });
      expect((await whoamiWith(client, asSite('7'))).status).toBe(500);
      expect((await client('GET', '/admin/login', { headers: asSite('7') })).status).toBe(500);
      expect((await whoamiWith(client)).status).toBe(200);
    });

    it('a role that the host does not know gives nothing', async () => {
      await open(site({ roles: ['emperor'] }));
      const nonce = (await client('GET', '/api/nonce', { headers: asSite('7') })).text;
      const answer = await whoamiWith(client, asSite('7', { 'X-CMS-Nonce': nonce }));
      expect(answer.data).toMatchObject({ manages: false, reads: false });
    });
  });
});
