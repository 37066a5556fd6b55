import type { Access } from '../access/capabilities.js';
import { type CapabilityName, capabilityName } from '../access/names.js';
import { HostError } from '../errors.js';
import type { AuthEventName, AuthEvents, NewAuthEvent } from '../identity/auth-events.js';
import type { NewUser, UserChanges, Users } from '../identity/users.js';
import type { RestRequest } from '../rest/route.js';
import type { User } from '../user.js';
import { originOf } from './routes/route-parts.js';

/** Who acts, what they may do and where they come from: a request for a page or a route is one. */
export type Actor = Pick<RestRequest, 'can' | 'headers' | 'remoteAddress' | 'user'>;

/**
 * Accounts as they are changed by people. On top of what capabilities say: nobody changes an account that holds more
 * than they do, nobody gives a role that holds more than they do, and nobody deletes themself.
 */
export interface UserManagement {
  /** @throws HostError 403 `user_forbidden`, `user_role_beyond` and like `Users.create` */
  create(actor: Actor, user: NewUser): Promise<User>;
  /** @throws HostError 403 `user_forbidden`, `user_outranks` and like `Users.update` */
  update(actor: Actor, id: number, changes: UserChanges): Promise<User>;
  /** @throws HostError 403 `user_forbidden`, `user_outranks`, `user_role_beyond` and like `Users.setRoles` */
  setRoles(actor: Actor, id: number, roles: readonly string[]): Promise<User>;
  /** @throws HostError 403 `user_forbidden`, `user_outranks`, `user_is_self` and like `Users.delete` */
  delete(actor: Actor, id: number, options?: { readonly reassignTo?: number | undefined }): Promise<User>;
  /** The roles that the actor may give: those that hold nothing the actor lacks. */
  grantableRoles(actor: Actor): Promise<string[]>;
  /** Whether the account holds something that the actor lacks. */
  outranks(user: User, actor: Actor): Promise<boolean>;
}

const DEFAULT_ROLES: readonly string[] = ['subscriber'];

export function createUserManagement({
  users,
  access,
  authEvents,
}: {
  readonly users: Users;
  readonly access: Pick<Access, 'roles'>;
  /** Takes down who did what to whom. */
  readonly authEvents: Pick<AuthEvents, 'record'>;
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
    const held = access.roles().find(({ name }) => name === role)?.capabilities ?? [];
    for (const capability of held) if (!(await actor.can(capabilityName(capability)))) return true;
    return false;
  }

  async function outranks(user: User, actor: Actor): Promise<boolean> {
    if (user.id === actor.user?.id) return false;
    for (const role of user.roles) if (await isBeyond(role, actor)) return true;
    return false;
  }

  async function target(actor: Actor, id: number): Promise<User> {
    const user = await users.get(id);
    if (!user) throw new HostError('rest_user_invalid_id', 'There is no user with this id.', { status: 404 });
    if (!(await outranks(user, actor))) return user;
    throw forbidden(
      'user_outranks',
      `"${user.login}" may do more than you: only somebody who may do as much can do that.`,
    );
  }

  async function assertGrantable(actor: Actor, roles: readonly string[]): Promise<void> {
    for (const role of roles) {
      if (!(await isBeyond(role, actor))) continue;
      throw forbidden('user_role_beyond', `The role "${role}" may do more than you, so you cannot give it.`, 'roles');
    }
  }

  return {
    outranks,
    async create(actor, user) {
      await assertCan(actor, 'create_users');
      const roles = user.roles ?? DEFAULT_ROLES;
      if (!isSame(roles, DEFAULT_ROLES)) await assertCan(actor, 'promote_users', 'roles');
      await assertGrantable(actor, roles);
      return recorded(actor, 'user_created', await users.create({ ...user, roles }), { roles });
    },
    async update(actor, id, changes) {
      await assertCan(actor, 'edit_users');
      await target(actor, id);
      return recorded(actor, 'user_updated', await users.update(id, changes), { changed: Object.keys(changes) });
    },
    async setRoles(actor, id, roles) {
      await assertCan(actor, 'promote_users', 'roles');
      const user = await target(actor, id);
      await assertGrantable(
        actor,
        roles.filter((role) => !user.roles.includes(role)),
      );
      const changed = await users.setRoles(id, roles);
      return recorded(actor, 'roles_changed', changed, { before: user.roles, after: changed.roles });
    },
    async delete(actor, id, options) {
      await assertCan(actor, 'delete_users');
      if (id === actor.user?.id) {
        throw forbidden('user_is_self', 'You cannot delete your own account. Ask another administrator to do it.');
      }
      await target(actor, id);
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

async function assertCan(actor: Actor, capability: CapabilityName, field?: string): Promise<void> {
  if (await actor.can(capability)) return;
  throw forbidden(
    'user_forbidden',
    `Your account may not do that: it needs the capability "${capability}".`,
    field,
    capability,
  );
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
