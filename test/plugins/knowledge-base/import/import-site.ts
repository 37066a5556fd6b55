import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { definePlugin, type HostOptions, type User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { migratedDatabase, type TestDialect } from '../../../support/databases.js';

const ROLES = ['administrator', 'kb_manager', 'editor', 'carrier'] as const;
export type Role = (typeof ROLES)[number];

/** Registers a role that may import and export but not manage access. */
const carriers = () =>
  definePlugin({
    name: 'carriers',
    version: '1.0.0',
    setup({ access }) {
      access.role('carrier', { label: 'Carrier', capabilities: ['read', 'import_kb', 'export_kb'] });
    },
  });

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: { readonly id: number; readonly [member: string]: unknown };
}

/** Knowledge base on a listening server, with jobs that only the test runs. */
export interface ImportSite {
  readonly host: TestHost;
  readonly url: string;
  readonly users: Readonly<Record<Role, User>>;
  fetch(as: Role | null, path: string, init?: RequestInit): Promise<Response>;
  call(as: Role | null, method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a file to `POST /import`. */
  send(
    content: string | Buffer,
    fields?: Readonly<Record<string, string>>,
    as?: Role | null,
    name?: string,
  ): Promise<Answer>;
  /** Sends a file, runs the import and returns its final response. */
  run(content: string, fields?: Readonly<Record<string, string>>, as?: Role): Promise<Answer>;
  /** Storage folder of the site. */
  readonly storage: string;
  /** Returns the files left behind by imports. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openImportSite(dialect: TestDialect, options: HostOptions = {}): Promise<ImportSite> {
  const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
  const storage = await mkdtemp(path.join(tmpdir(), 'mortise-import-site-'));
  const host = await createTestHost({
    database: url,
    storage: `file:${storage}`,
    plugins: [knowledgeBase(), carriers()],
    allowInsecureAuth: true,
    jobs: 'off',
    ...options,
  });
  const address = await host.listen();
  const users = {} as Record<Role, User>;
  const credentials = {} as Record<Role, Record<string, string>>;
  for (const role of ROLES) {
    users[role] = await host.createUser(role);
    const { password } = await host.applicationPasswords.create(users[role].id, { name: 'tests' });
    const basic = Buffer.from(`${users[role].login}:${password}`).toString('base64');
    credentials[role] = { Authorization: `Basic ${basic}` };
  }

  const fetchAs: ImportSite['fetch'] = (as, path, init = {}) =>
    fetch(`${address}/api/vendor-kb/v1${path}`, {
      ...init,
      headers: { ...(as && credentials[as]), ...(init.headers as Record<string, string> | undefined) },
    });

  async function answerOf(response: Response): Promise<Answer> {
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, data: JSON.parse(text) };
  }

  const call: ImportSite['call'] = async (as, method, path, body) => {
    const sent = { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    return answerOf(await fetchAs(as, path, { method, ...(body === undefined ? {} : sent) }));
  };

  const send: ImportSite['send'] = async (content, fields = {}, as = 'kb_manager', name = 'old.json') => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
    return answerOf(await fetchAs(as, '/import', { method: 'POST', body: form }));
  };

  return {
    host,
    url,
    storage,
    users,
    fetch: fetchAs,
    call,
    send,
    async run(content, fields = {}, as = 'kb_manager') {
      const { status, data } = await send(content, fields, as);
      if (status !== 202) throw new Error(`The import was answered with ${status}: ${JSON.stringify(data)}`);
      await host.work();
      return call(as, 'GET', `/import/${data.id}`);
    },
    files: () => readdir(path.join(storage, 'knowledge-base', 'imports')).catch(() => []),
    async close() {
      await host.close();
      await drop();
      await rm(storage, { recursive: true, force: true });
    },
  };
}
