import { describe, expect, it } from 'vitest';
import { retry } from '../../../src/core/database/retry.js';

const passing = new Error('deadlock');
const isRetryable = (error: unknown) => error === passing;

describe('retry', () => {
  it('repeats the work until it succeeds', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      if (runs < 3) throw passing;
      return 'done';
    };
    expect(await retry(work, { isRetryable, attempts: 5 })).toBe('done');
    expect(runs).toBe(3);
  });

  it('throws the original error after the last attempt', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw passing;
    };
    await expect(retry(work, { isRetryable, attempts: 3 })).rejects.toBe(passing);
    expect(runs).toBe(3);
  });

  it('does not repeat an error that is not retryable', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw new Error('syntax');
    };
    await expect(retry(work, { isRetryable, attempts: 3 })).rejects.toThrow('syntax');
    expect(runs).toBe(1);
  });
});
