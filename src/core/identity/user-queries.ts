import { sql } from 'kysely';
import { contains } from '../database/contains.js';
import type { Database } from '../database/database.js';
import { normaliseIdentifier } from '../identifiers.js';
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

const MAX_PER_PAGE = 100;

export function createUserQueries(db: Database): UserQueries {
  /** One row per role of each user, or one row for a user without roles. */
  const selectUsers = () =>
    db.query
      .selectFrom('users')
      .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
      .select(['users.id', 'users.login', 'users.email', 'users.name', 'user_roles.role'])
      .select('users.email_verified_at as verifiedAt')
      .orderBy('users.login')
      .orderBy('user_roles.role');

  const first = async (query: ReturnType<typeof selectUsers>): Promise<User | null> =>
    toUsers(await query.execute())[0] ?? null;

  const matching = ({ search, role }: UserQuery) => {
    let query = db.query.selectFrom('users');
    if (role !== undefined) {
      query = query.where('users.id', 'in', (of) =>
        of.selectFrom('user_roles').select('user_id').where('role', '=', role),
      );
    }
    if (search) {
      const part = normaliseIdentifier(search);
      const texts = [sql.ref('users.login'), sql.ref('users.email'), sql`lower(${sql.ref('users.name')})`];
      query = query.where((where) => where.or(texts.map((text) => contains(text, part))));
    }
    return query;
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
    async list(query = {}) {
      const perPage = Math.min(Math.max(query.perPage ?? 10, 1), MAX_PER_PAGE);
      const offset = (Math.max(query.page ?? 1, 1) - 1) * perPage;
      const { total } = await matching(query)
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const { orderBy = 'login', direction = 'asc' } = query;
      const page = await matching(query)
        .select('users.id')
        .orderBy(`users.${orderBy}`, direction)
        .orderBy('users.id')
        .limit(perPage)
        .offset(offset)
        .execute();
      const ids = page.map(({ id }) => id);
      const found = ids.length === 0 ? [] : toUsers(await selectUsers().where('users.id', 'in', ids).execute());
      const users = found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      return { users, total: Number(total) };
    },
  };
}

interface UserRoleRow {
  readonly id: number;
  readonly login: string;
  readonly email: string | null;
  readonly name: string;
  readonly role: string | null;
  readonly verifiedAt: string | null;
}

function toUsers(rows: readonly UserRoleRow[]): User[] {
  const users = new Map<number, User>();
  for (const { id, login, email, name, role, verifiedAt } of rows) {
    const user = users.get(id) ?? {
      id,
      login,
      email: email ?? '',
      emailVerified: verifiedAt !== null,
      name,
      roles: [],
    };
    if (role !== null) user.roles.push(role);
    users.set(id, user);
  }
  return [...users.values()];
}
