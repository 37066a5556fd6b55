import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  createMemoryRateLimiter,
  type MemoryRateLimiterOptions,
} from '../../../../src/core/services/rate-limit/memory.js';
import { rateLimiterContract } from '../rate-limit-contract.js';

function createLimiter(options: MemoryRateLimiterOptions = {}) {
  const clock = { now: 0 };
  const limiter = createMemoryRateLimiter({ now: () => clock.now, ...options });
  const advance = (ms: number): void => {
    clock.now += ms;
  };
  return { limiter, advance };
}

rateLimiterContract('memory', () => createLimiter());

describe('in-memory rate limiter', () => {
  const limit = { max: 2, windowMs: 60_000 };

  it('never reports a wait longer than the window, at any time of its clock', async () => {
    const { limiter, advance } = createLimiter();
    advance(11_062.385_526_035_445);
    await limiter.consume('a', { max: 1, windowMs: 10_000 });
    expect(await limiter.consume('a', { max: 1, windowMs: 10_000 })).toMatchObject({ resetMs: 10_000 });
  });

  it('keeps the count of a key at its limit during a flood of new keys', async () => {
    const { limiter } = createLimiter({ maxKeys: 100 });
    await limiter.consume('greedy', limit, 2);
    for (let key = 0; key < 10_000; key += 1) await limiter.consume(`flood ${key}`, limit);
    expect(await limiter.consume('greedy', limit)).toMatchObject({ allowed: false });
  });

  it('evicts a key at its limit only for as many others at their limits', async () => {
    const { limiter } = createLimiter({ maxKeys: 100 });
    await limiter.consume('greedy', limit, 2);
    for (let key = 0; key < 49; key += 1) await limiter.consume(`flood ${key}`, limit, 2);
    expect(await limiter.consume('greedy', limit)).toMatchObject({ allowed: false });
    for (let key = 0; key < 50; key += 1) await limiter.consume(`more ${key}`, limit, 2);
    expect(await limiter.consume('greedy', limit)).toMatchObject({ allowed: true });
  });

  it('limits the number of stored calls, not only of keys', async () => {
    const { limiter } = createLimiter({ maxCalls: 20_000 });
    const large = { max: 4096, windowMs: 60_000 };
    for (let key = 0; key < 10; key += 1) await limiter.consume(`key ${key}`, large, 4000);
    expect(await limiter.consume('key 9', large)).toMatchObject({ remaining: 95 });
    expect(await limiter.consume('key 0', large)).toMatchObject({ remaining: 4095 });
  });

  it('continues counting when a key below its limit is used again', async () => {
    const { limiter, advance } = createLimiter({ maxKeys: 4 });
    await limiter.consume('a', limit);
    await advance(30_000);
    await limiter.consume('a', limit);
    await advance(30_000);
    expect(await limiter.consume('a', limit)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.consume('a', limit)).toMatchObject({ allowed: false, retryAfterMs: 30_000 });
  });

  it('releases the memory of idle keys', async () => {
    const { limiter, advance } = createLimiter();
    const before = usedMemory();
    for (let key = 0; key < 50_000; key += 1) await limiter.consume(`idle ${key}`, { max: 60, windowMs: 1_000 });
    const full = usedMemory();
    advance(2_000);
    for (let call = 0; call < 60_000; call += 1) await limiter.consume('busy', { max: 100_000, windowMs: 1_000 });
    expect(usedMemory() - before).toBeLessThan((full - before) / 2);
    expect(await limiter.consume('idle 1', { max: 60, windowMs: 1_000 })).toMatchObject({ remaining: 59 });
  });
});

/** Returns the bytes in use after a full garbage collection. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
