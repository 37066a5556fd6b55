import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answered, authorizePath, bearer, CALLBACK, pkce } from '../conformance/oauth-site.js';
import { startScript } from '../core/database/processes/start-script.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { dialects, migratedDatabase } from '../support/databases.js';

/** Killed exchange of a code: the code stays unused, or it was used once and its tokens are revoked. */
describe.each(dialects)('authorization code under kills on $name', { timeout: 120_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let host: TestHost;
  let clientId: string;
  let form: string;
  let exchange: () => Promise<Response>;
  let whoIs: (token: unknown) => Promise<Response>;

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect));
    host = await createTestHost({ database: url });
    const site = await host.listen();
    const { login, password } = await host.createUser('administrator');
    const { client } = await host.oauth.clients.create({
      name: 'App',
      isPublic: true,
      redirectUris: [CALLBACK],
      scopes: ['read'],
    });
    clientId = client.clientId;
    const browser = new BrowserAgent(site);
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
    exchange = () => request(site).post('/oauth/token').type('form').send(fields);
    whoIs = (token) =>
      request(site)
        .get('/api/')
        .set(bearer(String(token)));
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  async function killAt(stop: 'used' | 'stored' | 'committed'): Promise<void> {
    const script = startScript('../../../failure/processes/exchange-code.ts', [url, clientId, form, stop]);
    await expect(script.line()).rejects.toThrow(/ended without a further line\. $/);
  }

  const stored = async () => (await host.db.query.selectFrom('oauth_tokens').select('kind').execute()).length;

  it.each(['used', 'stored'] as const)('stays valid and leaves no tokens when killed at "%s"', async (stop) => {
    await killAt(stop);
    expect(await stored()).toBe(0);
    const { status, body: data } = await exchange();
    expect(status).toBe(200);
    expect((await whoIs((data as { access_token: string }).access_token)).status).toBe(200);
  });

  it('loses its tokens on a second exchange when killed between the commit and the answer', async () => {
    await killAt('committed');
    expect(await stored()).toBe(2);
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await stored()).toBe(0);
  });
});
