import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createHooks, type HookDefinition, type Hooks, type SuspensionEvent } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { mark, TIERS } from './declared.js';

const throwing = (): never => {
  throw new RangeError('broken');
};

describe.each(TIERS)('hook breaker, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  let report: Mock<Warn>;
  let suspended: SuspensionEvent[];
  let resumed: SuspensionEvent[];
  let calls: number;
  /** Whether the callback of acme fails. */
  let broken: boolean;

  const create = (definition: Partial<HookDefinition> = {}) => {
    report = vi.fn<Warn>();
    suspended = [];
    resumed = [];
    calls = 0;
    broken = true;
    hooks = createHooks({
      compileAfter,
      report,
      warn: vi.fn<Warn>(),
      strict: false,
      breaker: { failures: 3, withinMs: 1000, retryAfterMs: 5000 },
    });
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate', ...definition });
    hooks.on('callbackSuspended', (event) => suspended.push(event));
    hooks.on('callbackResumed', (event) => resumed.push(event));
    hooks.addFilter('test_filter', mark('a'));
    hooks.addFilter('test_filter', flaky, { owner: 'acme', id: 'flaky' });
    hooks.addFilter('test_filter', mark('c'));
  };
  const flaky = (value: string) => {
    calls++;
    return broken ? throwing() : `${value}b`;
  };
  const apply = (times = 1) => {
    for (let round = 1; round < times; round++) hooks.applyFilters('test_filter', '');
    return hooks.applyFilters('test_filter', '');
  };
  const described = () => hooks.list().find(({ name }) => name === 'test_filter')?.callbacks ?? [];
  const isSuspended = () => described().find(({ owner }) => owner === 'acme')?.suspended;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    create();
  });
  afterEach(() => void vi.useRealTimers());

  it('suspends a callback after a number of failures within the time, and reports it once', () => {
    expect(apply(2)).toBe('ac');
    expect(suspended).toEqual([]);
    expect(isSuspended()).toBe(false);
    report.mockClear();
    expect(apply(10)).toBe('ac');
    expect(calls).toBe(3);
    const culprit = { hook: 'test_filter', owner: 'acme', id: 'flaky', priority: 10 };
    expect(suspended).toEqual([expect.objectContaining({ ...culprit, forMs: 5000 })]);
    // The third error and the suspension.
    expect(report).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenLastCalledWith(expect.stringMatching(/acme/), expect.objectContaining(culprit));
  });

  it('does not suspend for failures that are further apart', () => {
    for (let round = 0; round < 8; round++) {
      apply();
      vi.advanceTimersByTime(501);
    }
    expect(calls).toBe(8);
    expect(suspended).toEqual([]);
    apply(2);
    expect(suspended).toHaveLength(1);
  });

  it('suspends only the failing callback, not others of its owner or hook', () => {
    hooks.addFilter('test_filter', mark('d'), { owner: 'acme', id: 'fine' });
    hooks.addFilter('test_other_filter', mark('e'), { owner: 'acme' });
    expect(apply(4)).toBe('acd');
    expect(hooks.applyFilters('test_other_filter', '')).toBe('e');
    expect(suspended).toHaveLength(1);
  });

  it('suspends in asynchronous runs and in bail as well', async () => {
    for (let round = 0; round < 3; round++) await hooks.applyFiltersAsync('test_filter', '');
    expect(suspended).toHaveLength(1);
    expect(await hooks.applyFiltersAsync('test_filter', '')).toBe('ac');
    hooks.removeFilter('test_filter', 'site');
    expect(hooks.bail('test_filter', 'nobody')).toBe('nobody');
    expect(await hooks.bailAsync('test_filter', 'nobody')).toBe('nobody');
    expect(calls).toBe(3);
  });

  it('still counts a suspended callback as registered', () => {
    apply(3);
    expect(hooks.hasFilter('test_filter', 'acme')).toBe(true);
    expect(hooks.priorityOfFilter('test_filter', 'acme', 'flaky')).toBe(10);
    expect(described().map(({ owner }) => owner)).toEqual(['site', 'site', 'acme']);
    expect(isSuspended()).toBe(true);
    expect(hooks.explain('test_filter')[0]?.callbacks).toContainEqual(
      expect.objectContaining({ owner: 'acme', suspended: true }),
    );
    hooks.removeFilter('test_filter', 'site');
    expect(hooks.hasFilter('test_filter')).toBe(true);
    expect(hooks.removeFilter('test_filter', 'acme', 'flaky')).toBe(1);
    expect(hooks.hasFilter('test_filter')).toBe(false);
  });

  it('resumes a callback at its place after a while, and reports it', () => {
    apply(3);
    vi.advanceTimersByTime(4999);
    expect(apply()).toBe('ac');
    expect(resumed).toEqual([]);
    broken = false;
    vi.advanceTimersByTime(1);
    expect(apply(3)).toBe('abc');
    expect(resumed).toEqual([expect.objectContaining({ owner: 'acme', id: 'flaky', hook: 'test_filter', forMs: 0 })]);
    expect(isSuspended()).toBe(false);
  });

  it('doubles the suspension each time the callback fails immediately', () => {
    apply(3);
    for (const forMs of [10_000, 20_000, 40_000]) {
      vi.advanceTimersByTime(forMs / 2);
      const before = calls;
      expect(apply(5)).toBe('ac');
      expect(calls).toBe(before + 1);
      expect(suspended.at(-1)).toMatchObject({ owner: 'acme', forMs });
    }
    vi.advanceTimersByTime(39_999);
    expect(isSuspended()).toBe(true);
  });

  it('resets the failures once the callback works again', () => {
    apply(3);
    vi.advanceTimersByTime(5000);
    broken = false;
    apply();
    vi.advanceTimersByTime(2000);
    broken = true;
    apply(2);
    expect(suspended).toHaveLength(1);
    apply();
    expect(suspended).toHaveLength(2);
    expect(suspended[1]).toMatchObject({ forMs: 5000 });
  });

  it('resumes a callback manually on one hook or on all', () => {
    apply(3);
    expect(hooks.resume('bank')).toBe(0);
    expect(hooks.resume('acme', 'test_other_filter')).toBe(0);
    expect(isSuspended()).toBe(true);
    broken = false;
    expect(hooks.resume('acme', 'test_filter')).toBe(1);
    expect(hooks.resume('acme')).toBe(0);
    expect(apply()).toBe('abc');
    vi.advanceTimersByTime(60_000);
    expect(apply()).toBe('abc');
    expect(resumed).toHaveLength(1);
  });

  it('suspends for the full time when a callback fails again after a manual resume', () => {
    apply(3);
    vi.advanceTimersByTime(4000);
    expect(hooks.resume('acme')).toBe(1);
    apply(3);
    expect(isSuspended()).toBe(true);
    vi.advanceTimersByTime(1001);
    expect(isSuspended()).toBe(true);
    expect(resumed).toHaveLength(1);
  });

  it('does not resume a callback that was removed in between', () => {
    apply(3);
    hooks.removeOwner('acme');
    vi.advanceTimersByTime(60_000);
    broken = false;
    expect(apply()).toBe('ac');
    expect(hooks.hasFilter('test_filter', 'acme')).toBe(false);
    expect(hooks.resume('acme')).toBe(0);
    expect(resumed).toEqual([]);
    expect(calls).toBe(3);
  });

  it('drops a suspended callback when it is replaced', () => {
    apply(3);
    hooks.addFilter('test_filter', mark('B'), { owner: 'acme', id: 'flaky' });
    expect(apply().includes('B')).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect([...apply()].sort().join('')).toBe('Bac');
    expect(described()).toHaveLength(3);
    expect(calls).toBe(3);
  });

  it('never suspends when errors are thrown', () => {
    for (const definition of [{ onError: 'throw' }, { critical: true, onError: undefined }] as const) {
      create(definition);
      for (let round = 0; round < 20; round++) expect(() => apply()).toThrow(RangeError);
      expect(calls).toBe(20);
      expect(suspended).toEqual([]);
    }
  });

  it('obeys the breaker settings of the hook', () => {
    create({ breaker: false });
    apply(50);
    expect([calls, suspended.length]).toEqual([50, 0]);
    create({ breaker: { failures: 1 } });
    apply(5);
    expect(calls).toBe(1);
    expect(suspended).toEqual([expect.objectContaining({ forMs: 5000 })]);
  });

  it('suspends with the bail policy, after which the rest runs', () => {
    create({ onError: 'bail' });
    expect(apply(3)).toBe('a');
    expect(apply()).toBe('ac');
  });

  it('skips a callback in the outer run after a nested run suspended it', () => {
    hooks.removeAllFilters('test_filter');
    const order: string[] = [];
    hooks.addFilter('test_filter', (value, ...rest) => {
      order.push('outer');
      if (rest[0] === undefined)
        for (let round = 0; round < 3; round++) hooks.applyFilters('test_filter', '', 'nested');
      return value;
    });
    hooks.addFilter('test_filter', flaky, { owner: 'acme' });
    hooks.addFilter('test_filter', (value) => {
      order.push('last');
      return `${value}c`;
    });
    expect(hooks.applyFilters('test_filter', '')).toBe('c');
    expect(calls).toBe(3);
    expect(order).toEqual(['outer', 'outer', 'last', 'outer', 'last', 'outer', 'last', 'last']);
  });

  it('does not shift the current run: each of the other callbacks is called once', async () => {
    for (const priority of [1, 10, 20]) {
      for (const way of ['sync', 'async']) {
        create({ breaker: { failures: 1 } });
        hooks.removeAllFilters('test_filter');
        for (const letter of 'xyz') hooks.addFilter('test_filter', mark(letter));
        hooks.addFilter('test_filter', flaky, { owner: 'acme', priority });
        for (const letter of 'uv') hooks.addFilter('test_filter', mark(letter), { priority: 20 });
        const result = way === 'sync' ? apply() : await hooks.applyFiltersAsync('test_filter', '');
        expect(result).toBe('xyzuv');
        expect(isSuspended()).toBe(true);
      }
    }
  });

  it('calls a callback that resumes while a run waits, if its turn is still to come', async () => {
    apply(3);
    broken = false;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    hooks.define('test_async_filter', {
      kind: 'filter',
      onError: 'isolate',
      breaker: { failures: 1 },
      async: 'allowed',
    });
    hooks.addFilter('test_async_filter', async (value) => {
      await gate;
      return `${value}a`;
    });
    let fails = true;
    hooks.addFilter('test_async_filter', (value) => (fails ? throwing() : `${value}b`), {
      owner: 'bank',
      priority: 20,
    });
    const other = hooks.applyFiltersAsync('test_async_filter', '');
    release();
    expect(await other).toBe('a');
    const waiting = hooks.applyFiltersAsync('test_async_filter', '');
    fails = false;
    expect(hooks.resume('bank')).toBe(1);
    expect(await waiting).toBe('ab');
  });
});
