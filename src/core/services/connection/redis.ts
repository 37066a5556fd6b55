import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import { HostError } from '../../errors.js';
import { loadOptionalPackage } from '../../optional-package.js';
import type { RedisAddress } from './redis-address.js';

/**
 * A connection that comes back by itself. While the server is away every command fails at once, so that nobody waits
 * for it; one line in the log says that it went, and one that it is back.
 */
export interface RedisConnection {
  /** The name with the site's prefix before it. */
  key(name: string): string;
  /**
   * Runs a command. It is not sent twice: one whose answer was lost may have been carried out.
   * @throws HostError `service_unavailable` (503)
   */
  run<T>(command: (client: Redis) => Promise<T>): Promise<T>;
  /** Calls back whenever the connection stands, also now if it does. */
  onReady(listener: (client: Redis) => void): void;
  /** A connection of its own to the same server, for listening. It leaves the log to this one. */
  another(): Promise<RedisConnection>;
  close(): Promise<void>;
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 2000;
const COMMAND_TIMEOUT = 1000;
const DISCONNECT_TIMEOUT = 500;
const LONGEST_PAUSE = 1000;
const KEEP_ALIVE = 10_000;
const BETWEEN_COMPLAINTS = 60_000;

/**
 * Connects to Redis. A server that is away does not stop the start: it is waited for in the background.
 * @throws HostError `service_package_missing`
 */
export async function connectRedis(address: RedisAddress, log: Logger): Promise<RedisConnection> {
  const { Redis } = await loadOptionalPackage('ioredis', 'The option redis', () => import('ioredis'));
  return connect(address, log, (url) => {
    return new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      // Commands under way fail when the connection ends: repeating them later could count a call twice.
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      connectTimeout: CONNECT_TIMEOUT,
      commandTimeout: COMMAND_TIMEOUT,
      disconnectTimeout: DISCONNECT_TIMEOUT,
      keepAlive: KEEP_ALIVE,
      retryStrategy: (attempt) => Math.min(LONGEST_PAUSE, 50 * 2 ** attempt) * (0.5 + Math.random() / 2),
      // After a failover the old server only reads.
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
      'Redis cannot be reached. Until it is back, limits are counted per process and nothing is cached',
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
      // A frozen server answers nothing: the commands after this one need not find out for themselves.
      lastError = error;
      client.disconnect(true);
    }
    const time = performance.now();
    if (error.name !== 'ReplyError' || time - complainedAt < BETWEEN_COMPLAINTS) return;
    complainedAt = time;
    log?.error({ err: error, server }, 'Redis refused a command');
  }

  // What goes wrong here is told by the events above.
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

/** The command with its values, a password even, would end up in the logs. */
function withoutCommand(error: Error): Error {
  Reflect.deleteProperty(error, 'command');
  return error;
}

function unavailable(server: string, cause: unknown): HostError {
  return new HostError(
    'service_unavailable',
    `Redis at ${server} cannot be used. Check that it runs and that the option redis (MORTISE_REDIS_URL) is right.`,
    { status: 503 },
    { cause },
  );
}
