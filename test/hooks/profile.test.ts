import v8 from 'node:v8';
import vm from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CreateHooksOptions, createHooks, type HookEvents, type Hooks } from '../../src/hooks/hooks.js';
import { mark, TIERS } from './declared.js';

/** Keeps the processor busy on a fake clock: a real clock is not reliable on a shared machine. */
const spinning = (ms: number) => (value: string) => {
  vi.advanceTimersByTime(ms);
  return value;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Advances the time while a promise is pending and returns its result. */
async function during<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  await vi.advanceTimersByTimeAsync(ms);
  return promise;
}

describe.each(TIERS)('hook statistics, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  const create = (options: CreateHooksOptions) => {
    hooks = createHooks({ compileAfter, strict: true, warn: vi.fn(), ...options });
  };
  const of = (owner: string) => hooks.stats({ by: 'callback' }).find((row) => row.owner === owner);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    create({});
    hooks.measureAll();
  });
  afterEach(() => void vi.useRealTimers());

  it('include each call of each dispatch when every dispatch is sampled', async () => {
    create({ sampleEvery: 1 });
    for (const owner of ['one', 'two', 'three']) hooks.addFilter('test_filter', mark('a'), { owner });
    for (let round = 0; round < 10; round++) hooks.applyFilters('test_filter', '');
    for (let round = 0; round < 10; round++) await hooks.applyFiltersAsync('test_filter', '');
    expect(['one', 'two', 'three'].map((owner) => of(owner)?.samples)).toEqual([20, 20, 20]);
  });

  it('count every call when all are measured, the most expensive first', async () => {
    hooks.addFilter('test_filter', spinning(1), { owner: 'bank', id: 'cheap' });
    hooks.addFilter('test_filter', spinning(8), { owner: 'acme', id: 'dear' });
    hooks.addFilter('test_other_filter', spinning(1), { owner: 'bank' });
    for (let round = 0; round < 3; round++) hooks.applyFilters('test_filter', '');
    hooks.applyFilters('test_other_filter', '');
    await hooks.applyFiltersAsync('test_filter', '');
    expect(hooks.stats({ by: 'callback' }).map(({ owner, hook, id, samples }) => [owner, hook, id, samples])).toEqual([
      ['acme', 'test_filter', 'dear', 4],
      ['bank', 'test_filter', 'cheap', 4],
      ['bank', 'test_other_filter', null, 1],
    ]);
    expect(hooks.stats({ by: 'owner' }).map(({ owner, samples }) => [owner, samples])).toEqual([
      ['acme', 4],
      ['bank', 5],
    ]);
    expect(hooks.stats({ by: 'hook' }).map(({ kind, hook, samples }) => [kind, hook, samples])).toEqual([
      ['filter', 'test_filter', 8],
      ['filter', 'test_other_filter', 1],
    ]);
    const acme = of('acme');
    expect(acme?.selfMs).toBeGreaterThan(2 * (of('bank')?.selfMs ?? Number.NaN));
    expect(acme?.estimatedTotalMs).toBeCloseTo(4 * (acme?.selfMs ?? 0), 5);
    expect(acme?.maxMs).toBeGreaterThanOrEqual(acme?.selfMs ?? Number.NaN);
  });

  it('estimate the total from a sample', () => {
    create({ sampleEvery: 64 });
    const cost = { acme: 1, bank: 3 };
    for (const owner of ['acme', 'bank'] as const) {
      hooks.addFilter('test_filter', spinning(cost[owner]), { owner });
    }
    const dispatches = 64 * 200;
    for (let round = 0; round < dispatches; round++) hooks.applyFilters('test_filter', '');
    for (const owner of ['acme', 'bank'] as const) {
      const { samples = 0, selfMs = 0, estimatedTotalMs = 0 } = of(owner) ?? {};
      expect(samples).toBeGreaterThan(200 / 8);
      expect(samples).toBeLessThan(200 * 3);
      expect(selfMs).toBeCloseTo(cost[owner]);
      expect(estimatedTotalMs).toBeGreaterThan((dispatches * cost[owner]) / 4);
      expect(estimatedTotalMs).toBeLessThan(dispatches * cost[owner] * 4);
    }
  });

  it('do not miss a hook that always runs at the same position of a cycle', () => {
    create({ sampleEvery: 64 });
    hooks.addFilter('test_filter', mark('a'));
    hooks.addFilter('test_other_filter', mark('b'));
    for (let round = 0; round < 64 * 100; round++) {
      hooks.applyFilters('test_filter', '');
      hooks.applyFilters('test_other_filter', '');
    }
    for (const name of ['test_filter', 'test_other_filter']) {
      const samples = hooks.stats({ by: 'hook' }).find(({ hook }) => hook === name)?.samples;
      expect(samples).toBeGreaterThan(100 / 4);
      expect(samples).toBeLessThan(100 * 4);
    }
  });

  it('exclude hooks that a callback dispatches from its own time', async () => {
    hooks.addFilter('test_other_filter', spinning(10), { owner: 'inner' });
    hooks.addFilter('test_filter', (value) => hooks.applyFilters('test_other_filter', value), { owner: 'outer' });
    hooks.addFilter('test_async_filter', (value) => hooks.applyFiltersAsync('test_other_filter', value), {
      owner: 'async',
    });
    for (let round = 0; round < 3; round++) hooks.applyFilters('test_filter', '');
    await hooks.applyFiltersAsync('test_async_filter', '');
    const inner = of('inner')?.selfMs ?? Number.NaN;
    expect(inner).toBeGreaterThan(8);
    expect(of('outer')?.selfMs).toBeLessThan(inner / 2);
    expect(of('async')?.selfMs).toBeLessThan(inner / 2);
  });

  it('record waiting time separately, and report overlapping waits', async () => {
    hooks.addFilter(
      'test_async_filter',
      async (value) => {
        await wait(30);
        return value;
      },
      { owner: 'acme' },
    );
    await during(30, hooks.applyFiltersAsync('test_async_filter', ''));
    await during(30, hooks.applyFiltersAsync('test_async_filter', ''));
    expect(of('acme')).toMatchObject({ samples: 2, overlapped: 0, selfMs: 0, waitMs: 30 });
    await during(30, Promise.all([1, 2, 3].map(() => hooks.applyFiltersAsync('test_async_filter', ''))));
    expect(of('acme')?.samples).toBe(5);
    expect(of('acme')?.overlapped).toBeGreaterThanOrEqual(2);
    expect(of('acme')?.overlapped).toBeLessThanOrEqual(3);
  });

  it('count failing calls', async () => {
    hooks.define('test_async_filter', { kind: 'filter', async: 'allowed', onError: 'isolate', breaker: false });
    const broken = () => Promise.reject(new Error('broken'));
    hooks.addFilter('test_async_filter', broken, { owner: 'acme' });
    for (let round = 0; round < 3; round++) await hooks.applyFiltersAsync('test_async_filter', '');
    expect(of('acme')).toMatchObject({ samples: 3, function: 'broken' });
  });

  it('fire an event only for callbacks that block the process', async () => {
    create({ slowMs: 10, report: vi.fn() });
    hooks.measureAll();
    const slow: HookEvents['slowCallback'][] = [];
    hooks.on('slowCallback', (event) => slow.push(event));
    hooks.addFilter('test_filter', spinning(25), { owner: 'acme', id: 'slow', priority: 7 });
    hooks.addFilter('test_filter', mark('a'), { owner: 'quick' });
    hooks.addFilter('test_other_filter', (value) => hooks.applyFilters('test_filter', value), { owner: 'outer' });
    hooks.addAction('test_async_action', () => wait(40), { owner: 'waiting' });
    hooks.applyFilters('test_other_filter', '');
    await during(40, hooks.doActionAsync('test_async_action'));
    expect(slow).toEqual([
      expect.objectContaining({ kind: 'filter', hook: 'test_filter', owner: 'acme', id: 'slow', priority: 7 }),
    ]);
    expect(slow[0]?.selfMs).toBe(25);
  });

  it('measure nothing, or everything for a while', async () => {
    create({ sampleEvery: Number.POSITIVE_INFINITY });
    hooks.addFilter('test_filter', mark('a'), { owner: 'acme' });
    const apply = (times: number) => {
      for (let round = 0; round < times; round++) expect(hooks.applyFilters('test_filter', 'x')).toBe('xa');
    };
    apply(200);
    expect(hooks.stats()).toEqual([]);
    const [first, second] = [hooks.measureAll(), hooks.measureAll()];
    apply(10);
    first.remove();
    apply(10);
    await hooks.applyFiltersAsync('test_filter', '');
    expect(of('acme')?.samples).toBe(21);
    second.remove();
    first.remove();
    apply(200);
    expect(of('acme')?.samples).toBe(21);
  });

  it('count traced calls as well', async () => {
    hooks.addFilter('test_filter', mark('a'), { owner: 'acme' });
    await hooks.trace(() => hooks.applyFilters('test_filter', ''));
    hooks.applyFilters('test_filter', '');
    expect(of('acme')?.samples).toBe(2);
  });

  it('do not change results, and neither do observers and traces', async () => {
    const outcomes: unknown[] = [];
    const error = new Error('broken');
    for (const sampleEvery of [Number.POSITIVE_INFINITY, 1, 2]) {
      for (const watched of ['not', 'observed', 'traced', 'measured']) {
        create({ sampleEvery });
        if (watched === 'measured') hooks.measureAll();
        const steps: unknown[] = [];
        if (watched === 'observed') hooks.observe(() => {});
        hooks.addFilter('test_filter', (value, ...rest) => {
          steps.push([value, ...rest, hooks.currentFilter(), hooks.didFilter('test_filter')]);
          if (value === 'add') hooks.addFilter('test_filter', mark('+'), { priority: 20 });
          if (value === 'throw') throw error;
          return value === 'nested' ? hooks.applyFilters('test_filter', 'x', 'deep') : `${value}a`;
        });
        hooks.addFilter('test_filter', (() => undefined) as never);
        const work = async () => {
          for (const value of ['x', 'add', 'throw', 'nested']) {
            for (const dispatch of [
              () => hooks.applyFilters('test_filter', value, 1),
              () => hooks.applyFiltersAsync('test_filter', value, 1),
              () => hooks.bail('test_filter', value, 1),
            ]) {
              try {
                steps.push(await dispatch());
              } catch (caught) {
                steps.push(caught === error);
              }
            }
          }
        };
        if (watched === 'traced') await hooks.trace(work);
        else await work();
        outcomes.push(steps);
      }
    }
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  });
});

describe('hook memory', () => {
  it('is released after hooks are removed', () => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as () => void;
    const hooks = createHooks({ strict: true });
    const owned = hooks.forOwner('acme');
    let name = 0;
    const churn = () => {
      for (let index = 0; index < 10_000; index++) {
        const added = hooks.addAction(`test_saved_${name++}`, () => {}, { owner: 'bank', id: `id${name}` });
        if (index % 2 === 0) added.remove();
        else owned.addAction(`test_saved_${name}`, () => {});
      }
      hooks.removeOwner('bank');
      owned.removeAll();
      expect(hooks.list()).toEqual([]);
      collect();
      return process.memoryUsage().heapUsed;
    };
    churn();
    const before = churn();
    for (let round = 0; round < 4; round++) churn();
    expect(churn() - before).toBeLessThan(2_000_000);
  });
});
