import type { Logger } from 'pino';

/** What is sent: small and flat, and readable by an earlier and a later release. */
export type BusMessage = Readonly<Record<string, string | number | boolean | null>>;

export type BusListener = (message: BusMessage) => void | Promise<void>;

/**
 * Messages to the processes of the site, this one included. They may be lost: a server was away, a process slept. So a
 * message never carries what nobody can look up; it says that looking is worthwhile.
 */
export interface Bus {
  /** Tells everybody, waits for nobody and never throws. Listeners of this process are called before it returns. */
  publish(topic: string, message: BusMessage): void;
  /** Errors of a listener are logged, and the others are called all the same. */
  subscribe(topic: string, listener: BusListener): { remove(): void };
  /** Calls back when messages of others arrive again, after some may have been lost. */
  onReconnect(listener: () => void | Promise<void>): { remove(): void };
}

/** In the hands of the host. */
export interface BusService extends Bus {
  close(): Promise<void>;
}

/** The listeners of one process. */
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
      log.error({ err: error, topic }, 'A listener to messages failed');
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
