import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { type Bus, createBusListeners } from '../../../../src/core/services/bus/bus.js';
import { createVersions } from '../../../../src/core/services/bus/versions.js';
import { describeDatabases } from '../../../support/databases.js';

const log = pino({ level: 'silent' });
const NEVER = 2 ** 30;

describeDatabases('versions', (open) => {
  it('tells listeners here when the change is committed, before the transaction returns', async () => {
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

  it('tells nobody of a change that was rolled back', async () => {
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

  it('tells other processes when they look, and each change of several once at least', async () => {
    const db = await open();
    const [here, there] = [createVersions(db, log), createVersions(db, log)];
    let calls = 0;
    there.watch('things', () => {
      calls += 1;
    });
    await there.poll();
    for (let change = 0; change < 3; change += 1) await here.bump('things');
    await there.poll();
    expect(calls).toBeGreaterThanOrEqual(1);
    const before = calls;
    await there.poll();
    expect(calls).toBe(before);
    here.close();
    there.close();
  });

  it('goes on when a listener fails', async () => {
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

  it('looks at once when a message of another process says so, and not at its own', async () => {
    const db = await open();
    const buses = linkedBuses(2);
    const [here, there] = buses.map((bus) => createVersions(db, log, { bus, interval: NEVER }));
    let calls = 0;
    there?.watch('things', () => {
      calls += 1;
    });
    await there?.poll();
    await db.transaction(async () => {
      await here?.bump('things');
      expect(calls).toBe(0);
    });
    await vi.waitFor(() => expect(calls).toBe(1));
    await db.transaction(async () => there?.bump('things'));
    expect(calls).toBe(2);
    await there?.poll();
    expect(calls).toBe(2);
    for (const versions of [here, there]) versions?.close();
  });

  it('looks after messages may have been lost', async () => {
    const db = await open();
    const listeners = createBusListeners(log);
    const bus: Bus = { publish: listeners.deliver, subscribe: listeners.subscribe, onReconnect: listeners.onReconnect };
    const [here, there] = [createVersions(db, log), createVersions(db, log, { bus, interval: NEVER })];
    let calls = 0;
    there.watch('things', () => {
      calls += 1;
    });
    await there.poll();
    await here.bump('things');
    listeners.reconnected();
    await vi.waitFor(() => expect(calls).toBe(1));
    here.close();
    there.close();
  });

  it('does not take what a transaction sees for what is committed', async () => {
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

  it('lets a listener that takes long hold up neither the others nor the next look', async () => {
    const db = await open();
    const [here, there] = [createVersions(db, log), createVersions(db, log, { interval: NEVER })];
    let release = (): void => undefined;
    there.watch(
      'slow',
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    let calls = 0;
    there.watch('things', () => {
      calls += 1;
    });
    await there.poll();
    await here.bump('slow');
    await here.bump('things');
    const first = there.poll();
    await vi.waitFor(() => expect(calls).toBe(1));
    await here.bump('things');
    await there.poll();
    expect(calls).toBe(2);
    release();
    await first;
    here.close();
    there.close();
  });

  it('looks no more once it is closed, and says nothing of a look that the end of the database has cut off', async () => {
    const db = await open();
    const said: string[] = [];
    const versions = createVersions(db, pino({ level: 'warn' }, { write: (line: string) => void said.push(line) }));
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
    expect(said).toEqual([]);
  });
});

/** Buses of several processes in one, whose messages arrive a moment later. */
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
