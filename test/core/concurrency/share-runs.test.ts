import { expect, it, vi } from 'vitest';
import { shareRuns } from '../../../src/core/concurrency/share-runs.js';

/** Work whose runs end on request. */
function heldWork() {
  const ends: ((failure?: Error) => void)[] = [];
  const work = vi.fn(
    () =>
      new Promise<number>((resolve, reject) => {
        const run = ends.length + 1;
        ends.push((failure) => (failure ? reject(failure) : resolve(run)));
      }),
  );
  return { work, ends };
}

it('gives callers during a run a shared later run', async () => {
  const { work, ends } = heldWork();
  const ask = shareRuns(work);
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  const late = ask();
  ends[1]?.();
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3));
  ends[2]?.();
  expect(await late).toBe(3);
  const again = ask();
  ends[3]?.();
  expect(await again).toBe(4);
});

it('continues after a failure, which affects only its own run', async () => {
  const { work, ends } = heldWork();
  const ask = shareRuns(work);
  const [first, second] = [ask(), ask()];
  ends[0]?.(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  ends[1]?.();
  expect(await second).toBe(2);
});
