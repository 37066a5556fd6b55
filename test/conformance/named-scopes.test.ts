import { definePlugin, type HostError, type User } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { answered, authorizePath, bearer, obtainTokens, openOAuthSite } from './oauth-site.js';

declare module 'mortise' {
  interface Capabilities {
    bake_bread: true;
    sell_bread: true;
    burn_bread: true;
  }
}

const bakery = definePlugin({
  name: 'acme-bakery',
  version: '1.0.0',
  setup({ access, rest }) {
    access.capability('bake_bread', { label: 'Bake bread', roles: ['administrator', 'author'] });
    access.capability('sell_bread', { label: 'Sell bread', roles: ['administrator'] });
    access.capability('burn_bread', { label: 'Burn bread', roles: ['administrator', 'author'] });
    access.scope('acme:bakery', { label: 'Run the bakery', capabilities: ['bake_bread', 'sell_bread'] });
    rest.apiKeyHeader('X-Acme-Bakery-Key');
    const shared = { method: 'POST', summary: 'Bread', handler: () => ({ done: true }) } as const;
    rest.route('acme/v1', { ...shared, path: '/bake', permission: 'bake_bread' });
    rest.route('acme/v1', { ...shared, path: '/sell', permission: 'sell_bread' });
    rest.route('acme/v1', { ...shared, path: '/burn', permission: 'burn_bread' });
    rest.route('acme/v1', { ...shared, path: '/counter', permission: { apiKey: 'sell_bread' } });
    rest.route('acme/v1', {
      method: 'GET',
      path: '/prices',
      summary: 'Prices',
      permission: 'public',
      cache: 'public, max-age=60',
      handler: ({ user }) => ({ for: user?.login ?? null }),
    });
  },
});

describe('named scope', () => {
  let host: TestHost;
  let http: Agent;
  let administrator: User & { password: string };
  let author: User & { password: string };
  beforeEach(async () => {
    host = await createTestHost({ plugins: [bakery] });
    http = request(await host.listen());
    administrator = await host.createUser('administrator');
    author = await host.createUser('author');
  });
  afterEach(() => host.close());

  async function keyOf(userId: number | undefined, ...scopes: string[]): Promise<string> {
    return (await host.apiKeys.create({ name: 'Key', scopes, userId })).key;
  }
  const call = (path: string, headers: Record<string, string>): Promise<Response> =>
    http.post(`/api/acme/v1${path}`).set(headers);
  const statuses = async (headers: Record<string, string>): Promise<number[]> => {
    const answers: Response[] = [];
    for (const path of ['/bake', '/sell', '/burn', '/counter']) answers.push(await call(path, headers));
    return answers.map(({ status }) => status);
  };

  it('grants a key only the capabilities of the scope that its account has', async () => {
    expect(await statuses({ 'X-API-Key': await keyOf(administrator.id, 'acme:bakery') })).toEqual([200, 200, 403, 200]);
    expect(await statuses({ 'X-API-Key': await keyOf(author.id, 'acme:bakery') })).toEqual([200, 403, 403, 403]);
    expect(await statuses({ 'X-API-Key': await keyOf(undefined, 'acme:bakery') })).toEqual([403, 403, 403, 200]);
  });

  it('limits application passwords, in combination with single capabilities', async () => {
    const { password } = await host.applicationPasswords.create(author.id, {
      name: 'Script',
      scopes: ['acme:bakery', 'burn_bread'],
    });
    expect(await statuses(basic(author.login, password))).toEqual([200, 403, 200, 403]);
  });

  it('is not reported as missing: the error names the capability', async () => {
    const { body: data } = await call('/burn', { 'X-API-Key': await keyOf(author.id, 'acme:bakery') });
    expect(data).toMatchObject({ code: 'rest_forbidden', data: { missing_scope: 'burn_bread' } });
  });

  it('is rejected for a new credential when it is unregistered or partial', async () => {
    for (const scope of ['acme:bakerx', 'acme', 'acme:', 'ACME:bakery']) {
      const code = { code: 'rest_api_key_invalid_scopes', status: 400 };
      await expect(host.apiKeys.create({ name: 'Key', scopes: [scope] })).rejects.toMatchObject(code);
    }
  });

  it('grants nothing once its plugin is inactive', async () => {
    const key = await keyOf(administrator.id, 'acme:bakery');
    const user = {
      id: administrator.id,
      login: 'a',
      email: 'a@example.com',
      emailVerified: true,
      name: 'A',
      roles: ['administrator'],
    };
    expect(await host.access.can(user, 'bake_bread', undefined, ['acme:bakery'])).toBe(true);
    host.access.removeOwner('acme-bakery');
    expect(host.access.scopes().map(({ name }) => name)).not.toContain('acme:bakery');
    expect(await statuses({ 'X-API-Key': key })).toEqual([403, 403, 403, 403]);
  });

  it('can be granted by users with part of it to their own key', async () => {
    const { password } = await host.applicationPasswords.create(author.id, { name: 'Whole' });
    const create = (json: object) => http.post('/api/mortise/v1/api-keys').auth(author.login, password).send(json);
    expect(await create({ name: 'Own', scopes: ['acme:bakery'], user: 'me' })).toMatchObject({ status: 201 });
    await host.users.update(author.id, { roles: ['subscriber'] });
    const refused = await create({ name: 'Own', scopes: ['acme:bakery'], user: 'me' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'rest_api_key_scope_refused' } });
  });

  it.each([
    ['no colon', 'bakery', ['bake_bread']],
    ['a blank', 'acme: bakery', ['bake_bread']],
    ['nothing that it stands for', 'acme:none', []],
  ] as const)('is rejected with %s', (_, name, capabilities) => {
    expect(() => host.access.scope(name, { label: 'L', capabilities, owner: 'acme-bakery' })).toThrow(
      expect.objectContaining<Partial<HostError>>({ code: 'scope_invalid' }),
    );
  });

  it('belongs to the plugin that registered it', () => {
    const definition = { label: 'Mine', capabilities: ['read'] } as const;
    expect(() => host.access.scope('acme:bakery', { ...definition, owner: 'other' })).toThrow(
      expect.objectContaining<Partial<HostError>>({ code: 'scope_exists' }),
    );
  });

  it('is listed in the OpenAPI document and its operations', async () => {
    const { body: data } = await http.get('/api/openapi.json');
    const document = data as {
      components: { securitySchemes: { oauth2: { flows: Record<string, { scopes: Record<string, string> }> } } };
      paths: Record<string, { post: { security: unknown[] } }>;
    };
    const { scopes } = document.components.securitySchemes.oauth2.flows.authorizationCode ?? { scopes: {} };
    expect(scopes['acme:bakery']).toBe('Run the bakery');
    const { security } = document.paths['/acme/v1/bake']?.post ?? { security: [] };
    expect(security).toEqual(expect.arrayContaining([{ oauth2: ['bake_bread'] }, { oauth2: ['acme:bakery'] }]));
    expect(document.paths['/acme/v1/burn']?.post.security).not.toContainEqual({ oauth2: ['acme:bakery'] });
  });
});

describe('API key header of a plugin', () => {
  it('is accepted on every route and added to Vary', async () => {
    const host = await createTestHost({ plugins: [bakery] });
    try {
      const http = request(await host.listen());
      const user = await host.createUser('administrator');
      const { key } = await host.apiKeys.create({ name: 'Key', scopes: ['acme:bakery'], userId: user.id });
      const headers = { 'x-acme-bakery-key': key };
      expect(await http.post('/api/acme/v1/bake').set(headers)).toMatchObject({ status: 200 });
      const wrong = await http.get('/api/acme/v1/prices').set('x-acme-bakery-key', `${key}x`);
      expect(wrong).toMatchObject({ status: 401, body: { code: 'rest_invalid_api_key' } });
      const open = await http.get('/api/acme/v1/prices');
      expect(open.headers.vary?.toLowerCase()).toContain('x-acme-bakery-key');
    } finally {
      await host.close();
    }
  });

  it.each(['Authorization', 'Cookie', 'X Key', '', 'X-Key:'])('rejects the name "%s"', async (name) => {
    const plugin = definePlugin({
      name: 'acme-bad',
      version: '1.0.0',
      setup: ({ rest }) => rest.apiKeyHeader(name),
    });
    await expect(createTestHost({ plugins: [plugin] })).rejects.toThrow(/cannot carry API keys/);
  });
});

describe('named scope with OAuth', () => {
  it('is shown by its label, and its token has the capabilities of the account', async () => {
    const site = await openOAuthSite({ plugins: [bakery] });
    try {
      const { client, secret } = await site.host.oauth.clients.create({
        name: 'Till',
        redirectUris: ['https://app.example/callback'],
        scopes: ['acme:bakery'],
      });
      const registered = { client_id: client.clientId, client_secret: secret ?? '' };
      const { text } = await site.browser.get(authorizePath(client.clientId, { scope: 'acme:bakery' }));
      expect(text).toContain('Run the bakery');
      const narrower = await site.browser.get(authorizePath(client.clientId, { scope: 'bake_bread' }));
      expect(answered(narrower)).toMatchObject({ error: 'invalid_scope' });
      const tokens = await obtainTokens({ ...site, client: registered }, { scope: 'acme:bakery' });
      expect(tokens.scope).toBe('acme:bakery');
      const post = (path: string) => site.http.post(`/api/acme/v1${path}`).set(bearer(tokens.access_token));
      expect([(await post('/sell')).status, (await post('/burn')).status]).toEqual([200, 403]);
    } finally {
      await site.close();
    }
  });
});
