import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createGrouping, type GroupingOptions } from '../../../src/core/concurrency/grouping.js';

/** Groups that end on request and answer each item with ten times its value. */
function heldGroups(options: Partial<GroupingOptions<number, number>> = {}) {
  const groups: { items: readonly number[]; next: () => void; end: (failure?: Error) => void }[] = [];
  const ask = createGrouping<number, number>({
    run: (items, next) =>
      new Promise((resolve, reject) => {
        const end = (failure?: Error) => (failure ? reject(failure) : resolve(items.map((item) => item * 10)));
        groups.push({ items, next, end });
      }),
    ...options,
  });
  const items = () => groups.map((group) => group.items);
  return { ask, groups, items };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('runs the first item immediately and groups the items that arrive during the run', async () => {
  const { ask, groups, items } = heldGroups();
  const first = ask(1);
  await turn();
  const others = [ask(2), ask(3)];
  await turn();
  expect(items()).toEqual([[1]]);
  groups[0]?.end();
  expect(await first).toBe(10);
  await turn();
  expect(items()).toEqual([[1], [2, 3]]);
  groups[1]?.end();
  expect(await Promise.all(others)).toEqual([20, 30]);
});

it('groups the items of one event loop turn up to the limit', async () => {
  const { ask, groups, items } = heldGroups({ most: 2 });
  const pending = [1, 2, 3].map(ask);
  await turn();
  groups[0]?.end();
  await turn();
  groups[1]?.end();
  expect(await Promise.all(pending)).toEqual([10, 20, 30]);
  expect(items()).toEqual([[1, 2], [3]]);
});

it('lets the next group start before the current one has ended, once', async () => {
  const { ask, groups, items } = heldGroups();
  const pending = [ask(1)];
  await turn();
  pending.push(ask(2));
  groups[0]?.next();
  await turn();
  expect(items()).toEqual([[1], [2]]);
  pending.push(ask(3));
  groups[0]?.next();
  groups[0]?.end();
  await turn();
  expect(items()).toEqual([[1], [2]]);
  groups[1]?.end();
  await turn();
  groups[2]?.end();
  expect(await Promise.all(pending)).toEqual([10, 20, 30]);
});

it('keeps items with a common key in separate groups, in order', async () => {
  const { ask, groups, items } = heldGroups({ keysOf: (item) => [String(item % 10)] });
  const pending = [11, 21, 2, 31].map(ask);
  for (let done = 0; done < 3; done += 1) {
    await turn();
    groups[done]?.end();
  }
  await Promise.all(pending);
  expect(items()).toEqual([[11, 2], [21], [31]]);
});

it('tries each item separately when the group fails', async () => {
  const run = vi.fn(async (items: readonly number[]) => {
    if (items.includes(13)) throw new Error('thirteen');
    return items;
  });
  const ask = createGrouping<number, number>({ run });
  const results = await Promise.allSettled([1, 13, 2].map(ask));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(run.mock.calls.map(([items]) => items)).toEqual([[1, 13, 2], [1], [13], [2]]);
  await expect(ask(13)).rejects.toThrow('thirteen');
  expect(run).toHaveBeenCalledTimes(5);
});

it('runs isolated items separately, immediately and in their own async context', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const ask = createGrouping<number, number>({
    isApart: () => storage.getStore() !== undefined,
    async run(items) {
      seen.push([storage.getStore(), items]);
      return items;
    },
  });
  await Promise.all([storage.run('transaction', () => ask(1)), ask(2), ask(3)]);
  expect(seen).toEqual([
    ['transaction', [1]],
    [undefined, [2, 3]],
  ]);
});

it('answers every caller with its own result in any order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ item: fc.nat(30), wait: fc.nat(3) }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (keys, most) => {
        const ask = createGrouping<number, number>({
          most,
          keysOf: (item) => [String(item % 4)],
          async run(items, next) {
            expect(items.length).toBeLessThanOrEqual(most);
            expect(new Set(items.map((item) => item % 4)).size).toBe(items.length);
            await turn();
            if (items[0] === 7) next();
            if (items.includes(13)) throw new Error('thirteen');
            return items.map((item) => -item);
          },
        });
        const answers = keys.map(async ({ item, wait }) => {
          for (let turns = 0; turns < wait; turns += 1) await turn();
          return ask(item).catch(() => 'refused');
        });
        expect(await Promise.all(answers)).toEqual(keys.map(({ item }) => (item === 13 ? 'refused' : -item)));
      },
    ),
    { numRuns: 60 },
  );
});
