import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import type { HookTimeoutError } from '../../src/hooks/hook-error.js';
import { createHooks, type HookDefinition, type Hooks } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { mark } from './declared.js';

const CALLBACK = 'hook_callback_timeout';
const BUDGET = 'hook_budget_exhausted';
const timeout = (expected: string, more: object = {}) =>
  expect.objectContaining({ name: 'HookTimeoutError', code: expected, ...more });
const never = () => new Promise<never>(() => {});

/** Callback that appends its mark after a delay. */
const markAfter = (letter: string, ms: number) => (value: string) =>
  new Promise<string>((resolve) => setTimeout(() => resolve(value + letter), ms));

/** Observes a promise without leaving it unhandled, and records its outcome. */
function watch<Value>(promise: Promise<Value>) {
  const seen: { settled: boolean; value?: Value; error?: unknown } = { settled: false };
  promise.then(
    (value) => Object.assign(seen, { settled: true, value }),
    (error) => Object.assign(seen, { settled: true, error }),
  );
  return seen;
}

describe.each([true, false])('hook deadlines, asyncContext: %s', (asyncContext) => {
  let hooks: Hooks;
  let report: Mock<Warn>;
  let unhandled: Mock<(reason: unknown) => void>;
  const define = (definition: Partial<HookDefinition>) =>
    hooks.define('test_async_filter', { async: 'allowed', ...definition, kind: 'filter' });
  const apply = (value = '') => watch(hooks.applyFiltersAsync('test_async_filter', value));
  /** Keeps the signal it is called with, then never settles. */
  const keep = (signals: (AbortSignal | undefined)[], then: () => Promise<never> = never) => {
    return () => {
      signals.push(hooks.signal());
      return then();
    };
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    report = vi.fn<Warn>();
    hooks = createHooks({ asyncContext, report, warn: vi.fn<Warn>(), strict: true });
    unhandled = vi.fn<(reason: unknown) => void>();
    process.on('unhandledRejection', unhandled);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await turn();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('do not make a run look current to work that outlives it', async () => {
    let late: unknown;
    const scheduled = new Promise<void>((resolve) => {
      const schedule = (value: string) => {
        setImmediate(() => {
          late = [hooks.currentFilter(), hooks.doingFilter('test_async_filter')];
          resolve();
        });
        return value;
      };
      hooks.addFilter('test_async_filter', schedule, { timeoutMs: 50 });
    });
    apply();
    await scheduled;
    expect(late).toEqual([null, false]);
  });

  it('do not count the recursion depth of a hook twice', async () => {
    hooks = createHooks({ asyncContext, strict: true, maxDepth: 4 });
    let depth = 0;
    const nest = async (value: string): Promise<string> =>
      ++depth < 4 ? hooks.applyFiltersAsync('test_async_filter', value) : value;
    hooks.addFilter('test_async_filter', nest, { timeoutMs: 50 });
    expect(await hooks.applyFiltersAsync('test_async_filter', 'x')).toBe('x');
  });

  it('end a run with an error that names the unsettled callback', async () => {
    hooks.addFilter('test_async_filter', markAfter('a', 20), { owner: 'bank', id: 'quick' });
    hooks.addFilter('test_async_filter', never, { owner: 'acme', id: 'hangs', timeoutMs: 100 });
    const later = vi.fn(mark('c'));
    hooks.addFilter('test_async_filter', later);
    const run = apply();
    await vi.advanceTimersByTimeAsync(119);
    expect(run.settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(run.error).toEqual(timeout(CALLBACK, { hook: 'test_async_filter', owner: 'acme' }));
    expect(run.error).toHaveProperty('message', expect.stringMatching(/acme/));
    expect((run.error as HookTimeoutError).spent).toEqual(
      expect.arrayContaining([
        { owner: 'acme', id: 'hangs', ms: expect.closeTo(100, 0) },
        { owner: 'bank', id: 'quick', ms: expect.closeTo(20, 0) },
      ]),
    );
    expect(hooks.culpritOf(run.error)).toMatchObject({ owner: 'acme', id: 'hangs', hook: 'test_async_filter' });
    expect(later).not.toHaveBeenCalled();
    expect(hooks.doingFilter()).toBe(false);
  });

  it.each([
    { option: 30, definition: 80 },
    { option: 80, definition: 30 },
    { option: 30, definition: undefined },
    { option: undefined, definition: 30 },
  ])(
    'use the smaller of the limits of the callback ($option) and the hook ($definition)',
    async ({ option, definition }) => {
      define(definition === undefined ? {} : { timeoutMs: definition });
      hooks.addFilter('test_async_filter', never, option === undefined ? {} : { timeoutMs: option });
      const run = apply();
      await vi.advanceTimersByTimeAsync(29);
      expect(run.settled).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(run.error).toEqual(timeout(CALLBACK));
    },
  );

  it('apply to each callback: several together may take longer', async () => {
    define({ timeoutMs: 50 });
    for (const letter of 'abc') hooks.addFilter('test_async_filter', markAfter(letter, 40));
    const run = apply();
    await vi.advanceTimersByTimeAsync(120);
    expect(run).toEqual({ settled: true, value: 'abc' });
  });

  it('reject an invalid time', () => {
    for (const timeoutMs of [0, -1, Number.NaN, '50' as unknown as number]) {
      expect(() => hooks.addFilter('test_async_filter', never, { timeoutMs })).toThrow(
        expect.objectContaining({ code: 'hook_invalid_timeout' }),
      );
      expect(() => define({ timeoutMs })).toThrow(expect.objectContaining({ code: 'hook_invalid_definition' }));
      expect(() => define({ budgetMs: timeoutMs })).toThrow(
        expect.objectContaining({ code: 'hook_invalid_definition' }),
      );
    }
    expect(hooks.hasFilter('test_async_filter')).toBe(false);
  });

  it('may exceed the range of a timer', async () => {
    define({ timeoutMs: 2 ** 31, budgetMs: 2 ** 33 });
    hooks.addFilter('test_async_filter', markAfter('a', 50), { timeoutMs: 2 ** 32 });
    const run = apply();
    await vi.advanceTimersByTimeAsync(50);
    expect(run).toEqual({ settled: true, value: 'a' });
  });

  it('let the others continue with the value so far: isolate', async () => {
    define({ onError: 'isolate', timeoutMs: 50 });
    const failed = vi.fn();
    hooks.on('callbackFailed', failed);
    hooks.addFilter('test_async_filter', markAfter('a', 10));
    hooks.addFilter('test_async_filter', never, { owner: 'acme', id: 'hangs' });
    hooks.addFilter('test_async_filter', markAfter('c', 10));
    hooks.addFilter('test_async_filter', mark('d'));
    const run = apply();
    await vi.advanceTimersByTimeAsync(70);
    expect(run).toEqual({ settled: true, value: 'acd' });
    const culprit = { owner: 'acme', id: 'hangs', priority: 10, hook: 'test_async_filter' };
    expect(failed.mock.calls).toEqual([[expect.objectContaining({ ...culprit, error: timeout(CALLBACK) })]]);
    expect(report).toHaveBeenCalledOnce();
  });

  it('end the run with the value so far: bail', async () => {
    define({ onError: 'bail', timeoutMs: 50 });
    hooks.addFilter('test_async_filter', mark('a'));
    hooks.addFilter('test_async_filter', never);
    hooks.addFilter('test_async_filter', mark('c'));
    const run = apply();
    await vi.advanceTimersByTimeAsync(50);
    expect(run).toEqual({ settled: true, value: 'a' });
  });

  it('are thrown by critical hooks, and apply to actions and bailAsync', async () => {
    define({ critical: true, timeoutMs: 50 });
    hooks.define('test_async_action', { kind: 'action', async: 'allowed', timeoutMs: 50 });
    hooks.addFilter('test_async_filter', never);
    hooks.addAction('test_async_action', never, { owner: 'acme' });
    const runs = [
      apply(),
      watch(hooks.bailAsync('test_async_filter', '')),
      watch(hooks.doActionAsync('test_async_action')),
      watch(hooks.action('test_async_action').doAsync()),
    ];
    await vi.advanceTimersByTimeAsync(50);
    expect(runs.map(({ error }) => error)).toEqual(runs.map(() => timeout(CALLBACK)));
  });

  it('count as failures, so that a hanging callback is suspended', async () => {
    define({ onError: 'isolate', timeoutMs: 10, breaker: { failures: 2, withinMs: 1000, retryAfterMs: 1000 } });
    const hangs = vi.fn(never);
    hooks.addFilter('test_async_filter', hangs, { owner: 'acme' });
    for (let round = 0; round < 4; round++) {
      const run = apply('x');
      await vi.advanceTimersByTimeAsync(10);
      expect(run.value).toBe('x');
    }
    expect(hangs).toHaveBeenCalledTimes(2);
  });

  it('ignore results and rejections that arrive too late', async () => {
    define({ onError: 'isolate', timeoutMs: 50 });
    hooks.addFilter('test_async_filter', markAfter('late', 60));
    hooks.addFilter(
      'test_async_filter',
      () => new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), 70)),
      { owner: 'acme' },
    );
    hooks.addFilter('test_async_filter', mark('c'));
    const run = apply();
    await vi.advanceTimersByTimeAsync(100);
    expect(run).toEqual({ settled: true, value: 'c' });
    await vi.advanceTimersByTimeAsync(1000);
    await turn();
    expect(run.value).toBe('c');
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('abort only the signal of the callback that timed out', async () => {
    define({ onError: 'isolate', timeoutMs: 50 });
    const signals: (AbortSignal | undefined)[] = [];
    hooks.addFilter('test_async_filter', async (value) => {
      signals.push(hooks.signal());
      await markAfter('', 40)(value);
      return `${value}a`;
    });
    hooks.addFilter('test_async_filter', keep(signals));
    hooks.addFilter('test_async_filter', async (value) => {
      signals.push(hooks.signal());
      await markAfter('', 40)(value);
      return `${value}c`;
    });
    const run = apply();
    await vi.advanceTimersByTimeAsync(89);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, true, false]);
    await vi.advanceTimersByTimeAsync(500);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, true, false]);
    expect(run.value).toBe('ac');
  });

  it('provide no signal without a time limit', async () => {
    const signals: (AbortSignal | undefined)[] = [hooks.signal()];
    const note = (value: string) => {
      signals.push(hooks.signal());
      return value;
    };
    hooks.addFilter('test_async_filter', note);
    apply();
    hooks.addFilter('test_filter', note, { timeoutMs: 50 });
    hooks.applyFilters('test_filter', '');
    await turn();
    signals.push(hooks.signal());
    expect(signals).toEqual([undefined, undefined, undefined, undefined]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('provide a signal for a budget, which aborts when the budget is exhausted', async () => {
    define({ budgetMs: 100 });
    const signals: (AbortSignal | undefined)[] = [];
    hooks.addFilter('test_async_filter', keep(signals));
    apply();
    await vi.advanceTimersByTimeAsync(99);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('end a run with an exhausted budget and report the time per owner', async () => {
    define({ budgetMs: 100 });
    hooks.addFilter('test_async_filter', markAfter('a', 60), { owner: 'bank' });
    hooks.addFilter('test_async_filter', markAfter('b', 60), { owner: 'acme', id: 'second' });
    const run = apply();
    await vi.advanceTimersByTimeAsync(100);
    expect(run.error).toEqual(timeout(BUDGET, { hook: 'test_async_filter', owner: 'acme' }));
    expect((run.error as HookTimeoutError).spent).toEqual(
      expect.arrayContaining([
        { owner: 'bank', id: null, ms: expect.closeTo(60, 0) },
        { owner: 'acme', id: 'second', ms: expect.closeTo(40, 0) },
      ]),
    );
    await vi.advanceTimersByTimeAsync(100);
  });

  it('end a run with an exhausted budget with the value so far: isolate', async () => {
    define({ budgetMs: 100, timeoutMs: 80, onError: 'isolate' });
    const failed = vi.fn<(event: { error: unknown }) => void>();
    hooks.on('callbackFailed', failed);
    hooks.addFilter('test_async_filter', markAfter('a', 60), { owner: 'bank' });
    hooks.addFilter('test_async_filter', markAfter('b', 60), { owner: 'acme' });
    const later = vi.fn(mark('c'));
    hooks.addFilter('test_async_filter', later);
    const run = apply();
    await vi.advanceTimersByTimeAsync(99);
    expect(run.settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toEqual({ settled: true, value: 'a' });
    await vi.advanceTimersByTimeAsync(100);
    expect(later).not.toHaveBeenCalled();
    expect(failed.mock.calls.map(([{ error }]) => error)).toEqual([timeout(BUDGET, { owner: 'acme' })]);
    expect(report).toHaveBeenCalledOnce();
  });

  it('count the time of synchronous callbacks toward the budget', async () => {
    define({ budgetMs: 100 });
    const busy = (value: string) => {
      vi.advanceTimersByTime(150);
      return value;
    };
    hooks.addFilter('test_async_filter', busy, { owner: 'acme' });
    hooks.addFilter('test_async_filter', markAfter('b', 10));
    const run = apply();
    await vi.advanceTimersByTimeAsync(20);
    expect(run.error).toEqual(timeout(BUDGET));
  });

  it('leave no timer behind however a run ends', async () => {
    define({ timeoutMs: 1000, budgetMs: 5000, onError: 'throw' });
    const fates = [async () => 'fine', async () => Promise.reject(new Error('broken')), never, mark('sync')];
    for (const fate of fates) {
      const { remove } = hooks.addFilter('test_async_filter', fate);
      for (let round = 0; round < 20; round++) {
        const run = apply();
        await vi.advanceTimersByTimeAsync(fate === never ? 1000 : 0);
        expect(run.settled).toBe(true);
      }
      expect(vi.getTimerCount()).toBe(0);
      remove();
    }
  });

  it('apply to one dispatch: concurrent runs have their own', async () => {
    define({ timeoutMs: 50 });
    const signals: (AbortSignal | undefined)[] = [];
    hooks.addFilter('test_async_filter', (value) => {
      signals.push(hooks.signal());
      return markAfter('', value === 'slow' ? 1000 : 10)(value);
    });
    const slow = apply('slow');
    await vi.advanceTimersByTimeAsync(20);
    const quick = apply('quick');
    const second = apply('slow');
    await vi.advanceTimersByTimeAsync(30);
    expect(new Set(signals).size).toBe(3);
    expect([slow.settled, quick.value, second.settled]).toEqual([true, 'quick', false]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, false]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, true]);
  });

  it.each([
    ['a later one of its own', 500],
    ['none of its own', undefined],
  ])('abort the signal of a nested dispatch as well, which has %s', async (_, timeoutMs) => {
    const inner: (AbortSignal | undefined)[] = [];
    hooks.addFilter('test_other_async_filter', keep(inner), timeoutMs === undefined ? {} : { timeoutMs });
    hooks.addFilter(
      'test_async_filter',
      (value) => {
        const nested = hooks.applyFiltersAsync('test_other_async_filter', value);
        nested.catch(() => {});
        return nested;
      },
      { owner: 'acme', timeoutMs: 50 },
    );
    const run = apply();
    await vi.advanceTimersByTimeAsync(49);
    expect(inner[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(run.error).toEqual(timeout(CALLBACK, { owner: 'acme' }));
    expect(inner[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
  });

  it('do not affect the outer dispatch when a nested one times out, and leak no listeners', async () => {
    let outer: AbortSignal | undefined;
    hooks.addFilter('test_other_async_filter', markAfter('b', 1), { timeoutMs: 10 });
    hooks.addFilter('test_other_async_filter', never, { priority: 20, owner: 'bank', timeoutMs: 2 });
    hooks.addFilter(
      'test_async_filter',
      async (value) => {
        outer = hooks.signal();
        const nested = Array.from({ length: 50 }, () => hooks.applyFiltersAsync('test_other_async_filter', ''));
        const results = await Promise.allSettled(nested);
        return value + results.filter(({ status }) => status === 'rejected').length;
      },
      { timeoutMs: 5000 },
    );
    const run = apply();
    await vi.advanceTimersByTimeAsync(10);
    expect(run.value).toBe('50');
    expect(outer?.aborted).toBe(false);
    expect(outer && getEventListeners(outer, 'abort').length).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  if (asyncContext) {
    it('keep the signal for code after an await, and only for that code', async () => {
      const seen: [AbortSignal | undefined, AbortSignal | undefined][] = [];
      const callback = async (value: string) => {
        const first = hooks.signal();
        await markAfter('', 10)(value);
        seen.push([first, hooks.signal()]);
        return value;
      };
      hooks.addFilter('test_async_filter', callback, { timeoutMs: 50 });
      apply();
      apply();
      await vi.advanceTimersByTimeAsync(10);
      expect(seen.every(([first, later]) => first !== undefined && first === later)).toBe(true);
      expect(seen[0]?.[0]).not.toBe(seen[1]?.[0]);
      expect(hooks.signal()).toBeUndefined();
    });
  }
});
