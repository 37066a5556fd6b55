import * as openid from 'openid-client';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLBACK, type OAuthSite, openOAuthSite, whoIs } from './oauth-site.js';

/** OAuth client libraries from npm, written for any server. */
describe('OAuth clients', () => {
  let site: OAuthSite;
  beforeEach(async () => {
    site = await openOAuthSite();
  });
  afterEach(() => site.close());

  /** Opens the authorization URL of a client, allows it and returns the redirect target. */
  async function allowAt(address: string | URL): Promise<URL> {
    const { pathname, search } = new URL(address);
    const answer = await site.browser.submit(pathname + search, { decision: 'allow' });
    expect(answer.status).toBe(303);
    return new URL(answer.headers.location ?? '');
  }

  describe('openid-client', () => {
    const METHODS = { client_secret_basic: openid.ClientSecretBasic, client_secret_post: openid.ClientSecretPost };
    type Method = keyof typeof METHODS;

    function discover(method: Method = 'client_secret_basic', { client_id, client_secret } = site.client) {
      return openid.discovery(new URL(site.url), client_id, {}, METHODS[method](client_secret), {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      });
    }

    async function signIn(config: openid.Configuration, parameters: Record<string, string> = {}) {
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const expectedState = openid.randomState();
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        ...parameters,
      });
      return openid.authorizationCodeGrant(config, await allowAt(address), { pkceCodeVerifier, expectedState });
    }

    it('discovers the server', async () => {
      const metadata = (await discover()).serverMetadata();
      expect(metadata).toMatchObject({
        issuer: site.url,
        authorization_endpoint: `${site.url}/oauth/authorize`,
        token_endpoint: `${site.url}/oauth/token`,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      });
      expect(metadata.supportsPKCE()).toBe(true);
    });

    it.each(Object.keys(METHODS) as Method[])('gets tokens by code and PKCE with %s', async (method) => {
      const config = await discover(method);
      const tokens = await signIn(config, { scope: 'read edit_posts' });
      expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read edit_posts' });
      expect(tokens.expiresIn()).toBeGreaterThan(3500);
      const answer = await openid.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL('/api/acme/v1/whoami', site.url),
        'GET',
      );
      expect(await answer.json()).toMatchObject({ login: site.user.login, edits: true, manages: false });
    });

    it('gets tokens without a secret, with any port of a loopback redirect', async () => {
      const { client } = await site.host.oauth.clients.create({
        name: 'Command line',
        isPublic: true,
        redirectUris: ['http://127.0.0.1/done'],
        scopes: ['read'],
      });
      const config = await openid.discovery(new URL(site.url), client.clientId, {}, openid.None(), {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      });
      const tokens = await signIn(config, { redirect_uri: 'http://127.0.0.1:49152/done' });
      expect((await whoIs(site, tokens.access_token)).body).toMatchObject({ login: site.user.login, reads: true });
      const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
      expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
      await openid.tokenRevocation(config, renewed.access_token);
      expect((await whoIs(site, renewed.access_token)).status).toBe(401);
    });

    it('renews its tokens, and loses all of them when an old one is reused', async () => {
      const config = await discover();
      const first = await signIn(config);
      const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '', { scope: 'read' });
      expect(second.scope).toBe('read');
      expect((await whoIs(site, second.access_token)).body).toMatchObject({ reads: true, edits: false });
      await expect(openid.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      for (const { access_token } of [first, second]) expect((await whoIs(site, access_token)).status).toBe(401);
      await expect(openid.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    });

    it('revokes and introspects its tokens', async () => {
      const config = await discover();
      const { access_token, refresh_token = '' } = await signIn(config, { scope: 'read' });
      expect(await openid.tokenIntrospection(config, access_token)).toMatchObject({
        active: true,
        scope: 'read',
        client_id: site.client.client_id,
        username: site.user.login,
        sub: String(site.user.id),
        iss: site.url,
      });
      await openid.tokenRevocation(config, refresh_token);
      expect(await openid.tokenIntrospection(config, access_token)).toEqual({ active: false });
      expect(await openid.tokenIntrospection(config, refresh_token)).toEqual({ active: false });
      await openid.tokenRevocation(config, 'a token that never was');
    });

    it('acts for its own account with client_credentials', async () => {
      const robot = await site.host.createUser('editor');
      const { client, secret } = await site.host.oauth.clients.create({
        name: 'Robot',
        scopes: ['edit_posts'],
        userId: robot.id,
      });
      const config = await discover('client_secret_basic', { client_id: client.clientId, client_secret: secret ?? '' });
      const tokens = await openid.clientCredentialsGrant(config);
      expect(tokens.refresh_token).toBeUndefined();
      expect((await whoIs(site, tokens.access_token)).body).toMatchObject({
        login: robot.login,
        edits: true,
        manages: false,
      });
    });

    it('reports that the user denied access', async () => {
      const config = await discover();
      const state = openid.randomState();
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
        code_challenge_method: 'S256',
        state,
      });
      const { headers } = await site.browser.submit(address.pathname + address.search, { decision: 'deny' });
      const back = new URL(headers.location ?? '');
      await expect(
        openid.authorizationCodeGrant(config, back, { expectedState: state, pkceCodeVerifier: 'x'.repeat(43) }),
      ).rejects.toMatchObject({ error: 'access_denied' });
    });
  });

  describe('simple-oauth2', () => {
    const paths = { tokenPath: '/oauth/token', revokePath: '/oauth/revoke' };
    const settings = ({ client_id, client_secret } = site.client) => ({
      client: { id: client_id, secret: client_secret },
      auth: { tokenHost: site.url, ...paths, authorizePath: '/oauth/authorize' },
    });

    it('gets, renews and revokes tokens', async () => {
      const client = new AuthorizationCode(settings());
      const verifier = openid.randomPKCECodeVerifier();
      // The library passes on parameters that its types do not list.
      const challenge = {
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      const address = client.authorizeURL({
        redirect_uri: CALLBACK,
        scope: ['read', 'edit_posts'],
        state: 'state of simple-oauth2',
        ...challenge,
      });
      const back = await allowAt(address);
      expect(back.searchParams.get('state')).toBe('state of simple-oauth2');
      const proof = { code_verifier: verifier };
      const code = back.searchParams.get('code') ?? '';
      const first = await client.getToken({ code, redirect_uri: CALLBACK, ...proof });
      expect(first.expired()).toBe(false);
      expect((await whoIs(site, String(first.token.access_token))).body).toMatchObject({ edits: true, manages: false });

      const second = await first.refresh();
      expect((await whoIs(site, String(second.token.access_token))).status).toBe(200);
      await second.revokeAll();
      for (const { token } of [first, second]) {
        expect((await whoIs(site, String(token.access_token))).status).toBe(401);
      }
    });

    it('acts for its own account with client_credentials', async () => {
      const { client, secret } = await site.host.oauth.clients.create({
        name: 'Robot',
        scopes: ['read'],
        userId: site.user.id,
      });
      const robot = new ClientCredentials({
        client: { id: client.clientId, secret: secret ?? '' },
        auth: { tokenHost: site.url, ...paths },
      });
      const { token } = await robot.getToken({ scope: 'read' });
      expect((await whoIs(site, String(token.access_token))).body).toMatchObject({ reads: true, manages: false });
    });
  });
});
