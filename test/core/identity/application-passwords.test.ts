import { beforeEach, expect, it } from 'vitest';
import type { ApplicationPasswords } from '../../../src/core/identity/application-passwords.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, BOB, DAY, type IdentityServices, identityServices, MINUTE } from './identity-services.js';

describeDatabases('application passwords', (database) => {
  let services: IdentityServices;
  let applicationPasswords: ApplicationPasswords;
  let userId: number;
  beforeEach(async () => {
    services = identityServices(await database());
    applicationPasswords = services.applicationPasswords;
    userId = (await services.users.create(ADA)).id;
  });

  it('consist of 24 letters and digits in groups of four and are stored only as a digest', async () => {
    const { password } = await applicationPasswords.create(userId, { name: 'Import script' });
    expect(password).toMatch(/^(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    const rows = await services.db.query.selectFrom('application_passwords').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(password.replaceAll(' ', ''));
  });

  it('are accepted with and without spaces', async () => {
    const { password, record } = await applicationPasswords.create(userId, { name: 'Import script' });
    for (const typed of [password, password.replaceAll(' ', ''), ` ${password}\n`]) {
      expect(await applicationPasswords.verify(typed)).toMatchObject({ id: record.id, userId, scopes: null });
    }
  });

  it('are rejected with a changed character, in the wrong case or empty', async () => {
    const { password } = await applicationPasswords.create(userId, { name: 'Import script' });
    const changed = (password.startsWith('A') ? 'B' : 'A') + password.slice(1);
    const swapped = password.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const wrong of [changed, swapped, '']) expect(await applicationPasswords.verify(wrong)).toBeNull();
  });

  it('carry their scopes', async () => {
    const scopes = ['read', 'upload_files', 'read'];
    const { password } = await applicationPasswords.create(userId, { name: 'Camera', scopes });
    expect((await applicationPasswords.verify(password))?.scopes).toEqual(['read', 'upload_files']);
  });

  it('are rejected after their expiry date', async () => {
    const expiresAt = new Date(services.clock.now + DAY);
    const { password } = await applicationPasswords.create(userId, { name: 'Short visit', expiresAt });
    services.clock.now += DAY - 1;
    expect((await applicationPasswords.verify(password))?.expiresAt).toEqual(expiresAt);
    services.clock.now += 1;
    await expect(applicationPasswords.verify(password)).rejects.toMatchObject({
      code: 'rest_credential_expired',
      status: 401,
    });
  });

  it('are accepted only from the allowed IP addresses and networks', async () => {
    const allowedAddresses = ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32'];
    const { password } = await applicationPasswords.create(userId, { name: 'Office', allowedAddresses });
    for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', '10.255.0.1', '2001:db8::1']) {
      expect(await applicationPasswords.verify(password, ip)).toMatchObject({ allowedAddresses });
    }
    for (const ip of ['192.0.2.8', '11.0.0.1', '2001:db9::1', undefined, 'nonsense']) {
      await expect(applicationPasswords.verify(password, ip)).rejects.toMatchObject({
        code: 'rest_credential_address_refused',
        status: 403,
      });
    }
  });

  it('update their last use at most once a minute', async () => {
    const { password } = await applicationPasswords.create(userId, { name: 'Import script' });
    const used = async () =>
      (await applicationPasswords.list(userId)).map(({ lastUsedAt, lastIp }) => [lastUsedAt, lastIp]);
    expect(await used()).toEqual([[null, null]]);
    const first = new Date(services.clock.now);
    await applicationPasswords.verify(password, '192.0.2.1');
    services.clock.now += MINUTE - 1;
    await applicationPasswords.verify(password, '192.0.2.2');
    expect(await used()).toEqual([[first, '192.0.2.1']]);
    services.clock.now += 1;
    await applicationPasswords.verify(password, '192.0.2.3');
    expect(await used()).toEqual([[new Date(first.getTime() + MINUTE), '192.0.2.3']]);
  });

  it('are listed newest first and can be revoked only by their own user', async () => {
    const bob = await services.users.create(BOB);
    const first = await applicationPasswords.create(userId, { name: 'First' });
    await applicationPasswords.create(userId, { name: 'Second' });
    expect((await applicationPasswords.list(userId)).map(({ name }) => name)).toEqual(['Second', 'First']);
    expect(await applicationPasswords.revoke(bob.id, first.record.id)).toBe(false);
    expect(await applicationPasswords.verify(first.password)).not.toBeNull();
    expect(await applicationPasswords.revoke(userId, first.record.id)).toBe(true);
    expect(await applicationPasswords.verify(first.password)).toBeNull();
    expect(await applicationPasswords.revoke(userId, first.record.id)).toBe(false);
  });

  it.each([
    [{ name: ' ' }, 'rest_application_password_invalid_name'],
    [{ name: 'Nothing', scopes: [] }, 'rest_application_password_invalid_scopes'],
    [{ name: 'Typo', scopes: ['raed'] }, 'rest_application_password_invalid_scopes'],
    [{ name: 'Nowhere', allowedAddresses: [] }, 'rest_invalid_address_list'],
    [{ name: 'Anywhere', allowedAddresses: ['example.com'] }, 'rest_invalid_address_list'],
    [{ name: 'Wide', allowedAddresses: ['10.0.0.0/33'] }, 'rest_invalid_address_list'],
    [{ name: 'Past', expiresAt: new Date(0) }, 'rest_application_password_invalid_expiry'],
    [{ name: 'Never', expiresAt: new Date(Number.NaN) }, 'rest_application_password_invalid_expiry'],
  ])('are not created with %j', async (details, code) => {
    await expect(applicationPasswords.create(userId, details)).rejects.toMatchObject({ code, status: 400 });
  });
});
