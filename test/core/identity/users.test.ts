import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../../src/core/identity/passwords.js';
import type { UserQuery, Users } from '../../../src/core/identity/users.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, BOB, type IdentityServices, identityServices } from './identity-services.js';

describeDatabases('users', (database) => {
  let services: IdentityServices;
  let users: Users;
  beforeEach(async () => {
    services = identityServices(await database());
    users = services.users;
  });

  describe('creation', () => {
    it('stores the normalized username and email and finds them in any spelling', async () => {
      const ada = await users.create({ ...ADA, login: ' Ada ', email: 'ADA@Example.com', roles: ['editor', 'author'] });
      expect(ada).toEqual({
        id: ada.id,
        login: 'ada',
        email: 'ada@example.com',
        emailVerified: false,
        name: 'Ada Lovelace',
        roles: ['author', 'editor'],
      });
      expect(await users.get(ada.id)).toEqual(ada);
      expect(await users.byLogin('ADA')).toEqual(ada);
      expect(await users.byEmail(' Ada@example.COM')).toEqual(ada);
    });

    it('defaults to the username as name and the subscriber role', async () => {
      const { name, roles } = await users.create({ login: 'ada', email: 'ada@example.com' });
      expect({ name, roles }).toEqual({ name: 'ada', roles: ['subscriber'] });
    });

    it('rejects an existing username or email in any spelling', async () => {
      await users.create(ADA);
      await expect(users.create({ ...BOB, login: 'ADA' })).rejects.toMatchObject({
        code: 'existing_user_login',
        status: 409,
      });
      await expect(users.create({ ...BOB, email: 'Ada@Example.com' })).rejects.toMatchObject({
        code: 'existing_user_email',
        status: 409,
      });
    });

    it('distinguishes accented letters: rené is not rene', async () => {
      await users.create({ login: 'rené', email: 'rené@example.com' });
      await users.create({ login: 'rene', email: 'rene@example.com' });
      expect((await users.byLogin('rene'))?.email).toBe('rene@example.com');
    });

    it('creates exactly one user for concurrent requests with the same username', async () => {
      const attempts = [1, 2, 3, 4].map((n) => users.create({ login: 'ada', email: `ada${n}@example.com` }));
      const outcomes = await Promise.allSettled(attempts);
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('existing_user_login'));
      expect((await users.list()).total).toBe(1);
    });

    it.each([
      [{ login: 'a:b' }, 'rest_user_invalid_login'],
      [{ email: 'nowhere' }, 'rest_user_invalid_email'],
      [{ name: 'two\nlines' }, 'rest_user_invalid_name'],
      [{ password: 'short' }, 'rest_user_invalid_password'],
      [{ roles: ['emperor'] }, 'rest_user_invalid_role'],
    ])('rejects %j', async (change, code) => {
      await expect(users.create({ ...ADA, ...change })).rejects.toMatchObject({ code, status: 400 });
      expect((await users.list()).total).toBe(0);
    });
  });

  describe('list', () => {
    beforeEach(async () => {
      await users.create({ ...ADA, roles: ['editor', 'author'] });
      await users.create({ ...BOB, name: '100% Bob' });
      await users.create({ login: 'cyd', email: 'cyd@example.org', roles: [] });
    });

    const logins = async (query?: UserQuery) => (await users.list(query)).users.map(({ login }) => login);

    it('returns pages ordered by username, and the total', async () => {
      expect(await logins()).toEqual(['ada', 'bob', 'cyd']);
      expect(await users.list({ page: 2, perPage: 2 })).toMatchObject({ users: [{ login: 'cyd' }], total: 3 });
      expect(await users.list({ page: 9 })).toEqual({ users: [], total: 3 });
    });

    it('searches username, name and email, and treats wildcards literally', async () => {
      expect(await logins({ search: 'LOVELACE' })).toEqual(['ada']);
      expect(await logins({ search: 'example.org' })).toEqual(['cyd']);
      expect(await logins({ search: '0%' })).toEqual(['bob']);
      expect(await logins({ search: '_' })).toEqual([]);
    });

    it('filters by role and returns all roles of each match', async () => {
      expect(await users.list({ role: 'editor' })).toMatchObject({
        users: [{ roles: ['author', 'editor'] }],
        total: 1,
      });
      expect(await logins({ role: 'emperor' })).toEqual([]);
    });
  });

  describe('roles', () => {
    it('are replaced as a whole', async () => {
      const { id } = await users.create({ ...ADA, roles: ['editor'] });
      expect((await users.setRoles(id, ['subscriber', 'author', 'author'])).roles).toEqual(['author', 'subscriber']);
      expect((await users.setRoles(id, [])).roles).toEqual([]);
    });

    it('can be set by concurrent requests', async () => {
      const { id } = await users.create(ADA);
      await Promise.all([1, 2, 3, 4].map(() => users.setRoles(id, ['editor', 'author'])));
      expect((await users.get(id))?.roles).toEqual(['author', 'editor']);
    });

    it('are rejected if the role or the user does not exist', async () => {
      const { id } = await users.create(ADA);
      await expect(users.setRoles(id, ['emperor'])).rejects.toMatchObject({ code: 'rest_user_invalid_role' });
      await expect(users.setRoles(id + 1, ['editor'])).rejects.toMatchObject({
        code: 'rest_user_invalid_id',
        status: 404,
      });
    });
  });

  describe('passwords', () => {
    it('are accepted with the username and with the email', async () => {
      const ada = await users.create(ADA);
      expect(await users.verifyPassword('Ada', ADA.password)).toEqual(ada);
      expect(await users.verifyPassword('ADA@example.com', ADA.password)).toEqual(ada);
      expect(await users.verifyPassword('ada', BOB.password)).toBeNull();
      expect(await users.verifyPassword('nobody', ADA.password)).toBeNull();
    });

    it('never match for an account without a password', async () => {
      await users.create({ login: 'ada', email: 'ada@example.com' });
      expect(await users.verifyPassword('ada', '')).toBeNull();
    });

    it('end all sessions of the user, and only of that user, when they change', async () => {
      const ada = await users.create(ADA);
      const bob = await users.create(BOB);
      const hers = await services.sessions.create({ userId: ada.id });
      const his = await services.sessions.create({ userId: bob.id });
      await users.setPassword(ada.id, 'another secret');
      expect(await users.verifyPassword('ada', ADA.password)).toBeNull();
      expect(await users.verifyPassword('ada', 'another secret')).toEqual(ada);
      expect(await services.sessions.verify(hers.token)).toBeNull();
      expect(await services.sessions.verify(his.token)).not.toBeNull();
    });

    it('are rehashed at login when the parameters have changed', async () => {
      const { id } = await users.create(ADA);
      const old = await createPasswords({ logCost: 7, blockSize: 8, parallelism: 1 }).hash(ADA.password);
      const { query } = services.db;
      await query.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute();
      expect(await users.verifyPassword('ada', ADA.password)).not.toBeNull();
      const row = await query.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
      expect(row?.password_hash).toMatch(/^\$scrypt\$ln=8,/);
      expect(await users.verifyPassword('ada', ADA.password)).not.toBeNull();
    });
  });

  describe('users of the site’s own login', () => {
    it('get a local user at the first login and the same one afterwards', async () => {
      const first = await users.linkExternal('site', '42', {
        email: 'Ada@Example.com',
        name: 'Ada',
        roles: ['editor'],
      });
      expect(first).toMatchObject({ login: 'site-42', email: 'ada@example.com', name: 'Ada', roles: ['editor'] });
      expect(await users.linkExternal('site', '42', { roles: ['editor'] })).toEqual(first);
      expect((await users.linkExternal('other', '42'))?.id).not.toBe(first?.id);
    });

    it('get the roles that the site passes, and keep their roles when it passes none', async () => {
      await users.linkExternal('site', '42', { roles: ['editor'] });
      expect((await users.linkExternal('site', '42', { roles: ['author'] }))?.roles).toEqual(['author']);
      expect((await users.linkExternal('site', '42'))?.roles).toEqual(['author']);
      expect((await users.linkExternal('site', '42', { roles: [] }))?.roles).toEqual([]);
    });

    it('never take over an account with the same username or email', async () => {
      const ada = await users.create({ ...ADA, roles: ['administrator'] });
      const linked = await users.linkExternal('site', '42', { login: 'ada', email: ADA.email });
      expect(linked?.id).not.toBe(ada.id);
      expect(linked).toMatchObject({ login: 'site-42', email: '', roles: ['subscriber'] });
      expect(await users.get(ada.id)).toEqual(ada);
    });

    it('are different users if their ids differ in case', async () => {
      const lower = await users.linkExternal('site', 'abc');
      const upper = await users.linkExternal('site', 'ABC');
      expect(upper?.id).not.toBe(lower?.id);
      expect((await users.linkExternal('site', 'ABC'))?.id).toBe(upper?.id);
    });

    it('get one local user when their first requests are concurrent', async () => {
      const found = await Promise.all([1, 2, 3, 4].map(() => users.linkExternal('site', '42')));
      expect(new Set(found.map((user) => user?.id)).size).toBe(1);
      expect((await users.list()).total).toBe(1);
    });

    it('are created only if provisioning is allowed', async () => {
      expect(await users.linkExternal('site', '42', { provision: false })).toBeNull();
      expect((await users.list()).total).toBe(0);
    });

    it('cannot sign in with a password', async () => {
      await users.linkExternal('site', '42', { login: 'ada' });
      expect(await users.verifyPassword('ada', '')).toBeNull();
    });
  });
});
