import { randomInt, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import { isRecord } from '../../record.js';
import type { RedisConnection } from '../connection/redis.js';
import { type BusMessage, type BusService, createBusListeners } from './bus.js';
import './versions.js';

/** Milliseconds between two pings to the server. */
const PING_INTERVAL = 15_000;

/** Creates a bus over Redis Pub/Sub: one channel for all topics, and a separate connection for the subscription. */
export async function createRedisBus(redis: RedisConnection, log: Logger): Promise<BusService> {
  const listeners = createBusListeners(log);
  const channel = redis.key('bus');
  const self = randomUUID();
  const ears = await redis.another();

  /** Ignores failed sends: the connection has logged them, and messages may be lost. */
  const give = (sending: Promise<unknown>): void => void sending.catch(() => undefined);

  ears.onReady((client) => {
    client.removeAllListeners('message');
    client.on('message', (_channel, text) => {
      const received = parse(text);
      if (received && received.from !== self) listeners.deliver(received.topic, received.message);
    });
    give(ears.run((connected) => connected.subscribe(channel)).then(listeners.reconnected));
  });
  const pings = setInterval(() => give(ears.run((client) => client.ping())), PING_INTERVAL).unref();

  return {
    publish(topic, message) {
      listeners.deliver(topic, message);
      give(redis.run((client) => client.publish(channel, JSON.stringify({ from: self, topic, message }))));
    },
    subscribe: listeners.subscribe,
    onReconnect: listeners.onReconnect,
    async close() {
      clearInterval(pings);
      listeners.clear();
      await ears.close();
    },
  };
}

/** Ignores foreign messages: anyone with access to the server can publish to the channel. */
function parse(text: string): { readonly from: string; readonly topic: string; readonly message: BusMessage } | null {
  try {
    const received: unknown = JSON.parse(text);
    if (!isRecord(received) || !isMessage(received.message)) return null;
    const { from, topic, message } = received;
    return typeof from === 'string' && typeof topic === 'string' ? { from, topic, message } : null;
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is BusMessage {
  return isRecord(value) && Object.values(value).every((field) => field === null || typeof field !== 'object');
}

const SITE = 'core:site';

const MAX_ID = 2 ** 47;

/** Returns the unique id of the site: a random number that the first process stored in the database. */
export async function siteId(db: Database): Promise<string> {
  await db.upsert('versions', { name: SITE, version: randomInt(MAX_ID) }, ['name'], {});
  const { version } = await db.query
    .selectFrom('versions')
    .select('version')
    .where('name', '=', SITE)
    .executeTakeFirstOrThrow();
  return Number(version).toString(36);
}
