import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { basic } from '../support/basic.js';
import { mortise } from '../support/command-line.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { type ServingSite, serveSite } from '../support/serving-site.js';

/** Maximum time until another process shows a change (storage.md). */
const WITHIN = { timeout: 2000, interval: 50 };

const withRedis = inject('services').includes('redis')
  ? dialects.slice(-1).map((dialect) => ({ dialect, redis: 'redis://127.0.0.1:6379' }))
  : [];
const settings = [...dialects.map((dialect) => ({ dialect, redis: '' })), ...withRedis];

describe.each(settings)(
  'visibility in another process within two seconds on $dialect.name (Redis: "$redis")',
  { timeout: 60_000 },
  ({ dialect, redis }) => {
    let folder: string;
    let env: NodeJS.ProcessEnv;
    let drop: () => Promise<void>;
    /** Host that makes the changes. */
    let first: TestHost;
    /** Site that shows the changes. */
    let second: ServingSite;
    let credentials: { Authorization: string };
    let editor: Awaited<ReturnType<TestHost['createUser']>>;

    beforeAll(async () => {
      const database = await migratedDatabase(dialect, [knowledgeBase()]);
      drop = database.drop;
      folder = await mkdtemp(path.join(tmpdir(), 'mortise-processes-'));
      const shared = redis === '' ? {} : { redis: `${redis}?prefix=${path.basename(folder)}:` };
      env = { MORTISE_DATABASE_URL: database.url, ...(redis === '' ? {} : { REDIS_URL: shared.redis }) };
      first = await createTestHost({ database: database.url, plugins: [knowledgeBase()], ...shared });
      await first.listen();
      editor = await first.createUser('editor');
      const { password } = await first.applicationPasswords.create(editor.id, { name: 'Elsewhere' });
      credentials = basic(editor.login, password);
      second = await serveSite(folder, { env });
    });
    afterAll(async () => {
      await second?.kill();
      await first?.close();
      await drop?.();
      await rm(folder, { recursive: true, force: true });
    });

    const page = async (below: string): Promise<string> => (await fetch(`${second.url}${below}`)).text();
    const found = async (query: string): Promise<string[]> => {
      const response = await fetch(`${second.url}/api/vendor-kb/v1/search?q=${encodeURIComponent(query)}`);
      return ((await response.json()) as { results: { title: string }[] }).results.map(({ title }) => title);
    };
    const mayPublish = async (): Promise<number> => {
      const response = await fetch(`${second.url}/api/vendor-kb/v1/articles`, {
        method: 'POST',
        headers: { ...credentials, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'By the other process', status: 'publish' }),
      });
      return response.status;
    };

    it('covers a new article on its page and in the search', async () => {
      expect(await found('heliotrope')).toEqual([]);
      const { status } = await first.request('POST', '/vendor-kb/v1/articles', {
        as: editor,
        body: { title: 'Growing heliotrope', content: 'It wants sun.', status: 'publish' },
      });
      expect(status).toBe(201);
      await expect.poll(() => page('/kb/growing-heliotrope'), WITHIN).toContain('It wants sun.');
      await expect.poll(() => found('heliotrope'), WITHIN).toEqual(['Growing heliotrope']);
    });

    it('covers the text and the search of a changed article', async () => {
      const [{ id } = { id: 0 }] = (await first.request('GET', '/vendor-kb/v1/articles', { as: editor })).data as {
        id: number;
      }[];
      await first.request('PUT', `/vendor-kb/v1/articles/${id}`, {
        as: editor,
        body: { title: 'Growing lavender', content: 'It wants chalk.' },
      });
      await expect.poll(() => page('/kb/growing-heliotrope'), WITHIN).toContain('It wants chalk.');
      await expect.poll(() => found('heliotrope'), WITHIN).toEqual([]);
      await expect.poll(() => found('lavender'), WITHIN).toEqual(['Growing lavender']);
    });

    it('covers an article created on the command line', async () => {
      const { code, stderr } = await mortise(
        ['kb', 'article', 'create', '--title=Pruning roses', '--content=In March.', '--status=publish'],
        { cwd: folder, env },
      );
      expect(code, stderr).toBe(0);
      await expect.poll(() => found('roses'), WITHIN).toEqual(['Pruning roses']);
      await expect.poll(() => page('/kb/pruning-roses'), WITHIN).toContain('In March.');
    });

    it('covers a role changed here and on the command line', async () => {
      expect(await mayPublish()).toBe(201);
      await first.users.setRoles(editor.id, ['subscriber']);
      await expect.poll(mayPublish, WITHIN).toBe(403);
      await mortise(['user', 'set-role', editor.login, 'editor'], { cwd: folder, env });
      await expect.poll(mayPublish, WITHIN).toBe(201);
    });

    it('covers a revoked credential', async () => {
      const [{ id } = { id: '' }] = await first.applicationPasswords.list(editor.id);
      await first.applicationPasswords.revoke(editor.id, id);
      await expect.poll(mayPublish, WITHIN).toBe(401);
    });
  },
);
