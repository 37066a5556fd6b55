import type { Plugin, User } from 'mortise';
import { type KnowledgeBaseOptions, knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { expect } from 'vitest';
import { migratedDatabase, type TestDialect } from '../support/databases.js';

/** Callers of the knowledge base; `anonymous` sends no credentials. */
export const ROLES = [
  'administrator',
  'kb_manager',
  'editor',
  'author',
  'contributor',
  'subscriber',
  'anonymous',
] as const;
export type Role = (typeof ROLES)[number];

/** Response of a route. */
export interface KbAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

/** ISO 8601 in UTC, to the millisecond. */
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function expectError(answer: KbAnswer, status: number, code: string): void {
  expect({ status: answer.status, data: answer.data }).toMatchObject({ status, data: { code, data: { status } } });
}

/** Returns the IDs of a list response. */
export function idsOf(answer: KbAnswer): number[] {
  expect(answer).toMatchObject({ status: 200, data: expect.any(Array) });
  return (answer.data as { id: number }[]).map(({ id }) => id);
}

export interface KbHost {
  readonly host: TestHost;
  /** Database URL. */
  readonly url: string;
  /** One user of each role. */
  readonly users: Readonly<Record<Exclude<Role, 'anonymous'>, User>>;
  /** Calls a route of the knowledge base as a user with this role. */
  call(
    as: Role,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<KbAnswer>;
  /** Creates an article as the administrator or as another role. @returns its ID */
  article(input?: Readonly<Record<string, unknown>>, as?: Role): Promise<number>;
  /** Creates a category as the administrator. @returns its ID */
  category(input?: Readonly<Record<string, unknown>>): Promise<number>;
  close(): Promise<void>;
}

/** Opens a host with the knowledge base, other plugins and a user of each role, on its own database. */
export async function openKbHost(
  dialect: TestDialect,
  others: readonly Plugin[] = [],
  options: KnowledgeBaseOptions = {},
): Promise<KbHost> {
  const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
  const host = await createTestHost({ database: url, plugins: [knowledgeBase(options), ...others] });
  const users = {} as Record<Exclude<Role, 'anonymous'>, User>;
  for (const role of ROLES) if (role !== 'anonymous') users[role] = await host.createUser(role);
  let count = 0;

  const call: KbHost['call'] = async (as, method, path, body, headers = {}) => {
    const user = as === 'anonymous' ? null : users[as];
    return host.request(method, `/vendor-kb/v1${path}`, { as: user, body, headers });
  };

  async function create(as: Role, path: string, body: Readonly<Record<string, unknown>>): Promise<number> {
    const answer = await call(as, 'POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path} failed: ${JSON.stringify(answer.data)}`);
    return (answer.data as { id: number }).id;
  }

  return {
    host,
    url,
    users,
    call,
    article: (input = {}, as = 'administrator') => {
      count += 1;
      return create(as, '/articles', { title: `Article ${count}`, status: 'publish', ...input });
    },
    category: (input = {}) => {
      count += 1;
      return create('administrator', '/categories', { name: `Category ${count}`, ...input });
    },
    async close() {
      await host.close();
      await drop();
    },
  };
}
