import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, createUserManagement, type UserManagement } from '../../../src/core/accounts/user-management.js';
import type { User } from '../../../src/core/user.js';

describe('user management', () => {
  let host: TestHost;
  let management: UserManagement;
  let administrator: User;
  let editor: User;
  let subscriber: User;
  /** Emails that received a message or a link. */
  const calls: string[] = [];
  beforeEach(async () => {
    calls.length = 0;
    host = await createTestHost();
    management = createUserManagement({
      ...host,
      emailChange: {
        async prepare(_actor, email, password) {
          if (password !== 'the present one') throw new Error('wrong password');
          return async () => void calls.push(`pending ${email}`);
        },
        start: async ({ email }) => void calls.push(`link to ${email}`),
      },
      accountMails: { addressChanged: async ({ email }) => void calls.push(email) },
    });
    // Roles that manage accounts and hold no other capabilities.
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
    can: (capability, ...[object]) => host.access.can(user, capability, object, scopes),
  });
  const as = async (role: string): Promise<Actor> => actor(await host.createUser(role));
  const refused = (code: string) => expect.objectContaining({ code, status: 403 });
  const NEW = { login: 'new', email: 'new@example.com' };

  it.each(['subscriber', 'editor'])('rejects all changes by a user without the capability: %s', async (role) => {
    const caller = await as(role);
    await expect(management.create(caller, NEW)).rejects.toEqual(refused('user_forbidden'));
    await expect(management.change(caller, subscriber.id, { name: 'x' })).rejects.toEqual(refused('user_forbidden'));
    await expect(management.change(caller, subscriber.id, { roles: [] })).rejects.toEqual(refused('user_forbidden'));
    await expect(management.delete(caller, subscriber.id)).rejects.toEqual(refused('user_forbidden'));
    expect(await host.users.get(subscriber.id)).toMatchObject({ name: subscriber.name, roles: ['subscriber'] });
  });

  it('rejects an anonymous caller', async () => {
    await expect(management.delete(actor(null), subscriber.id)).rejects.toEqual(refused('user_forbidden'));
  });

  it('creates only subscribers for a user who may create but not promote', async () => {
    const caller = await as('desk');
    expect((await management.create(caller, NEW)).roles).toEqual(['subscriber']);
    const other = { login: 'other', email: 'other@example.com' };
    await expect(management.create(caller, { ...other, roles: ['editor'] })).rejects.toEqual(refused('user_forbidden'));
    await expect(management.create(caller, { ...other, roles: [] })).rejects.toEqual(refused('user_forbidden'));
  });

  it('rejects a role with capabilities beyond those of the caller, for others and for themselves', async () => {
    const caller = await as('staff');
    for (const role of ['administrator', 'editor']) {
      await expect(management.change(caller, subscriber.id, { roles: [role] })).rejects.toEqual(
        refused('user_role_beyond'),
      );
      await expect(management.change(caller, caller.user?.id ?? 0, { roles: ['staff', role] })).rejects.toEqual(
        refused('user_role_beyond'),
      );
      await expect(management.create(caller, { ...NEW, roles: [role] })).rejects.toEqual(refused('user_role_beyond'));
    }
    expect((await management.change(caller, subscriber.id, { roles: ['desk'] })).roles).toEqual(['desk']);
  });

  it('rejects changes to a user with more rights: a new email would allow a password reset', async () => {
    const caller = await as('staff');
    for (const { id } of [administrator, editor]) {
      await expect(management.change(caller, id, { email: 'mine@example.com' })).rejects.toEqual(
        refused('user_outranks'),
      );
      await expect(management.change(caller, id, { roles: [] })).rejects.toEqual(refused('user_outranks'));
      await expect(management.delete(caller, id)).rejects.toEqual(refused('user_outranks'));
    }
    expect(await host.users.get(administrator.id)).toMatchObject({ email: administrator.email });
  });

  it('limits a scoped credential to roles and users within its scopes', async () => {
    const limited = actor(administrator, ['read', 'edit_profile', 'promote_users', 'edit_users']);
    await expect(management.change(limited, subscriber.id, { roles: ['editor'] })).rejects.toEqual(
      refused('user_role_beyond'),
    );
    await expect(management.change(limited, editor.id, { name: 'x' })).rejects.toEqual(refused('user_outranks'));
  });

  it('keeps roles given by another user when it changes others', async () => {
    const both = await host.users.setRoles(subscriber.id, ['subscriber', 'desk']);
    expect((await management.change(actor(administrator), both.id, { roles: ['desk', 'editor'] })).roles).toEqual([
      'desk',
      'editor',
    ]);
  });

  it('rejects deleting your own account', async () => {
    await host.createUser('administrator');
    await expect(management.delete(actor(administrator), administrator.id)).rejects.toEqual(refused('user_is_self'));
  });

  it('allows an administrator to create, change and delete, except demote the last one', async () => {
    const caller = actor(administrator);
    const { id } = await management.create(caller, { ...NEW, roles: ['administrator'] });
    expect(await management.change(caller, id, { name: 'New' })).toMatchObject({ name: 'New' });
    expect((await management.change(caller, id, { roles: ['editor'] })).roles).toEqual(['editor']);
    await management.delete(caller, id);
    expect(await host.users.get(id)).toBeNull();
    await expect(management.change(caller, administrator.id, { roles: [] })).rejects.toMatchObject({
      code: 'last_administrator',
    });
  });

  it('logs every change with its actor', async () => {
    const caller = actor(administrator);
    const { id } = await management.create(caller, NEW);
    await management.change(caller, id, { name: 'New' });
    await management.change(caller, id, { roles: ['editor'] });
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

  it('changes name, email and roles together or not at all', async () => {
    const caller = actor(administrator);
    const { id } = await management.create(caller, NEW);
    const conflicting = { name: 'Changed', email: editor.email, roles: ['editor'] };
    await expect(management.change(caller, id, conflicting)).rejects.toMatchObject({ code: 'existing_user_email' });
    const beyond = { name: 'Changed', roles: ['administrator'] };
    await expect(management.change(await as('staff'), id, beyond)).rejects.toEqual(refused('user_role_beyond'));
    expect(await host.users.get(id)).toMatchObject({ name: 'new', email: NEW.email, roles: ['subscriber'] });
    expect((await host.authEvents.list({ userId: id })).events.map(({ event }) => event)).toEqual(['user_created']);
    const all = { name: 'Changed', email: 'changed@example.com', roles: ['editor'] };
    expect(await management.change(caller, id, all)).toMatchObject(all);
  });

  it('requires the current password to change your own email, even as an administrator', async () => {
    const caller = actor(administrator);
    await host.users.setPassword(administrator.id, 'the present one');
    const address = { email: 'thief@example.com' };
    await expect(management.change(caller, administrator.id, address)).rejects.toThrow('wrong password');
    expect(await host.users.get(administrator.id)).toMatchObject({ email: administrator.email });
    const confirmed = { ...address, currentPassword: 'the present one' };
    const { email } = administrator;
    expect(await management.change(caller, administrator.id, confirmed)).toMatchObject({ email, emailVerified: true });
    expect(calls).toEqual([`pending ${address.email}`]);
  });

  it('changes the email of another user immediately and requires its verification', async () => {
    const caller = actor(administrator);
    const first = await management.change(caller, editor.id, { email: 'ed@example.com' });
    expect(first).toMatchObject({ email: 'ed@example.com', emailVerified: false });
    expect(calls).toEqual([editor.email, 'link to ed@example.com']);
    const second = await management.change(caller, editor.id, { email: 'ed@example.net', emailVerified: true });
    expect(second).toMatchObject({ email: 'ed@example.net', emailVerified: true });
    expect(calls).toHaveLength(3);
    const own = { emailVerified: true };
    await expect(management.change(caller, administrator.id, own)).rejects.toEqual(refused('email_not_verifiable'));
    await expect(management.change(actor(editor), editor.id, own)).rejects.toEqual(refused('email_not_verifiable'));
  });

  it('lists the roles that the caller may grant', async () => {
    expect(await management.grantableRoles(actor(administrator))).toContain('administrator');
    expect(await management.grantableRoles(await as('desk'))).toEqual(['subscriber', 'desk']);
  });
});
