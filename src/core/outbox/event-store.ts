import { type ExpressionBuilder, sql } from 'kysely';
import { CLOCK_CORRECTION } from '../clock-correction.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import './tables.js';

/** First event of a topic. */
export interface StoredEvent {
  readonly id: number;
  readonly eventId: string;
  readonly topic: string;
  readonly payload: string;
  /** Number of previous delivery attempts. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Event to announce. */
interface NewEvent {
  readonly eventId: string;
  readonly payload: string;
}

/** Event as shown to operators. */
export interface OutboxEvent {
  readonly id: number;
  readonly eventId: string;
  readonly topic: string;
  readonly state: 'waiting' | 'failed';
  readonly attempts: number;
  readonly error: string | null;
  readonly createdAt: Date;
}

/** Milliseconds a claim is valid without being renewed. */
export const CLAIM_TTL = 30_000;

/** Maximum events per INSERT. Payloads are a few kilobytes, and servers accept a few megabytes per statement. */
const EVENTS_PER_STATEMENT = 200;

/** Outbox rows, claimed and settled by one process (`owner`). */
export function createEventStore(db: Database, owner: string) {
  const claimEnd = sql<number>`${db.clock} + ${CLAIM_TTL}`;
  const mine = (id: number) =>
    db.query.updateTable('outbox').where('id', '=', id).where('claimed_by', '=', owner).where('state', '=', 'waiting');

  const corrected = sql<number>`${db.clock} + ${CLOCK_CORRECTION}`;
  /**
   * Due and not claimed by another live process. A time beyond the clock correction cannot be valid and counts as
   * past.
   */
  const isFree = ({ eb, and, or }: ExpressionBuilder<Tables, 'outbox'>) =>
    and([
      or([eb('due_at', '<=', db.clock), eb('due_at', '>', corrected)]),
      or([eb('claimed_by', '=', owner), eb('claimed_until', '<', db.clock), eb('claimed_until', '>', corrected)]),
    ]);

  /** Event that failed and is not being delivered now: given up, or waiting for a retry. */
  const troubled = (eventId: string) =>
    sql<boolean>`event_id = ${eventId} and error is not null and claimed_until < ${db.clock}`;

  return {
    async add(topic: string, events: readonly NewEvent[]): Promise<void> {
      for (let start = 0; start < events.length; start += EVENTS_PER_STATEMENT) {
        const rows = events.slice(start, start + EVENTS_PER_STATEMENT).map(({ eventId, payload }) => ({
          event_id: eventId,
          topic,
          payload,
          state: 'waiting',
          attempts: 0,
          claimed_by: '',
          claimed_until: 0,
          due_at: 0,
          error: null,
          created_at: db.clock,
        }));
        await db.query.insertInto('outbox').values(rows).execute();
      }
    },
    async head(topic: string): Promise<StoredEvent | null> {
      const row = await db.query
        .selectFrom('outbox')
        .select(['id', 'event_id as eventId', 'topic', 'payload', 'attempts', 'created_at'])
        .where('topic', '=', topic)
        .where('state', '=', 'waiting')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!row) return null;
      const { created_at, ...event } = row;
      return { ...event, createdAt: new Date(created_at) };
    },
    /** Claims an event if it is due and not claimed by another process. @returns whether this process may deliver it */
    async claim(id: number): Promise<boolean> {
      const { numUpdatedRows } = await db.query
        .updateTable('outbox')
        .set((eb) => ({ claimed_by: owner, claimed_until: claimEnd, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where(isFree)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async renew(id: number): Promise<void> {
      await mine(id).set({ claimed_until: claimEnd }).execute();
    },
    /** Deletes a delivered event, unless another process has taken it over. */
    async remove(id: number): Promise<void> {
      await db.query.deleteFrom('outbox').where('id', '=', id).where('claimed_by', '=', owner).execute();
    },
    /** @param delay milliseconds until the next attempt; null gives up */
    async fail(id: number, error: string, delay: number | null): Promise<void> {
      const change =
        delay === null
          ? { state: 'failed', due_at: db.clock }
          : { state: 'waiting', due_at: sql<number>`${db.clock} + ${delay}` };
      await mine(id)
        .set({ ...change, error, claimed_until: 0 })
        .execute();
    },
    /** Topics with events that this process may deliver. */
    async dueTopics(): Promise<string[]> {
      const rows = await db.query
        .selectFrom('outbox')
        .select('topic')
        .distinct()
        .where('state', '=', 'waiting')
        .where(isFree)
        .execute();
      return rows.map(({ topic }) => topic);
    },
    async list(): Promise<OutboxEvent[]> {
      const rows = await db.query
        .selectFrom('outbox')
        .select(['id', 'event_id as eventId', 'topic', 'state', 'attempts', 'error', 'created_at'])
        .orderBy('id')
        .limit(1000)
        .execute();
      return rows.map(({ created_at, state, ...row }) => ({
        ...row,
        state: state as OutboxEvent['state'],
        createdAt: new Date(created_at),
      }));
    },
    /** Retries an event now and resets its attempts. @returns whether a failed event with this id exists */
    async retry(eventId: string): Promise<boolean> {
      const { numUpdatedRows } = await db.query
        .updateTable('outbox')
        .set({ state: 'waiting', attempts: 0, due_at: 0, claimed_until: 0 })
        .where(troubled(eventId))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** @returns whether a failed event with this id existed */
    async discard(eventId: string): Promise<boolean> {
      const { numDeletedRows } = await db.query.deleteFrom('outbox').where(troubled(eventId)).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

export type EventStore = ReturnType<typeof createEventStore>;
