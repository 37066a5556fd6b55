import { type Response, Test } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { basic } from '../support/basic.js';
import {
  asClient,
  bearer,
  CALLBACK,
  type OAuthSite,
  obtainCode,
  obtainTokens,
  openOAuthSite,
  pkce,
  type RegisteredClient,
  SCOPES,
  type Tokens,
  whoIs,
} from './oauth-site.js';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

describe('OAuth client endpoints', () => {
  let site: OAuthSite;
  let other: RegisteredClient;
  let open: string;
  beforeAll(async () => {
    site = await openOAuthSite({ cors: { origins: ['https://spa.example'], credentials: true } });
    const { clients } = site.host.oauth;
    const second = await clients.create({ name: 'Other app', redirectUris: [CALLBACK], scopes: SCOPES });
    other = { client_id: second.client.clientId, client_secret: second.secret ?? '' };
    const third = await clients.create({ name: 'Open app', isPublic: true, redirectUris: [CALLBACK], scopes: SCOPES });
    open = third.client.clientId;
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => site.close());

  const token = (fields: Readonly<Record<string, string>> | string, headers: Record<string, string> = {}) =>
    site.http.post('/oauth/token').type('form').set(headers).send(fields);

  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    token({ grant_type: 'refresh_token', refresh_token, ...site.client, ...more });

  function expectRefusal(answer: Response, error: string, status = 400): void {
    expect({ status: answer.status, data: answer.body }).toEqual({
      status,
      data: { error, error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) },
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  }

  async function eventsOf(event: string): Promise<readonly unknown[]> {
    return (await site.host.authEvents.list({ userId: site.user.id, event })).events.map(({ detail }) => detail);
  }

  describe('authorization code', () => {
    it('is exchanged for tokens in a response that is not cached', async () => {
      const answer = await token({ ...(await obtainCode(site, { scope: 'read' })), ...site.client });
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'no-store', pragma: 'no-cache', 'content-type': 'application/json' },
      });
      expect(answer.body).toEqual({
        access_token: expect.stringMatching(/^oat_[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^ort_[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: expect.any(Number),
        scope: 'read',
      });
      expect(await eventsOf('oauth_token_issued')).toContainEqual({
        client: site.client.client_id,
        grant: 'authorization_code',
      });
    });

    it('is rejected with a wrong verifier and used up by the attempt', async () => {
      const code = await obtainCode(site);
      expectRefusal(await token({ ...code, ...site.client, code_verifier: pkce().verifier }), 'invalid_grant');
      expectRefusal(await token({ ...code, ...site.client }), 'invalid_grant');
    });

    it('is rejected without the verifier, with a short one or with the challenge as verifier', async () => {
      const { code_verifier: _verifier, ...without } = await obtainCode(site);
      expectRefusal(await token({ ...without, ...site.client }), 'invalid_grant');
      const { challenge } = pkce();
      const codeResponse = await obtainCode(site, { code_challenge: challenge });
      expectRefusal(await token({ ...codeResponse, ...site.client, code_verifier: challenge }), 'invalid_grant');
      const short = await obtainCode(site);
      expectRefusal(await token({ ...short, ...site.client, code_verifier: 'short' }), 'invalid_request');
    });

    it('is rejected with another redirect URI or without one', async () => {
      const wrong = { ...(await obtainCode(site)), redirect_uri: `${CALLBACK}/other` };
      expectRefusal(await token({ ...wrong, ...site.client }), 'invalid_request');
      const { redirect_uri: _address, ...without } = await obtainCode(site);
      expectRefusal(await token({ ...without, ...site.client }), 'invalid_request');
    });

    it('is rejected for another client and stays valid for its own', async () => {
      const code = await obtainCode(site);
      expectRefusal(await token({ ...code, ...other }), 'invalid_grant');
      expectRefusal(await token({ ...code, client_id: open }), 'invalid_grant');
      expect((await token({ ...code, ...site.client })).status).toBe(200);
    });

    it('expires after a minute', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      const [young, old] = [await obtainCode(site), await obtainCode(site)];
      vi.setSystemTime(Date.now() + 58 * SECOND);
      expect((await token({ ...young, ...site.client })).status).toBe(200);
      vi.setSystemTime(Date.now() + 3 * SECOND);
      expectRefusal(await token({ ...old, ...site.client }), 'invalid_grant');
    });

    it('revokes its tokens and their successors when it is reused', async () => {
      const code = await obtainCode(site);
      const first = (await token({ ...code, ...site.client })).body as Tokens;
      const second = (await refresh(first.refresh_token)).body as Tokens;
      expectRefusal(await token({ ...code, ...site.client }), 'invalid_grant');
      for (const { access_token } of [first, second]) expect((await whoIs(site, access_token)).status).toBe(401);
      expectRefusal(await refresh(second.refresh_token), 'invalid_grant');
      expect(await eventsOf('oauth_code_replayed')).toContainEqual({ client: site.client.client_id });
    });

    it('revokes its tokens when it is reused after it expired', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      const code = await obtainCode(site);
      const { access_token } = (await token({ ...code, ...site.client })).body as Tokens;
      vi.setSystemTime(Date.now() + 600 * SECOND);
      expect((await whoIs(site, access_token)).status).toBe(200);
      expectRefusal(await token({ ...code, ...site.client }), 'invalid_grant');
      expect((await whoIs(site, access_token)).status).toBe(401);
    });

    it('cannot be exchanged for more scopes than were granted', async () => {
      const code = await obtainCode(site, { scope: 'read' });
      const answer = await token({ ...code, ...site.client, scope: SCOPES.join(' ') });
      expect(answer.body).toMatchObject({ scope: 'read' });
    });

    it('is rejected after the user revoked all grants', async () => {
      const code = await obtainCode(site);
      await site.host.oauth.grants.revokeAll(site.user.id);
      expectRefusal(await token({ ...code, ...site.client }), 'invalid_grant');
    });
  });

  describe('refresh token', () => {
    it('is exchanged for a new one', async () => {
      const first = await obtainTokens(site);
      const second = (await refresh(first.refresh_token)).body as Tokens;
      expect(second.refresh_token).not.toBe(first.refresh_token);
      for (const { access_token } of [first, second]) expect((await whoIs(site, access_token)).status).toBe(200);
    });

    it('revokes its whole family when it is reused', async () => {
      const first = await obtainTokens(site);
      const second = (await refresh(first.refresh_token)).body as Tokens;
      const third = (await refresh(second.refresh_token)).body as Tokens;
      expectRefusal(await refresh(first.refresh_token), 'invalid_grant');
      for (const { access_token } of [first, second, third]) expect((await whoIs(site, access_token)).status).toBe(401);
      expectRefusal(await refresh(third.refresh_token), 'invalid_grant');
      expect(await eventsOf('oauth_refresh_reused')).toContainEqual({ client: site.client.client_id });
    });

    it('does not affect the families of other logins when it is reused', async () => {
      const [one, another] = [await obtainTokens(site), await obtainTokens(site)];
      await refresh(one.refresh_token);
      await refresh(one.refresh_token);
      expect((await whoIs(site, another.access_token)).status).toBe(200);
    });

    it('never grants more scopes than allowed, and survives requests for them', async () => {
      const { refresh_token } = await obtainTokens(site, { scope: 'read edit_posts' });
      for (const scope of ['read manage_options', 'edit_users', SCOPES.join(' ')]) {
        expectRefusal(await refresh(refresh_token, { scope }), 'invalid_scope');
      }
      const less = (await refresh(refresh_token, { scope: 'read' })).body as Tokens;
      expect(less.scope).toBe('read');
      expect(((await refresh(less.refresh_token)).body as Tokens).scope).toBe('read edit_posts');
    });

    it('is rejected for another client and stays valid for its own', async () => {
      const { refresh_token } = await obtainTokens(site);
      expectRefusal(await refresh(refresh_token, { ...other }), 'invalid_grant');
      const asPublic = { grant_type: 'refresh_token', refresh_token, client_id: open };
      expectRefusal(await token(asPublic), 'invalid_grant');
      expectRefusal(await token({ ...asPublic, client_id: site.client.client_id }), 'invalid_client', 401);
      expect((await refresh(refresh_token)).status).toBe(200);
    });

    it('expires after thirty days, renewed with every exchange', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      const rested = await obtainTokens(site);
      let used = await obtainTokens(site);
      for (let month = 0; month < 2; month += 1) {
        vi.setSystemTime(Date.now() + 29 * DAY);
        used = (await refresh(used.refresh_token)).body as Tokens;
        expect(used.refresh_token).toMatch(/^ort_/);
      }
      expectRefusal(await refresh(rested.refresh_token), 'invalid_grant');
    });

    it('cannot be used as an access token, nor an access token as a refresh token', async () => {
      const { access_token, refresh_token } = await obtainTokens(site);
      expect((await whoIs(site, refresh_token)).status).toBe(401);
      expectRefusal(await refresh(access_token), 'invalid_grant');
      expect((await whoIs(site, access_token)).status).toBe(200);
    });

    it('is not issued to clients without that grant', async () => {
      const { client, secret } = await site.host.oauth.clients.create({
        name: 'Short visit',
        redirectUris: [CALLBACK],
        grants: ['authorization_code'],
        scopes: ['read'],
      });
      const visitor = { client_id: client.clientId, client_secret: secret ?? '' };
      const answer = await token({ ...(await obtainCode({ ...site, client: visitor })), ...visitor });
      expect(answer.body).toMatchObject({ scope: 'read' });
      expect(answer.body).not.toHaveProperty('refresh_token');
    });
  });

  describe('client_credentials', () => {
    const form = { grant_type: 'client_credentials' };

    it('is rejected for clients without an account and for public clients', async () => {
      expectRefusal(await token({ ...form, ...site.client }), 'unauthorized_client');
      expectRefusal(await token({ ...form, client_id: open }), 'unauthorized_client');
    });

    it('grants only what the client and its account may do', async () => {
      const { id } = await site.host.createUser('subscriber');
      const { client, secret } = await site.host.oauth.clients.create({
        name: 'Robot',
        scopes: ['read', 'edit_posts'],
        userId: id,
      });
      const robot = { client_id: client.clientId, client_secret: secret ?? '' };
      expectRefusal(await token({ ...form, ...robot, scope: 'manage_options' }), 'invalid_scope');
      const { access_token } = (await token({ ...form, ...robot })).body as Tokens;
      expect((await whoIs(site, access_token)).body).toMatchObject({ reads: true, edits: false, manages: false });
    });
  });

  describe('client authentication', () => {
    it('accepts credentials in the header or body', async () => {
      const inHeader = await token(await obtainCode(site), asClient(site.client));
      const inBody = await token({ ...(await obtainCode(site)), ...site.client });
      expect([inHeader.status, inBody.status]).toEqual([200, 200]);
    });

    it.each([
      ['a wrong secret', () => ({ client_id: site.client.client_id, client_secret: 'ocs_wrong' })],
      ['the secret of another', () => ({ ...other, client_id: site.client.client_id })],
      ['no secret', () => ({ client_id: site.client.client_id })],
      ['a secret that a public client cannot have', () => ({ client_id: open, client_secret: 'secret' })],
      ['an unknown name', () => ({ ...site.client, client_id: 'oc_nobody' })],
      ['no name', () => ({}) as Record<string, string>],
    ])('rejects %s', async (_, credentials) => {
      const answer = await token({ ...(await obtainCode(site)), ...credentials() });
      expectRefusal(answer, 'invalid_client', 401);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
    });

    it('rejects two credentials, and two different client IDs', async () => {
      const code = await obtainCode(site);
      expectRefusal(await token({ ...code, ...site.client }, asClient(site.client)), 'invalid_request');
      expectRefusal(await token({ ...code, client_id: other.client_id }, asClient(site.client)), 'invalid_request');
    });

    it('rejects passwords and cookies of users', async () => {
      const { password } = await site.host.applicationPasswords.create(site.user.id, { name: 'Script' });
      const code = await obtainCode(site);
      expectRefusal(await token(code, basic(site.user.login, password)), 'invalid_client', 401);
      expectRefusal(await site.browser.postForm('/oauth/token', code), 'invalid_client', 401);
    });

    it('revokes all tokens of a disabled client and issues no new ones', async () => {
      const { client, secret } = await site.host.oauth.clients.create({
        name: 'Trouble',
        redirectUris: [CALLBACK],
        scopes: ['read'],
      });
      const trouble = { client_id: client.clientId, client_secret: secret ?? '' };
      const own = { ...site, client: trouble };
      const [tokens, code] = [await obtainTokens(own), await obtainCode(own)];
      await site.host.oauth.clients.disable(client.clientId);
      expect((await whoIs(site, tokens.access_token)).status).toBe(401);
      expectRefusal(await refresh(tokens.refresh_token, trouble), 'invalid_client', 401);
      expectRefusal(await token({ ...code, ...trouble }), 'invalid_client', 401);
      await site.host.oauth.clients.enable(client.clientId);
      expect((await whoIs(site, tokens.access_token)).status).toBe(401);
      expectRefusal(await token({ ...code, ...trouble }), 'invalid_grant');
    });

    it('rate-limits secret guesses per client', async () => {
      const guesses = Array.from({ length: 50 }, (_, guess) =>
        token({ grant_type: 'client_credentials', client_id: 'oc_victim', client_secret: `ocs_${guess}` }),
      );
      for (const answer of await Promise.all(guesses)) expectRefusal(answer, 'invalid_client', 401);
      const answer = await token({ grant_type: 'client_credentials', client_id: 'oc_victim', client_secret: 'more' });
      expectRefusal(answer, 'temporarily_unavailable', 429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expectRefusal(await refresh('ort_unknown'), 'invalid_grant');
    });
  });

  describe('request validation', () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'ort_x' };

    it.each([
      ['password', 'unsupported_grant_type'],
      ['implicit', 'unsupported_grant_type'],
      ['urn:ietf:params:oauth:grant-type:device_code', 'unsupported_grant_type'],
      ['constructor', 'unsupported_grant_type'],
      ['', 'invalid_request'],
    ])('rejects the grant type %j', async (grant_type, error) => {
      expectRefusal(await token({ grant_type, ...site.client, username: 'ada', password: 'x' }), error);
    });

    it.each(['/oauth/token', '/oauth/revoke', '/oauth/introspect'])(
      'accepts only a form in the body for %s',
      async (path) => {
        const fields = { ...form, token: 'x', ...site.client };
        const query = new URLSearchParams(fields).toString();
        expectRefusal(await site.http.post(`${path}?${query}`).type('form').send(''), 'invalid_request');
        expectRefusal(await site.http.post(`${path}?client_id=x`).type('form').send(fields), 'invalid_request');
        expectRefusal(await site.http.post(path).send(fields), 'invalid_request');
        expectRefusal(await site.http.post(path).type('text/plain').send(query), 'invalid_request');
        expectRefusal(await site.http.post(path), 'invalid_request');
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const answer = await new Test(site.url, method, `${path}?${query}`);
          expectRefusal(answer, 'invalid_request', 405);
          expect(answer.headers.allow).toBe('POST');
        }
      },
    );

    it('rejects a repeated parameter', async () => {
      const query = new URLSearchParams({ ...form, ...site.client }).toString();
      for (const extra of ['grant_type=refresh_token', 'client_id=x', 'refresh_token[]=y', 'scope[a]=read']) {
        expectRefusal(await token(`${query}&${extra}`), 'invalid_request');
      }
    });

    it('rejects huge requests', async () => {
      expectRefusal(await token({ ...form, ...site.client, refresh_token: 'x'.repeat(5000) }), 'invalid_request');
      expectRefusal(await token(`a=${'x'.repeat(1024 * 1024 + 1)}`), 'invalid_request', 413);
    });
  });

  describe('token revocation', () => {
    const revoke = (fields: Record<string, string>) =>
      site.http
        .post('/oauth/revoke')
        .type('form')
        .send({ ...site.client, ...fields });

    it('revokes only the access token itself', async () => {
      const { access_token, refresh_token } = await obtainTokens(site);
      expect(await revoke({ token: access_token })).toMatchObject({ status: 200, text: '' });
      expect((await whoIs(site, access_token)).status).toBe(401);
      expect((await refresh(refresh_token)).status).toBe(200);
      expect(await eventsOf('oauth_revoked')).toContainEqual({ client: site.client.client_id, token: 'access' });
    });

    it('revokes the family of a refresh token, even of an exchanged one', async () => {
      for (const which of ['first', 'second']) {
        const first = await obtainTokens(site);
        const second = (await refresh(first.refresh_token)).body as Tokens;
        const { refresh_token } = which === 'first' ? first : second;
        // The hint may be wrong (RFC 7009 section 2.1).
        expect((await revoke({ token: refresh_token, token_type_hint: 'access_token' })).status).toBe(200);
        for (const { access_token } of [first, second]) expect((await whoIs(site, access_token)).status).toBe(401);
        expectRefusal(await refresh(second.refresh_token), 'invalid_grant');
      }
    });

    it('accepts an unknown token', async () => {
      expect((await revoke({ token: 'oat_unknown' })).status).toBe(200);
      expectRefusal(await revoke({}), 'invalid_request');
    });

    it('rejects a token of another client', async () => {
      const { access_token, refresh_token } = await obtainTokens(site);
      for (const token of [access_token, refresh_token]) {
        expectRefusal(await revoke({ token, ...other }), 'invalid_grant');
      }
      expectRefusal(await revoke({ token: access_token, client_secret: 'wrong' }), 'invalid_client', 401);
      expect((await whoIs(site, access_token)).status).toBe(200);
    });
  });

  describe('token introspection', () => {
    const introspect = (token: string, headers: Record<string, string>, more: Record<string, string> = {}) =>
      site.http
        .post('/oauth/introspect')
        .type('form')
        .set(headers)
        .send({ token, ...more });

    it('describes only the tokens of the requesting client', async () => {
      const { access_token, refresh_token } = await obtainTokens(site, { scope: 'read' });
      for (const token of [access_token, refresh_token]) {
        expect((await introspect(token, asClient(site.client))).body).toMatchObject({ active: true, scope: 'read' });
        expect((await introspect(token, asClient(other))).body).toEqual({ active: false });
      }
      await refresh(refresh_token);
      expect((await introspect(refresh_token, asClient(site.client))).body).toEqual({ active: false });
      expect((await introspect('oat_unknown', asClient(site.client))).body).toEqual({ active: false });
    });

    it('describes all tokens to an administrator with an explicit credential', async () => {
      const { access_token } = await obtainTokens(site);
      const { password } = await site.host.applicationPasswords.create(site.user.id, { name: 'Script' });
      expect((await introspect(access_token, basic(site.user.login, password))).body).toMatchObject({ active: true });
      expect((await introspect(access_token, bearer(access_token))).body).toMatchObject({ active: true });
      const answer = await site.browser.postForm('/oauth/introspect', { token: access_token });
      expectRefusal(answer, 'invalid_client', 401);
    });

    it('rejects public clients, other users and tokens without the scope', async () => {
      const { access_token } = await obtainTokens(site, { scope: 'read' });
      expectRefusal(await introspect(access_token, {}, { client_id: open }), 'invalid_client', 401);
      expectRefusal(await introspect(access_token, {}), 'invalid_client', 401);
      expectRefusal(await introspect(access_token, bearer(access_token)), 'invalid_client', 401);
      const { id, login } = await site.host.createUser('editor');
      const { password } = await site.host.applicationPasswords.create(id, { name: 'Script' });
      expectRefusal(await introspect(access_token, basic(login, password)), 'invalid_client', 401);
    });
  });

  describe('cross-origin requests', () => {
    const corsOf = ({ headers }: Response) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

    it.each(['/oauth/token', '/oauth/revoke'])(
      'may use %s from listed origins, but never with cookies',
      async (path) => {
        const preflight = {
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization',
        };
        const preflightResponse = await site.http.options(path).set(preflight).set('Origin', 'https://spa.example');
        expect(preflightResponse.status).toBe(204);
        expect(corsOf(preflightResponse)).toMatchObject({
          'access-control-allow-origin': 'https://spa.example',
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'Authorization, Content-Type',
        });
        const answer = await site.http.post(path).type('form').set('Origin', 'https://spa.example').send({});
        expect(corsOf(answer)).toEqual({ 'access-control-allow-origin': 'https://spa.example' });
        expect(answer.headers.vary).toBe('Origin');
        for (const Origin of ['https://evil.example', 'null', site.url]) {
          expect(corsOf(await site.http.options(path).set(preflight).set({ Origin }))).toEqual({});
          expect(corsOf(await site.http.post(path).type('form').set({ Origin }).send({}))).toEqual({});
        }
      },
    );

    it('get no access to introspection or the authorization page', async () => {
      const headers = { Origin: 'https://spa.example' };
      expect(corsOf(await site.http.post('/oauth/introspect').type('form').set(headers).send({}))).toEqual({});
      expect(corsOf(await site.browser.get('/oauth/authorize').set(headers))).toEqual({});
    });

    it.each(['oauth-authorization-server', 'oauth-protected-resource'])('may read %s from any origin', async (name) => {
      const headers = { Origin: 'https://anybody.example' };
      const answer = await site.http.get(`/.well-known/${name}`).set(headers);
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=300' } });
      expect(corsOf(answer)).toEqual({ 'access-control-allow-origin': '*' });
      expect((await site.http.post(`/.well-known/${name}`)).status).toBe(405);
    });
  });

  describe('OAuth metadata', () => {
    it('is built from the site URL and not from request headers', async () => {
      const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
      const answer = await site.http.get('/.well-known/oauth-authorization-server').set(headers);
      expect(answer.text).not.toContain('evil.example');
      expect(answer.body).toMatchObject({
        issuer: site.url,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: expect.arrayContaining(SCOPES),
      });
    });

    it('links the resource to its server', async () => {
      const answer = await site.http.get('/.well-known/oauth-protected-resource');
      expect(answer.body).toMatchObject({
        resource: site.url,
        authorization_servers: [site.url],
        bearer_methods_supported: ['header'],
      });
    });

    it('is part of the REST index, but not available for OpenID', async () => {
      const { body: data } = await site.http.get('/api/');
      expect(data).toMatchObject({
        authentication: {
          oauth2: {
            endpoints: {
              authorization: `${site.url}/oauth/authorize`,
              token: `${site.url}/oauth/token`,
              revocation: `${site.url}/oauth/revoke`,
              introspection: `${site.url}/oauth/introspect`,
              metadata: `${site.url}/.well-known/oauth-authorization-server`,
            },
          },
        },
      });
      expect((await site.http.get('/.well-known/openid-configuration')).status).toBe(302);
    });
  });
});
