import { decodeHTML } from 'entities';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { BrowserAgent } from '../support/browser-agent.js';
import {
  answered,
  authorizePath,
  bearer,
  CALLBACK,
  type OAuthSite,
  obtainTokens,
  openOAuthSite,
  SCOPES,
} from './oauth-site.js';

describe('OAuth authorization page', () => {
  let site: OAuthSite;
  beforeAll(async () => {
    site = await openOAuthSite();
  });
  afterAll(() => site.close());

  const ask = (parameters: Readonly<Record<string, string | null>> = {}, browser: BrowserAgent = site.browser) =>
    browser.get(authorizePath(site.client.client_id, parameters));

  /** Returns the fields of the form on the page. */
  function fieldsOf({ text }: Response): Record<string, string> {
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decodeHTML(value)]));
  }

  async function newClient(
    details: Partial<Parameters<typeof site.host.oauth.clients.create>[0]> = {},
  ): Promise<string> {
    const shared = { name: 'Another app', redirectUris: [CALLBACK], scopes: SCOPES };
    return (await site.host.oauth.clients.create({ ...shared, ...details })).client.clientId;
  }

  async function newBrowser(role = 'administrator'): Promise<{ browser: BrowserAgent; id: number }> {
    const { id, login, password } = await site.host.createUser(role);
    const browser = new BrowserAgent(site.url);
    await browser.logIn(login, password);
    return { browser, id };
  }

  function expectPage(answer: Response, status: number): void {
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status, location: undefined });
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
  }

  describe('content', () => {
    it('names the app, the account, the redirect target and the requested scopes', async () => {
      const { status, text } = await ask({ scope: 'read edit_posts' });
      expect(status).toBe(200);
      for (const text of ['Recipe printer', site.user.login, 'app.example', 'Read', 'Edit posts']) {
        expect(text).toContain(text);
      }
      expect(text).not.toContain('Manage options');
    });

    it('lists all scopes of the client when the request names none', async () => {
      const { text } = await ask();
      for (const label of ['Read', 'Edit posts', 'Manage options']) expect(text).toContain(label);
    });

    it('tells the user when the redirect goes to a program on this computer', async () => {
      const client = await newClient({ isPublic: true, redirectUris: ['http://127.0.0.1/done'] });
      const path = authorizePath(client, { redirect_uri: 'http://127.0.0.1:5000/done' });
      expect((await site.browser.get(path)).text).toContain('an app on this computer');
    });

    it('escapes the name of the client and the state', async () => {
      const client = await newClient({ name: '<script>alert(1)</script>' });
      const { text } = await site.browser.get(authorizePath(client, { state: '"><script>alert(2)</script>' }));
      expect(text).not.toContain('<script>alert');
    });

    it('prevents framing, caching and indexing, and runs no script', async () => {
      const { headers, text } = await ask();
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain("form-action 'self' https://app.example;");
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
      expect(text).toContain('noindex');
      expect(text).not.toContain('<script');
    });
  });

  describe('logged-out visitor', () => {
    it('is redirected to the login and back to the same request', async () => {
      const { login, password } = await site.host.createUser('administrator');
      const browser = new BrowserAgent(site.url);
      const state = 'a state & more=1';
      const { status, headers } = await ask({ state, scope: 'read' }, browser);
      expect(status).toBe(303);
      expect(headers.location).toMatch(/^\/admin\/login\?redirect_to=%2Foauth%2Fauthorize%3F/);
      const { headers: after } = await browser.submit(headers.location ?? '', { login, password });
      const back = new URL(after.location ?? '', site.url);
      expect(back.origin).toBe(site.url);
      const answer = await browser.submit(back.pathname + back.search, { decision: 'allow' });
      expect(answered(answer)).toMatchObject({ to: CALLBACK, state, iss: site.url, code: expect.any(String) });
    });

    it('is redirected through a page after an earlier consent, to escape the login form policy', async () => {
      const { login, password } = await site.host.createUser('administrator');
      const browser = new BrowserAgent(site.url);
      await browser.logIn(login, password);
      await browser.submit(authorizePath(site.client.client_id), { decision: 'allow' });
      await browser.logOut();
      const { headers } = await ask({}, browser);
      const { headers: after } = await browser.submit(headers.location ?? '', { login, password });
      const page = await browser.get(after.location ?? '');
      expectPage(page, 200);
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      const location = /^0; url=(.*)$/.exec(String(page.headers.refresh))?.[1] ?? '';
      expect(answered({ headers: { location } })).toMatchObject({
        to: CALLBACK,
        state: 'xyz',
        code: expect.any(String),
      });
      expect(decodeHTML(page.text)).toContain(`href="${location}"`);
    });

    it('gets login_required without a page when the client requests prompt=none', async () => {
      expect(answered(await ask({ prompt: 'none' }, new BrowserAgent(site.url)))).toMatchObject({
        to: CALLBACK,
        error: 'login_required',
        state: 'xyz',
        iss: site.url,
      });
    });
  });

  describe('response', () => {
    it('returns the state byte for byte, with a code and the issuer', async () => {
      const state = 'ünï/ "quoted" %25 + & = ? # <b> 木';
      const answer = await site.browser.submit(authorizePath(site.client.client_id, { state, prompt: 'consent' }), {
        decision: 'allow',
      });
      expect(answer).toMatchObject({
        status: 303,
        headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      });
      expect(answered(answer)).toEqual({
        to: CALLBACK,
        code: expect.stringMatching(/^oac_[\w-]{43}$/),
        state,
        iss: site.url,
      });
    });

    it('adds to the query of the registered redirect URI', async () => {
      const address = 'https://app.example/callback?tenant=7';
      const client = await newClient({ redirectUris: [address] });
      const answer = await site.browser.submit(authorizePath(client, { redirect_uri: address }), { decision: 'allow' });
      expect(answered(answer)).toMatchObject({ tenant: '7', code: expect.any(String) });
    });

    it('reports that the user denied access, and logs it', async () => {
      const { browser, id } = await newBrowser();
      const answer = await browser.submit(authorizePath(site.client.client_id), { decision: 'deny' });
      expect(answered(answer)).toMatchObject({ to: CALLBACK, error: 'access_denied', state: 'xyz', iss: site.url });
      const { events } = await site.host.authEvents.list({ userId: id, event: 'oauth_denied' });
      expect(events).toMatchObject([{ detail: { client: site.client.client_id } }]);
    });
  });

  describe('previous consent', () => {
    it('skips the page for the same scopes or fewer', async () => {
      const { browser, id } = await newBrowser();
      await browser.submit(authorizePath(site.client.client_id, { scope: 'read edit_posts' }), { decision: 'allow' });
      for (const scope of ['read edit_posts', 'edit_posts']) {
        const answer = await ask({ scope, prompt: 'none' }, browser);
        expect(answered(answer)).toMatchObject({ code: expect.any(String), state: 'xyz' });
      }
      expect((await ask({ scope: 'read' }, browser)).status).toBe(303);
      expect((await ask({ scope: 'read manage_options' }, browser)).status).toBe(200);
      expect((await ask({ scope: 'read', prompt: 'consent' }, browser)).status).toBe(200);
      expect(answered(await ask({ scope: 'manage_options', prompt: 'none' }, browser))).toMatchObject({
        error: 'consent_required',
      });
      const { events } = await site.host.authEvents.list({ userId: id, event: 'oauth_authorized' });
      expect(events.map(({ detail }) => detail.remembered)).toEqual([true, true, true, false]);
    });

    it('is required again after it was revoked', async () => {
      const { browser, id } = await newBrowser();
      await browser.submit(authorizePath(site.client.client_id), { decision: 'allow' });
      expect(await site.host.oauth.grants.revoke(id, site.client.client_id)).toBe(true);
      expect((await ask({}, browser)).status).toBe(200);
    });

    it('applies to one user and one client', async () => {
      const [one, other] = [await newBrowser(), await newBrowser()];
      await one.browser.submit(authorizePath(site.client.client_id), { decision: 'allow' });
      expect((await ask({}, other.browser)).status).toBe(200);
      expect((await one.browser.get(authorizePath(await newClient()))).status).toBe(200);
    });

    it('is always required for a native app that another program could impersonate', async () => {
      const client = await newClient({ isPublic: true, redirectUris: ['http://127.0.0.1/done'] });
      const path = authorizePath(client, { redirect_uri: 'http://127.0.0.1:5000/done' });
      await site.browser.submit(path, { decision: 'allow' });
      expect((await site.browser.get(path)).status).toBe(200);
      const silent = authorizePath(client, { redirect_uri: 'http://127.0.0.1:5000/done', prompt: 'none' });
      expect(answered(await site.browser.get(silent))).toMatchObject({ error: 'consent_required' });
    });
  });

  describe('invalid request', () => {
    const long = 'x'.repeat(4001);
    const wrong: Record<string, [Record<string, string | null>, string]> = {
      'no PKCE': [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      'PKCE with plain': [{ code_challenge_method: 'plain' }, 'invalid_request'],
      'PKCE without a method, which means plain': [{ code_challenge_method: null }, 'invalid_request'],
      'PKCE with a challenge that is no SHA-256': [{ code_challenge: 'short' }, 'invalid_request'],
      'the implicit flow': [{ response_type: 'token' }, 'unsupported_response_type'],
      'the hybrid flow': [{ response_type: 'code token' }, 'unsupported_response_type'],
      'no response type': [{ response_type: null }, 'invalid_request'],
      'an answer in the fragment': [{ response_mode: 'fragment' }, 'invalid_request'],
      'an answer by form': [{ response_mode: 'form_post' }, 'invalid_request'],
      'a scope that does not exist': [{ scope: 'read cook_soup' }, 'invalid_scope'],
      'a scope that the client may not have': [{ scope: 'read edit_users' }, 'invalid_scope'],
      'a scope that is none': [{ scope: 'read "everything"' }, 'invalid_scope'],
      'a prompt that there is not': [{ prompt: 'login' }, 'invalid_request'],
      'none and consent at once': [{ prompt: 'none consent' }, 'invalid_request'],
      'a huge scope': [{ scope: long }, 'invalid_request'],
    };
    it.each(Object.entries(wrong))('%s: redirects with an error', async (_, [parameters, error]) => {
      const before = site.browser.cookies.size;
      expect(answered(await ask(parameters))).toMatchObject({ to: CALLBACK, error, state: 'xyz', iss: site.url });
      expect(site.browser.cookies.size).toBe(before);
    });

    it('redirects with an error for a repeated parameter, and omits an ambiguous state', async () => {
      for (const extra of ['scope=read&scope=edit_posts', 'state=other', 'code_challenge=x', 'scope[]=read']) {
        const answer = await site.browser.get(`${authorizePath(site.client.client_id)}&${extra}`);
        expect(answered(answer)).toMatchObject({ to: CALLBACK, error: 'invalid_request' });
        expect(answered(answer).state).toBe(extra.startsWith('state') ? undefined : 'xyz');
      }
    });

    it('redirects with an error for a huge state and omits it', async () => {
      expect(answered(await ask({ state: long }))).toEqual(expect.not.objectContaining({ state: expect.anything() }));
    });

    it.each([
      ['an unknown client', { client_id: 'oc_nobody' }],
      ['no client', { client_id: null }],
      ['no address', { redirect_uri: null }],
      ['another host', { redirect_uri: 'https://evil.example/callback' }],
      ['another path', { redirect_uri: `${CALLBACK}/more` }],
      ['a path that climbs', { redirect_uri: 'https://app.example/callback/../other' }],
      ['a further query', { redirect_uri: `${CALLBACK}?next=https://evil.example` }],
      ['a fragment', { redirect_uri: `${CALLBACK}#part` }],
      ['a user name', { redirect_uri: 'https://app.example@evil.example/callback' }],
      ['a user name before the right host', { redirect_uri: 'https://me:secret@app.example/callback' }],
      ['a host that begins alike', { redirect_uri: 'https://app.example.evil.example/callback' }],
      ['another port', { redirect_uri: 'https://app.example:8443/callback' }],
      ['another case', { redirect_uri: 'https://APP.example/callback' }],
      ['plain http', { redirect_uri: 'http://app.example/callback' }],
      ['a script', { redirect_uri: 'javascript:alert(1)' }],
      ['an address of this site', { redirect_uri: '/admin' }],
      ['a host without a scheme', { redirect_uri: '//evil.example/' }],
      ['an address that is too long', { redirect_uri: CALLBACK + long }],
    ] as [string, Record<string, string | null>][])(
      '%s: shows an error page without a redirect',
      async (_, parameters) => {
        const further: Record<string, string>[] = [{}, { prompt: 'none' }, { response_type: 'token' }];
        for (const more of further) {
          expectPage(await ask({ ...more, ...parameters }), 400);
        }
      },
    );

    it('shows an error page for two redirect URIs or two clients', async () => {
      const path = authorizePath(site.client.client_id);
      for (const extra of [`redirect_uri=${CALLBACK}`, 'redirect_uri[]=x', `client_id=${site.client.client_id}`]) {
        expectPage(await site.browser.get(`${path}&${extra}`), 400);
      }
    });

    it('shows an error page for the redirect URI of another client', async () => {
      const other = await newClient({ redirectUris: ['https://other.example/callback'] });
      expectPage(await site.browser.get(authorizePath(other)), 400);
    });

    it('shows an error page for a disabled client', async () => {
      const other = await newClient();
      await site.host.oauth.clients.disable(other);
      expectPage(await site.browser.get(authorizePath(other)), 400);
    });

    it('redirects with an error when the client only supports client_credentials', async () => {
      const other = await newClient({ grants: ['client_credentials'], userId: site.user.id });
      expect(answered(await site.browser.get(authorizePath(other)))).toMatchObject({
        error: 'unauthorized_client',
      });
    });
  });

  describe('consent form', () => {
    const send = (fields: Record<string, string>, headers: Record<string, string> = {}, browser = site.browser) =>
      browser.postForm('/oauth/authorize', fields).set(headers);

    it('is rejected without its nonce and with that of another session', async () => {
      const { browser } = await newBrowser();
      const fields = { ...fieldsOf(await ask({ prompt: 'consent' })), decision: 'allow' };
      const without = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'nonce'));
      expectPage(await send(without), 403);
      expectPage(await send({ ...fields, nonce: 'x'.repeat(22) }), 403);
      expectPage(await send(fields, {}, browser), 403);
      expectPage(await send(fields, {}, new BrowserAgent(site.url)), 403);
      expect((await send(fields)).status).toBe(303);
    });

    it('is rejected when another site sends it', async () => {
      const fields = { ...fieldsOf(await ask({ prompt: 'consent' })), decision: 'allow' };
      expectPage(await send(fields, { 'Sec-Fetch-Site': 'cross-site' }), 403);
    });

    it('authorizes only the request that was shown', async () => {
      const other = await newClient();
      const fields = { ...fieldsOf(await ask({ scope: 'read', prompt: 'consent' })), decision: 'allow' };
      const changes: Record<string, string>[] = [
        { scope: 'read manage_options' },
        { scope: '' },
        { client_id: other },
        { state: 'of the attacker' },
        { code_challenge: 'c'.repeat(43) },
      ];
      for (const change of changes) {
        expectPage(await send({ ...fields, ...change }), 403);
      }
    });

    it('authorizes nothing without the Allow button', async () => {
      const fields = fieldsOf(await ask({ prompt: 'consent' }));
      for (const decision of ['', 'Allow', 'yes']) {
        expect(answered(await send({ ...fields, decision }))).toMatchObject({ error: 'access_denied' });
      }
    });

    it('authorizes nothing through a link', async () => {
      const fields = { ...fieldsOf(await ask({ prompt: 'consent' })), decision: 'allow' };
      const answer = await site.browser.get(`/oauth/authorize?${new URLSearchParams(fields)}`);
      expectPage(answer, 200);
    });
  });

  it('authorizes nothing for requests with an application password or token', async () => {
    const { access_token } = await obtainTokens(site, { scope: 'read' });
    const { password } = await site.host.applicationPasswords.create(site.user.id, {
      name: 'Script',
      scopes: ['read'],
    });
    for (const headers of [bearer(access_token), basic(site.user.login, password)]) {
      expectPage(await site.http.get(authorizePath(site.client.client_id)).set(headers), 403);
    }
  });

  it('handles no other method and no path below it', async () => {
    for (const [method, path] of [
      ['put', '/oauth/authorize'],
      ['get', '/oauth/authorize/more'],
      ['get', '/oauth'],
    ] as const) {
      // The host leaves other requests to the site, which redirects to its home page.
      expect((await site.browser[method](path)).headers.location).toBe('/kb');
    }
  });
});

describe('login with limited scopes', () => {
  it('cannot grant more scopes than it has', async () => {
    const site = await openOAuthSite({
      identify: () => ({ provider: 'site', id: 1, session: 'sid', roles: ['administrator'], scopes: ['read'] }),
    });
    try {
      const path = (scope: string) => authorizePath(site.client.client_id, { scope });
      expect(answered(await site.http.get(path('read edit_posts')))).toMatchObject({ error: 'invalid_scope' });
      expect((await site.http.get(path('read'))).status).toBe(200);
    } finally {
      await site.close();
    }
  });
});
