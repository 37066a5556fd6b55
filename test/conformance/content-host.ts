import type { HostOptions, User } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { migratedDatabase, type TestDialect } from '../support/databases.js';

/** Callers of the content routes; `anonymous` sends no credentials. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'] as const;
export type Role = (typeof ROLES)[number];

export interface ContentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

/** Post as returned by REST. */
export interface PostData {
  readonly id: number;
  readonly status: string;
  readonly slug: string;
  readonly date: string;
  readonly version: number;
  readonly author: number;
  readonly parent?: number;
  readonly title: { readonly raw?: string; readonly rendered: string };
  readonly content: { readonly raw?: string; readonly rendered: string };
  readonly categories: readonly number[];
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface ContentHost {
  readonly host: TestHost;
  /** One user of each role. */
  readonly users: Readonly<Record<Exclude<Role, 'anonymous'>, User>>;
  /** Calls a route below `mortise/v1` as a user with this role. */
  call(
    as: Role,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ContentAnswer>;
  /** Creates an item as the administrator or as another role. */
  create(path: string, body: Readonly<Record<string, unknown>>, as?: Role): Promise<PostData>;
  close(): Promise<void>;
}

/** Opens a host with a user of each role, on its own database. */
export async function openContentHost(dialect: TestDialect, options: HostOptions = {}): Promise<ContentHost> {
  const { url, drop } = await migratedDatabase(dialect);
  const host = await createTestHost({ database: url, ...options });
  const users = {} as Record<Exclude<Role, 'anonymous'>, User>;
  for (const role of ROLES) if (role !== 'anonymous') users[role] = await host.createUser(role);

  const call: ContentHost['call'] = async (as, method, path, body, headers = {}) => {
    const user = as === 'anonymous' ? null : users[as];
    return host.request(method, `/mortise/v1${path}`, { as: user, body, headers });
  };

  return {
    host,
    users,
    call,
    async create(path, body, as = 'administrator') {
      const answer = await call(as, 'POST', path, body);
      if (answer.status !== 201) throw new Error(`POST ${path} failed: ${JSON.stringify(answer.data)}`);
      return answer.data as PostData;
    },
    async close() {
      await host.close();
      await drop();
    },
  };
}
