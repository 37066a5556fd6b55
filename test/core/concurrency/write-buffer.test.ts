import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { HostError } from 'mortise';
import { createWriteBuffer, type WriteBuffer } from 'mortise/utilities';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';

const away = () => new HostError('database_unavailable', 'away', { status: 503 });

describe('write buffer', () => {
  let written: number[][];
  let write: (items: readonly number[]) => Promise<void>;
  let log: { warn: Mock<(...calls: unknown[]) => void>; error: Mock<(...calls: unknown[]) => void> };
  let buffer: WriteBuffer<number>;

  const make = (more: { interval?: number; batch?: number; capacity?: number } = {}) =>
    createWriteBuffer<number>({
      what: 'numbers',
      log,
      interval: 60_000,
      ...more,
      write: (items) => write(items),
    });
  const takes = async (items: readonly number[]) => void written.push([...items]);
  const push = (from: number, to: number): void => {
    for (let item = from; item <= to; item += 1) buffer.push(item);
  };
  const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

  beforeEach(() => {
    written = [];
    write = takes;
    log = { warn: vi.fn(), error: vi.fn() };
    buffer = make();
  });
  afterEach(() => buffer.close());

  it('is written after the interval, when a batch is full, and on close', async () => {
    buffer = make({ interval: 10, batch: 50 });
    push(1, 3);
    expect(written).toEqual([]);
    await expect.poll(() => written.flat()).toEqual([1, 2, 3]);
    buffer = make({ batch: 50 });
    push(4, 53);
    await expect.poll(() => written.flat().length).toBe(53);
    push(54, 55);
    await buffer.close();
    expect(written.flat()).toEqual(upTo(55));
    buffer.push(56);
    await buffer.flush();
    expect(written.flat()).toHaveLength(55);
  });

  it('keeps items in order during a long database outage and logs it once', async () => {
    buffer = make({ interval: 1, batch: 50 });
    write = async () => {
      throw away();
    };
    for (let round = 0; round < 40; round += 1) {
      push(round * 25 + 1, round * 25 + 25);
      await sleep(2);
    }
    expect(written).toEqual([]);
    expect(log.warn).toHaveBeenCalledOnce();
    write = takes;
    await expect.poll(() => written.flat().length).toBe(1000);
    expect(written.flat()).toEqual(upTo(1000));
    expect(Math.max(...written.map(({ length }) => length))).toBe(50);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('drops the oldest items beyond the capacity and logs their number when it writes again', async () => {
    buffer = make({ capacity: 300, batch: 100 });
    write = async () => {
      throw away();
    };
    push(1, 250);
    await buffer.flush();
    push(251, 1000);
    await buffer.flush();
    expect(log.error).not.toHaveBeenCalled();
    write = takes;
    await buffer.flush();
    expect(written.flat()).toEqual(upTo(300, 701));
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'numbers', lost: 700 }, expect.any(String));
  });

  it('drops a batch that fails five times while the database is up, so that the rest gets through', async () => {
    buffer = make({ batch: 2 });
    write = async (items) => {
      if (items.includes(13)) throw new Error('Data too long');
      await takes(items);
    };
    push(13, 16);
    for (let attempt = 0; attempt < 6; attempt += 1) await buffer.flush();
    expect(written).toEqual([[15, 16]]);
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'numbers', lost: 2 }, expect.any(String));
  });

  it('keeps items through any number of attempts while the database is down', async () => {
    write = async () => {
      throw away();
    };
    push(1, 2);
    for (let attempt = 0; attempt < 50; attempt += 1) await buffer.flush();
    write = takes;
    await buffer.flush();
    expect(written).toEqual([[1, 2]]);
  });

  it('logs the number of unwritten items on close', async () => {
    write = async () => {
      throw away();
    };
    push(1, 7);
    await buffer.close();
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ what: 'numbers', lost: 7 }, expect.any(String));
  });

  it('is written outside the async context of the request', async () => {
    const transaction = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    buffer = make({ batch: 1 });
    write = async () => void seen.push(transaction.getStore());
    transaction.run('of a request', () => buffer.push(1));
    await transaction.run('of another', () => buffer.flush());
    expect(seen).toEqual([undefined]);
  });

  it('writes each item once and in order through any failures', async () => {
    const steps = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom('away' as const, 'back' as const, 'flush' as const)),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 20 }), async (run, batch) => {
        written = [];
        write = takes;
        buffer = make({ batch });
        let pushed = 0;
        for (const step of run) {
          if (step === 'flush') await buffer.flush();
          else if (step === 'back') write = takes;
          else if (step === 'away') {
            write = async () => {
              await Promise.resolve();
              throw away();
            };
          } else {
            push(pushed + 1, pushed + step);
            pushed += step;
          }
        }
        write = takes;
        await buffer.close();
        expect(written.flat()).toEqual(upTo(pushed));
        expect(Math.max(0, ...written.map(({ length }) => length))).toBeLessThanOrEqual(batch);
      }),
    );
  });
});
