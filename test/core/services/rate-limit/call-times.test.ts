import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCallLog } from '../../../../src/core/services/rate-limit/call-log.js';
import { readCalls, writeCalls } from '../../../../src/core/services/rate-limit/database.js';

const START = Date.UTC(2030, 0, 1);

function logOf(times: readonly number[]) {
  const log = createCallLog();
  for (const time of times) log.add(time, 1);
  return log;
}

const timesOf = (log: ReturnType<typeof createCallLog>): number[] =>
  Array.from({ length: log.size }, (_, index) => log.at(index));

const steps = (maxLength: number) => fc.array(fc.oneof(fc.constant(0), fc.nat(5000)), { maxLength });

function timesAfter(waits: readonly number[]): number[] {
  let time = START;
  return waits.map((wait) => {
    time += wait;
    return time;
  });
}

it('serialized call times round-trip', () => {
  fc.assert(
    fc.property(steps(900), (waits) => {
      const times = timesAfter(waits);
      expect(timesOf(readCalls(writeCalls(logOf(times), 3_600_000)))).toEqual(times);
    }),
  );
});

it('many calls are serialized to a short text without loss, and each counts at most 0.1% longer', () => {
  const windowMs = 600_000;
  const times = Array.from({ length: 50_000 }, (_, call) => START + call * 12);
  const text = writeCalls(logOf(times), windowMs);
  expect(text.length).toBeLessThan(10_000);
  const read = timesOf(readCalls(text));
  expect(read).toHaveLength(times.length);
  const delays = read.map((time, index) => time - (times[index] ?? Number.NaN));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...delays)).toBeLessThan(windowMs / 1000);
  // Rounding again must not change anything.
  expect(writeCalls(readCalls(text), windowMs)).toBe(text);
});
