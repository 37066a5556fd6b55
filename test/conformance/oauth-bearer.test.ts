import type { Response } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { basic } from '../support/basic.js';
import { bearer, type OAuthSite, obtainTokens, openOAuthSite, type Tokens, whoIs } from './oauth-site.js';

describe('access token', () => {
  let site: OAuthSite;
  beforeAll(async () => {
    site = await openOAuthSite();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => site.close());

  const call = (path: string, headers: Record<string, string> = {}) => site.http.get(`/api${path}`).set(headers);

  /** Obtains tokens of another user for the same client. */
  async function tokensOf(
    role: string,
    scope?: string,
  ): Promise<Tokens & { readonly userId: number; readonly login: string }> {
    const { id, login, password } = await site.host.createUser(role);
    await site.browser.logIn(login, password);
    const tokens = await obtainTokens(site, scope === undefined ? {} : { scope });
    await site.browser.logIn(site.user.login, site.user.password);
    return { ...tokens, userId: id, login };
  }

  function expectInvalid(answer: Response): void {
    expect(answer).toMatchObject({ status: 401, body: { code: 'rest_invalid_token' } });
    const { headers } = answer;
    expect(headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="[^"]+", /);
    expect(headers['www-authenticate']).toContain(
      `resource_metadata="${site.url}/.well-known/oauth-protected-resource"`,
    );
  }

  it('authenticates the user who granted it, without a nonce', async () => {
    const { access_token } = await obtainTokens(site);
    const answer = await site.http.post('/api/acme/v1/whoami').set(bearer(access_token));
    expect(answer.body).toMatchObject({ login: site.user.login, method: 'oauth', via: 'explicit', manages: true });
    expect(answer.headers['cache-control']).toBe('no-store, private');
  });

  it('has only the permissions in its scopes', async () => {
    const { access_token } = await obtainTokens(site, { scope: 'read' });
    expect((await whoIs(site, access_token)).body).toMatchObject({ reads: true, edits: false, manages: false });
    const refused = await call('/acme/v1/manage', bearer(access_token));
    expect(refused).toMatchObject({ status: 403, body: { data: { missing_scope: 'manage_options' } } });
  });

  it('has no more permissions than its user', async () => {
    const { access_token } = await tokensOf('subscriber');
    expect((await whoIs(site, access_token)).body).toMatchObject({ reads: true, edits: false, manages: false });
  });

  it('gains no permissions from plugin filters', async () => {
    const { access_token } = await obtainTokens(site, { scope: 'read' });
    const subscriptions = [
      site.host.hooks.addFilter('user_has_cap', (capabilities, required) => new Set([...capabilities, ...required])),
      site.host.hooks.addFilter('map_meta_cap', (required, capability) =>
        capability === 'manage_options' ? ['edit_posts'] : required,
      ),
    ];
    expect((await whoIs(site, access_token)).body).toMatchObject({ reads: true, edits: false, manages: false });
    for (const subscription of subscriptions) subscription.remove();
  });

  it('takes precedence over a session cookie, which does not replace an invalid token', async () => {
    const { access_token, login } = await tokensOf('editor');
    const headers = { 'X-CMS-Nonce': await site.browser.nonce() };
    const answer = await site.browser.get('/api/acme/v1/whoami').set(headers).set(bearer(access_token));
    expect(answer.body).toMatchObject({ login, method: 'oauth' });
    expectInvalid(await site.browser.get('/api/acme/v1/whoami').set(headers).set(bearer('oat_x')));
  });

  it('is rejected on every route when invalid, with a WWW-Authenticate header', async () => {
    const wrong = ['oat_unknown', 'x', 'vk', 'eyJhbGciOiJub25lIn0.e30.', 'oat_ with blanks', 'x'.repeat(8000)];
    for (const token of wrong) expectInvalid(await call('/acme/v1/whoami', bearer(token)));
    for (const Authorization of ['Bearer', 'bearer ', 'BEARER  x']) expectInvalid(await call('/', { Authorization }));
  });

  it('accepts any case of the Bearer scheme', async () => {
    const { access_token } = await obtainTokens(site);
    const answer = await call('/acme/v1/whoami', { Authorization: `bEaReR ${access_token}` });
    expect(answer.body).toMatchObject({ login: site.user.login });
  });

  it('is accepted only in the Authorization header', async () => {
    const { access_token } = await obtainTokens(site);
    const anonymous = { login: null, method: null, manages: false };
    expect((await call(`/acme/v1/whoami?access_token=${access_token}`)).body).toMatchObject(anonymous);
    const inBody = await site.http.post('/api/acme/v1/whoami').type('form').send({ access_token });
    expect(inBody.body).toMatchObject(anonymous);
    expect((await call(`/acme/v1/manage?access_token=${access_token}`)).status).toBe(401);
    expect((await call('/acme/v1/whoami', basic(site.user.login, access_token))).status).toBe(401);
  });

  it('is left to API key authentication when it looks like an API key', async () => {
    const answer = await call('/acme/v1/whoami', bearer('vk_1_secret'));
    expect(answer).toMatchObject({ status: 401, body: { code: 'rest_invalid_api_key' } });
  });

  it('expires after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { access_token, expires_in } = await obtainTokens(site);
    expect(expires_in).toBeLessThanOrEqual(3600);
    vi.setSystemTime(Date.now() + 3590_000);
    expect((await whoIs(site, access_token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 11_000);
    expectInvalid(await whoIs(site, access_token));
  });

  it('is revoked with the account', async () => {
    const { access_token, refresh_token, userId } = await tokensOf('editor');
    await site.host.db.query.deleteFrom('users').where('id', '=', userId).execute();
    expectInvalid(await whoIs(site, access_token));
    const fields = { grant_type: 'refresh_token', refresh_token, ...site.client };
    expect((await site.http.post('/oauth/token').type('form').send(fields)).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect(
      (
        await site.http
          .post('/oauth/introspect')
          .type('form')
          .send({ token: access_token, ...site.client })
      ).body,
    ).toEqual({
      active: false,
    });
  });

  it('is revoked with its grant when the user changes the password', async () => {
    const { access_token, refresh_token, userId } = await tokensOf('editor');
    await site.host.users.setPassword(userId, 'a new password');
    expectInvalid(await whoIs(site, access_token));
    const fields = { grant_type: 'refresh_token', refresh_token, ...site.client };
    expect((await site.http.post('/oauth/token').type('form').send(fields)).body).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await site.host.oauth.grants.list(userId)).toEqual([]);
  });

  it('is revoked when the user revokes the grant, without affecting other users', async () => {
    const [one, other] = [await tokensOf('editor'), await tokensOf('editor')];
    expect(await site.host.oauth.grants.revoke(one.userId, site.client.client_id)).toBe(true);
    expectInvalid(await whoIs(site, one.access_token));
    expect((await whoIs(site, other.access_token)).status).toBe(200);
    expect(await site.host.oauth.grants.revoke(one.userId, site.client.client_id)).toBe(false);
    expect(await site.host.oauth.grants.revoke(one.userId, 'oc_nobody')).toBe(false);
  });

  it('loses the scopes that are removed from its client', async () => {
    const { client } = site;
    const { access_token } = await obtainTokens(site);
    const { scopes } = await site.host.oauth.clients.update(client.client_id, { scopes: ['read'] });
    expect(scopes).toEqual(['read']);
    expect((await whoIs(site, access_token)).body).toMatchObject({ reads: true, edits: false, manages: false });
    await site.host.oauth.clients.update(client.client_id, { scopes: ['read', 'edit_posts', 'manage_options'] });
  });

  it('is listed in the authorized apps of the user, with the minute of its last use', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const start = Date.now();
    const { access_token, userId } = await tokensOf('editor', 'read edit_posts');
    const used = async () =>
      (await site.host.oauth.grants.list(userId)).map(({ lastUsedAt }) => (lastUsedAt?.getTime() ?? 0) - start);
    expect(await site.host.oauth.grants.list(userId)).toMatchObject([
      {
        clientId: site.client.client_id,
        clientName: 'Recipe printer',
        scopes: ['read', 'edit_posts'],
        lastUsedAt: null,
      },
    ]);
    await whoIs(site, access_token);
    vi.setSystemTime(Date.now() + 59_000);
    await whoIs(site, access_token);
    expect(await used()).toEqual([0]);
    vi.setSystemTime(Date.now() + 1_000);
    await whoIs(site, access_token);
    expect(await used()).toEqual([60_000]);
  });
});

describe('access token over plain HTTP', () => {
  it('is rejected from another machine unless the site allows it', async () => {
    for (const allowInsecureAuth of [false, true]) {
      const site = await openOAuthSite({ trustProxy: true, allowInsecureAuth });
      try {
        const { access_token } = await obtainTokens(site);
        const headers = { ...bearer(access_token), 'X-Forwarded-For': '192.0.2.1' };
        const answer = await site.http.get('/api/acme/v1/whoami').set(headers);
        expect(answer.status).toBe(allowInsecureAuth ? 200 : 403);
        if (!allowInsecureAuth) expect(answer.body).toMatchObject({ code: 'rest_insecure_credentials' });
        const secure = await site.http.get('/api/acme/v1/whoami').set(headers).set('X-Forwarded-Proto', 'https');
        expect(secure.body).toMatchObject({ login: site.user.login });
      } finally {
        await site.close();
      }
    }
  });
});
