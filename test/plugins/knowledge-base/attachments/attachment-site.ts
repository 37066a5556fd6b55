import type { HostOptions, User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { Test } from 'supertest';
import { migratedDatabase, type TestDialect } from '../../../support/databases.js';

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof ROLES)[number] | 'anonymous';

/** User agent of a browser. Bots and requests without a user agent are not counted. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Returns a minimal file that is detected as a PDF, padded to a size in bytes. */
export function pdf(bytes = 1000, filling = 'a'): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode('%PDF-1.7\n'.padEnd(bytes, filling));
}

/** Attachment in a REST response, with the fields that tests use. */
export interface AttachmentView {
  readonly id: number;
  readonly media_id: number;
  readonly title: string;
  readonly order: number;
  readonly downloads: number;
  readonly sha256: string;
  readonly download_url: string;
  readonly last_download_at?: string | null;
  readonly _links: Record<string, { href: string }[]>;
}

/** Knowledge base on a listening server, with users that have application passwords. */
export interface AttachmentSite {
  readonly host: TestHost;
  readonly users: Readonly<Record<(typeof ROLES)[number], User>>;
  /** Requests a URL of the server. Paths outside `/api`, `/kb` and `/media` are REST paths of the plugin. */
  ask(as: Role, path: string, method?: string): Test;
  json<T = unknown>(as: Role, method: string, path: string, body?: object): Promise<{ status: number; data: T }>;
  article(input?: object, as?: Role): Promise<number>;
  upload(
    as: Role,
    articleId: number,
    content?: Uint8Array<ArrayBuffer>,
    name?: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; data: AttachmentView & { code?: string } }>;
  attachmentsCount(articleId: number): Promise<number>;
  close(): Promise<void>;
}

export async function openAttachmentSite(dialect: TestDialect, options: HostOptions = {}): Promise<AttachmentSite> {
  const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
  const host = await createTestHost({ database: url, plugins: [knowledgeBase()], allowInsecureAuth: true, ...options });
  const address = await host.listen();
  const users = {} as Record<(typeof ROLES)[number], User>;
  const passwords = {} as Record<(typeof ROLES)[number], string>;
  for (const role of ROLES) {
    users[role] = await host.createUser(role);
    passwords[role] = (await host.applicationPasswords.create(users[role].id, { name: 'tests' })).password;
  }
  let created = 0;

  const ask: AttachmentSite['ask'] = (as, path, method = 'GET') => {
    const root = /^\/(?:api|kb|media)\b/.test(path) ? '' : '/api/vendor-kb/v1';
    const sent = new Test(address, method, root + path).set('User-Agent', BROWSER);
    return as === 'anonymous' ? sent : sent.auth(users[as].login, passwords[as]);
  };

  async function json<T>(as: Role, method: string, path: string, body?: object) {
    const answer = await ask(as, path, method).send(body);
    return { status: answer.status, data: answer.body as T };
  }

  return {
    host,
    users,
    ask,
    json,
    async article(input = {}, as = 'administrator') {
      created += 1;
      const body = { title: `Article ${created}`, status: 'publish', ...input };
      const { status, data } = await json<{ id: number }>(as, 'POST', '/articles', body);
      if (status !== 201) throw new Error(`The article was answered with ${status}: ${JSON.stringify(data)}`);
      return data.id;
    },
    async upload(as, articleId, content = pdf(), name = 'manual.pdf', fields = {}) {
      const { status, body } = await ask(as, `/articles/${articleId}/attachments`, 'POST')
        .field(fields)
        .attach('file', Buffer.from(content), { filename: name, contentType: 'application/octet-stream' });
      return { status, data: body as AttachmentView };
    },
    async attachmentsCount(articleId) {
      const { data } = await json<{ attachments_count: number }>('administrator', 'GET', `/articles/${articleId}`);
      return data.attachments_count;
    },
    async close() {
      await host.close();
      await drop();
    },
  };
}
