import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, createUserManagement, type UserManagement } from '../../../src/core/accounts/user-management.js';
import type { User } from '../../../src/core/user.js';

describe('accounts that people change', () => {
  let host: TestHost;
  let management: UserManagement;
  let administrator: User;
  let editor: User;
  let subscriber: User;
  beforeEach(async () => {
    host = await createTestHost();
    management = createUserManagement(host);
    // People who look after accounts, and may nothing else.
    const desk = ['read', 'edit_profile', 'list_users', 'create_users', 'edit_users', 'delete_users'] as const;
    host.access.role('desk', { label: 'Desk', capabilities: desk, owner: 'test' });
    host.access.role('staff', { label: 'Staff', capabilities: [...desk, 'promote_users'], owner: 'test' });
    administrator = await host.createUser('administrator');
    editor = await host.createUser('editor');
    subscriber = await host.createUser('subscriber');
  });
  afterEach(() => host.close());

  const actor = (user: User | null, scopes?: readonly string[]): Actor => ({
    user,
    headers: { 'user-agent': 'test' },
    remoteAddress: '192.0.2.1',
    can: (capability) => host.access.can(user, capability, undefined, scopes),
  });
  const as = async (role: string): Promise<Actor> => actor(await host.createUser(role));
  const refused = (code: string) => expect.objectContaining({ code, status: 403 });
  const NEW = { login: 'new', email: 'new@example.com' };

  it.each(['subscriber', 'editor'])('nobody without the capability changes anything: %s', async (role) => {
    const caller = await as(role);
    await expect(management.create(caller, NEW)).rejects.toEqual(refused('user_forbidden'));
    await expect(management.update(caller, subscriber.id, { name: 'x' })).rejects.toEqual(refused('user_forbidden'));
    await expect(management.setRoles(caller, subscriber.id, [])).rejects.toEqual(refused('user_forbidden'));
    await expect(management.delete(caller, subscriber.id)).rejects.toEqual(refused('user_forbidden'));
    expect(await host.users.get(subscriber.id)).toMatchObject({ name: subscriber.name, roles: ['subscriber'] });
  });

  it('nobody is an actor of no rights', async () => {
    await expect(management.delete(actor(null), subscriber.id)).rejects.toEqual(refused('user_forbidden'));
  });

  it('who may create, but not promote, creates subscribers alone', async () => {
    const caller = await as('desk');
    expect((await management.create(caller, NEW)).roles).toEqual(['subscriber']);
    const other = { login: 'other', email: 'other@example.com' };
    await expect(management.create(caller, { ...other, roles: ['editor'] })).rejects.toEqual(refused('user_forbidden'));
    await expect(management.create(caller, { ...other, roles: [] })).rejects.toEqual(refused('user_forbidden'));
  });

  it('nobody gives a role that holds more than they do, to others or to themself', async () => {
    const caller = await as('staff');
    for (const role of ['administrator', 'editor']) {
      await expect(management.setRoles(caller, subscriber.id, [role])).rejects.toEqual(refused('user_role_beyond'));
      await expect(management.setRoles(caller, caller.user?.id ?? 0, ['staff', role])).rejects.toEqual(
        refused('user_role_beyond'),
      );
      await expect(management.create(caller, { ...NEW, roles: [role] })).rejects.toEqual(refused('user_role_beyond'));
    }
    expect((await management.setRoles(caller, subscriber.id, ['desk'])).roles).toEqual(['desk']);
  });

  it('nobody changes who may do more: a new e-mail address would be the way to their password', async () => {
    const caller = await as('staff');
    for (const { id } of [administrator, editor]) {
      await expect(management.update(caller, id, { email: 'mine@example.com' })).rejects.toEqual(
        refused('user_outranks'),
      );
      await expect(management.setRoles(caller, id, [])).rejects.toEqual(refused('user_outranks'));
      await expect(management.delete(caller, id)).rejects.toEqual(refused('user_outranks'));
    }
    expect(await host.users.get(administrator.id)).toMatchObject({ email: administrator.email });
  });

  it('a credential that is limited gives no more than it may do itself', async () => {
    const limited = actor(administrator, ['read', 'edit_profile', 'promote_users', 'edit_users']);
    await expect(management.setRoles(limited, subscriber.id, ['editor'])).rejects.toEqual(refused('user_role_beyond'));
    await expect(management.update(limited, editor.id, { name: 'x' })).rejects.toEqual(refused('user_outranks'));
  });

  it('keeps roles that somebody else has given while it changes others', async () => {
    const both = await host.users.setRoles(subscriber.id, ['subscriber', 'desk']);
    expect((await management.setRoles(actor(administrator), both.id, ['desk', 'editor'])).roles).toEqual([
      'desk',
      'editor',
    ]);
  });

  it('nobody deletes themself', async () => {
    await host.createUser('administrator');
    await expect(management.delete(actor(administrator), administrator.id)).rejects.toEqual(refused('user_is_self'));
  });

  it('an administrator does all of it', async () => {
    const caller = actor(administrator);
    const { id } = await management.create(caller, { ...NEW, roles: ['administrator'] });
    expect(await management.update(caller, id, { name: 'New' })).toMatchObject({ name: 'New' });
    expect((await management.setRoles(caller, id, ['editor'])).roles).toEqual(['editor']);
    await management.delete(caller, id);
    expect(await host.users.get(id)).toBeNull();
    await expect(management.setRoles(caller, administrator.id, [])).rejects.toMatchObject({
      code: 'last_administrator',
    });
  });

  it('leaves a trace of who did what', async () => {
    const caller = actor(administrator);
    const { id } = await management.create(caller, NEW);
    await management.update(caller, id, { name: 'New' });
    await management.setRoles(caller, id, ['editor']);
    await management.delete(caller, id);
    const { events } = await host.authEvents.list({ userId: id });
    expect(events.map(({ event }) => event).toReversed()).toEqual([
      'user_created',
      'user_updated',
      'roles_changed',
      'user_deleted',
    ]);
    expect(events[1]).toMatchObject({
      actorId: administrator.id,
      ip: '192.0.2.1',
      detail: { before: ['subscriber'], after: ['editor'] },
    });
  });

  it('knows the roles that one may give', async () => {
    expect(await management.grantableRoles(actor(administrator))).toContain('administrator');
    expect(await management.grantableRoles(await as('desk'))).toEqual(['subscriber', 'desk']);
  });
});
