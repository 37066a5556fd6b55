import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import { HostError } from '../../errors.js';
import { loadOptionalPackage } from '../../optional-package.js';
import type { RedisAddress } from '../connection/redis-address.js';

/** Redis connections used only by the job queue, since its workers block on theirs for minutes. */
export interface BullmqConnection {
  readonly bullmq: typeof import('bullmq');
  /** Key prefix of BullMQ. */
  readonly prefix: string;
  /** Returns a key of our own, outside of BullMQ. */
  key(name: string): string;
  /** Returns the queue for jobs of one name. */
  queue(name: string): Queue;
  /**
   * Runs work on the server with a time limit of seconds. On a timeout, the work may still be carried out.
   * @throws HostError `jobs_unavailable` (503)
   */
  reach<T>(work: (client: Redis) => Promise<T>): Promise<T>;
  /** Opens a connection for workers, which waits indefinitely for the server. */
  forWorkers(): Redis;
  close(): Promise<void>;
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 2_000;
const ANSWER_TIMEOUT = 5_000;
const MAX_PAUSE = 1_000;
/** Maximum length of BullMQ's event stream, which is not read here. */
const KEPT_EVENTS = 100;

/**
 * Connects to Redis. If the server is down, startup continues.
 * @throws HostError `service_package_missing`
 */
export async function connectBullmq(address: RedisAddress, log: Logger): Promise<BullmqConnection> {
  const bullmq = await loadOptionalPackage('bullmq', 'The option redis', () => import('bullmq'));
  const ioredis = await loadOptionalPackage('ioredis', 'The option redis', () => import('ioredis'));
  const prefix = `${address.prefix}queue`;
  const opened: Redis[] = [];
  const queues = new Map<string, Queue>();
  const commands = open(1, false);
  // Only startup waits for it; later, commands fail immediately while the server is down.
  const connected = new Promise<void>((resolve) => commands.once('ready', resolve));

  function open(maxRetriesPerRequest: number | null, enableOfflineQueue: boolean): Redis {
    const client = new ioredis.Redis(address.url, {
      maxRetriesPerRequest,
      enableOfflineQueue,
      connectTimeout: CONNECT_TIMEOUT,
      retryStrategy: (attempt) => Math.min(MAX_PAUSE, 50 * 2 ** attempt) * (0.5 + Math.random() / 2),
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
    let isAway = false;
    client.on('error', (error: unknown) => {
      if (!isAway) log.warn({ err: error, server: address.server }, 'Redis, which stores the jobs, is unreachable');
      isAway = true;
    });
    client.on('ready', () => {
      isAway = false;
    });
    opened.push(client);
    return client;
  }

  async function ready(): Promise<void> {
    if (commands.status === 'ready') return;
    if (commands.status !== 'connecting' && commands.status !== 'connect') throw new Error('not connected');
    await withTimeLimit(connected, CONNECT_TIMEOUT, () => {
      throw new Error('not connected in time');
    });
  }

  return {
    bullmq,
    prefix,
    key: (name) => `${address.prefix}jobs:${name}`,
    queue(name) {
      const existing = queues.get(name);
      if (existing) return existing;
      const queue = new bullmq.Queue(name, {
        connection: commands,
        prefix,
        skipVersionCheck: true,
        skipWaitingForReady: true,
        streams: { events: { maxLen: KEPT_EVENTS } },
      });
      // Already logged by the connection.
      queue.on('error', () => undefined);
      queues.set(name, queue);
      return queue;
    },
    async reach(work) {
      try {
        await ready();
        return await withTimeLimit(work(commands), ANSWER_TIMEOUT, () => {
          throw new Error('no answer in time');
        });
      } catch (error) {
        if (error instanceof HostError) throw error;
        throw new HostError(
          'jobs_unavailable',
          `Redis at ${address.server}, which stores the jobs, is unavailable. Check that it runs and that MORTISE_REDIS_URL is correct.`,
          { status: 503 },
          { cause: error },
        );
      }
    },
    forWorkers: () => open(null, true),
    async close() {
      for (const queue of queues.values()) await queue.close().catch(() => undefined);
      for (const client of opened) client.disconnect();
    },
  };
}
