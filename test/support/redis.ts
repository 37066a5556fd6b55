import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { connectRedis, type RedisConnection } from '../../src/core/services/connection/redis.js';
import { freePort } from './free-port.js';

/** Shared server. Keys need their own prefix. */
const SHARED_SERVER = '127.0.0.1:6379';

export interface TestRedis {
  readonly url: string;
  readonly prefix: string;
  connect(log: Logger): Promise<RedisConnection>;
  /** Closes the connections and deletes all keys with the prefix. */
  close(): Promise<void>;
}

/** Creates a unique key prefix on a server, by default the shared one. */
export function testRedis(server = SHARED_SERVER): TestRedis {
  const prefix = `mortise-test-${randomBytes(8).toString('hex')}:`;
  const connections: RedisConnection[] = [];
  return {
    url: `redis://${server}?prefix=${prefix}`,
    prefix,
    async connect(log) {
      const connection = await connectRedis(
        { url: `redis://${server}`, server: new URL(`redis://${server}`).host, prefix },
        log,
      );
      connections.push(connection);
      return connection;
    },
    async close() {
      for (const connection of connections.splice(0)) await connection.close();
      const client = new Redis(`redis://${server}`, { lazyConnect: true });
      await client.connect();
      for await (const keys of client.scanStream({ match: `${prefix}*` })) if (keys.length > 0) await client.del(keys);
      await client.quit();
    },
  };
}

/** Redis server of one test, which may be killed. */
export interface RedisServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Starts the server empty, also after a kill. Does nothing while it runs. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Freezes the server: connections stay open without answers. */
  freeze(): void;
  thaw(): void;
  /** Kills the server and deletes its folder. */
  remove(): Promise<void>;
}

export async function redisServer(): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'mortise-redis-'));
  let child: ChildProcess | undefined;

  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function kill(): Promise<void> {
    if (!child || !isRunning()) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  return {
    address: `127.0.0.1:${port}`,
    async start() {
      if (isRunning()) return;
      child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''], {
        stdio: 'ignore',
      });
      await untilItAnswers(port);
    },
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(port: number): Promise<void> {
  for (;;) {
    const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.ping();
      return;
    } catch {
      await wait(20);
    } finally {
      client.disconnect();
    }
  }
}
