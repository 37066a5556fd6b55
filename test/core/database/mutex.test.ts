import { describe, expect, it } from 'vitest';
import { createMutex } from '../../../src/core/database/mutex.js';

describe('mutex', () => {
  it('admits one holder at a time in order of arrival', async () => {
    const mutex = createMutex();
    const events: string[] = [];
    const visit = async (name: string) => {
      const leave = await mutex.acquire(1000);
      events.push(`${name} in`);
      await Promise.resolve();
      events.push(`${name} out`);
      leave();
    };
    await Promise.all(['a', 'b', 'c'].map(visit));
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('rejects after the timeout and passes to the next waiter', async () => {
    const mutex = createMutex();
    const leave = await mutex.acquire(1000);
    const impatient = mutex.acquire(1);
    const patient = mutex.acquire(10_000);
    await expect(impatient).rejects.toMatchObject({ code: 'database_busy', status: 503 });
    leave();
    await expect(patient).resolves.toBeTypeOf('function');
  });

  it('is not granted twice when a holder releases it twice', async () => {
    const mutex = createMutex();
    const leave = await mutex.acquire(1000);
    leave();
    const second = await mutex.acquire(1000);
    leave();
    await expect(mutex.acquire(1)).rejects.toMatchObject({ code: 'database_busy' });
    second();
  });
});
