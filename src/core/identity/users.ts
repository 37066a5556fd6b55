import { randomBytes } from 'node:crypto';
import type { Hooks } from '../../hooks/hooks.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { normaliseIdentifier, parseEmail } from '../identifiers.js';
import type { User } from '../user.js';
import { ADMINISTRATOR, assertAdministratorLeft } from './last-administrator.js';
import { createPasswords, type Passwords, requireNewPassword } from './passwords.js';
import type { Sessions } from './sessions.js';
import { deleteUser, type HandOver } from './user-delete.js';
import {
  deletePendingEmail,
  type EmailColumns,
  emailColumns,
  isNewlyVouched,
  releaseEmail,
  verifiedAt,
} from './user-emails.js';
import { parseLogin, parseName, requireField, requireRoles } from './user-fields.js';
import { createUserQueries } from './user-queries.js';
import './tables.js';

/** Details of an account to create. */
export interface NewUser {
  readonly login: string;
  readonly email: string;
  /** Whether the email is known to belong to the user. Default: unverified, until confirmed by an emailed link. */
  readonly emailVerified?: boolean | undefined;
  /** Display name. Default: the login. */
  readonly name?: string | undefined;
  /** Password. Without one, the account cannot sign in by password until one is set. */
  readonly password?: string | undefined;
  /**
   * Password hash from another system, instead of a password, for imported users.
   * Must be the host's own scrypt format or one that a verifier of the filter `password_verifiers` recognizes.
   */
  readonly passwordHash?: string | undefined;
  /** Default: subscriber. */
  readonly roles?: readonly string[] | undefined;
}

export interface UserQuery {
  /** Part of the login, name or email. */
  readonly search?: string | undefined;
  readonly role?: string | undefined;
  /** Default: `login`. */
  readonly orderBy?: 'login' | 'name' | 'email' | undefined;
  /** Default: `asc`. */
  readonly direction?: 'asc' | 'desc' | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

/** Changes to an account. The login cannot be changed. */
export interface UserChanges {
  /** New email, in effect immediately. Unverified by default, unless the account already has this email. */
  readonly email?: string | undefined;
  /**
   * Whether the new email, or else the current one, is known to belong to the user. Another account that has it
   * unverified loses it.
   */
  readonly emailVerified?: boolean | undefined;
  readonly name?: string | undefined;
  /** Roles that replace the current ones. */
  readonly roles?: readonly string[] | undefined;
}

/** Source of roles for users of the site's login: the site, on every request, or the host, which stores them. */
export type RoleSource = 'site' | 'host';

/** User details from the site's login. */
export interface ExternalDetails {
  readonly login?: string | undefined;
  readonly email?: string | undefined;
  /** Whether the site has verified the email. Default: `false`. */
  readonly emailVerified?: boolean | undefined;
  readonly name?: string | undefined;
  /** Roles that replace the user's. Absent: roles are unchanged. */
  readonly roles?: readonly string[] | undefined;
  /** `host`: the given roles apply only when the user is created, later the stored ones do. Default: `site`. */
  readonly roleSource?: RoleSource | undefined;
  /** `false`: do not create a user. */
  readonly provision?: boolean | undefined;
}

/** The accounts of the site. */
export interface Users {
  /**
   * Creates an account.
   * @throws HostError 400 `rest_user_invalid_login|email|name|password|password_hash|role`, `rest_user_weak_password`;
   *   409 `existing_user_login`, `existing_user_email`
   */
  create(user: NewUser): Promise<User>;
  get(id: number): Promise<User | null>;
  byLogin(login: string): Promise<User | null>;
  byEmail(email: string): Promise<User | null>;
  /** Returns one page of users and the total number of matches. */
  list(query?: UserQuery): Promise<{ readonly users: readonly User[]; readonly total: number }>;
  /**
   * Updates an account, all or nothing.
   * @throws HostError 400 `rest_user_invalid_email|name|role`, 404 `rest_user_invalid_id`, 409 `existing_user_email`,
   *   `last_administrator`
   */
  update(id: number, changes: UserChanges): Promise<User>;
  /**
   * Deletes the account with its roles, sessions, application passwords and API keys.
   * Runs in one transaction with the callbacks of `user_deleted`.
   * @param options.reassignTo id of the user who becomes the author of the posts; without it, they have none
   * @throws HostError 404 `rest_user_invalid_id`, 400 `rest_user_invalid_reassign`, 409 `last_administrator`
   */
  delete(id: number, options?: { readonly reassignTo?: number | undefined }): Promise<User>;
  /**
   * Replaces the roles. The user's session tokens are rotated.
   * @throws HostError 400 `rest_user_invalid_role`, 404 `rest_user_invalid_id`, 409 `last_administrator`
   */
  setRoles(id: number, roles: readonly string[]): Promise<User>;
  /**
   * Sets the password and ends all sessions of the user.
   * @param within runs in the same transaction while the account is locked; an error rolls everything back, and the
   *   session it returns is kept
   * @throws HostError 400 `rest_user_invalid_password`, `rest_user_weak_password`, 404 `rest_user_invalid_id`
   */
  setPassword(id: number, password: string, within?: () => Promise<{ readonly session: string } | null>): Promise<void>;
  /** Whether the account has a local password. */
  hasPassword(id: number): Promise<boolean>;
  /**
   * Verifies a login (username or email) and password, and rehashes outdated hashes.
   * @returns the user, or null if the credentials are wrong
   */
  verifyPassword(login: string, password: string): Promise<User | null>;
  /**
   * Returns the local user linked to an external one, and creates it on first login.
   * @returns null if the user does not exist and `provision` is false
   */
  linkExternal(provider: string, id: string, details?: ExternalDetails): Promise<User | null>;
}

export interface UsersOptions {
  readonly db: Database;
  readonly sessions: Pick<Sessions, 'revokeAll' | 'renewAll'>;
  /** Required to fire `user_deleted`. */
  readonly hooks?: Pick<Hooks, 'doActionAsync'>;
  /** Registry of roles. */
  readonly access: { hasRole(name: string): boolean };
  /** Called in the transaction that changes a user, to invalidate user caches. */
  readonly onChange?: () => Promise<void>;
  /** Handlers that reassign an account's content when it is deleted. Default: none. */
  readonly handOver?: readonly HandOver[];
  /** Password hasher. Default: scrypt at its recommended cost. */
  readonly passwords?: Passwords;
}

const DEFAULT_ROLES: readonly string[] = ['subscriber'];

/** Creates the store of accounts: the host's own, and the linked ones of the site's login. */
export function createUsers(options: UsersOptions): Users {
  const { db, sessions, access, hooks, onChange, handOver = [], passwords = createPasswords() } = options;
  const queries = createUserQueries(db);
  const isRole = (name: string): boolean => access.hasRole(name);

  async function insert(row: NewRow, roles: readonly string[]): Promise<User> {
    return db.transaction(async () => {
      const now = utc.encode(new Date());
      const isProven = row.email !== null && row.email_verified_at !== null;
      if (isProven && (await releaseEmail(db, row.email))) await onChange?.();
      const id = await db.insert('users', { ...row, created_at: now, modified_at: now });
      await insertRoles(id, roles);
      return requireUser(await queries.get(id));
    });
  }

  async function insertRoles(id: number, roles: readonly string[]): Promise<void> {
    if (roles.length === 0) return;
    const rows = roles.map((role) => ({ user_id: id, role }));
    await db.query.insertInto('user_roles').values(rows).execute();
  }

  async function newHash(
    { password, passwordHash }: NewUser,
    account: { readonly login: string; readonly email: string },
  ): Promise<string | null> {
    if (passwordHash === undefined) {
      return password === undefined ? null : passwords.hash(requireNewPassword(password, account));
    }
    if (password === undefined && passwords.recognises(passwordHash)) return passwordHash;
    throw new HostError(
      'rest_user_invalid_password_hash',
      password === undefined
        ? 'No verifier supports this password hash. Add one with the filter password_verifiers.'
        : 'Pass either password or passwordHash.',
      { status: 400, field: 'passwordHash' },
    );
  }

  /** Locks the account's row first, so that concurrent changes of one account are serialized. */
  async function update(id: number, change: AccountColumns): Promise<void> {
    const { numUpdatedRows } = await db.query
      .updateTable('users')
      .set({ ...change, modified_at: utc.encode(new Date()) })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) requireUser(null);
  }

  /** Replaces an outdated hash. The condition preserves a password that was changed concurrently. */
  async function renewHash(id: number, stored: string, password: string): Promise<void> {
    const password_hash = await passwords.hash(password);
    await db.query
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', stored)
      .execute();
  }

  function replaceRoles(id: number, roles: readonly string[]): Promise<User> {
    return db.transaction(async () => {
      await update(id, {});
      await db.query.deleteFrom('user_roles').where('user_id', '=', id).execute();
      await insertRoles(id, roles);
      await sessions.renewAll(id);
      await onChange?.();
      return requireUser(await queries.get(id));
    });
  }

  function setRoles(id: number, roleNames: readonly string[]): Promise<User> {
    return db.transaction(async () => {
      if (!roleNames.includes(ADMINISTRATOR)) await assertAdministratorLeft(db, id);
      return replaceRoles(id, roleNames);
    });
  }

  async function existingUser(login: string): Promise<HostError> {
    return (await queries.byLogin(login)) ? existing('login', 'login') : existing('email', 'e-mail address');
  }

  async function changeUser(id: number, { email, emailVerified, name, roles }: UserChanges): Promise<User> {
    const roleNames = roles === undefined ? null : requireRoles(roles, isRole);
    const parsed = email === undefined ? {} : { email: requireField('email', parseEmail(email)) };
    const named = name === undefined ? {} : { name: requireField('name', parseName(name)) };
    try {
      return await db.transaction(async () => {
        if (roleNames) await setRoles(id, roleNames);
        await update(id, named);
        const columns = await emailColumns(db, requireUser(await queries.get(id)), { ...parsed, emailVerified });
        if (Object.keys(columns).length > 0) await update(id, columns);
        await onChange?.();
        return requireUser(await queries.get(id));
      });
    } catch (error) {
      throw db.isUniqueViolation(error) ? existing('email', 'e-mail address') : error;
    }
  }

  /**
   * Creates the local user for an external one.
   * Two first requests may race, and the login or email may be taken. Each conflict tries the next variant.
   */
  async function provision(provider: string, externalId: string, details: ExternalDetails): Promise<User> {
    const roles = [...new Set(details.roles ?? DEFAULT_ROLES)];
    const randomLogin = `external-${randomBytes(8).toString('hex')}`;
    const ownLogin = parseLogin(`${provider}-${externalId}`) ?? randomLogin;
    const login = parseLogin(details.login ?? '') ?? ownLogin;
    const email = parseEmail(details.email ?? '');
    const name = parseName(details.name ?? '') ?? login;
    const shared = { name, password_hash: null, provider, external_id: externalId };
    const address = { email, email_verified_at: verifiedAt(email !== null && details.emailVerified) };
    const none = { email: null, email_verified_at: null };
    const attempts = [
      { ...shared, login, ...address },
      { ...shared, login: ownLogin, ...address },
      { ...shared, login: ownLogin, ...none },
      { ...shared, login: randomLogin, ...none },
    ];
    let conflict: unknown;
    for (const row of attempts) {
      try {
        return await insert(row, roles);
      } catch (error) {
        if (!db.isUniqueViolation(error)) throw error;
        const winner = await queries.byExternal(provider, externalId);
        if (winner) return winner;
        conflict = error;
      }
    }
    throw conflict;
  }

  return {
    get: queries.get,
    byLogin: (login) => queries.byLogin(normaliseIdentifier(login)),
    byEmail: (email) => queries.byEmail(normaliseIdentifier(email)),
    list: queries.list,
    async create(user) {
      const login = requireField('login', parseLogin(user.login));
      const email = requireField('email', parseEmail(user.email));
      const name = requireField('name', parseName(user.name ?? login));
      const roles = requireRoles(user.roles ?? DEFAULT_ROLES, isRole);
      const password_hash = await newHash(user, { login, email });
      try {
        const email_verified_at = verifiedAt(user.emailVerified);
        const row = { login, email, email_verified_at, name, password_hash, provider: null, external_id: null };
        return await insert(row, roles);
      } catch (error) {
        if (!db.isUniqueViolation(error)) throw error;
        throw await existingUser(login);
      }
    },
    update: changeUser,
    async delete(id, { reassignTo } = {}) {
      return db.transaction(async () => {
        // Same lock order as in role removal, so that the two cannot deadlock.
        await assertAdministratorLeft(db, id);
        await update(id, {});
        const user = requireUser(await queries.get(id));
        await deleteUser({ db, handOver }, user, reassignTo);
        await sessions.revokeAll(id);
        await onChange?.();
        await hooks?.doActionAsync('user_deleted', user, reassignTo ?? null);
        return user;
      });
    },
    setRoles: async (id, roles) => setRoles(id, requireRoles(roles, isRole)),
    async setPassword(id, password, within) {
      const user = requireUser(await queries.get(id));
      const password_hash = await passwords.hash(requireNewPassword(password, user));
      await db.transaction(async () => {
        await update(id, {});
        const result = (await within?.()) ?? undefined;
        await update(id, { password_hash });
        // An attacker who knew the old password may have requested another email.
        await deletePendingEmail(db, id);
        await sessions.revokeAll(id, result);
      });
    },
    hasPassword: queries.hasPassword,
    async verifyPassword(login, password) {
      const account = await queries.credentials(normaliseIdentifier(login));
      const stored = account?.passwordHash ?? null;
      if (!(await passwords.verify(password, stored)) || !account || stored === null) return null;
      if (passwords.needsRehash(stored)) await renewHash(account.id, stored, password);
      return queries.get(account.id);
    },
    async linkExternal(provider, externalId, details = {}) {
      const linked = await queries.byExternal(provider, externalId);
      if (!linked) return details.provision === false ? null : provision(provider, externalId, details);
      const user = isNewlyVouched(linked, details) ? await changeUser(linked.id, { emailVerified: true }) : linked;
      if (!details.roles || details.roleSource === 'host' || sameRoles(details.roles, linked.roles)) return user;
      return replaceRoles(linked.id, [...new Set(details.roles)]);
    },
  };
}

/** Columns that an account update writes. */
interface AccountColumns extends EmailColumns {
  readonly password_hash?: string;
  readonly name?: string;
}

interface NewRow {
  readonly login: string;
  readonly email: string | null;
  readonly email_verified_at: string | null;
  readonly name: string;
  readonly password_hash: string | null;
  readonly provider: string | null;
  readonly external_id: string | null;
}

function sameRoles(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(left);
  return names.size === right.length && right.every((role) => names.has(role));
}

function existing(field: 'login' | 'email', name: string): HostError {
  return new HostError(`existing_user_${field}`, `A user with this ${name} already exists. Choose another one.`, {
    status: 409,
    field,
  });
}

/**
 * Returns the user.
 * @throws HostError `rest_user_invalid_id` (404) for null
 */
export function requireUser(user: User | null): User {
  if (user) return user;
  throw new HostError('rest_user_invalid_id', 'This user does not exist.', { status: 404 });
}
