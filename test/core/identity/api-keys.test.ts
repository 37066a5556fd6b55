import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyIdOf, newKey, newKeyId } from '../../../src/core/identity/api-key-text.js';
import type { ApiKeys } from '../../../src/core/identity/api-keys.js';
import { apiKeyAuthenticator } from '../../../src/core/identity/authenticators/api-key.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, DAY, type IdentityServices, identityServices, MINUTE } from './identity-services.js';

describe('API key format', () => {
  it('starts with vk_ and the key id and ends with a checksum', () => {
    const id = newKeyId();
    const key = newKey(id);
    expect(key).toMatch(/^vk_[A-Za-z0-9]{12}_[A-Za-z0-9]{38}$/);
    expect(keyIdOf(key)).toBe(id);
  });

  it('rejects a key with a character changed, removed or added without a lookup', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), fc.nat({ max: 2 }), (at, sign, kind) => {
        const key = newKey(newKeyId());
        const index = at % key.length;
        const tail = key.slice(kind === 2 ? index : index + 1);
        const changed = key.slice(0, index) + (kind === 0 ? '' : sign) + tail;
        expect(keyIdOf(changed)).toBe(changed === key ? keyIdOf(key) : null);
      }),
    );
  });

  it('returns no key id for malformed input', () => {
    for (const text of ['', 'vk_', 'vk_a_b', `vk_${'a'.repeat(12)}_${'b'.repeat(38)}`, 'x'.repeat(100_000)]) {
      expect(keyIdOf(text)).toBeNull();
    }
  });
});

describeDatabases('API keys', (database) => {
  let services: IdentityServices;
  let apiKeys: ApiKeys;
  beforeEach(async () => {
    services = identityServices(await database());
    apiKeys = services.apiKeys;
  });

  it('finds a key by its text and stores only the digest', async () => {
    const { key, record } = await apiKeys.create({ name: 'Shop', scopes: ['read', 'read'] });
    expect(await apiKeys.verify(key)).toEqual(record);
    expect(record).toMatchObject({ prefix: key.slice(0, 16), scopes: ['read'], userId: null });
    const rows = await services.db.query.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(16));
  });

  it('rejects another secret with the same key id', async () => {
    const { record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
    expect(await apiKeys.verify(newKey(record.id))).toBeNull();
  });

  it('accepts the old and the new key during the overlap of a rotation, then only the new one', async () => {
    const { key: first, record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
    const { key: second } = await apiKeys.rotate(record.id, DAY);
    for (const key of [first, second]) expect(await apiKeys.verify(key)).toMatchObject({ id: record.id });
    services.clock.now += DAY;
    expect(await apiKeys.verify(first)).toBeNull();
    expect(await apiKeys.verify(second)).not.toBeNull();
  });

  it('revokes the old key immediately when rotated without overlap', async () => {
    const { key: leaked, record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
    await apiKeys.rotate(record.id, 0);
    expect(await apiKeys.verify(leaked)).toBeNull();
  });

  it('keeps one of two concurrently rotated keys after the overlap, and both until then', async () => {
    const { record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
    const [one, other] = await Promise.all([apiKeys.rotate(record.id, DAY), apiKeys.rotate(record.id, DAY)]);
    for (const { key } of [one, other]) expect(await apiKeys.verify(key)).not.toBeNull();
    services.clock.now += DAY;
    const left = await Promise.all([apiKeys.verify(one.key), apiKeys.verify(other.key)]);
    expect(left.filter((found) => found !== null)).toHaveLength(1);
  });

  it.each([-1, 91 * DAY, Number.NaN])('rejects rotation with an overlap of %d', async (overlap) => {
    const { record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
    await expect(apiKeys.rotate(record.id, overlap)).rejects.toMatchObject({ code: 'rest_api_key_invalid_overlap' });
    await expect(apiKeys.rotate('nobodyhasit0')).rejects.toMatchObject({ code: 'rest_api_key_not_found', status: 404 });
  });

  it('rejects a key after its expiry date or from an IP address that is not allowed', async () => {
    const expiresAt = new Date(services.clock.now + DAY);
    const limits = { name: 'Shop', scopes: ['read'], expiresAt, allowedAddresses: ['192.0.2.0/24'] };
    const { key } = await apiKeys.create(limits);
    expect(await apiKeys.verify(key, '192.0.2.9')).not.toBeNull();
    await expect(apiKeys.verify(key, '198.51.100.1')).rejects.toMatchObject({
      code: 'rest_credential_address_refused',
    });
    services.clock.now += DAY;
    await expect(apiKeys.verify(key, '192.0.2.9')).rejects.toMatchObject({ code: 'rest_credential_expired' });
  });

  it('updates the last use at most once a minute', async () => {
    const { key, record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
    const used = async () => (await apiKeys.get(record.id))?.lastIp;
    await apiKeys.verify(key, '192.0.2.1');
    await apiKeys.verify(key, '192.0.2.2');
    expect(await used()).toBe('192.0.2.1');
    services.clock.now += MINUTE;
    await apiKeys.verify(key, '192.0.2.3');
    expect(await used()).toBe('192.0.2.3');
  });

  it('updates the last use after the clock was set back', async () => {
    const { key, record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
    const used = async () => (await apiKeys.get(record.id))?.lastIp;
    services.clock.now += DAY;
    await apiKeys.verify(key, '192.0.2.1');
    services.clock.now -= DAY;
    await apiKeys.verify(key, '192.0.2.2');
    await apiKeys.verify(key, '192.0.2.3');
    expect(await used()).toBe('192.0.2.2');
  });

  it.each([
    [{ name: '', scopes: ['read'] }, 'rest_api_key_invalid_name'],
    [{ name: 'Nothing', scopes: [] }, 'rest_api_key_invalid_scopes'],
    [{ name: 'Typo', scopes: ['raed'] }, 'rest_api_key_invalid_scopes'],
    [{ name: 'Past', scopes: ['read'], expiresAt: new Date(0) }, 'rest_api_key_invalid_expiry'],
  ])('rejects creation with %j', async (details, code) => {
    await expect(apiKeys.create(details)).rejects.toMatchObject({ code, status: 400 });
  });

  describe('in a request', () => {
    const authenticator = (insecure = false) =>
      apiKeyAuthenticator({ ...services, apiKeyHeaders: () => ['x-vendor-api-key'], allowInsecureAuth: insecure });
    const by = (headers: Record<string, string | undefined>) => ({ method: 'GET', headers, secure: true });

    it('are read from X-API-Key, a plugin header and the bearer token', async () => {
      const { key, record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
      const expected = { user: null, via: 'explicit', method: 'api-key', credentialId: record.id, scopes: ['read'] };
      for (const headers of [{ 'x-api-key': key }, { 'x-vendor-api-key': key }, { authorization: `Bearer ${key}` }]) {
        expect(authenticator().claims(by(headers))).toBe(true);
        expect(await authenticator().authenticate(by(headers))).toMatchObject(expected);
      }
    });

    it('are not claimed from other bearer tokens and headers', () => {
      for (const headers of [
        {},
        { authorization: 'Bearer eyJ' },
        { 'x-other': 'vk_' },
        { authorization: 'Basic dms=' },
      ]) {
        expect(authenticator().claims(by(headers))).toBe(false);
      }
    });

    it('are rejected with the same error for every wrong key', async () => {
      const { record } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
      for (const wrong of ['', 'vk_', newKey(record.id), newKey(newKeyId()), `${newKey(record.id)} `]) {
        await expect(authenticator().authenticate(by({ 'x-api-key': wrong }))).rejects.toMatchObject({
          code: 'rest_invalid_api_key',
          status: 401,
        });
      }
    });

    it('act for their user and are rejected when the account is deleted', async () => {
      const { id } = await services.users.create(ADA);
      const { key } = await apiKeys.create({ name: 'Mine', scopes: ['read'], userId: id });
      expect(await authenticator().authenticate(by({ 'x-api-key': key }))).toMatchObject({ user: { id } });
      await services.db.query.deleteFrom('users').where('id', '=', id).execute();
      await expect(authenticator().authenticate(by({ 'x-api-key': key }))).rejects.toMatchObject({ status: 401 });
    });

    it('are rejected over plain HTTP from other machines unless allowed', async () => {
      const { key } = await apiKeys.create({ name: 'Shop', scopes: ['read'] });
      const request = { ...by({ 'x-api-key': key }), secure: false, remoteAddress: '192.0.2.1' };
      await expect(authenticator().authenticate(request)).rejects.toMatchObject({ code: 'rest_insecure_credentials' });
      expect(await authenticator(true).authenticate(request)).not.toBeNull();
      expect(await authenticator().authenticate({ ...request, remoteAddress: '127.0.0.1' })).not.toBeNull();
    });
  });
});
