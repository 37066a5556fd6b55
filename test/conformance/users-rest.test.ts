import type { User } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('user accounts over REST', () => {
  let host: TestHost;
  let administrator: User;
  let subscriber: User;
  /** User with account management permissions only. */
  let clerk: User;

  beforeEach(async () => {
    host = await createTestHost();
    administrator = await host.createUser('administrator');
    subscriber = await host.createUser('subscriber');
    const capabilities = ['read', 'list_users', 'create_users', 'edit_users', 'promote_users', 'delete_users'] as const;
    host.access.role('clerk', { label: 'Clerk', capabilities, owner: 'test' });
    clerk = await host.createUser('clerk');
  });
  afterEach(() => host.close());

  const call = async (as: User | null, method: string, path: string, body?: object) => {
    const { status, data } = await host.request(method, `/mortise/v1/users${path}`, {
      as,
      ...(body === undefined ? {} : { body }),
    });
    return { status, data: data as Record<string, unknown>, code: (data as { code?: string } | null)?.code };
  };

  it('are listed with pages, search and filters for permitted users', async () => {
    const listed = await call(administrator, 'GET', '?role=subscriber&orderby=name&order=desc');
    expect(listed).toMatchObject({ status: 200, data: [{ id: subscriber.id, login: subscriber.login }] });
    expect(await call(administrator, 'GET', `?search=${subscriber.login}`)).toMatchObject({
      data: [{ id: subscriber.id }],
    });
    expect((await call(subscriber, 'GET', '')).status).toBe(403);
    expect((await call(null, 'GET', '')).status).toBe(401);
  });

  it('are readable by their owner and by users who may list them, without password data', async () => {
    expect(await call(subscriber, 'GET', '/me')).toMatchObject({ status: 200, data: { email: subscriber.email } });
    expect(await call(clerk, 'GET', `/${administrator.id}`)).toMatchObject({ status: 200 });
    const own = await call(subscriber, 'GET', '/me');
    expect(Object.keys(own.data).toSorted()).toEqual([
      'email',
      'email_verified',
      'id',
      'login',
      'name',
      'pending_email',
      'roles',
    ]);
  });

  it('are indistinguishable from missing ones without permission', async () => {
    for (const id of [administrator.id, 999_999]) {
      expect(await call(subscriber, 'GET', `/${id}`)).toMatchObject({ status: 403, code: 'rest_forbidden' });
    }
  });

  it('are created with roles that the creator may grant', async () => {
    const account = { login: 'ada', email: 'ada@example.com', password: 'a rather long one' };
    expect(await call(clerk, 'POST', '', account)).toMatchObject({ status: 201, data: { roles: ['subscriber'] } });
    const climbing = { ...account, login: 'eve', email: 'eve@example.com', roles: ['administrator'] };
    expect(await call(clerk, 'POST', '', climbing)).toMatchObject({ status: 403, code: 'user_role_beyond' });
    expect(await host.users.byLogin('eve')).toBeNull();
    expect(await call(clerk, 'POST', '', account)).toMatchObject({ status: 409, code: 'existing_user_login' });
    const weak = { ...account, login: 'bob', email: 'bob@example.com', password: 'password' };
    expect(await call(clerk, 'POST', '', weak)).toMatchObject({ status: 400, code: 'rest_user_weak_password' });
  });

  it('let their owner change only the name', async () => {
    expect(await call(subscriber, 'PUT', '/me', { name: 'Ada' })).toMatchObject({ status: 200, data: { name: 'Ada' } });
    for (const body of [
      { email: 'new@example.com' },
      { roles: ['administrator'] },
      { name: 'Eve', roles: ['editor'] },
    ]) {
      expect(await call(subscriber, 'PUT', '/me', body)).toMatchObject({ status: 403, code: 'user_forbidden' });
    }
    expect(await host.users.get(subscriber.id)).toMatchObject({
      name: 'Ada',
      email: subscriber.email,
      roles: ['subscriber'],
    });
  });

  it('are unchanged when their owner sends back what was read', async () => {
    const { data } = await call(administrator, 'GET', `/${administrator.id}`);
    expect(await call(administrator, 'PUT', `/${administrator.id}`, data)).toMatchObject({ status: 200, data });
    const verified = { email_verified: !data.email_verified };
    expect(await call(administrator, 'PUT', `/${administrator.id}`, verified)).toMatchObject({
      status: 403,
      code: 'email_not_verifiable',
    });
  });

  it('cannot be changed or deleted by users with fewer permissions', async () => {
    for (const body of [{ email: 'mine@example.com' }, { name: 'Eve' }, { roles: ['subscriber'] }]) {
      expect(await call(clerk, 'PUT', `/${administrator.id}`, body)).toMatchObject({ status: 403 });
    }
    expect(await call(clerk, 'DELETE', `/${administrator.id}`)).toMatchObject({ status: 403, code: 'user_outranks' });
    expect(await call(clerk, 'PUT', '/me', { roles: ['administrator'] })).toMatchObject({ code: 'user_role_beyond' });
    expect(await host.users.get(administrator.id)).toMatchObject({
      email: administrator.email,
      roles: ['administrator'],
    });
  });

  it("are deleted with all their credentials, except for one's own and the last administrator", async () => {
    const { token } = await host.sessions.create({ userId: subscriber.id });
    const { password } = await host.applicationPasswords.create(subscriber.id, { name: 'Phone' });
    const { key } = await host.apiKeys.create({ name: 'Script', scopes: ['read'], userId: subscriber.id });
    const deleted = await call(administrator, 'DELETE', `/${subscriber.id}`);
    expect(deleted).toMatchObject({ status: 200, data: { deleted: true, previous: { id: subscriber.id } } });
    expect(await host.sessions.verify(token)).toBeNull();
    expect(await host.applicationPasswords.verify(password)).toBeNull();
    expect(await host.apiKeys.verify(key)).toBeNull();
    expect(await call(administrator, 'DELETE', '/me')).toMatchObject({ status: 403, code: 'user_is_self' });
    expect(await call(administrator, 'PUT', '/me', { roles: ['editor'] })).toMatchObject({
      code: 'last_administrator',
    });
    expect(await call(administrator, 'DELETE', `/${subscriber.id}`)).toMatchObject({ status: 404 });
  });

  it('record changes in the audit log, with their actor', async () => {
    await call(administrator, 'PUT', `/${subscriber.id}`, { name: 'Renamed', roles: ['editor'] });
    const { events } = await host.authEvents.list({ userId: subscriber.id });
    expect(events.map(({ event, actorId }) => [event, actorId])).toEqual([
      ['roles_changed', administrator.id],
      ['user_updated', administrator.id],
    ]);
  });
});
