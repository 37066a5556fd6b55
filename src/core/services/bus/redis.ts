import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { isRecord } from '../../record.js';
import type { RedisConnection } from '../connection/redis.js';
import { type BusMessage, type BusService, createBusListeners } from './bus.js';

/** Milliseconds between two looks whether the server at the other end still listens. */
const PING_INTERVAL = 15_000;

/** The bus over Redis's publish and subscribe: one channel for all topics, and a connection of its own to listen on. */
export async function createRedisBus(redis: RedisConnection, log: Logger): Promise<BusService> {
  const listeners = createBusListeners(log);
  const channel = redis.key('bus');
  const self = randomUUID();
  const ears = await redis.another();

  /** What cannot be sent was reported by the connection, and is allowed to be lost. */
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

/** Anybody who reaches the server can write to the channel: what is no message of ours is passed over. */
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
