import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type MariadbServer, startMariadb } from '../support/mariadb-server.js';

/** Site with a failing database server. Every test has its own server. */
describe.skipIf(!inject('services').includes('mariadb'))('site with a failing MariaDB', { timeout: 120_000 }, () => {
  let server: MariadbServer;
  let host: TestHost;
  let address: string;

  beforeEach(async () => {
    server = await startMariadb(['--max-connections=12', '--extra-max-connections=2']);
    host = await createTestHost({ database: server.url });
    address = await host.listen();
  });
  afterEach(async () => {
    await host.close();
    await server.close();
  });

  const health = (what: 'live' | 'ready') => fetch(`${address}/api/mortise/v1/health/${what}`);
  const statusOf = async (what: 'live' | 'ready') => (await health(what)).status;

  async function save(value: number): Promise<void> {
    await host.db.upsert('versions', { name: `write-${value}`, version: value }, ['name'], { version: value });
  }

  async function stored(): Promise<number[]> {
    const rows = await host.db.query
      .selectFrom('versions')
      .select('version')
      .where('name', 'like', 'write-%')
      .orderBy('version')
      .execute();
    return rows.map(({ version }) => version);
  }

  /** Writes without end. `acknowledged` lists the values whose write was confirmed. */
  function writeOn() {
    const acknowledged: number[] = [];
    const failures = new Map<string, number>();
    let isRunning = true;
    async function writer(first: number): Promise<void> {
      for (let value = first; isRunning; value += 4) {
        try {
          await save(value);
          acknowledged.push(value);
        } catch (error) {
          const { code = 'none' } = error as { code?: string };
          failures.set(code, (failures.get(code) ?? 0) + 1);
          await sleep(20);
        }
      }
    }
    const writers = [1, 2, 3, 4].map(writer);
    return {
      acknowledged,
      failures,
      async stop() {
        isRunning = false;
        await Promise.all(writers);
      },
    };
  }

  it('recovers when the server is killed under load and restarted, and loses nothing acknowledged', async () => {
    const load = writeOn();
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(50);
    await server.kill();
    await expect.poll(() => load.failures.size).toBeGreaterThan(0);
    expect(await statusOf('live')).toBe(200);
    expect(await statusOf('ready')).toBe(503);
    const before = load.acknowledged.length;
    await server.start();
    await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 50);
    await expect.poll(() => statusOf('ready')).toBe(200);
    await load.stop();
    expect([...load.failures.keys()]).toEqual(['database_unavailable']);
    expect(await stored()).toEqual(expect.arrayContaining(load.acknowledged));
  });

  it('times out statements while the server is frozen, stays alive, and is ready when it wakes', async () => {
    await save(1);
    await server.freeze();
    try {
      const reading = host.db.query.selectFrom('versions').selectAll().execute();
      // Handled from the start, because it may be rejected before the answers arrive.
      const refusal = expect(reading).rejects.toMatchObject({ code: 'database_timeout', status: 503 });
      expect(await statusOf('live')).toBe(200);
      expect(await statusOf('ready')).toBe(503);
      await refusal;
    } finally {
      server.wake();
    }
    await expect.poll(() => statusOf('ready'), { timeout: 20_000 }).toBe(200);
    expect(await stored()).toEqual([1]);
    // The connection with the pending answer is closed, so nothing of it is left on the server.
    await save(2);
    expect(await stored()).toEqual([1, 2]);
  });

  it('fails immediately while the server has no free connection, and recovers', async () => {
    const { createConnection } = await import('mysql2/promise');
    const connections = [];
    for (;;) {
      const connection = await createConnection({ uri: server.url }).catch(() => null);
      if (!connection) break;
      connections.push(connection);
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => save(index)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'database_unavailable', status: 503 });
    expect(await statusOf('live')).toBe(200);
    await Promise.all(connections.map((connection) => connection.end()));
    await expect.poll(() => save(100).then(() => 'stored', String)).toBe('stored');
    await expect.poll(() => statusOf('ready')).toBe(200);
  });

  it('reports a server that became a replica, keeps reading, and writes again on a new connection', async () => {
    await server.query("create user site@'127.0.0.1'");
    await server.query("grant all on site.* to site@'127.0.0.1'");
    const own = await createTestHost({ database: server.url.replace('root@', 'site@') });
    try {
      const as = await own.createUser('administrator');
      const connection = async () =>
        (await sql<{ id: number }>`select connection_id() as id`.execute(own.db.query)).rows[0]?.id;
      const before = await connection();
      await server.query('set global read_only = on');
      const refused = own.db.transaction(() => own.db.upsert('versions', { name: 'a', version: 1 }, ['name'], {}));
      await expect(refused).rejects.toMatchObject({ code: 'database_read_only', status: 503 });
      const input = { title: 'A post', status: 'publish' };
      const answer = await own.request('POST', '/mortise/v1/posts', { as, body: input });
      expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
      expect((await own.request('GET', '/mortise/v1/posts', { as })).status).toBe(200);
      // The server that replaces it is only reached by new connections.
      expect(await connection()).not.toBe(before);
      await server.query('set global read_only = off');
      expect((await own.request('POST', '/mortise/v1/posts', { as, body: input })).status).toBe(201);
      expect((await own.request('GET', '/mortise/v1/posts', { as })).data).toHaveLength(1);
    } finally {
      await own.close();
    }
  });

  it('answers 503 with Retry-After while the server is away, without details for visitors', async () => {
    const user = await host.createUser('administrator');
    const live = await createTestHost({ database: server.url, debug: false, plugins: [knowledgeBase()] });
    try {
      await server.kill();
      const rest = await live.request('GET', '/mortise/v1/users', { as: user });
      expect(rest).toMatchObject({
        status: 503,
        headers: { 'Retry-After': '10' },
        data: { code: 'database_unavailable', message: expect.stringContaining('Try again') },
      });
      const page = await fetch(`${await live.listen()}/kb/search?q=words`);
      expect(page.status).toBe(503);
      expect(page.headers.get('retry-after')).toBe('10');
      expect(JSON.stringify(rest.data) + (await page.text())).not.toContain(new URL(server.url).port);
    } finally {
      await server.start();
      await live.close();
    }
    await expect.poll(async () => (await host.request('GET', '/mortise/v1/users', { as: user })).status).toBe(200);
  });
});
