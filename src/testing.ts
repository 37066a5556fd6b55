/**
 * 'mortise/testing': a host for tests, with its own database.
 *
 *     const host = await createTestHost({ plugins: [recipes()] });
 *     const editor = await host.createUser('editor');
 *     const { status } = await host.request('POST', '/acme/v1/recipes/7/cook', { as: editor });
 *     await host.close();
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createHost } from './blocks/host.js';
import type { HostOptions } from './core/host/host-options.js';
import { runCommand } from './testing/run-command.js';
import { createTestDatabase } from './testing/test-database.js';
import type { TestHost } from './testing/test-host.js';
import { createVisitor } from './testing/visitor.js';
import { workOffJobs } from './testing/work-off-jobs.js';

export { expectNoLeak, type LeakTest, type Surface, type SurfaceOutput } from './testing/no-leak/expect-no-leak.js';
export { COMMON_WORD, markerOf, type World, type WorldArticle } from './testing/no-leak/world.js';
export type { CommandResult } from './testing/run-command.js';
export type { TestHost } from './testing/test-host.js';
export type { FormFields, VisitOptions, Visitor } from './testing/visitor.js';

const SILENT = pino({ level: 'silent' });
/** Milliseconds that a connection may be idle. */
const MAX_IDLE = 120_000;

/**
 * Creates a host with defaults for tests: its own SQLite file, no log output, strict templates and hooks, and
 * temporary folders for emails and files. Every option can be overridden. Close the host after the test.
 * @example
 * const host = await createTestHost({ plugins: [recipes()] });
 * const { status } = await host.request('GET', '/acme/v1/recipes');
 * await host.close();
 */
export async function createTestHost(options: HostOptions = {}): Promise<TestHost> {
  const run = randomBytes(8).toString('hex');
  const outbox = path.join(tmpdir(), `mortise-outbox-${run}`);
  const files = path.join(tmpdir(), `mortise-files-${run}`);
  const database = options.database === undefined ? await createTestDatabase(options.plugins ?? []) : undefined;
  const host = await createHost({
    secret: 'a secret for tests, long enough to be accepted',
    url: 'http://localhost:8080',
    ...(database && { database: database.url }),
    mail: `file:${outbox}`,
    storage: `file:${files}`,
    log: SILENT,
    debug: true,
    // Fast password hashes, since tests create many users. Benchmarks use production settings.
    ...(process.env.NODE_ENV === 'production' ? {} : { passwordCost: { logCost: 8, blockSize: 8, parallelism: 1 } }),
    ...options,
  }).catch(async (error: unknown) => {
    await database?.remove();
    throw error;
  });
  const servers: Server[] = [];
  let address: Promise<string> | undefined;

  async function listen(): Promise<string> {
    // Closing an idle connection races with the next request on it, which then fails with ECONNRESET.
    const server = createServer({ keepAliveTimeout: MAX_IDLE }, host.handler());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  function ownAddress(): Promise<string> {
    address ??= listen();
    return address;
  }

  return {
    ...host,
    ...createVisitor(host, ownAddress),
    listen,
    command: (...argv) => runCommand(host, argv),
    work: () => workOffJobs(host.jobs),
    sentMails: () => mailsIn(outbox),
    async createUser(role) {
      const login = `${role.replaceAll('_', '-')}-${randomBytes(4).toString('hex')}`;
      const password = randomBytes(12).toString('base64url');
      const user = await host.users.create({
        login,
        email: `${login}@example.com`,
        emailVerified: true,
        name: login,
        password,
        roles: [role],
      });
      return { ...user, password };
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await host.close();
      await database?.remove();
      for (const folder of [outbox, files]) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function mailsIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}
