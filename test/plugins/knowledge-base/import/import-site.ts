import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { definePlugin, type HostOptions, type User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { type Response, Test } from 'supertest';
import { BrowserAgent } from '../../../support/browser-agent.js';
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
  readonly headers: Response['headers'];
  readonly data: { readonly id: number; readonly [member: string]: unknown };
}

/** Knowledge base on a listening server, with jobs that only the test runs. */
export interface ImportSite {
  readonly host: TestHost;
  readonly url: string;
  readonly users: Readonly<Record<Role, User>>;
  /** Requests a REST path of the plugin. */
  ask(as: Role | null, method: string, path: string): Test;
  call(as: Role | null, method: string, path: string, body?: object): Promise<Answer>;
  /** Sends a file to `POST /import`. */
  send(
    content: string | Buffer,
    fields?: Readonly<Record<string, string>>,
    as?: Role | null,
    name?: string,
  ): Promise<Answer>;
  /** Submits a file in the form of the import page. */
  check(file: string | Buffer, fields?: Readonly<Record<string, string>>, name?: string): Promise<Response>;
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
  const passwords = {} as Record<Role, string>;
  for (const role of ROLES) {
    users[role] = await host.createUser(role);
    passwords[role] = (await host.applicationPasswords.create(users[role].id, { name: 'tests' })).password;
  }

  const ask: ImportSite['ask'] = (as, method, path) => {
    const sent = new Test(address, method, `/api/vendor-kb/v1${path}`);
    return as ? sent.auth(users[as].login, passwords[as]) : sent;
  };
  const answerOf = ({ status, headers, body }: Response): Answer => ({ status, headers, data: body });

  const call: ImportSite['call'] = async (as, method, path, body) => answerOf(await ask(as, method, path).send(body));

  const send: ImportSite['send'] = async (content, fields = {}, as = 'kb_manager', name = 'old.json') =>
    answerOf(await ask(as, 'POST', '/import').field(fields).attach('file', Buffer.from(content), name));

  return {
    host,
    url,
    storage,
    users,
    ask,
    call,
    send,
    async check(file, fields = {}, name = 'old.xml') {
      const browser = new BrowserAgent(address);
      await browser.signIn(host, users.kb_manager);
      const hidden = await browser.hiddenFields('/admin/kb/import', 'check');
      return browser
        .post('/admin/kb/import')
        .field({ ...hidden, ...fields })
        .attach('file', Buffer.from(file), name);
    },
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
