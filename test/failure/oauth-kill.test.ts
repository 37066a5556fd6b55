import request, { type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answered, authorizePath, bearer, CALLBACK, pkce } from '../conformance/oauth-site.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { dialects } from '../support/databases.js';
import { killPointsOn } from '../support/kill-loop.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

/** Killed exchange of a code: the code stays unused, or it was used once and its tokens are revoked. */
describe.each(dialects)('authorization code under kills on $name', { timeout: 120_000 }, (dialect) => {
  let site: SharedSite;
  let clientId: string;
  let form: string;
  let exchange: () => Promise<Response>;
  let whoIs: (token: unknown) => Promise<Response>;

  beforeEach(async () => {
    site = await shareSite(dialect);
    const { host } = site;
    const base = await host.listen();
    const { login, password } = await host.createUser('administrator');
    const { client } = await host.oauth.clients.create({
      name: 'App',
      isPublic: true,
      redirectUris: [CALLBACK],
      scopes: ['read'],
    });
    clientId = client.clientId;
    const browser = new BrowserAgent(base);
    await browser.logIn(login, password);
    const { verifier, challenge } = pkce();
    const answer = await browser.submit(authorizePath(clientId, { code_challenge: challenge }), { decision: 'allow' });
    const { code = '' } = answered(answer);
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      client_id: clientId,
    };
    form = new URLSearchParams(fields).toString();
    exchange = () => request(base).post('/oauth/token').type('form').send(fields);
    whoIs = (token) =>
      request(base)
        .get('/api/')
        .set(bearer(String(token)));
  });
  afterEach(() => site.close());

  const killAt = (stop: 'used' | 'stored' | 'committed'): Promise<void> =>
    site.start('exchange-code', clientId, form, stop).killed();

  const stored = async () => (await site.db.query.selectFrom('oauth_tokens').select('kind').execute()).length;

  it.each(killPointsOn(dialect, ['used', 'stored'] as const))(
    'stays valid and leaves no tokens when killed at "%s"',
    async (stop) => {
      await killAt(stop);
      expect(await stored()).toBe(0);
      const { status, body: data } = await exchange();
      expect(status).toBe(200);
      expect((await whoIs((data as { access_token: string }).access_token)).status).toBe(200);
    },
  );

  it('loses its tokens on a second exchange when killed between the commit and the answer', async () => {
    await killAt('committed');
    expect(await stored()).toBe(2);
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await stored()).toBe(0);
  });
});
