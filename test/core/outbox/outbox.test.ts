import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import { createOutbox, type OutboxService } from '../../../src/core/outbox/outbox.js';
import { createHooks, type Hooks } from '../../../src/hooks/hooks.js';
import { describeDatabases } from '../../support/databases.js';
import './announced-actions.js';

const log = pino({ level: 'silent' });

describeDatabases('outbox', (open) => {
  const outboxes: OutboxService[] = [];
  afterEach(async () => {
    for (const outbox of outboxes.splice(0)) await outbox.close();
  });

  /** One process of the site: its own hooks and outbox on the shared database. */
  function processOn(db: Database): { hooks: Hooks; outbox: OutboxService; heard: number[] } {
    const hooks = createHooks();
    const outbox = createOutbox({ db, hooks, log, interval: 50 });
    outboxes.push(outbox);
    const heard: number[] = [];
    hooks.addAction('acme_ordered', ({ number }) => void heard.push(number));
    return { hooks, outbox, heard };
  }

  async function rows(db: Database): Promise<number> {
    return (await db.query.selectFrom('outbox').select('id').execute()).length;
  }

  it('fires an action after the commit and before the transaction returns, and deletes its row', async () => {
    const db = await open();
    const { outbox, heard } = processOn(db);
    await db.transaction(async () => {
      await outbox.announce('acme_ordered', { number: 1 });
      await outbox.announce('acme_ordered', { number: 2 });
      expect(heard).toEqual([]);
      expect(await rows(db)).toBe(2);
    });
    expect(heard).toEqual([1, 2]);
    expect(await rows(db)).toBe(0);
  });

  it('fires events announced together one by one in order, each with its own ID', async () => {
    const db = await open();
    const { hooks, outbox, heard } = processOn(db);
    const ids = new Set<string | undefined>();
    hooks.addAction('acme_ordered', () => void ids.add(outbox.current()?.id));
    const numbers = Array.from({ length: 450 }, (_, number) => number);
    await db.transaction(async () => {
      await outbox.announceAll('acme_ordered', () => numbers.map((number) => [{ number }]));
      await outbox.announceAll('acme_ordered', () => []);
      expect(await rows(db)).toBe(450);
    });
    expect(heard).toEqual(numbers);
    expect([ids.size, await rows(db)]).toEqual([450, 0]);
  });

  it('uses the same AsyncLocalStorage as other outboxes, since each one slows down every promise', async () => {
    const db = await open();
    const storages = new Set<AsyncLocalStorage<unknown>>();
    const run = AsyncLocalStorage.prototype.run;
    const spy = vi.spyOn(AsyncLocalStorage.prototype, 'run').mockImplementation(function (
      this: AsyncLocalStorage<unknown>,
      ...call: Parameters<typeof run>
    ) {
      storages.add(this);
      return run.apply(this, call);
    } as typeof run);
    const counts: number[] = [];
    for (let number = 1; number <= 3; number += 1) {
      const { hooks, outbox } = processOn(db);
      hooks.addAction('acme_ordered', () => void counts.push(outbox.current() === null ? 0 : storages.size));
      await outbox.announce('acme_ordered', { number });
    }
    spy.mockRestore();
    const [first = 0] = counts;
    expect(first).toBeGreaterThan(0);
    expect(counts).toEqual([first, first, first]);
  });

  it('does not create the arguments of announced events without a listener', async () => {
    const db = await open();
    const outbox = createOutbox({ db, hooks: createHooks(), log });
    outboxes.push(outbox);
    await outbox.announceAll('acme_ordered', () => {
      throw new Error('They were made.');
    });
  });

  it('fires nothing for a transaction or a nested transaction that is rolled back', async () => {
    const db = await open();
    const { outbox, heard } = processOn(db);
    await db
      .transaction(async () => {
        await outbox.announce('acme_ordered', { number: 1 });
        throw new Error('no');
      })
      .catch(() => undefined);
    await db.transaction(async () => {
      await outbox.announce('acme_ordered', { number: 2 });
      await db
        .transaction(async () => {
          await outbox.announce('acme_ordered', { number: 3 });
          throw new Error('no');
        })
        .catch(() => undefined);
    });
    expect(heard).toEqual([2]);
    expect(await rows(db)).toBe(0);
  });

  it('passes copies to listeners and keeps dates as dates', async () => {
    const db = await open();
    const { outbox, hooks } = processOn(db);
    const at = new Date('2026-11-21T10:00:00.123Z');
    const received: unknown[] = [];
    hooks.addAction('acme_ordered', (order) => void received.push(order));
    const order = { number: 1, at };
    await outbox.announce('acme_ordered', order);
    expect(received).toEqual([order]);
    expect(received[0]).not.toBe(order);
  });

  it('writes nothing without a listener, and still counts the action as fired', async () => {
    const db = await open();
    const { outbox, hooks } = processOn(db);
    await db.transaction(async () => {
      await outbox.announce('acme_paid', { number: 1 });
      expect(await rows(db)).toBe(0);
      expect(hooks.didAction('acme_paid')).toBe(0);
    });
    expect(hooks.didAction('acme_paid')).toBe(1);
  });

  it('passes listeners the same event ID at every attempt', async () => {
    const db = await open();
    const { outbox, hooks } = processOn(db);
    const seen: unknown[] = [];
    hooks.addAction('acme_paid', () => {
      seen.push(outbox.current());
      if (seen.length === 1) throw new Error('not yet');
    });
    await outbox.announce('acme_paid', { number: 1 });
    expect(outbox.current()).toBeNull();
    const [event] = await outbox.list();
    expect(event).toMatchObject({ topic: 'acme_paid', state: 'waiting', attempts: 1, error: 'not yet' });
    await db.query.updateTable('outbox').set({ due_at: 0 }).execute();
    outbox.start();
    await expect.poll(() => seen.length).toBe(2);
    expect(seen).toEqual([
      { id: event?.eventId, topic: 'acme_paid', attempt: 1 },
      { id: event?.eventId, topic: 'acme_paid', attempt: 2 },
    ]);
    await expect.poll(() => rows(db)).toBe(0);
  });

  it('delays later events of a topic while an earlier one is to be retried, but no other topic', async () => {
    const db = await open();
    const { outbox, hooks, heard } = processOn(db);
    const paid: number[] = [];
    hooks.addAction('acme_paid', ({ number }) => {
      if (number === 1 && paid.length === 0) {
        paid.push(-1);
        throw new Error('not yet');
      }
      paid.push(number);
    });
    await outbox.announce('acme_paid', { number: 1 });
    await outbox.announce('acme_paid', { number: 2 });
    await outbox.announce('acme_ordered', { number: 1 });
    expect(paid).toEqual([-1]);
    expect(heard).toEqual([1]);
    await db.query.updateTable('outbox').set({ due_at: 0 }).execute();
    outbox.start();
    await expect.poll(() => paid).toEqual([-1, 1, 2]);
  });

  it('lets an admin retry or discard an event that blocks others', async () => {
    const db = await open();
    const { outbox, hooks } = processOn(db);
    const paid: number[] = [];
    let isBroken = true;
    hooks.addAction('acme_paid', ({ number }) => {
      if (isBroken) throw new Error(`broken ${number}`);
      paid.push(number);
    });
    for (const number of [1, 2, 3]) await outbox.announce('acme_paid', { number });
    const [first, second] = await outbox.list();
    expect([first, second]).toMatchObject([
      { state: 'waiting', attempts: 1, error: 'broken 1' },
      { state: 'waiting', attempts: 0, error: null },
    ]);
    // An event that was never tried cannot be discarded.
    await expect(outbox.discard(second?.eventId ?? '')).rejects.toMatchObject({ code: 'outbox_event_missing' });
    await db.query.updateTable('outbox').set({ due_at: 9e15 }).where('error', 'is not', null).execute();
    outbox.start();
    // The process that failed with it may hold it a moment longer.
    await expect
      .poll(() =>
        outbox.discard(first?.eventId ?? '').then(
          () => 'forgotten',
          (error: unknown) => error,
        ),
      )
      .toBe('forgotten');
    await expect.poll(async () => (await outbox.list())[0]?.error).toBe('broken 2');
    await db.query.updateTable('outbox').set({ due_at: 9e15 }).where('error', 'is not', null).execute();
    isBroken = false;
    await outbox.retry(second?.eventId ?? '');
    await expect.poll(() => paid).toEqual([2, 3]);
  });

  it('gives up an event after five attempts, continues, and lets an admin retry or discard it', async () => {
    const db = await open();
    const { outbox, hooks } = processOn(db);
    const paid: number[] = [];
    let isBroken = true;
    hooks.addAction('acme_paid', ({ number }) => {
      if (number < 3 && isBroken) throw new Error(`broken ${number}`);
      paid.push(number);
    });
    for (const number of [1, 2, 3]) await outbox.announce('acme_paid', { number });
    outbox.start();
    await expect
      .poll(
        async () => {
          await db.query.updateTable('outbox').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
          return paid;
        },
        { timeout: 25_000, interval: 20 },
      )
      .toEqual([3]);
    // The row is deleted after its listeners have run.
    await expect.poll(() => rows(db)).toBe(2);
    const failed = await outbox.list();
    expect(failed.map(({ state, attempts, error }) => ({ state, attempts, error }))).toEqual([
      { state: 'failed', attempts: 5, error: 'broken 1' },
      { state: 'failed', attempts: 5, error: 'broken 2' },
    ]);
    isBroken = false;
    await outbox.retry(failed[0]?.eventId ?? '');
    await expect.poll(() => paid).toEqual([3, 1]);
    await outbox.discard(failed[1]?.eventId ?? '');
    expect(await rows(db)).toBe(0);
    await expect(outbox.retry('no-such-event')).rejects.toMatchObject({ code: 'outbox_event_missing', status: 404 });
    await expect(outbox.discard('no-such-event')).rejects.toMatchObject({ code: 'outbox_event_missing', status: 404 });
  });

  it('does not deadlock when a listener announces the action that it listens to', async () => {
    const db = await open();
    const { outbox, hooks, heard } = processOn(db);
    hooks.addAction('acme_ordered', async ({ number }) => {
      if (number < 3) await outbox.announce('acme_ordered', { number: number + 1 });
    });
    await outbox.announce('acme_ordered', { number: 1 });
    await expect.poll(() => heard).toEqual([1, 2, 3]);
  });

  it('delivers each event once when two processes announce concurrently', async () => {
    const db = await open();
    const [one, other] = [processOn(db), processOn(db)];
    one.outbox.start();
    other.outbox.start();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).outbox.announce('acme_ordered', { number: index }),
      ),
    );
    const both = () => [...one.heard, ...other.heard].toSorted((a, b) => a - b);
    await expect.poll(both, { timeout: 10_000 }).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(await rows(db)).toBe(0);
  });

  it('delivers the events of a process that died between its commit and the delivery', async () => {
    const db = await open();
    const dead = processOn(db);
    const alive = processOn(db);
    dead.hooks.addAction('acme_ordered', () => new Promise(() => {}), { priority: 1 });
    void dead.outbox.announce('acme_ordered', { number: 7 });
    const claims = () => db.query.selectFrom('outbox').select('claimed_until').where('claimed_until', '>', 0).execute();
    await expect.poll(claims).toHaveLength(1);
    // Its claim has expired, as it does half a minute after a kill.
    await db.query.updateTable('outbox').set({ claimed_until: 0 }).execute();
    alive.outbox.start();
    await expect.poll(() => alive.heard).toEqual([7]);
    outboxes.splice(outboxes.indexOf(dead.outbox), 1);
  });
});
