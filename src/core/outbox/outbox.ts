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
 * Actions that are not lost. What is announced is written with the change that it is about, in one transaction, and
 * fired when that is committed: at least once, in order per action, also when the process is killed in between. A
 * rolled back transaction announces nothing.
 */
export interface Outbox {
  /**
   * Announces an action. Its listeners run after the commit, before `db.transaction` returns, or later in any process
   * of the site; one that throws is called again with all the others, up to five times in some ten minutes. So they
   * have to bear an event twice: {@link Outbox.current} tells its id.
   * @param args texts, numbers, booleans, null, dates, lists and plain objects
   * @throws HostError `outbox_payload_invalid`, `outbox_payload_too_large`
   */
  announce<Name extends ActionName>(name: Name, ...args: ActionArguments<Name>): Promise<void>;
  /**
   * Announces an action several times, in this order: written together, by statements of many. Where nobody hears it, its
   * arguments are not even made.
   * @throws HostError `outbox_payload_invalid`, `outbox_payload_too_large`
   */
  announceAll<Name extends ActionName>(name: Name, events: () => readonly ActionArguments<Name>[]): Promise<void>;
  /** The event whose listeners are running here; null outside. */
  current(): DeliveredEvent | null;
}

/** In the hands of operators. */
export interface OutboxAdministration {
  /** What was not delivered yet or could not be, oldest first, a thousand at most. */
  list(): Promise<readonly OutboxEvent[]>;
  /** Tries an event that failed again now, also one that was not given up yet. @throws HostError `outbox_event_missing` */
  retry(eventId: string): Promise<void>;
  /** Forgets an event that failed, so that those behind it go on. @throws HostError `outbox_event_missing` */
  discard(eventId: string): Promise<void>;
}

/** In the hands of the host. */
export interface OutboxService extends Outbox, OutboxAdministration {
  /** Has an action told to a part of the host besides its listeners; one part for each action. */
  subscribe(name: string, subscriber: Subscriber): { remove(): void };
  /** Goes on looking for what others have left behind, once a second. */
  start(): void;
  close(): Promise<void>;
}

export interface OutboxOptions {
  readonly db: Database;
  readonly hooks: Pick<Hooks, 'doActionAsync' | 'hasAction'>;
  readonly log: Logger;
  /** Milliseconds between two looks for what was left behind. */
  readonly interval?: number;
}

const POLL_INTERVAL = 1000;

export function createOutbox({ db, hooks, log, interval = POLL_INTERVAL }: OutboxOptions): OutboxService {
  const store = createEventStore(db, randomUUID());
  // The names were checked when they were announced.
  const dispatch = hooks.doActionAsync as unknown as (name: string, ...args: readonly unknown[]) => Promise<void>;
  const subscribers = new Map<string, Subscriber>();
  const relay = createRelay({
    store,
    log,
    dispatch: (topic, args) => dispatch(topic, ...args),
    subscriber: (topic) => subscribers.get(topic),
  });
  let timer: NodeJS.Timeout | undefined;

  /** The plugins are the same in all processes: where nobody listens, nobody does elsewhere. */
  async function isHeard(name: ActionName): Promise<boolean> {
    return hooks.hasAction(name) || ((await subscribers.get(name)?.isWanted()) ?? false);
  }

  function write(name: string, payloads: readonly string[]): Promise<void> {
    return db.join(async () => {
      await store.add(
        name,
        payloads.map((payload) => ({ eventId: randomUUID(), payload })),
      );
      // A listener that announces does not wait for what comes after itself.
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
    `There is no event "${eventId}" that failed and is not being delivered now. "mortise outbox list" shows them.`,
    { status: 404, event: eventId },
  );
}
