import { beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import { createOAuthGrants } from '../../../src/core/identity/oauth/grants.js';
import { createOAuthTokens } from '../../../src/core/identity/oauth/tokens.js';
import { createOAuthClients, type NewOAuthClient, type OAuthClients } from '../../../src/core/oauth/clients.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, identityServices, MINUTE } from '../identity/identity-services.js';

describeDatabases('OAuth clients', (database) => {
  let db: Database;
  let clients: OAuthClients;
  let userId: number;
  beforeEach(async () => {
    db = await database();
    const { access, users } = identityServices(db);
    clients = createOAuthClients({ db, access, users });
    userId = (await users.create(ADA)).id;
  });

  const APP: NewOAuthClient = { name: ' Printer ', redirectUris: ['https://app.example/cb'], scopes: ['read', 'read'] };

  it('have an id and a secret that is returned once and stored as a digest', async () => {
    const { client, secret } = await clients.create({ ...APP, createdBy: userId });
    expect(client).toMatchObject({
      clientId: expect.stringMatching(/^oc_[\da-f]{24}$/),
      name: 'Printer',
      isPublic: false,
      scopes: ['read'],
      grants: ['authorization_code', 'refresh_token'],
      userId: null,
      createdBy: userId,
      disabled: false,
      lastUsedAt: null,
    });
    expect(secret).toMatch(/^ocs_[\w-]{43}$/);
    const rows = await db.query.selectFrom('oauth_clients').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await clients.get(client.clientId)).toEqual(client);
    expect(await clients.get('oc_nobody')).toBeNull();
  });

  it('get the grants that match their redirect URI and account', async () => {
    const grantsOf = async (details: NewOAuthClient) => (await clients.create(details)).client.grants;
    expect(await grantsOf({ name: 'Robot', scopes: ['read'], userId })).toEqual(['client_credentials']);
    expect(await grantsOf({ ...APP, userId })).toEqual(['authorization_code', 'refresh_token', 'client_credentials']);
    expect(await grantsOf({ ...APP, grants: ['authorization_code'] })).toEqual(['authorization_code']);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ redirectUris: ['http://app.example/'] }, 'redirect_uri'],
    [{ redirectUris: [], grants: ['authorization_code'] }, 'redirect_uri'],
    [{ redirectUris: [] }, 'grants'],
    [{ grants: ['refresh_token'] }, 'grants'],
    [{ grants: [] }, 'grants'],
    [{ grants: ['client_credentials'] }, 'user'],
    [{ isPublic: true, grants: ['client_credentials'], userId: 1 }, 'grants'],
    [{ userId: 999 }, 'user'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['cook_soup'] }, 'scopes'],
  ] as [Partial<NewOAuthClient>, string][])('are not created with %j', async (details, field) => {
    await expect(clients.create({ ...APP, ...details })).rejects.toMatchObject({
      code: `oauth_client_invalid_${field}`,
      status: 400,
      data: { field },
    });
    expect(await clients.list()).toEqual([]);
  });

  it('are listed newest first and validate updates like creation', async () => {
    const [one, two] = [await clients.create(APP), await clients.create({ ...APP, name: 'Second' })];
    expect((await clients.list()).map(({ name }) => name)).toEqual(['Second', 'Printer']);
    const { clientId } = one.client;
    const changed = await clients.update(clientId, { name: 'Renamed', scopes: ['edit_posts'] });
    expect(await clients.get(clientId)).toEqual(changed);
    expect(changed).toMatchObject({ name: 'Renamed', scopes: ['edit_posts'], redirectUris: one.client.redirectUris });
    await expect(clients.update(clientId, { redirectUris: [] })).rejects.toMatchObject({ status: 400 });
    expect(await clients.get(two.client.clientId)).toEqual(two.client);
  });

  it('authenticate with their secret, and public ones without', async () => {
    const { client, secret } = await clients.create(APP);
    const { client: open } = await clients.create({ ...APP, isPublic: true });
    expect(await clients.verify(client.clientId, secret ?? '')).toEqual(client);
    expect(await clients.verify(open.clientId, undefined)).toEqual(open);
    for (const [id, input] of [
      [client.clientId, undefined],
      [client.clientId, ''],
      [client.clientId, `${secret}x`],
      [open.clientId, ''],
      [open.clientId, secret ?? ''],
      ['oc_nobody', secret ?? ''],
    ] as const) {
      expect(await clients.verify(id, input)).toBeNull();
    }
  });

  it('reject the old secret after rotation', async () => {
    const { client, secret } = await clients.create(APP);
    const renewed = await clients.rotateSecret(client.clientId);
    expect(await clients.verify(client.clientId, secret ?? '')).toBeNull();
    expect(await clients.verify(client.clientId, renewed)).not.toBeNull();
    const { client: open } = await clients.create({ ...APP, isPublic: true });
    await expect(clients.rotateSecret(open.clientId)).rejects.toMatchObject({ code: 'oauth_client_public' });
  });

  it('are rejected while disabled', async () => {
    const { client, secret } = await clients.create(APP);
    expect((await clients.disable(client.clientId)).disabled).toBe(true);
    expect(await clients.verify(client.clientId, secret ?? '')).toBeNull();
    await clients.enable(client.clientId);
    expect(await clients.verify(client.clientId, secret ?? '')).not.toBeNull();
  });

  it('are deleted with their tokens and consents', async () => {
    const { client } = await clients.create(APP);
    const { client: other } = await clients.create(APP);
    const [tokens, grants] = [createOAuthTokens(db), createOAuthGrants(db)];
    for (const { id: clientRow } of [client, other]) {
      const expiresAt = new Date(Date.now() + MINUTE);
      const token = {
        kind: 'access',
        family: `f${clientRow}`,
        clientRow,
        userId,
        scopes: ['read'],
        expiresAt,
      } as const;
      await tokens.save({ ...token, token: `t${clientRow}` });
      await grants.remember(userId, clientRow, ['read']);
    }
    await clients.delete(client.clientId);
    expect(await clients.get(client.clientId)).toBeNull();
    expect(await tokens.find(`t${client.id}`)).toBeNull();
    expect(await tokens.find(`t${other.id}`)).not.toBeNull();
    expect((await grants.list(userId)).map(({ clientId }) => clientId)).toEqual([other.clientId]);
    expect(await db.query.selectFrom('oauth_consents').select('client_id').execute()).toEqual([
      { client_id: other.id },
    ]);
  });

  it('cannot be changed if they do not exist', async () => {
    for (const work of [
      () => clients.update('oc_nobody', {}),
      () => clients.rotateSecret('oc_nobody'),
      () => clients.disable('oc_nobody'),
      () => clients.enable('oc_nobody'),
      () => clients.delete('oc_nobody'),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'oauth_client_not_found', status: 404 });
    }
  });

  it('record their last use with a precision of one minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) });
    try {
      const { client } = await clients.create(APP);
      const use = async (later: number): Promise<string | undefined> => {
        vi.setSystemTime(Date.now() + later);
        const current = await clients.get(client.clientId);
        if (current) await clients.markUsed(current);
        return (await clients.get(client.clientId))?.lastUsedAt?.toISOString();
      };
      expect(await use(0)).toBe('2027-01-01T00:00:00.000Z');
      expect(await use(MINUTE - 1)).toBe('2027-01-01T00:00:00.000Z');
      expect(await use(1)).toBe('2027-01-01T00:01:00.000Z');
    } finally {
      vi.useRealTimers();
    }
  });
});
