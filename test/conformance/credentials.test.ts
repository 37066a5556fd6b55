import { definePlugin, type HostOptions, type User } from 'mortise';
import { apiKey } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response, Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { BrowserAgent } from '../support/browser-agent.js';

declare module 'mortise' {
  interface Capabilities {
    send_conversions: true;
  }
}

/** Plugin that accepts conversions from shops with an API key, in its own header. */
const shop = () =>
  definePlugin({
    name: 'acme-kiosk',
    version: '1.0.0',
    setup({ rest, access }) {
      access.capability('send_conversions', { label: 'Send conversions' });
      rest.route('acme/v1', {
        method: 'POST',
        path: '/conversions',
        summary: 'Send a conversion',
        permission: apiKey('send_conversions', { header: 'X-Acme-API-Key' }),
        handler: ({ identity, user }) => ({ credential: identity?.credentialId, user: user?.id ?? null }),
      });
      rest.route('acme/v1', {
        method: 'GET',
        path: '/statements',
        summary: 'A route that judges bearer tokens and passwords itself',
        permission: ({ headers }) => headers.authorization === 'Bearer shared secret',
        credentials: ['application-password'],
        handler: ({ attempts }) => attempts,
      });
    },
  });

describe('credentials over HTTP', () => {
  let host: TestHost;
  let base: string;
  let administrator: User & { password: string };
  let subscriber: User & { password: string };

  async function open(options: HostOptions = {}): Promise<void> {
    host = await createTestHost({ plugins: [shop()], ...options });
    base = await host.listen();
    administrator = await host.createUser('administrator');
    subscriber = await host.createUser('subscriber');
  }
  beforeEach(() => open());
  afterEach(() => host.close());

  /** Calls a core route with an application password of this user. */
  async function as(user: User, method: string, path: string, json?: object, scopes?: string[]): Promise<Response> {
    const { password } = await host.applicationPasswords.create(user.id, { name: 'Test', scopes });
    return new Test(base, method, `/api/mortise/v1${path}`).auth(user.login, password).send(json);
  }
  const refusal = ({ status, body: data }: Response) => [status, (data as { code?: string }).code];

  describe('application passwords', () => {
    it('are created, shown once, listed without the password, used and revoked', async () => {
      const created = await as(subscriber, 'POST', '/users/me/application-passwords', {
        name: 'Phone',
        scopes: ['read'],
        allowed_ips: ['127.0.0.1'],
        expires_at: '2099-01-01T00:00:00Z',
      });
      expect(created).toMatchObject({ status: 201, body: { name: 'Phone', scopes: ['read'], last_used: null } });
      const { password, uuid } = created.body as { password: string; uuid: string };
      const used = await request(base).get('/api/mortise/v1/auth/whoami').auth(subscriber.login, password);
      expect(used.body).toMatchObject({ method: 'application-password', scopes: ['read'], credential_id: uuid });
      const listed = await as(subscriber, 'GET', '/users/me/application-passwords');
      expect(listed.text).not.toContain(password);
      expect(listed.body).toContainEqual(expect.objectContaining({ uuid, last_ip: '127.0.0.1' }));
      const path = `/users/me/application-passwords/${uuid}`;
      expect(await as(subscriber, 'DELETE', path)).toMatchObject({ status: 200, body: { deleted: true } });
      expect(refusal(await as(subscriber, 'DELETE', path))).toEqual([404, 'rest_application_password_not_found']);
      const after = await request(base).get('/api/').auth(subscriber.login, password);
      expect(refusal(after)).toEqual([401, 'incorrect_password']);
    });

    it('are inaccessible to other users, even by ID under their own account', async () => {
      const { record } = await host.applicationPasswords.create(administrator.id, { name: 'Backup' });
      for (const [method, path] of [
        ['GET', `/users/${administrator.id}/application-passwords`],
        ['POST', `/users/${administrator.id}/application-passwords`],
        ['DELETE', `/users/${administrator.id}/application-passwords/${record.id}`],
        ['DELETE', `/users/${administrator.id}/application-passwords`],
        ['GET', `/users/${administrator.id}/sessions`],
        ['DELETE', `/users/${administrator.id}/sessions`],
        ['GET', '/users/999/sessions'],
      ] as const) {
        const answer = await as(subscriber, method, path, method === 'POST' ? { name: 'Mine' } : undefined);
        expect([path, ...refusal(answer)]).toEqual([path, 403, 'rest_forbidden']);
      }
      const own = await as(subscriber, 'DELETE', `/users/me/application-passwords/${record.id}`);
      expect(refusal(own)).toEqual([404, 'rest_application_password_not_found']);
      expect(await host.applicationPasswords.get(administrator.id, record.id)).not.toBeNull();
    });

    it('cannot be created for a user with more permissions', async () => {
      host.access.role('clerk', { label: 'Clerk', capabilities: ['read', 'edit_users', 'list_users'], owner: 'test' });
      const clerk = await host.createUser('clerk');
      const create = (user: User) => as(clerk, 'POST', `/users/${user.id}/application-passwords`, { name: 'Help' });
      expect((await create(subscriber)).status).toBe(201);
      expect(refusal(await create(administrator))).toEqual([403, 'rest_forbidden']);
    });

    it('cannot manage credentials or the account when limited by scopes', async () => {
      for (const [method, path] of [
        ['POST', '/users/me/application-passwords'],
        ['GET', '/users/me/application-passwords'],
        ['DELETE', '/users/me/sessions'],
        ['POST', '/api-keys'],
      ] as const) {
        const json = method === 'POST' ? { name: 'More', scopes: ['read'] } : undefined;
        const answer = await as(administrator, method, path, json, ['read', 'manage_options']);
        expect([path, answer.status]).toEqual([path, 403]);
      }
    });

    it.each([
      [{}, 'rest_missing_callback_param'],
      [{ name: ' ' }, 'rest_application_password_invalid_name'],
      [{ name: 'x', scopes: ['fly'] }, 'rest_application_password_invalid_scopes'],
      [{ name: 'x', expires_at: '2001-01-01T00:00:00Z' }, 'rest_application_password_invalid_expiry'],
      [{ name: 'x', allowed_ips: ['everywhere'] }, 'rest_invalid_address_list'],
      [{ name: 'x', expires_at: 'soon' }, 'rest_invalid_param'],
    ])('are not created from invalid arguments: %j', async (json, code) => {
      expect(refusal(await as(subscriber, 'POST', '/users/me/application-passwords', json))).toEqual([400, code]);
    });
  });

  describe('sessions', () => {
    it('are listed by device and ended from another one', async () => {
      const [laptop, phone] = [new BrowserAgent(base), new BrowserAgent(base)];
      for (const browser of [laptop, phone]) await browser.logIn(subscriber.login, subscriber.password);
      const nonce = { 'X-CMS-Nonce': await laptop.nonce() };
      const list = await laptop.get('/api/mortise/v1/users/me/sessions').set(nonce);
      const devices = list.body as { id: number; current: boolean }[];
      expect(devices.map(({ current }) => current).toSorted()).toEqual([false, true]);
      const other = devices.find(({ current }) => !current)?.id;
      const stale = { 'X-CMS-Nonce': await phone.nonce() };
      const ended = await laptop.delete(`/api/mortise/v1/users/me/sessions/${other}`).set(nonce);
      expect(ended).toMatchObject({ status: 200, body: { deleted: true } });
      // Its nonces ended with it, so the browser is anonymous.
      expect((await phone.get('/api/mortise/v1/users/me/sessions').set(stale)).status).toBe(401);
      expect((await phone.get('/admin')).status).toBe(302);
      expect((await laptop.get('/admin')).status).toBe(200);
    });

    it('end on all other devices with one request', async () => {
      const browsers = [new BrowserAgent(base), new BrowserAgent(base), new BrowserAgent(base)] as const;
      for (const browser of browsers) await browser.logIn(subscriber.login, subscriber.password);
      const [own, ...others] = browsers;
      const headers = { 'X-CMS-Nonce': await own.nonce() };
      expect((await own.delete('/api/mortise/v1/users/me/sessions').set(headers)).body).toMatchObject({
        count: 2,
      });
      for (const browser of others) expect((await browser.get('/admin')).status).toBe(302);
      expect((await own.get('/admin')).status).toBe(200);
    });
  });

  describe('API keys', () => {
    it('open the routes in their scope, in the header of the plugin and in those of the host', async () => {
      const { key, record } = await host.apiKeys.create({ name: 'Shop', scopes: ['send_conversions'] });
      const carriers: Record<string, string>[] = [
        { 'X-Acme-API-Key': key },
        { 'X-API-Key': key },
        { Authorization: `Bearer ${key}` },
      ];
      for (const headers of carriers) {
        const answer = await request(base).post('/api/acme/v1/conversions').set(headers);
        expect(answer).toMatchObject({ status: 200, body: { credential: record.id, user: null } });
      }
    });

    it('are required with the right scope, even from administrators', async () => {
      const { key } = await host.apiKeys.create({ name: 'Reader', scopes: ['read'] });
      const other = await request(base).post('/api/acme/v1/conversions').set('X-API-Key', key);
      expect(refusal(other)).toEqual([403, 'rest_forbidden']);
      expect(refusal(await request(base).post('/api/acme/v1/conversions'))).toEqual([401, 'rest_forbidden']);
      const { password } = await host.applicationPasswords.create(administrator.id, { name: 'All' });
      const person = await request(base).post('/api/acme/v1/conversions').auth(administrator.login, password);
      expect(refusal(person)).toEqual([403, 'rest_forbidden']);
    });

    it('open no more than their user may', async () => {
      const scopes = ['send_conversions', 'manage_options'];
      const { key } = await host.apiKeys.create({ name: 'Shop', scopes, userId: subscriber.id });
      const answer = await request(base).post('/api/acme/v1/conversions').set('X-API-Key', key);
      expect(refusal(answer)).toEqual([403, 'rest_forbidden']);
    });

    it('are rejected when invalid, even next to valid credentials', async () => {
      const { key } = await host.apiKeys.create({ name: 'Shop', scopes: ['read'] });
      const { password } = await host.applicationPasswords.create(administrator.id, { name: 'All' });
      for (const wrong of [`${key}x`, key.slice(0, -1), '', 'vk_']) {
        const headers = { 'X-API-Key': wrong, ...basic(administrator.login, password) };
        expect(refusal(await request(base).get('/api/').set(headers))).toEqual([401, 'rest_invalid_api_key']);
      }
    });

    it('are created by users for themselves, with no more scopes than they have', async () => {
      const create = (user: User, json: object) => as(user, 'POST', '/api-keys', json);
      const mine = await create(subscriber, { name: 'Mine', scopes: ['read'] });
      expect(mine).toMatchObject({ status: 201, body: { user: subscriber.id, scopes: ['read'] } });
      const more = await create(subscriber, { name: 'More', scopes: ['read', 'edit_posts'] });
      expect(more).toMatchObject({ status: 403, body: { code: 'rest_api_key_scope_refused' } });
      const site = await create(administrator, { name: 'Shop', scopes: ['send_conversions'] });
      expect(site).toMatchObject({ status: 201, body: { user: null } });
      const climb = await create(subscriber, { name: 'Climb', scopes: ['read'], user: String(administrator.id) });
      expect(refusal(climb)).toEqual([403, 'rest_forbidden']);
    });

    it('are listed, rotated and deleted only by their owner and administrators', async () => {
      const { record } = await host.apiKeys.create({ name: 'Mine', scopes: ['read'], userId: subscriber.id });
      const other = await host.createUser('editor');
      expect((await as(subscriber, 'GET', '/api-keys')).body).toMatchObject([{ id: record.id }]);
      expect((await as(other, 'GET', '/api-keys')).body).toEqual([]);
      expect((await as(other, 'GET', `/api-keys?user=${subscriber.id}`)).status).toBe(403);
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/rotate'],
        ['DELETE', ''],
      ] as const) {
        expect((await as(other, method, `/api-keys/${record.id}${path}`)).status).toBe(403);
        // A missing key cannot be told from a key of another user.
        expect((await as(other, method, `/api-keys/nobodyhasit0${path}`)).status).toBe(403);
      }
      const rotated = await as(subscriber, 'POST', `/api-keys/${record.id}/rotate`, { overlap_hours: 0 });
      expect(rotated).toMatchObject({ status: 200, body: { id: record.id, key: expect.stringMatching(/^vk_/) } });
      expect((await as(administrator, 'DELETE', `/api-keys/${record.id}`)).status).toBe(200);
      expect((await as(administrator, 'GET', `/api-keys/${record.id}`)).status).toBe(404);
    });
  });

  describe('whoami', () => {
    const whoami = async (headers: Record<string, string> = {}) =>
      (await request(base).get('/api/mortise/v1/auth/whoami').set(headers)).body as {
        authenticated: boolean;
        method: string | null;
        attempts: { method: string; outcome: string; code: string | null }[];
      };
    const outcomes = ({ attempts }: Awaited<ReturnType<typeof whoami>>) =>
      Object.fromEntries(attempts.map(({ method, outcome, code }) => [method, code ?? outcome]));

    it('reports an anonymous caller and the methods that were tried', async () => {
      const answer = await whoami();
      expect(answer).toMatchObject({ authenticated: false, method: null });
      expect(outcomes(answer)).toMatchObject({
        'api-key': 'absent',
        'application-password': 'absent',
        session: 'absent',
      });
    });

    it('explains a wrong password and a cookie without a valid nonce', async () => {
      const browser = new BrowserAgent(base);
      await browser.logIn(subscriber.login, subscriber.password);
      const Cookie = browser.cookieHeader;
      const wrong = await whoami({ ...basic(subscriber.login, 'wrong'), Cookie });
      expect(wrong.authenticated).toBe(false);
      expect(outcomes(wrong)).toMatchObject({
        'application-password': 'incorrect_password',
        session: 'cookie-without-nonce',
      });
      expect(outcomes(await whoami({ Cookie, 'X-CMS-Nonce': 'old' }))).toMatchObject({
        session: 'rest_cookie_invalid_nonce',
      });
      const right = await whoami({ Cookie, 'X-CMS-Nonce': await browser.nonce() });
      expect(right).toMatchObject({ authenticated: true, method: 'session' });
    });

    it('reports which credential matched first', async () => {
      const { key } = await host.apiKeys.create({ name: 'Shop', scopes: ['read'] });
      const answer = await whoami({ 'X-API-Key': key, ...basic(subscriber.login, 'wrong') });
      expect(outcomes(answer)).toMatchObject({ 'api-key': 'matched', 'application-password': 'not_asked' });
    });

    it('counts as an attempt, so it cannot be used to guess passwords', async () => {
      const answers = await Promise.all(
        Array.from({ length: 70 }, () => request(base).get('/api/mortise/v1/auth/whoami').auth('ada', 'guess')),
      );
      expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    });
  });

  it('are left to a route that checks them itself', async () => {
    const statements = (headers: Record<string, string>) => request(base).get('/api/acme/v1/statements').set(headers);
    expect(refusal(await statements(basic('nobody', 'wrong')))).toEqual([401, 'rest_forbidden']);
    const { key } = await host.apiKeys.create({ name: 'Shop', scopes: ['read'] });
    // The host still checks credentials that the route did not name.
    expect(refusal(await statements({ 'X-API-Key': `${key}x` }))).toEqual([401, 'rest_invalid_api_key']);
  });
});
