import { createHash, randomBytes } from 'node:crypto';
import { definePlugin, type HostOptions } from 'mortise';
import type { TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { basic } from '../support/basic.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { publishSite } from '../support/published-site.js';

/** Redirect target in these tests. Nothing listens there, because no redirect is followed. */
export const CALLBACK = 'https://app.example/callback';

export const SCOPES = ['read', 'edit_posts', 'manage_options'];

/** Registered client, with OAuth parameter names. */
export interface RegisteredClient {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Listening host with a signed-in user, a registered client and a route that reports the caller. */
export interface OAuthSite {
  readonly host: TestHost;
  readonly url: string;
  readonly http: Agent;
  /** Browser of an administrator. */
  readonly browser: BrowserAgent;
  readonly user: { readonly id: number; readonly login: string; readonly password: string };
  /** Confidential client with all of `SCOPES`. */
  readonly client: RegisteredClient;
  close(): Promise<void>;
}

const whoami = definePlugin({
  name: 'acme-whoami',
  version: '1.0.0',
  setup({ rest }) {
    const shared = { method: ['GET', 'POST'], summary: 'Show the current user' } as const;
    rest.route('acme/v1', {
      ...shared,
      path: '/whoami',
      permission: 'public',
      handler: async ({ user, identity, can }) => ({
        login: user?.login ?? null,
        method: identity?.method ?? null,
        via: identity?.via ?? null,
        reads: await can('read'),
        edits: await can('edit_posts'),
        manages: await can('manage_options'),
      }),
    });
    rest.route('acme/v1', {
      ...shared,
      path: '/manage',
      permission: 'manage_options',
      handler: () => ({ done: true }),
    });
  },
});

export async function openOAuthSite(options: HostOptions = {}): Promise<OAuthSite> {
  const { host, url, close } = await publishSite({ plugins: [whoami], ...options });
  const user = await host.createUser('administrator');
  const browser = new BrowserAgent(url);
  await browser.logIn(user.login, user.password);
  const { client, secret } = await host.oauth.clients.create({
    name: 'Recipe printer',
    redirectUris: [CALLBACK],
    scopes: SCOPES,
  });
  return {
    host,
    url,
    http: request(url),
    browser,
    user,
    client: { client_id: client.clientId, client_secret: secret ?? '' },
    close,
  };
}

/** Returns a verifier and its challenge (RFC 7636). */
export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the path of an authorization request. Parameters that are null are omitted. */
export function authorizePath(clientId: string, parameters: Readonly<Record<string, string | null>> = {}): string {
  const all = {
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'xyz',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    ...parameters,
  };
  const present = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  return `/oauth/authorize?${new URLSearchParams(present)}`;
}

/** Returns the query of the redirect target, with the URL itself as `to`. */
export function answered({ headers }: Pick<Response, 'headers'>): Record<string, string> {
  const target = new URL(headers.location ?? 'about:blank');
  return { to: target.origin + target.pathname, ...Object.fromEntries(target.searchParams) };
}

/** Lets the user allow a request, and returns the code with the parameters to exchange it. */
export async function obtainCode(
  { browser, client }: OAuthSite,
  parameters: Readonly<Record<string, string | null>> = {},
): Promise<{
  readonly grant_type: string;
  readonly code: string;
  readonly redirect_uri: string;
  readonly code_verifier: string;
}> {
  const { verifier, challenge } = pkce();
  const authorizeUrl = authorizePath(client.client_id, { code_challenge: challenge, prompt: 'consent', ...parameters });
  const answer = await browser.submit(authorizeUrl, { decision: 'allow' });
  const { code = '' } = answered(answer);
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: parameters.redirect_uri ?? CALLBACK,
    code_verifier: verifier,
  };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** Allows a request, exchanges the code and returns the tokens. */
export async function obtainTokens(
  site: OAuthSite,
  parameters: Readonly<Record<string, string | null>> = {},
): Promise<Tokens> {
  const answer = await site.http
    .post('/oauth/token')
    .type('form')
    .send({ ...(await obtainCode(site, parameters)), ...site.client });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as Tokens;
}

export const bearer = (token: string): { Authorization: string } => ({ Authorization: `Bearer ${token}` });

export const asClient = ({ client_id, client_secret }: RegisteredClient) => basic(client_id, client_secret);

/** Returns how the REST API identifies the holder of a token. */
export const whoIs = ({ http }: OAuthSite, token: string) => http.get('/api/acme/v1/whoami').set(bearer(token));
