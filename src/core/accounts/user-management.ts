import type { Access } from '../access/capabilities.js';
import { capabilityName } from '../access/capability-name.js';
import type { CapabilityName } from '../access/names.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { normaliseIdentifier } from '../identifiers.js';
import type { AuthEventName, AuthEvents, NewAuthEvent } from '../identity/auth-events.js';
import { type NewUser, requireUser, type UserChanges, type Users } from '../identity/users.js';
import type { RestRequest } from '../rest/route.js';
import type { User } from '../user.js';
import type { AccountMails } from './account-mails.js';
import type { EmailChange } from './email-change.js';
import { originOf } from './routes/route-parts.js';

/** Acting user with their permissions and origin. A page or route request is one. */
export type Actor = Pick<RestRequest, 'can' | 'headers' | 'remoteAddress' | 'user'>;

/**
 * Management of accounts, with rules beyond the capabilities.
 * Actors cannot change an account or grant a role with more capabilities than their own, and cannot delete themselves.
 */
export interface UserManagement {
  /** Creates an account. @throws HostError 403 `user_forbidden`, `user_role_beyond` and those of `Users.create` */
  create(actor: Actor, user: NewUser): Promise<User>;
  /**
   * Changes an account, all or nothing.
   * One's own name requires only `edit_profile`. One's own email requires the current password and is pending until it
   * is confirmed. Another account's email takes effect immediately, is unverified by default and gets a confirmation
   * link.
   * @throws HostError 403 `user_forbidden`, `user_outranks`, `user_role_beyond`, `email_not_verifiable` and those of
   *   `EmailChange.prepare` and `Users.update`
   */
  change(actor: Actor, id: number, changes: AccountChanges): Promise<User>;
  /**
   * Deletes an account.
   * @throws HostError 403 `user_forbidden`, `user_outranks`, `user_is_self` and those of `Users.delete`
   */
  delete(actor: Actor, id: number, options?: { readonly reassignTo?: number | undefined }): Promise<User>;
  /** Lists the roles the actor may grant: those without capabilities that the actor lacks. */
  grantableRoles(actor: Actor): Promise<string[]>;
}

/** Changes to an account from one form or request. Undefined fields stay unchanged. */
export interface AccountChanges extends UserChanges {
  /** The actor's password, required to change their own email. */
  readonly currentPassword?: string | undefined;
}

const DEFAULT_ROLES: readonly string[] = ['subscriber'];

export function createUserManagement({
  db,
  users,
  access,
  authEvents,
  emailChange,
  accountMails,
}: {
  readonly db: Pick<Database, 'transaction'>;
  readonly users: Users;
  readonly access: Pick<Access, 'roles'>;
  /** Audit log. */
  readonly authEvents: Pick<AuthEvents, 'record'>;
  readonly emailChange: Pick<EmailChange, 'prepare' | 'start'>;
  readonly accountMails: Pick<AccountMails, 'addressChanged'>;
}): UserManagement {
  async function recorded(
    actor: Actor,
    event: AuthEventName,
    user: User,
    detail: NonNullable<NewAuthEvent['detail']>,
  ): Promise<User> {
    await authEvents.record({ event, userId: user.id, login: user.login, ...originOf(actor), detail });
    return user;
  }

  async function isBeyond(role: string, actor: Actor): Promise<boolean> {
    const capabilities = access.roles().find(({ name }) => name === role)?.capabilities ?? [];
    for (const capability of capabilities) if (!(await actor.can(capabilityName(capability)))) return true;
    return false;
  }

  /** Returns the account if the actor has the capability for it. */
  async function target(actor: Actor, id: number, capability: 'edit_user' | 'promote_user' | 'delete_user') {
    const user = requireUser(await users.get(id));
    if (await actor.can(capability, user)) return user;
    throw forbidden(
      'user_outranks',
      `"${user.login}" has capabilities that you lack. Only a user with the same capabilities can do that.`,
    );
  }

  /**
   * Prepares a change of the actor's own email. It always needs a confirmation link, because email resets passwords.
   * @returns a function that stores the new email as pending, or null if the email does not change
   */
  async function ownAddress(actor: Actor, user: User, { email, emailVerified, currentPassword = '' }: AccountChanges) {
    if (emailVerified !== undefined) throw notVerifiable();
    if (email === undefined || normaliseIdentifier(email) === user.email) return null;
    return emailChange.prepare(actor, email, currentPassword);
  }

  async function assertGrantable(actor: Actor, roles: readonly string[]): Promise<void> {
    for (const role of roles) {
      if (!(await isBeyond(role, actor))) continue;
      throw forbidden(
        'user_role_beyond',
        `The role "${role}" has capabilities that you lack, so you cannot assign it.`,
        'roles',
      );
    }
  }

  return {
    async create(actor, user) {
      await assertCan(actor, 'create_users');
      const roles = user.roles ?? DEFAULT_ROLES;
      if (!isSame(roles, DEFAULT_ROLES)) await assertCan(actor, 'promote_users', 'roles');
      await assertGrantable(actor, roles);
      return recorded(actor, 'user_created', await users.create({ ...user, roles }), { roles });
    },
    async change(actor, id, changes) {
      const { name, email, emailVerified, roles } = changes;
      const fields = (['name', 'email', 'emailVerified'] as const).filter((field) => changes[field] !== undefined);
      const isSelf = id === actor.user?.id;
      const isOwnName = isSelf && email === undefined;
      if (fields.length > 0 && !isOwnName) await assertCan(actor, 'edit_users', email === undefined ? 'name' : 'email');
      if (roles) await assertCan(actor, 'promote_users', 'roles');
      const user = await target(actor, id, fields.length > 0 || !roles ? 'edit_user' : 'promote_user');
      if (roles) {
        await assertGrantable(
          actor,
          roles.filter((role) => !user.roles.includes(role)),
        );
      }
      const storeOwn = isSelf ? await ownAddress(actor, user, changes) : null;
      return db.transaction(async () => {
        const changed = await users.update(id, isSelf ? { name, roles } : { name, email, emailVerified, roles });
        if (fields.length > 0) await recorded(actor, 'user_updated', changed, { changed: fields });
        await storeOwn?.();
        if (changed.email !== user.email) {
          await accountMails.addressChanged(user);
          if (!changed.emailVerified) await emailChange.start(changed);
        }
        if (roles) await recorded(actor, 'roles_changed', changed, { before: user.roles, after: changed.roles });
        return changed;
      });
    },
    async delete(actor, id, options) {
      await assertCan(actor, 'delete_users');
      if (id === actor.user?.id) {
        throw forbidden('user_is_self', 'You cannot delete your own account. Ask another administrator to do it.');
      }
      await target(actor, id, 'delete_user');
      return recorded(actor, 'user_deleted', await users.delete(id, options), {
        reassigned_to: options?.reassignTo ?? null,
      });
    },
    async grantableRoles(actor) {
      const names: string[] = [];
      for (const { name } of access.roles()) if (!(await isBeyond(name, actor))) names.push(name);
      return names;
    },
  };
}

function notVerifiable(): HostError {
  return forbidden(
    'email_not_verifiable',
    'You cannot verify your own email address this way. Open the link that was mailed to it.',
    'email_verified',
  );
}

async function assertCan(actor: Actor, capability: CapabilityName, field?: string): Promise<void> {
  if (await actor.can(capability)) return;
  throw forbidden('user_forbidden', `Your account needs the capability "${capability}".`, field, capability);
}

function forbidden(code: string, message: string, field?: string, capability?: string): HostError {
  return new HostError(code, message, {
    status: 403,
    ...(field === undefined ? {} : { field }),
    ...(capability === undefined ? {} : { missing_capability: capability }),
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}
