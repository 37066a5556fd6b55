import { beforeEach, describe, expect, it } from 'vitest';
import { createAccess } from '../../../src/core/access/capabilities.js';
import { createPosts } from '../../../src/core/content/posts.js';
import { createDatabase, type Database } from '../../../src/core/database/database.js';
import type { Users } from '../../../src/core/identity/users.js';
import { createUsers } from '../../../src/core/identity/users.js';
import type { User } from '../../../src/core/user.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { describeDatabases, dialects, migratedDatabase } from '../../support/databases.js';
import { ADA, BOB, type IdentityServices, identityServices } from './identity-services.js';

describeDatabases('accounts', (database) => {
  let services: IdentityServices;
  let users: Users;
  let db: Database;
  beforeEach(async () => {
    db = await database();
    services = identityServices(db);
    users = services.users;
  });

  async function postBy(author: User): Promise<number> {
    const post = await createPosts(db).create({
      type: 'post',
      status: 'publish',
      title: 'T',
      slug: `by-${author.login}`,
      authorId: author.id,
      locale: 'en',
    });
    return post.id;
  }

  describe('update', () => {
    it('sets a normalized name and email independently', async () => {
      const { id } = await users.create(ADA);
      expect(await users.update(id, { email: ' New@Example.com ' })).toMatchObject({
        email: 'new@example.com',
        name: ADA.name,
      });
      expect(await users.update(id, { name: ' Ada L. ' })).toMatchObject({ email: 'new@example.com', name: 'Ada L.' });
    });

    it('rejects an email in use, invalid values and an unknown user', async () => {
      const { id } = await users.create(ADA);
      await users.create(BOB);
      await expect(users.update(id, { email: BOB.email.toUpperCase() })).rejects.toMatchObject({
        code: 'existing_user_email',
        status: 409,
        data: { field: 'email' },
      });
      await expect(users.update(id, { email: 'nowhere' })).rejects.toMatchObject({ code: 'rest_user_invalid_email' });
      await expect(users.update(id, { name: '' })).rejects.toMatchObject({ code: 'rest_user_invalid_name' });
      await expect(users.update(id + 9, { name: 'x' })).rejects.toMatchObject({ status: 404 });
      expect(await users.get(id)).toMatchObject({ email: ADA.email, name: ADA.name });
    });
  });

  describe('deletion', () => {
    it('deletes sessions, application passwords and roles of this user only', async () => {
      const ada = await users.create(ADA);
      const bob = await users.create(BOB);
      const hers = await services.sessions.create({ userId: ada.id });
      const his = await services.sessions.create({ userId: bob.id });
      const { password } = await services.applicationPasswords.create(ada.id, { name: 'Script' });
      expect(await users.delete(ada.id)).toEqual(ada);
      expect(await users.get(ada.id)).toBeNull();
      expect(await services.sessions.verify(hers.token)).toBeNull();
      expect(await services.applicationPasswords.verify(password)).toBeNull();
      expect(await services.sessions.verify(his.token)).not.toBeNull();
      const left = await db.query.selectFrom('user_roles').select('user_id').execute();
      expect(left).toEqual([{ user_id: bob.id }]);
    });

    it('leaves posts without an author or reassigns them', async () => {
      const ada = await users.create(ADA);
      const bob = await users.create(BOB);
      const cyd = await users.create({ login: 'cyd', email: 'cyd@example.com' });
      const [first, second] = [await postBy(ada), await postBy(bob)];
      await users.delete(ada.id);
      await users.delete(bob.id, { reassignTo: cyd.id });
      const posts = createPosts(db);
      expect([(await posts.get(first))?.authorId, (await posts.get(second))?.authorId]).toEqual([0, cyd.id]);
    });

    it.each([0, -1, 4711, 'self'])('rejects reassigning posts to %j and deletes nothing', async (heir) => {
      const ada = await users.create(ADA);
      const reassignTo = heir === 'self' ? ada.id : Number(heir);
      await expect(users.delete(ada.id, { reassignTo })).rejects.toMatchObject({ code: 'rest_user_invalid_reassign' });
      expect(await users.get(ada.id)).toEqual(ada);
    });

    it('rolls back when a listener fails', async () => {
      const hooks = createHooks();
      const calls: unknown[] = [];
      const failing = createUsers({ db, sessions: services.sessions, access: createAccess({ hooks }), hooks });
      const ada = await users.create(ADA);
      const { token } = await services.sessions.create({ userId: ada.id });
      hooks.addAction('user_deleted', (user: User, heir: number | null) => {
        calls.push([user.login, heir]);
        throw new Error('not today');
      });
      await expect(failing.delete(ada.id)).rejects.toThrow('not today');
      expect(calls).toEqual([['ada', null]]);
      expect(await users.get(ada.id)).toEqual(ada);
      expect(await services.sessions.verify(token)).not.toBeNull();
    });

    it('is rejected for an unknown account', async () => {
      await expect(users.delete(4711)).rejects.toMatchObject({ code: 'rest_user_invalid_id', status: 404 });
    });
  });

  describe('the last administrator', () => {
    const LAST = { code: 'last_administrator', status: 409 };

    it('can be neither demoted nor deleted', async () => {
      const { id } = await users.create({ ...ADA, roles: ['administrator', 'editor'] });
      await users.create(BOB);
      await expect(users.setRoles(id, ['editor'])).rejects.toMatchObject(LAST);
      await expect(users.delete(id)).rejects.toMatchObject(LAST);
      expect((await users.setRoles(id, ['administrator'])).roles).toEqual(['administrator']);
    });

    it('can be changed again once another administrator exists', async () => {
      const ada = await users.create({ ...ADA, roles: ['administrator'] });
      const bob = await users.create({ ...BOB, roles: ['administrator'] });
      expect((await users.setRoles(ada.id, [])).roles).toEqual([]);
      await expect(users.delete(bob.id)).rejects.toMatchObject(LAST);
      await users.setRoles(ada.id, ['administrator']);
      await users.delete(bob.id);
    });

    it('does not prevent changes to other users', async () => {
      await users.create({ ...ADA, roles: ['administrator'] });
      const bob = await users.create(BOB);
      await users.setRoles(bob.id, ['editor']);
      await users.delete(bob.id);
    });
  });
});

describe.each(dialects)('two processes on $name', (dialect) => {
  it.each<[string, (users: Users, id: number) => Promise<unknown>, (users: Users, id: number) => Promise<unknown>]>([
    ['both demote', (users, id) => users.setRoles(id, []), (users, id) => users.setRoles(id, ['editor'])],
    ['both delete', (users, id) => users.delete(id), (users, id) => users.delete(id)],
    ['one demotes and one deletes', (users, id) => users.setRoles(id, []), (users, id) => users.delete(id)],
  ])('cannot remove the last two administrators concurrently: %s', async (_what, one, other) => {
    const { url, drop } = await migratedDatabase(dialect);
    const databases = [createDatabase({ url }), createDatabase({ url })] as const;
    try {
      const [firstUsers, secondUsers] = databases.map((db) => identityServices(db).users) as [Users, Users];
      for (let round = 1; round <= 5; round++) {
        const ada = await firstUsers.create({
          login: `a${round}`,
          email: `a${round}@example.com`,
          roles: ['administrator'],
        });
        const bob = await firstUsers.create({
          login: `b${round}`,
          email: `b${round}@example.com`,
          roles: ['administrator'],
        });
        for (const { id } of (await firstUsers.list({ role: 'administrator' })).users) {
          if (id !== ada.id && id !== bob.id) await firstUsers.setRoles(id, []);
        }
        const outcomes = await Promise.allSettled([one(firstUsers, ada.id), other(secondUsers, bob.id)]);
        const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(refused.map(({ reason }) => reason.code)).toEqual(['last_administrator']);
        expect((await firstUsers.list({ role: 'administrator' })).total).toBe(1);
      }
    } finally {
      for (const db of databases) await db.close();
      await drop();
    }
  });
});
