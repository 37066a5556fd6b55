import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { ActionArguments, ActionName } from '../../hooks/signatures.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { createEventStore, type OutboxEvent } from './event-store.js';
import { encodePayload } from './payload.js';
import { createRelay, type DeliveredEvent, type Subscriber } from './relay.js';

/**
 * Transactional outbox: actions that are never lost. An announcement is written in the same transaction as the change
 * it reports, and fired after the commit: at least once, in order per action, even if the process is killed in
 * between. A transaction that is rolled back announces nothing.
 */
export interface Outbox {
  /**
   * Announces an action. Its listeners run after the commit, before `db.transaction` returns, or later in any process
   * of the site. If one throws, all of them are called again, up to five times within about ten minutes. Listeners
   * must therefore be idempotent: {@link Outbox.current} returns the id of the event.
   * @param args strings, numbers, booleans, null, dates, arrays and plain objects
   * @throws HostError `outbox_payload_invalid`, `outbox_payload_too_large`
   */
  announce<Name extends ActionName>(name: Name, ...args: ActionArguments<Name>): Promise<void>;
  /**
   * Announces an action several times, in this order, with few statements. `events` is called only if the action has
   * listeners or subscribers.
   * @throws HostError `outbox_payload_invalid`, `outbox_payload_too_large`
   */
  announceAll<Name extends ActionName>(name: Name, events: () => readonly ActionArguments<Name>[]): Promise<void>;
  /** Returns the event whose listeners are running; null outside of a delivery. */
  current(): DeliveredEvent | null;
}

/** Outbox API for operators. */
export interface OutboxAdministration {
  /** Lists undelivered and failed events, oldest first, at most 1000. */
  list(): Promise<readonly OutboxEvent[]>;
  /** Retries a failed event now, even if a retry is already scheduled. @throws HostError `outbox_event_missing` */
  retry(eventId: string): Promise<void>;
  /** Deletes a failed event, so that later ones can proceed. @throws HostError `outbox_event_missing` */
  discard(eventId: string): Promise<void>;
}

/** Outbox API for the host. */
export interface OutboxService extends Outbox, OutboxAdministration {
  /** Delivers an action to a part of the host in addition to its listeners. Each action has at most one subscriber. */
  subscribe(name: string, subscriber: Subscriber): { remove(): void };
  /** Starts polling for events left behind by other processes, once a second. */
  start(): void;
  close(): Promise<void>;
}

export interface OutboxOptions {
  readonly db: Database;
  readonly hooks: Pick<Hooks, 'doActionAsync' | 'hasAction'>;
  readonly log: Logger;
  /** Milliseconds between polls for events left behind. @default 1000 */
  readonly interval?: number;
}

const POLL_INTERVAL = 1000;

export function createOutbox({ db, hooks, log, interval = POLL_INTERVAL }: OutboxOptions): OutboxService {
  const store = createEventStore(db, randomUUID());
  // Names were checked when they were announced.
  const dispatch = hooks.doActionAsync as unknown as (name: string, ...args: readonly unknown[]) => Promise<void>;
  const subscribers = new Map<string, Subscriber>();
  const relay = createRelay({
    store,
    log,
    dispatch: (topic, args) => dispatch(topic, ...args),
    subscriber: (topic) => subscribers.get(topic),
  });
  let timer: NodeJS.Timeout | undefined;

  /** Whether anything listens. All processes have the same plugins, so this holds for the whole site. */
  async function isHeard(name: ActionName): Promise<boolean> {
    return hooks.hasAction(name) || ((await subscribers.get(name)?.isWanted()) ?? false);
  }

  function write(name: string, payloads: readonly string[]): Promise<void> {
    return db.join(async () => {
      await store.add(
        name,
        payloads.map((payload) => ({ eventId: randomUUID(), payload })),
      );
      // A listener that announces must not wait for its own announcement, which is delivered after it ends.
      db.afterCommit(() => (relay.current() ? void relay.drain(name) : relay.drain(name)));
    });
  }

  return {
    async announce(name, ...args) {
      const payload = encodePayload(name, args);
      if (!(await isHeard(name))) return db.afterCommit(() => dispatch(name, ...args));
      await write(name, [payload]);
    },
    async announceAll(name, events) {
      if (!(await isHeard(name))) return;
      const payloads = events().map((args) => encodePayload(name, args));
      if (payloads.length > 0) await write(name, payloads);
    },
    subscribe(name, subscriber) {
      subscribers.set(name, subscriber);
      return {
        remove() {
          if (subscribers.get(name) === subscriber) subscribers.delete(name);
        },
      };
    },
    current: relay.current,
    list: store.list,
    async retry(eventId) {
      if (!(await store.retry(eventId))) throw missing(eventId);
    },
    async discard(eventId) {
      if (!(await store.discard(eventId))) throw missing(eventId);
    },
    start() {
      timer ??= setInterval(relay.drainDue, interval).unref();
      void relay.drainDue();
    },
    async close() {
      clearInterval(timer);
      await relay.close();
    },
  };
}

function missing(eventId: string): HostError {
  return new HostError(
    'outbox_event_missing',
    `There is no failed event "${eventId}" that can be retried. Run "mortise outbox list" to see them.`,
    { status: 404, event: eventId },
  );
}
