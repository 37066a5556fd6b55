import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { detached } from '../../hooks/async-context.js';
import { messageOf } from '../errors.js';
import { CLAIM_TTL, type EventStore, type StoredEvent } from './event-store.js';
import { decodePayload } from './payload.js';

/** Event being delivered, for listeners that must not process it twice. */
export interface DeliveredEvent {
  /** Same for every delivery of the event. */
  readonly id: string;
  readonly topic: string;
  /** Attempt number, starting at 1. */
  readonly attempt: number;
}

export interface Relay {
  /**
   * Delivers the events of a topic in order, until none is due or another process is delivering. That process then
   * also delivers everything committed so far. Never throws.
   */
  drain(topic: string): Promise<void>;
  /** Delivers events left behind by other processes, and retries that are due. Never throws. */
  drainDue(): Promise<void>;
  current(): DeliveredEvent | null;
  /** Waits for running deliveries and starts no new ones. */
  close(): Promise<void>;
}

/** Part of the host that must receive an action, regardless of its listeners and their error policy. */
export interface Subscriber {
  /** Called in the announcing transaction: whether to store the event even if it has no listeners. */
  isWanted(): Promise<boolean>;
  /** Runs before the listeners. If it throws, the event is delivered again, to the listeners too. */
  deliver(event: AnnouncedEvent, args: readonly unknown[]): Promise<void>;
}

/** Event as passed to subscribers. */
export interface AnnouncedEvent extends DeliveredEvent {
  readonly announcedAt: Date;
}

export interface RelayOptions {
  readonly store: EventStore;
  readonly log: Logger;
  readonly dispatch: (topic: string, args: readonly unknown[]) => Promise<void>;
  readonly subscriber: (topic: string) => Subscriber | undefined;
}

/**
 * Milliseconds before the second to fifth delivery. After that the event is given up, so that its topic can proceed.
 */
const RETRY_DELAYS = [1_000, 10_000, 60_000, 600_000] as const;

/**
 * Event whose listeners run. All hosts share one storage: before Node 24, every active one slows down every promise of
 * the process, and tests open hundreds of hosts.
 */
const deliveries = new AsyncLocalStorage<{ readonly relay: Relay; readonly event: DeliveredEvent }>();

export function createRelay({ store, log, dispatch, subscriber }: RelayOptions): Relay {
  const running = new Map<string, Promise<void>>();
  let isClosed = false;

  /** Calls the subscriber and the listeners; a failure of one does not keep the other from running. */
  async function tell(event: AnnouncedEvent, args: readonly unknown[]): Promise<void> {
    const { announcedAt: _, ...delivered } = event;
    const results = [
      await settled(async () => subscriber(event.topic)?.deliver(event, args)),
      await settled(() => deliveries.run({ relay, event: delivered }, () => dispatch(event.topic, args))),
    ];
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async function deliver({ id, eventId, topic, payload, attempts, createdAt }: StoredEvent): Promise<boolean> {
    const heartbeat = setInterval(() => {
      store
        .renew(id)
        .catch((error: unknown) => log.warn({ err: error, topic }, 'The lease of a delivery could not be renewed'));
    }, CLAIM_TTL / 3).unref();
    try {
      const event = { id: eventId, topic, attempt: attempts + 1, announcedAt: createdAt };
      await detached(() => tell(event, decodePayload(payload)));
    } catch (error) {
      const delay = RETRY_DELAYS[attempts] ?? null;
      log.error({ err: error, topic, event: eventId, delay }, 'A listener of an announced action failed');
      await store.fail(id, messageOf(error), delay);
      return false;
    } finally {
      clearInterval(heartbeat);
    }
    await store.remove(id);
    return true;
  }

  async function deliverAll(topic: string): Promise<void> {
    try {
      while (!isClosed) {
        const head = await store.head(topic);
        if (!head || !(await store.claim(head.id))) return;
        // A failed event blocks its topic until it is delivered or given up. This preserves the order.
        if (!(await deliver(head)) && head.attempts < RETRY_DELAYS.length) return;
      }
    } catch (error) {
      log.error({ err: error, topic }, 'Announced actions could not be delivered; they are retried');
    }
  }

  const relay: Relay = {
    drain(topic) {
      const before = running.get(topic) ?? Promise.resolve();
      const next: Promise<void> = before
        .then(() => deliverAll(topic))
        .finally(() => {
          if (running.get(topic) === next) running.delete(topic);
        });
      running.set(topic, next);
      return next;
    },
    async drainDue() {
      try {
        for (const topic of await store.dueTopics()) if (!running.has(topic)) void relay.drain(topic);
      } catch (error) {
        log.warn({ err: error }, 'Could not check for announced actions');
      }
    },
    current() {
      const delivery = deliveries.getStore();
      return delivery?.relay === relay ? delivery.event : null;
    },
    async close() {
      isClosed = true;
      await Promise.all(running.values());
    },
  };
  return relay;
}

async function settled(work: () => Promise<void>): Promise<PromiseSettledResult<void>> {
  const [result] = await Promise.allSettled([work()]);
  return result;
}
