import type { User } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase, SQLITE, type TestDatabase } from '../support/databases.js';
import { answerWhileProbing, hostileTexts } from '../support/hostile-texts.js';

/** Bytes. The body of a post may have 2 MiB, with its other fields. */
const SIZE = 2 * 1024 * 1024 - 200;

describe.each(dialects)('post with a hostile text at the body limit, on $name', (dialect) => {
  let database: TestDatabase;
  let host: TestHost;
  let base: string;
  let author: User;
  beforeAll(async () => {
    database = await migratedDatabase(dialect, []);
    host = await createTestHost({ database: database.url });
    base = await host.listen();
    author = await host.createUser('author');
  });
  afterAll(async () => {
    await host?.close();
    await database?.drop();
  });

  /** Number of posts that an anonymous visitor sees. */
  const posts = async (): Promise<number> => {
    const { status, data } = await host.request('GET', '/mortise/v1/posts?per_page=100');
    expect(status).toBe(200);
    return (data as unknown[]).length;
  };

  // Rendering does not depend on the database. MariaDB gets a text of full size that is stored.
  const texts = Object.entries(hostileTexts(SIZE));
  it.each(dialect === SQLITE ? texts : texts.filter(([name]) => name === 'long text without spaces'))(
    '%s is saved and shown without blocking other requests',
    async (_name, { format, content }) => {
      const before = await posts();
      const body = { title: 'Hostile', locale: 'th', status: 'publish', content_format: format, content };
      const saved = await answerWhileProbing(base, () =>
        host.request('POST', '/mortise/v1/posts', { as: author, body }),
      );
      const { id } = saved.data as { id?: number };
      // A text that cannot be shown is not stored: it would break every list with it.
      expect([saved.status < 300, await posts()]).toEqual([id !== undefined, before + (id === undefined ? 0 : 1)]);
      if (id === undefined) return;
      const response = await answerWhileProbing(base, () => host.request('GET', `/mortise/v1/posts/${id}`));
      expect(response.status).toBe(200);
      const deleted = await host.request('DELETE', `/mortise/v1/posts/${id}?force=true`, { as: author });
      expect(deleted.status).toBe(200);
    },
  );
});
