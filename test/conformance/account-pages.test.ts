import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';

type Person = Awaited<ReturnType<TestHost['createUser']>> & { readonly browser: BrowserAgent };

describe('account and credential pages', () => {
  let host: TestHost;
  let base: string;
  let admin: Person;
  let eve: Person;

  beforeAll(async () => {
    host = await createTestHost();
    base = await host.listen();
    host.access.role('desk', { label: 'Desk', capabilities: ['read', 'edit_profile', 'edit_users'], owner: 'test' });
    host.access.role('keeper', {
      label: 'Keeper',
      capabilities: ['read', 'edit_profile', 'edit_users', 'manage_options'],
      owner: 'test',
    });
    admin = await personOf('administrator');
    eve = await personOf('author');
  });
  afterAll(() => host.close());

  async function personOf(role: string): Promise<Person> {
    const user = await host.createUser(role);
    return { ...user, browser: await signIn(user) };
  }

  async function signIn({ login, password }: { login: string; password: string }): Promise<BrowserAgent> {
    const browser = new BrowserAgent(base);
    await browser.logIn(login, password);
    return browser;
  }

  /** Creates the nonce of a page, for requests to forms that are not offered. */
  async function nonceOf({ id, browser }: Person, path: string, action: string): Promise<string> {
    const session = await host.sessions.verify(browser.cookies.get('cms_session') ?? '');
    return host.nonces.create(`admin ${path} ${action}`, id, session?.session ?? '');
  }

  /** Returns the secret in a response, or null. */
  const secretIn = ({ text }: Response): string | null =>
    /<input id="secret"[^>]* value="([^"]*)"/.exec(text)?.[1] ?? null;

  const newClient = (name = 'Printer') =>
    host.oauth.clients.create({ name, scopes: ['read'], redirectUris: ['https://printer.example/back'] });

  /** Serializes everything that these pages can change. */
  async function stateOf(ids: readonly number[]): Promise<string> {
    const states: unknown[] = [await host.apiKeys.list(), await host.oauth.clients.list()];
    for (const id of ids) {
      states.push(await host.users.get(id), await host.applicationPasswords.list(id));
      states.push((await host.sessions.list(id)).map((device) => device.id));
      states.push(await host.oauth.grants.list(id));
    }
    // `lastUsedAt` and `lastIp` change with every use, so they are left out.
    return JSON.stringify(states, (name, value) => (name === 'lastUsedAt' || name === 'lastIp' ? null : value));
  }

  it('reject forms whose nonce is missing, invalid or for another user or action', async () => {
    const { id } = eve;
    const { record } = await host.applicationPasswords.create(id, { name: 'Script' });
    const { record: key } = await host.apiKeys.create({ name: 'Key', scopes: ['read'], userId: id });
    const { record: ownKey } = await host.apiKeys.create({ name: 'Key', scopes: ['read'], userId: admin.id });
    const { record: ownPassword } = await host.applicationPasswords.create(admin.id, { name: 'Script' });
    const program = await newClient();
    await host.oauth.grants.remember(admin.id, program.client.id, ['read']);
    const [device] = await host.sessions.list(id);
    const [ownDevice] = await host.sessions.list(admin.id);
    const { clientId } = program.client;
    const forms: [path: string, ...actions: string[]][] = [
      ['/profile', 'save', 'password', 'resend', 'cancel'],
      ['/profile/sessions', 'others'],
      [`/profile/sessions/${ownDevice?.id}`, 'end'],
      ['/profile/application-passwords', 'create'],
      [`/profile/application-passwords/${ownPassword.id}`, 'revoke'],
      ['/profile/api-keys', 'create'],
      [`/profile/api-keys/${ownKey.id}`, 'rotate', 'revoke'],
      [`/profile/apps/${clientId}`, 'revoke'],
      [`/users/${id}/sessions`, 'others'],
      [`/users/${id}/sessions/${device?.id}`, 'end'],
      [`/users/${id}/application-passwords/${record.id}`, 'revoke'],
      ['/api-keys', 'create'],
      [`/api-keys/${key.id}`, 'rotate', 'revoke'],
      ['/oauth-clients', 'create'],
      [`/oauth-clients/${clientId}`, 'save', 'rotate', 'disable', 'enable'],
      [`/oauth-clients/${clientId}/delete`, 'delete'],
    ];
    const before = await stateOf([id, admin.id]);
    const fields = { name: 'Changed', scopes: 'read', email: 'x@example.com', _ticket: crypto.randomUUID() };
    for (const [path, ...actions] of forms) {
      for (const _action of actions) {
        const foreign = await nonceOf(eve, path, _action);
        for (const _nonce of ['', 'x'.repeat(22), foreign, await nonceOf(admin, path, `${_action}x`)]) {
          const answer = await admin.browser.postForm(`/admin${path}`, { ...fields, _action, _nonce });
          expect([path, _action, answer.status]).toEqual([path, _action, 403]);
          expect(answer.headers['cache-control']).toContain('no-store');
          expect(secretIn(answer)).toBeNull();
        }
      }
    }
    expect(await stateOf([id, admin.id])).toBe(before);
  });

  it('return 403 to users without the required capability', async () => {
    // Every role has `edit_profile`; a user without roles does not.
    const { id, browser } = await personOf('subscriber');
    await host.users.setRoles(id, []);
    for (const path of ['/admin/profile', '/admin/profile/sessions', '/admin/profile/api-keys']) {
      const { status, text } = await browser.get(path);
      expect([path, status, text.includes('<code>edit_profile</code>')]).toEqual([path, 403, true]);
    }
    for (const path of ['/admin/api-keys', '/admin/oauth-clients', '/admin/audit-log']) {
      expect([path, (await eve.browser.get(path)).status]).toEqual([path, 403]);
    }
  });

  describe('application password creation', () => {
    const path = '/admin/profile/application-passwords';

    it('shows the secret only in the response to its form', async () => {
      const form = await eve.browser.hiddenFields(`${path}/add`, 'create');
      const fields = {
        ...form,
        name: 'Import <b>',
        scopes: ['read', 'edit_posts'],
        allowed_ips: '127.0.0.1\n10.0.0.0/8',
      };
      const answer = await eve.browser.postForm(path, { ...fields, expiry: '2999-12-31' });
      const secret = secretIn(answer) ?? '';
      expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([
        200,
        undefined,
        undefined,
      ]);
      expect(answer.headers['cache-control']).toContain('no-store');
      expect(secret).toMatch(/^\w{4}( \w{4}){5}$/);
      expect(answer.text.split(secret)).toHaveLength(2);
      expect(answer.text).toContain('Import &#60;b&#62;');
      const [record] = await host.applicationPasswords.list(eve.id);
      expect(record).toMatchObject({
        name: 'Import <b>',
        scopes: ['read', 'edit_posts'],
        allowedAddresses: ['127.0.0.1', '10.0.0.0/8'],
        expiresAt: new Date('3000-01-01T00:00:00Z'),
      });
      const whoami = await request(base).get('/api/mortise/v1/auth/whoami').auth(eve.login, secret);
      expect(whoami.status).toBe(200);
      for (const page of [path, `${path}/${record?.id}`, `${path}/add`]) {
        expect((await eve.browser.get(page)).text).not.toContain(secret);
      }
      const { events } = await host.authEvents.list({ event: 'application_password_created', userId: eve.id });
      expect(events).toHaveLength(1);
      expect(JSON.stringify(events)).not.toContain(secret.replaceAll(' ', ''));
      expect(JSON.stringify(events)).not.toContain(secret);
    });

    it('creates one password even when the form is sent repeatedly or concurrently', async () => {
      const hidden = await eve.browser.hiddenFields(`${path}/add`, 'create');
      const form = { ...hidden, name: 'Twice' };
      const answers = await Promise.all([1, 2, 3].map(() => eve.browser.postForm(path, form)));
      const again = await eve.browser.postForm(path, form);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect([again.status, secretIn(again), again.text.includes('was already submitted')]).toEqual([409, null, true]);
      const created = (await host.applicationPasswords.list(eve.id)).filter(({ name }) => name === 'Twice');
      expect(created).toHaveLength(1);
      // A form stays used after its password is revoked, and unknown tickets are rejected.
      await host.applicationPasswords.revoke(eve.id, created[0]?.id ?? '');
      for (const _ticket of [hidden._ticket ?? '', '', 'x', '1']) {
        expect((await eve.browser.postForm(path, { ...form, _ticket })).status).toBe(409);
      }
      expect((await host.applicationPasswords.list(eve.id)).some(({ name }) => name === 'Twice')).toBe(false);
    });

    it.each<[string, Record<string, string>, number]>([
      ['name', { name: ' ' }, 400],
      ['expiry', { name: 'A', expiry: '2026-02-30' }, 422],
      ['expiry', { name: 'A', expiry: '2001-01-01' }, 400],
      ['allowed_ips', { name: 'A', allowed_ips: 'everywhere' }, 400],
      ['scopes', { name: 'A', scopes: 'nothing_such' }, 400],
    ])('rejects an invalid value and lets the form be sent again: %s', async (field, fields, status) => {
      const form = await eve.browser.hiddenFields(`${path}/add`, 'create');
      const before = (await host.applicationPasswords.list(eve.id)).length;
      const refused = await eve.browser.postForm(path, { ...form, ...fields });
      expect([refused.status, refused.text.includes(`href="#create-${field}`)]).toEqual([status, true]);
      const valid = await eve.browser.postForm(path, { ...form, name: 'Good' });
      expect([valid.status, (await host.applicationPasswords.list(eve.id)).length]).toEqual([200, before + 1]);
    });
  });

  it('return 404 for credentials of another user, even with a valid nonce', async () => {
    const { record } = await host.applicationPasswords.create(admin.id, { name: 'Of the admin' });
    const { record: key } = await host.apiKeys.create({ name: 'K', scopes: ['read'], userId: admin.id });
    const { record: ofSite } = await host.apiKeys.create({ name: 'Site', scopes: ['read'] });
    const [device] = await host.sessions.list(admin.id);
    const { client: program } = await newClient();
    await host.oauth.grants.remember(admin.id, program.id, ['read']);
    const before = await stateOf([admin.id]);
    for (const [path, action] of [
      [`/profile/application-passwords/${record.id}`, 'revoke'],
      [`/profile/api-keys/${key.id}`, 'revoke'],
      [`/profile/api-keys/${key.id}`, 'rotate'],
      [`/profile/api-keys/${ofSite.id}`, 'revoke'],
      [`/profile/sessions/${device?.id}`, 'end'],
      [`/profile/apps/${program.clientId}`, 'revoke'],
    ] as const) {
      expect([path, (await eve.browser.get(`/admin${path}`)).status]).toEqual([path, 404]);
      const fields = { _action: action, _nonce: await nonceOf(eve, path, action), _ticket: crypto.randomUUID() };
      const answer = await eve.browser.postForm(`/admin${path}`, { ...fields, overlap: '0' });
      expect([path, action, answer.status]).toEqual([path, action, 404]);
    }
    expect(await stateOf([admin.id])).toBe(before);
  });

  describe('API key management', () => {
    const path = '/admin/profile/api-keys';

    it('limits the scopes of a personal key to those of its user', async () => {
      const page = (await eve.browser.get(`${path}/add`)).text;
      expect([page.includes('value="edit_posts"'), page.includes('value="manage_options"')]).toEqual([true, false]);
      const form = { ...(await eve.browser.hiddenFields(`${path}/add`, 'create')), name: 'Feed', user: admin.login };
      const before = await stateOf([eve.id, admin.id]);
      const refused = await eve.browser.postForm(path, { ...form, scopes: ['read', 'manage_options'] });
      expect([refused.status, refused.text.includes('href="#create-scopes')]).toEqual([403, true]);
      expect((await eve.browser.postForm(path, form)).status).toBe(400);
      expect(await stateOf([eve.id, admin.id])).toBe(before);
      const created = await eve.browser.postForm(path, { ...form, scopes: 'read' });
      const [record] = await host.apiKeys.list({ userId: eve.id });
      expect(record).toMatchObject({ name: 'Feed', scopes: ['read'], userId: eve.id, createdBy: eve.id });
      expect(secretIn(created)).toContain(record?.prefix);
    });

    it('rotates a key once per form and keeps the old one valid for the chosen overlap', async () => {
      const { key, record } = await host.apiKeys.create({ name: 'Turn', scopes: ['read'], userId: eve.id });
      const page = `${path}/${record.id}`;
      const form = { ...(await eve.browser.hiddenFields(page, 'rotate')), overlap: '24' };
      const rotated = await eve.browser.postForm(page, form);
      expect((await eve.browser.postForm(page, form)).status).toBe(409);
      const next = secretIn(rotated) ?? '';
      for (const each of [key, next]) expect(await host.apiKeys.verify(each)).toMatchObject({ id: record.id });
      const at = { ...(await eve.browser.hiddenFields(page, 'rotate')), overlap: '0' };
      expect(secretIn(await eve.browser.postForm(page, { ...at, overlap: '9999' }))).toBeNull();
      expect(secretIn(await eve.browser.postForm(page, at))).not.toBeNull();
      expect(await host.apiKeys.verify(next)).toBeNull();
      expect((await eve.browser.get(page)).text).not.toContain(next);
      const revoked = await eve.browser.postForm(page, await eve.browser.hiddenFields(page, 'revoke'));
      expect([revoked.status, await host.apiKeys.get(record.id)]).toEqual([303, null]);
    });

    it('lets administrators create keys for the site or for a user', async () => {
      const form = await admin.browser.hiddenFields('/admin/api-keys/add', 'create');
      const wrong = await admin.browser.postForm('/admin/api-keys', {
        ...form,
        name: 'S',
        scopes: 'read',
        user: 'nobody-such',
      });
      expect([wrong.status, wrong.text.includes('href="#create-user"')]).toEqual([422, true]);
      const site = await admin.browser.postForm('/admin/api-keys', { ...form, name: 'S', scopes: 'read' });
      expect(await host.apiKeys.verify(secretIn(site) ?? '')).toMatchObject({ userId: null, createdBy: admin.id });
      const next = await admin.browser.hiddenFields('/admin/api-keys/add', 'create');
      const fields = { ...next, name: 'E', scopes: 'read', user: eve.login };
      const ofEve = await admin.browser.postForm('/admin/api-keys', fields);
      expect(await host.apiKeys.verify(secretIn(ofEve) ?? '')).toMatchObject({ userId: eve.id });
    });

    it('denies access to keys of users with more permissions, in pages and in REST', async () => {
      const keeper = await personOf('keeper');
      const { key, record } = await host.apiKeys.create({ name: 'A', scopes: ['delete_users'], userId: admin.id });
      const page = `/api-keys/${record.id}`;
      expect((await keeper.browser.get(`/admin${page}`)).status).toBe(404);
      const fields = { _action: 'rotate', overlap: '0', _ticket: crypto.randomUUID() };
      const answer = await keeper.browser.postForm(`/admin${page}`, {
        ...fields,
        _nonce: await nonceOf(keeper, page, 'rotate'),
      });
      expect([answer.status, secretIn(answer)]).toEqual([404, null]);
      const headers = { 'X-CMS-Nonce': await keeper.browser.nonce() };
      const rest = await keeper.browser
        .post(`/api/mortise/v1/api-keys/${record.id}/rotate`)
        .set(headers)
        .send({ overlap_hours: 0 });
      expect(rest.status).toBe(403);
      const form = await keeper.browser.hiddenFields('/admin/api-keys/add', 'create');
      const created = await keeper.browser.postForm('/admin/api-keys', {
        ...form,
        name: 'N',
        scopes: 'read',
        user: admin.login,
      });
      expect([created.status, secretIn(created)]).toEqual([403, null]);
      expect(await host.apiKeys.verify(key)).toMatchObject({ id: record.id });
    });
  });

  describe('profile page', () => {
    it('saves the name, and keeps a new email pending after the current password is given', async () => {
      const mia = await personOf('subscriber');
      const form = await mia.browser.hiddenFields('/admin/profile', 'save');
      const fields = { ...form, name: 'Mia', email: 'mia@example.com' };
      for (const current_password of ['', 'not the password']) {
        const refused = await mia.browser.postForm('/admin/profile', { ...fields, current_password });
        expect([refused.status, refused.text.includes('href="#save-current_password"')]).toEqual([401, true]);
        expect(refused.text).not.toContain('not the password');
      }
      expect(await host.users.get(mia.id)).toMatchObject({ name: mia.name, email: mia.email });
      const named = await mia.browser.postForm('/admin/profile', { ...fields, email: mia.email });
      expect([named.status, (await host.users.get(mia.id))?.name]).toEqual([303, 'Mia']);
      const saved = await mia.browser.postForm('/admin/profile', { ...fields, current_password: mia.password });
      expect([saved.status, (await host.users.get(mia.id))?.email]).toEqual([303, mia.email]);
      expect((await mia.browser.get('/admin/profile')).text).toContain('Open the link sent to mia@example.com');
      const { events } = await host.authEvents.list({ userId: mia.id });
      expect(events.map(({ event }) => event).slice(0, 3)).toEqual([
        'email_change_requested',
        'user_updated',
        'login_failed',
      ]);
    });

    it('rate-limits password guesses', async () => {
      const mia = await personOf('subscriber');
      const form = {
        ...(await mia.browser.hiddenFields('/admin/profile', 'save')),
        name: 'M',
        email: 'm2@example.com',
      };
      const statuses: number[] = [];
      for (let attempt = 1; attempt <= 6; attempt++) {
        const answer = await mia.browser.postForm('/admin/profile', {
          ...form,
          current_password: `guess ${attempt}`,
        });
        statuses.push(answer.status);
        if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
      expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
      expect(statuses.at(-1)).toBe(429);
    });

    it('changes the password, ends other sessions and renews the current session cookie', async () => {
      const mia = await personOf('subscriber');
      const thief = await signIn(mia);
      const form = await mia.browser.hiddenFields('/admin/profile', 'password');
      const next = 'seven blue lanterns';
      const change = (fields: Record<string, string>) =>
        mia.browser.postForm('/admin/profile', { ...form, current_password: mia.password, ...fields });
      const refused = [
        await change({ new_password: next, new_password_again: 'another one' }),
        await change({ new_password: next, new_password_again: next, current_password: 'wrong' }),
        await change({ new_password: 'password', new_password_again: 'password' }),
        await change({ new_password: 'short', new_password_again: 'short' }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([422, 401, 400, 400]);
      for (const { text } of refused) expect(text).not.toContain(next);
      expect((await thief.get('/admin/profile')).status).toBe(200);
      const before = mia.browser.cookies.get('cms_session');
      const changed = await change({ new_password: next, new_password_again: next });
      expect([changed.status, changed.headers.location]).toEqual([303, '/admin/profile']);
      expect(mia.browser.cookies.get('cms_session')).not.toBe(before);
      expect((await mia.browser.get('/admin/profile')).text).toContain('Password changed.');
      expect((await thief.get('/admin/profile')).status).toBe(302);
      const old = await request(base).get('/admin/profile').set('Cookie', `cms_session=${before}`);
      expect(old.status).toBe(302);
      expect(await host.users.verifyPassword(mia.login, next)).not.toBeNull();
    });

    it('has no password form for users who sign in externally', async () => {
      const user = await host.users.linkExternal('shop', '7', { login: 'shopper', roles: ['subscriber'] });
      const { token } = await host.sessions.create({ userId: user?.id ?? 0 });
      const { status, text } = await request(base).get('/admin/profile').set('Cookie', `cms_session=${token}`);
      expect([status, text.includes('type="password"')]).toEqual([200, false]);
      expect(text).toContain('You sign in with another service');
    });
  });

  describe('session management', () => {
    it('lists sessions by device and ends one or all but the current one', async () => {
      const mia = await personOf('subscriber');
      const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
      for (let other = 1; other <= 3; other++)
        await host.sessions.create({ userId: mia.id, userAgent, ip: '192.0.2.7' });
      const path = '/admin/profile/sessions';
      const { text } = await mia.browser.get(path);
      for (const phrase of ['Firefox on Windows', '192.0.2.7', 'This device']) expect(text).toContain(phrase);
      const [device] = await host.sessions.list(mia.id);
      const one = `${path}/${device?.id}`;
      await mia.browser.postForm(one, await mia.browser.hiddenFields(one, 'end'));
      expect(await host.sessions.list(mia.id)).toHaveLength(3);
      await mia.browser.postForm(path, await mia.browser.hiddenFields(path, 'others'));
      expect(await host.sessions.list(mia.id)).toHaveLength(1);
      expect((await mia.browser.get(path)).text).toContain('2 devices signed out.');
      expect((await host.authEvents.list({ userId: mia.id, event: 'session_revoked' })).total).toBe(2);
    });

    it('ends sessions and passwords of other users, but not of users with more permissions', async () => {
      const desk = await personOf('desk');
      const mia = await personOf('subscriber');
      const { record } = await host.applicationPasswords.create(mia.id, { name: 'Script' });
      const { record: ofAdmin } = await host.applicationPasswords.create(admin.id, { name: 'Script' });
      const [device] = await host.sessions.list(admin.id);
      const before = await stateOf([admin.id]);
      for (const [path, action] of [
        [`/users/${admin.id}/sessions`, 'others'],
        [`/users/${admin.id}/sessions/${device?.id}`, 'end'],
        [`/users/${admin.id}/application-passwords/${ofAdmin.id}`, 'revoke'],
      ] as const) {
        expect([path, (await desk.browser.get(`/admin${path}`)).status]).toEqual([path, 403]);
        const fields = { _action: action, _nonce: await nonceOf(desk, path, action) };
        expect([path, (await desk.browser.postForm(`/admin${path}`, fields)).status]).toEqual([path, 403]);
      }
      // It is not found under the URL of another user either.
      const astray = `/users/${mia.id}/application-passwords/${ofAdmin.id}`;
      const fields = { _action: 'revoke', _nonce: await nonceOf(desk, astray, 'revoke') };
      expect((await desk.browser.postForm(`/admin${astray}`, fields)).status).toBe(404);
      expect(await stateOf([admin.id])).toBe(before);

      const page = `/admin/users/${mia.id}/application-passwords`;
      expect((await desk.browser.get(`${page}/add`)).status).toBe(404);
      const create = { _action: 'create', _nonce: await nonceOf(desk, page.slice(6), 'create'), name: 'Mine now' };
      expect((await desk.browser.postForm(page, create)).status).toBe(400);
      await desk.browser.postForm(
        `${page}/${record.id}`,
        await desk.browser.hiddenFields(`${page}/${record.id}`, 'revoke'),
      );
      expect(await host.applicationPasswords.list(mia.id)).toEqual([]);
      const sessions = `/admin/users/${mia.id}/sessions`;
      await desk.browser.postForm(sessions, await desk.browser.hiddenFields(sessions, 'others'));
      expect(await host.sessions.list(mia.id)).toEqual([]);
      const { events } = await host.authEvents.list({ userId: mia.id, event: 'session_revoked' });
      expect(events).toMatchObject([{ actorId: desk.id, detail: { count: 1 } }]);
    });
  });

  it('list authorized apps and revoke their access', async () => {
    const { client: program } = await newClient('Recipe "printer"');
    await host.oauth.grants.remember(eve.id, program.id, ['read']);
    expect((await eve.browser.get('/admin/profile/apps')).text).toContain('Recipe &#34;printer&#34;');
    const path = `/admin/profile/apps/${program.clientId}`;
    const answer = await eve.browser.postForm(path, await eve.browser.hiddenFields(path, 'revoke'));
    expect([answer.status, answer.headers.location]).toEqual([303, '/admin/profile/apps']);
    expect(await host.oauth.grants.list(eve.id)).toEqual([]);
    expect((await eve.browser.get(path)).status).toBe(404);
  });

  describe('OAuth client management', () => {
    const path = '/admin/oauth-clients';

    it('creates, updates, rotates, disables, enables and deletes a client, with one-time secrets', async () => {
      const form = await admin.browser.hiddenFields(`${path}/add`, 'create');
      const fields = { ...form, name: 'Reader', scopes: 'read', redirect_uri: 'https://reader.example/back' };
      const created = await admin.browser.postForm(path, fields);
      expect((await admin.browser.postForm(path, fields)).status).toBe(409);
      const clients = (await host.oauth.clients.list()).filter(({ name }) => name === 'Reader');
      expect(clients).toHaveLength(1);
      const clientId = clients[0]?.clientId ?? '';
      const secret = secretIn(created) ?? '';
      expect(await host.oauth.clients.verify(clientId, secret)).not.toBeNull();
      expect(created.headers['cache-control']).toContain('no-store');
      const page = `${path}/${clientId}`;
      expect((await admin.browser.get(page)).text).not.toContain(secret);
      const save = {
        ...(await admin.browser.hiddenFields(page, 'save')),
        name: 'Reader 2',
        redirect_uri: 'https://reader.example/back\nhttps://reader.example/other',
        grants: ['authorization_code'],
        scopes: ['read', 'edit_posts'],
      };
      const wrong = await admin.browser.postForm(page, { ...save, redirect_uri: 'http://reader.example/' });
      expect([wrong.status, wrong.text.includes('href="#save-redirect_uri"')]).toEqual([400, true]);
      expect((await admin.browser.postForm(page, save)).status).toBe(303);
      expect(await host.oauth.clients.get(clientId)).toMatchObject({
        name: 'Reader 2',
        redirectUris: ['https://reader.example/back', 'https://reader.example/other'],
        grants: ['authorization_code'],
        scopes: ['read', 'edit_posts'],
      });
      const rotated = await admin.browser.postForm(page, await admin.browser.hiddenFields(page, 'rotate'));
      expect(await host.oauth.clients.verify(clientId, secret)).toBeNull();
      expect(await host.oauth.clients.verify(clientId, secretIn(rotated) ?? '')).not.toBeNull();
      await admin.browser.postForm(page, await admin.browser.hiddenFields(page, 'disable'));
      expect(await host.oauth.clients.get(clientId)).toMatchObject({ disabled: true });
      await admin.browser.postForm(page, await admin.browser.hiddenFields(page, 'enable'));
      expect(await host.oauth.clients.get(clientId)).toMatchObject({ disabled: false });
      const question = `${page}/delete`;
      const deleted = await admin.browser.postForm(question, await admin.browser.hiddenFields(question, 'delete'));
      expect([deleted.headers.location, await host.oauth.clients.get(clientId)]).toEqual([path, null]);
      const names = (await host.authEvents.list({ perPage: 100 })).events.map(({ event }) => event);
      for (const event of ['created', 'updated', 'rotated', 'disabled', 'enabled', 'deleted']) {
        expect(names.filter((name) => name === `oauth_client_${event}`)).toHaveLength(1);
      }
    });

    it('shows no secret for a public client', async () => {
      const form = await admin.browser.hiddenFields(`${path}/add`, 'create');
      const fields = { ...form, name: 'Open', public: '1', scopes: 'read', redirect_uri: 'http://127.0.0.1/back' };
      const created = await admin.browser.postForm(path, fields);
      const [client] = await host.oauth.clients.list();
      expect([created.status, created.headers.location]).toEqual([303, `${path}/${client?.clientId}`]);
      expect((await admin.browser.get(`${path}/${client?.clientId}`)).text).not.toContain('value="rotate"');
    });

    it('rejects clients that act for a user with more permissions', async () => {
      const keeper = await personOf('keeper');
      const robot = { name: 'Robot', scopes: ['delete_users'], userId: admin.id };
      const { client: program, secret } = await host.oauth.clients.create(robot);
      const page = `/oauth-clients/${program.clientId}`;
      const before = await stateOf([admin.id]);
      for (const [action, fields] of [
        ['rotate', { _ticket: crypto.randomUUID() }],
        ['save', { name: 'Mine', scopes: 'read', redirect_uri: 'https://evil.example/', grants: 'authorization_code' }],
      ] as const) {
        const _nonce = await nonceOf(keeper, page, action);
        const answer = await keeper.browser.postForm(`/admin${page}`, { ...fields, _action: action, _nonce });
        expect([action, answer.status, secretIn(answer)]).toEqual([action, 403, null]);
      }
      const form = await keeper.browser.hiddenFields(`${path}/add`, 'create');
      const fields = { ...form, name: 'New', scopes: 'delete_users', user: admin.login };
      expect((await keeper.browser.postForm(path, fields)).status).toBe(403);
      expect(await stateOf([admin.id])).toBe(before);
      expect(await host.oauth.clients.verify(program.clientId, secret ?? '')).not.toBeNull();
    });
  });

  it('filter the audit log by event, user and IP address, and escape its values', async () => {
    await host.authEvents.record({ event: 'acme_thing', login: '<img src=x>', ip: '198.51.100.9', userAgent: '<svg>' });
    await host.authEvents.record({ event: 'oauth_refresh_reused', userId: eve.id, ip: '198.51.100.9' });
    const rowsOf = async (query: string) => {
      const { text } = await admin.browser.get(`/admin/audit-log?${query}`);
      expect(text).not.toContain('<img src=x>');
      return text.split('<tr role="row">').slice(2);
    };
    expect(await rowsOf('event=acme_thing')).toHaveLength(1);
    expect(await rowsOf('address=198.51.100.9')).toHaveLength(2);
    expect(await rowsOf(`address=198.51.100.9&user=${eve.login}`)).toHaveLength(1);
    expect(await rowsOf(`address=198.51.100.9&user=${encodeURIComponent('<img src=x>')}`)).toHaveLength(1);
    const [row = ''] = await rowsOf('event=oauth_refresh_reused');
    for (const phrase of ['Refresh token reused', 'Critical', eve.login]) expect(row).toContain(phrase);
  });
});
