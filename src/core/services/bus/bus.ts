import type { Logger } from 'pino';

/** Message payload: small, flat, and readable by the previous and the next release. */
export type BusMessage = Readonly<Record<string, string | number | boolean | null>>;

export type BusListener = (message: BusMessage) => void | Promise<void>;

/**
 * Broadcasts messages to all processes of the site, including this one. Delivery is best effort: a server may be down
 * or a process asleep. A message must therefore carry no data of its own, only a hint to read the database again.
 */
export interface Bus {
  /** Sends a message without waiting and never throws. Listeners in this process are called before it returns. */
  publish(topic: string, message: BusMessage): void;
  /** Adds a listener. Its errors are logged and do not affect other listeners. */
  subscribe(topic: string, listener: BusListener): { remove(): void };
  /** Calls back when the connection is restored, after messages may have been lost. */
  onReconnect(listener: () => void | Promise<void>): { remove(): void };
}

/** Bus API for the host. */
export interface BusService extends Bus {
  close(): Promise<void>;
}

/** Listeners of this process. */
export interface BusListeners extends Pick<Bus, 'subscribe' | 'onReconnect'> {
  deliver(topic: string, message: BusMessage): void;
  reconnected(): void;
  clear(): void;
}

export function createBusListeners(log: Logger): BusListeners {
  const byTopic = new Map<string, Set<BusListener>>();
  const onReturn = new Set<() => void | Promise<void>>();

  async function call(listener: () => void | Promise<void>, topic: string): Promise<void> {
    try {
      await listener();
    } catch (error) {
      log.error({ err: error, topic }, 'A message listener failed');
    }
  }

  return {
    subscribe(topic, listener) {
      const listeners = byTopic.get(topic) ?? new Set();
      listeners.add(listener);
      byTopic.set(topic, listeners);
      return { remove: () => void listeners.delete(listener) };
    },
    onReconnect(listener) {
      onReturn.add(listener);
      return { remove: () => void onReturn.delete(listener) };
    },
    deliver(topic, message) {
      for (const listener of byTopic.get(topic) ?? []) void call(() => listener(message), topic);
    },
    reconnected() {
      for (const listener of onReturn) void call(listener, 'reconnect');
    },
    clear() {
      byTopic.clear();
      onReturn.clear();
    },
  };
}

/** Creates the bus for a single process, or for processes that share only a database. It never disconnects. */
export function createMemoryBus(log: Logger): BusService {
  const listeners = createBusListeners(log);
  return {
    publish: listeners.deliver,
    subscribe: listeners.subscribe,
    onReconnect: listeners.onReconnect,
    close: async () => listeners.clear(),
  };
}
