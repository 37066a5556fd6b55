import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import { HostError } from '../../errors.js';
import { loadOptionalPackage } from '../../optional-package.js';
import type { RedisAddress } from './redis-address.js';

/**
 * Redis connection that reconnects automatically. While the server is down, every command fails immediately instead
 * of waiting. The loss and the return of the connection are logged once each.
 */
export interface RedisConnection {
  /** Returns the name with the site's key prefix. */
  key(name: string): string;
  /**
   * Runs a command. It is never resent, because a command whose reply was lost may have been executed.
   * @throws HostError `service_unavailable` (503)
   */
  run<T>(command: (client: Redis) => Promise<T>): Promise<T>;
  /** Calls back on every (re)connection, and immediately if connected. */
  onReady(listener: (client: Redis) => void): void;
  /** Opens a separate connection to the same server for subscriptions. It does not log; this one does. */
  another(): Promise<RedisConnection>;
  close(): Promise<void>;
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 2000;
const COMMAND_TIMEOUT = 1000;
const DISCONNECT_TIMEOUT = 500;
const MAX_PAUSE = 1000;
const KEEP_ALIVE = 10_000;
const BETWEEN_COMPLAINTS = 60_000;

/**
 * Connects to Redis. If the server is down, startup continues and the connection is retried in the background.
 * @throws HostError `service_package_missing`
 */
export async function connectRedis(address: RedisAddress, log: Logger): Promise<RedisConnection> {
  const { Redis } = await loadOptionalPackage('ioredis', 'The option redis', () => import('ioredis'));
  return connect(address, log, (url) => {
    return new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      // Fail pending commands when the connection ends: resending them could count a call twice.
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      connectTimeout: CONNECT_TIMEOUT,
      commandTimeout: COMMAND_TIMEOUT,
      disconnectTimeout: DISCONNECT_TIMEOUT,
      keepAlive: KEEP_ALIVE,
      retryStrategy: (attempt) => Math.min(MAX_PAUSE, 50 * 2 ** attempt) * (0.5 + Math.random() / 2),
      // After a failover, the old primary is read-only.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
  });
}

async function connect(
  address: RedisAddress,
  log: Logger | null,
  open: (url: string) => Redis,
): Promise<RedisConnection> {
  const { server } = address;
  const client = open(address.url);
  let isAway = false;
  let isClosing = false;
  let complainedAt = Number.NEGATIVE_INFINITY;
  let lastError: unknown;

  client.on('error', (error: Error) => {
    lastError = withoutCommand(error);
  });
  client.on('close', () => {
    if (isAway || isClosing) return;
    isAway = true;
    log?.warn(
      { err: lastError, server },
      'Redis is unreachable. Until it is back, limits are counted per process and nothing is cached',
    );
  });
  client.on('ready', () => {
    lastError = undefined;
    if (isAway) log?.info({ server }, 'Redis is back');
    isAway = false;
  });

  function complain(error: unknown): void {
    if (!(error instanceof Error)) return;
    if (error.message === 'Command timed out' && client.status === 'ready') {
      // A frozen server answers nothing. Disconnect, so that later commands do not each run into the timeout.
      lastError = error;
      client.disconnect(true);
    }
    const time = performance.now();
    if (error.name !== 'ReplyError' || time - complainedAt < BETWEEN_COMPLAINTS) return;
    complainedAt = time;
    log?.error({ err: error, server }, 'Redis rejected a command');
  }

  // Connection errors are handled by the event listeners above.
  const connected = client.connect().catch(() => undefined);
  await withTimeLimit(connected, CONNECT_TIMEOUT, () => undefined);

  return {
    key: (name) => address.prefix + name,
    async run(command) {
      try {
        return await command(client);
      } catch (error) {
        const failure = error instanceof Error ? withoutCommand(error) : error;
        complain(failure);
        throw unavailable(server, failure);
      }
    },
    onReady(listener) {
      client.on('ready', () => listener(client));
      if (client.status === 'ready') listener(client);
    },
    another: () => connect(address, null, open),
    async close() {
      isClosing = true;
      if (client.status === 'ready') await client.quit().catch(() => undefined);
      client.disconnect();
    },
  };
}

/** Removes the command from the error, because its arguments (even a password) would end up in the logs. */
function withoutCommand(error: Error): Error {
  Reflect.deleteProperty(error, 'command');
  return error;
}

function unavailable(server: string, cause: unknown): HostError {
  return new HostError(
    'service_unavailable',
    `Redis at ${server} is unavailable. Check that it runs and that the option redis (MORTISE_REDIS_URL) is correct.`,
    { status: 503 },
    { cause },
  );
}
