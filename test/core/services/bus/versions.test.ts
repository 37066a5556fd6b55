import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { type Bus, createBusListeners } from '../../../../src/core/services/bus/bus.js';
import { createVersions } from '../../../../src/core/services/bus/versions.js';
import { describeDatabases } from '../../../support/databases.js';

const log = pino({ level: 'silent' });
const NEVER = 2 ** 30;

describeDatabases('versions', (open) => {
  it('notifies local listeners at the commit, before the transaction returns', async () => {
    const db = await open();
    const versions = createVersions(db, log);
    const heard: string[] = [];
    versions.watch('things', () => void heard.push('things'));
    await db.transaction(async () => {
      await versions.bump('things');
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(['things']);
    versions.close();
  });

  it('notifies no listener of a change that was rolled back', async () => {
    const db = await open();
    const versions = createVersions(db, log);
    let calls = 0;
    versions.watch('things', () => {
      calls += 1;
    });
    const change = db.transaction(async () => {
      await versions.bump('things');
      throw new Error('no');
    });
    await expect(change).rejects.toThrow('no');
    await versions.poll();
    expect(calls).toBe(0);
    versions.close();
  });

  it('notifies other processes when they poll, at least once for several changes', async () => {
    const db = await open();
    const [one, other] = [createVersions(db, log), createVersions(db, log)];
    let calls = 0;
    other.watch('things', () => {
      calls += 1;
    });
    await other.poll();
    for (let change = 0; change < 3; change += 1) await one.bump('things');
    await other.poll();
    expect(calls).toBeGreaterThanOrEqual(1);
    const before = calls;
    await other.poll();
    expect(calls).toBe(before);
    one.close();
    other.close();
  });

  it('continues when a listener fails', async () => {
    const db = await open();
    const versions = createVersions(db, log);
    let reached = false;
    versions.watch('things', () => Promise.reject(new Error('listener')));
    versions.watch('things', () => {
      reached = true;
    });
    await db.transaction(() => versions.bump('things'));
    expect(reached).toBe(true);
    versions.close();
  });

  it('polls immediately after a message of another process, but not after its own', async () => {
    const db = await open();
    const buses = linkedBuses(2);
    const [one, other] = buses.map((bus) => createVersions(db, log, { bus, interval: NEVER }));
    let calls = 0;
    other?.watch('things', () => {
      calls += 1;
    });
    await other?.poll();
    await db.transaction(async () => {
      await one?.bump('things');
      expect(calls).toBe(0);
    });
    await vi.waitFor(() => expect(calls).toBe(1));
    await db.transaction(async () => other?.bump('things'));
    expect(calls).toBe(2);
    await other?.poll();
    expect(calls).toBe(2);
    for (const versions of [one, other]) versions?.close();
  });

  it('polls after messages may have been lost', async () => {
    const db = await open();
    const listeners = createBusListeners(log);
    const bus: Bus = { publish: listeners.deliver, subscribe: listeners.subscribe, onReconnect: listeners.onReconnect };
    const [one, other] = [createVersions(db, log), createVersions(db, log, { bus, interval: NEVER })];
    let calls = 0;
    other.watch('things', () => {
      calls += 1;
    });
    await other.poll();
    await one.bump('things');
    listeners.reconnected();
    await vi.waitFor(() => expect(calls).toBe(1));
    one.close();
    other.close();
  });

  it('does not treat an uncommitted version as committed', async () => {
    const db = await open();
    const versions = createVersions(db, log, { interval: NEVER });
    let calls = 0;
    versions.watch('things', () => {
      calls += 1;
    });
    const undone = db.transaction(async () => {
      await versions.bump('things');
      await versions.poll();
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(calls).toBe(0);
    await db.transaction(async () => {
      await versions.bump('things');
      await versions.poll();
      expect(calls).toBe(0);
    });
    expect(calls).toBe(1);
    versions.close();
  });

  it('lets a slow listener block neither other listeners nor the next poll', async () => {
    const db = await open();
    const [one, other] = [createVersions(db, log), createVersions(db, log, { interval: NEVER })];
    let release = (): void => undefined;
    other.watch(
      'slow',
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    let calls = 0;
    other.watch('things', () => {
      calls += 1;
    });
    await other.poll();
    await one.bump('slow');
    await one.bump('things');
    const first = other.poll();
    await vi.waitFor(() => expect(calls).toBe(1));
    await one.bump('things');
    await other.poll();
    expect(calls).toBe(2);
    release();
    await first;
    one.close();
    other.close();
  });

  it('stops polling when closed and logs nothing about a poll interrupted by closing the database', async () => {
    const db = await open();
    const messages: string[] = [];
    const versions = createVersions(db, pino({ level: 'warn' }, { write: (line: string) => void messages.push(line) }));
    let looks = 0;
    const counted = createVersions(
      {
        ...db,
        isInTransaction: () => db.isInTransaction(),
        get query() {
          looks += 1;
          return db.query;
        },
      },
      log,
    );
    versions.watch('things', () => undefined);
    await versions.poll();
    const cutOff = versions.poll();
    versions.close();
    counted.close();
    await db.close();
    await cutOff;
    await versions.poll();
    await counted.poll();
    expect(looks).toBe(0);
    expect(messages).toEqual([]);
  });
});

/** Connected buses of several simulated processes. Messages arrive with a short delay. */
function linkedBuses(count: number): Bus[] {
  const all = Array.from({ length: count }, () => createBusListeners(log));
  return all.map((own) => ({
    publish(topic, message) {
      own.deliver(topic, message);
      setImmediate(() => {
        for (const other of all) if (other !== own) other.deliver(topic, message);
      });
    },
    subscribe: own.subscribe,
    onReconnect: own.onReconnect,
  }));
}
