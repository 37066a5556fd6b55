import type { Access } from '../access/capabilities.js';
import { HostError } from '../errors.js';
import type { NewUser, User, UserChanges, Users } from './users.js';

/** Who acts, and what they may do: a request for a page or a route is one. */
export interface Actor {
  readonly user: User | null;
  can(capability: string): Promise<boolean>;
}

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
}: {
  readonly users: Users;
  readonly access: Pick<Access, 'roles'>;
}): UserManagement {
  async function isBeyond(role: string, actor: Actor): Promise<boolean> {
    const held = access.roles().find(({ name }) => name === role)?.capabilities ?? [];
    for (const capability of held) if (!(await actor.can(capability))) return true;
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
      return users.create({ ...user, roles });
    },
    async update(actor, id, changes) {
      await assertCan(actor, 'edit_users');
      await target(actor, id);
      return users.update(id, changes);
    },
    async setRoles(actor, id, roles) {
      await assertCan(actor, 'promote_users', 'roles');
      const user = await target(actor, id);
      await assertGrantable(
        actor,
        roles.filter((role) => !user.roles.includes(role)),
      );
      return users.setRoles(id, roles);
    },
    async delete(actor, id, options) {
      await assertCan(actor, 'delete_users');
      if (id === actor.user?.id) {
        throw forbidden('user_is_self', 'You cannot delete your own account. Ask another administrator to do it.');
      }
      await target(actor, id);
      return users.delete(id, options);
    },
    async grantableRoles(actor) {
      const names: string[] = [];
      for (const { name } of access.roles()) if (!(await isBeyond(name, actor))) names.push(name);
      return names;
    },
  };
}

async function assertCan(actor: Actor, capability: string, field?: string): Promise<void> {
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
