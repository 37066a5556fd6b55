import type { Selectable } from 'kysely';
import { contains } from '../database/contains.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { groupBy } from '../group-by.js';
import { normaliseIdentifier } from '../identifiers.js';
import { defineResource } from '../resource/resource.js';
import type { User } from '../user.js';
import type { UserQuery } from './users.js';
import './tables.js';

/** Read queries for accounts. Identifiers must be normalized. */
export interface UserQueries {
  get(id: number): Promise<User | null>;
  byLogin(login: string): Promise<User | null>;
  byEmail(email: string): Promise<User | null>;
  byExternal(provider: string, externalId: string): Promise<User | null>;
  /** Returns the password hash of the account with this login, or else of the one with this email. */
  credentials(identifier: string): Promise<{ readonly id: number; readonly passwordHash: string | null } | null>;
  /** Whether the account has a password hash. */
  hasPassword(id: number): Promise<boolean>;
  list(query?: UserQuery): Promise<{ readonly users: readonly User[]; readonly total: number }>;
}

type UserRow = Pick<Selectable<Tables['users']>, 'email' | 'email_verified_at' | 'id' | 'login' | 'name'>;

const MAX_PER_PAGE = 100;

export function createUserQueries(db: Database): UserQueries {
  /** One row per role of each user, or one row for a user without roles. */
  const selectUsers = () =>
    db.query
      .selectFrom('users')
      .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
      .select(['users.id', 'users.login', 'users.email', 'users.name', 'users.email_verified_at', 'user_roles.role'])
      .orderBy('user_roles.role');

  const first = async (query: ReturnType<typeof selectUsers>): Promise<User | null> => {
    const rows = await query.execute();
    const [row] = rows;
    return row
      ? toUser(
          row,
          rows.flatMap(({ role }) => role ?? []),
        )
      : null;
  };

  return {
    get: (id) => first(selectUsers().where('users.id', '=', id)),
    byLogin: (login) => first(selectUsers().where('users.login', '=', login)),
    byEmail: (email) => first(selectUsers().where('users.email', '=', email)),
    byExternal: (provider, externalId) =>
      first(selectUsers().where('users.provider', '=', provider).where('users.external_id', '=', externalId)),
    async credentials(identifier) {
      const accounts = await db.query
        .selectFrom('users')
        .select(['id', 'login', 'password_hash as passwordHash'])
        .where((row) => row.or([row('login', '=', identifier), row('email', '=', identifier)]))
        .execute();
      return accounts.find(({ login }) => login === identifier) ?? accounts[0] ?? null;
    },
    async hasPassword(id) {
      const row = await db.query.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
      return typeof row?.password_hash === 'string';
    },
    async list({ page = 1, perPage = 10, direction, ...query } = {}) {
      const { rows, total } = await userList.list(db, {
        ...query,
        search: query.search || undefined,
        order: direction,
        page: Math.max(page, 1),
        perPage: Math.min(Math.max(perPage, 1), MAX_PER_PAGE),
      });
      return { users: rows, total };
    },
  };
}

function toUser({ id, login, email, name, email_verified_at: verifiedAt }: UserRow, roles: string[]): User {
  return { id, login, email: email ?? '', emailVerified: verifiedAt !== null, name, roles };
}

async function readUsers(rows: readonly UserRow[], db: Database): Promise<User[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await db.query
    .selectFrom('user_roles')
    .select(['user_id', 'role'])
    .where('user_id', 'in', ids)
    .orderBy('role')
    .execute();
  const roles = groupBy(found, ({ user_id: id }) => id);
  return rows.map((row) =>
    toUser(
      row,
      (roles.get(row.id) ?? []).map(({ role }) => role),
    ),
  );
}

/** List of accounts: its SQL, REST list, command and admin list. */
export const userList = defineResource({
  table: 'users',
  select: ['id', 'login', 'email', 'name', 'email_verified_at'],
  read: readUsers,
  title: 'User',
  fields: (field) => ({
    id: field.integer(({ id }) => id, { cli: true }),
    login: field.text(({ login }) => login, { label: 'users.login', cli: true }),
    email: field.text(({ email }) => email, { label: 'users.email', cli: true }),
    email_verified: field.boolean(({ emailVerified }) => emailVerified, {
      description: 'Whether the owner opened a link mailed to the address.',
      cli: true,
    }),
    name: field.text(({ name }) => name, { label: 'users.name', cli: true }),
    roles: field.strings(({ roles }) => roles, {
      label: 'users.roles',
      csv: ({ roles }) => roles.join(','),
      cli: true,
    }),
  }),
  filters: (filter) => ({
    search: filter.custom(
      { type: 'string', maxLength: 190 },
      {
        description: 'Part of the login, name or email address.',
        label: 'users.search',
        cli: ['search <text>', 'part of the login, name or email address'],
        input: 'search',
        read: String,
        where(eb, text) {
          const part = normaliseIdentifier(text);
          const texts = [eb.ref('login'), eb.ref('email'), eb.fn<string>('lower', ['name'])];
          return eb.or(texts.map((column) => contains(column, part)));
        },
      },
    ),
    role: filter.custom(
      { type: 'string', maxLength: 64 },
      {
        label: 'users.role',
        all: 'users.all-roles',
        cli: ['role <role>', 'only users with this role'],
        read: String,
        where: (eb, role) => eb('id', 'in', eb.selectFrom('user_roles').select('user_id').where('role', '=', role)),
      },
    ),
  }),
  sort: { login: 'login', name: 'name', email: 'email' },
});
