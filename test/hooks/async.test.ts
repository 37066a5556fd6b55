import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createHooks, type Hooks, type Subscription } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { mark, TIERS } from './declared.js';

const markLater = (letter: string) => async (value: string) => {
  await turn();
  return value + letter;
};

describe.each(TIERS)('asynchronous runs, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  let warn: Mock<Warn>;
  beforeEach(() => {
    warn = vi.fn<Warn>();
    hooks = createHooks({ compileAfter, warn, strict: true });
  });

  it('R35 waits for each callback before it calls the next, synchronous or not', async () => {
    hooks.addFilter('test_async_filter', markLater('a'));
    hooks.addFilter('test_async_filter', mark('b'));
    hooks.addFilter('test_async_filter', markLater('c'));
    expect(await hooks.applyFiltersAsync('test_async_filter', '')).toBe('abc');
    expect(await hooks.filter('test_async_filter').applyAsync('x')).toBe('xabc');
  });

  it('R35 returns no promise from applyMaybeAsync when there is nothing to wait for', async () => {
    const filter = hooks.filter('test_async_filter');
    expect(filter.applyMaybeAsync('x')).toBe('x');
    hooks.addFilter('test_async_filter', mark('a'));
    expect(filter.applyMaybeAsync('x')).toBe('xa');
    hooks.addFilter('test_async_filter', markLater('b'));
    expect(filter.applyMaybeAsync('x')).toBeInstanceOf(Promise);
    expect(await filter.applyMaybeAsync('x')).toBe('xab');
    hooks.addFilter('test_async_filter', () => {
      throw new Error('broken');
    });
    await expect(filter.applyMaybeAsync('x')).rejects.toThrow('broken');
    expect(hooks.didFilter('test_async_filter')).toBe(5);
  });

  it('R35 rejects instead of throwing, even if nothing was awaited', async () => {
    hooks.addFilter('test_async_filter', () => {
      throw new Error('broken');
    });
    const result = hooks.filter('test_async_filter').applyMaybeAsync('x');
    expect(result).toBeInstanceOf(Promise);
    await expect(result).rejects.toThrow('broken');
  });

  it('R35 runs the same callbacks as a synchronous dispatch, and resolves without any', async () => {
    expect(await hooks.applyFiltersAsync('test_filter', 'x')).toBe('x');
    hooks.addFilter('test_filter', mark('a'));
    expect(await hooks.applyFiltersAsync('test_filter', '')).toBe('a');
    expect(hooks.applyFilters('test_filter', '')).toBe('a');
    expect(hooks.didFilter('test_filter')).toBe(3);
    expect(await hooks.doActionAsync('test_async_action', 1)).toBeUndefined();
    hooks.addAction('test_async_action', () => turn());
    expect(await hooks.doActionAsync('test_async_action', 1)).toBeUndefined();
  });

  it('R35 rejects with the first error and skips the later callbacks', async () => {
    const later = vi.fn();
    for (const broken of [
      () => {
        throw new RangeError('at once');
      },
      () => Promise.reject(new RangeError('later')),
    ]) {
      const subscriptions = [hooks.addAction('test_async_action', broken), hooks.addAction('test_async_action', later)];
      await expect(hooks.doActionAsync('test_async_action')).rejects.toThrow(RangeError);
      for (const subscription of subscriptions) subscription.remove();
    }
    expect(later).not.toHaveBeenCalled();
    expect(hooks.doingAction()).toBe(false);
  });

  it('R35 rejects an invalid name instead of throwing', async () => {
    const rejected = expect.objectContaining({ code: 'hook_invalid_name' });
    await expect(hooks.doActionAsync('a b' as 'test_action')).rejects.toEqual(rejected);
  });

  it('R7 keeps the value when an asynchronous callback resolves to undefined', async () => {
    hooks.addFilter('test_async_filter', (async () => undefined) as never, { owner: 'acme' });
    hooks.addFilter('test_async_filter', mark('a'));
    expect(await hooks.applyFiltersAsync('test_async_filter', 'x')).toBe('xa');
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('acme'), expect.anything());
  });

  it('R15-R22 follows changes that are made while the run waits', async () => {
    const subscriptions: Subscription[] = [];
    const add = (letter: string, priority = 10) =>
      subscriptions.push(hooks.addFilter('test_async_filter', markLater(letter), { priority }));
    add('a');
    add('x');
    add('b', 20);
    const running = hooks.applyFiltersAsync('test_async_filter', '');
    add('e', 5);
    add('c', 20);
    subscriptions[0]?.remove();
    subscriptions[1]?.remove();
    expect(await running).toBe('abc');
    expect(await hooks.applyFiltersAsync('test_async_filter', '')).toBe('ebc');
  });

  it('R21 stops an asynchronous run that never ends', async () => {
    hooks = createHooks({ compileAfter, maxSteps: 50 });
    const grow = async (value: string) => {
      hooks.addFilter('test_async_filter', grow);
      return value;
    };
    hooks.addFilter('test_async_filter', grow);
    const endless = expect.objectContaining({ code: 'hook_endless_run' });
    await expect(hooks.applyFiltersAsync('test_async_filter', '')).rejects.toEqual(endless);
  });

  it('R23 limits the recursion depth of an asynchronous hook, but not the number of concurrent runs', async () => {
    hooks = createHooks({ compileAfter, maxDepth: 5 });
    let calls = 0;
    const { remove } = hooks.addAction('test_async_action', async () => {
      calls++;
      await turn();
      await hooks.doActionAsync('test_async_action');
    });
    await expect(hooks.doActionAsync('test_async_action')).rejects.toEqual(
      expect.objectContaining({ code: 'hook_too_deep' }),
    );
    expect(calls).toBe(5);
    remove();
    hooks.addAction('test_async_action', () => turn());
    await Promise.all(Array.from({ length: 20 }, () => hooks.doActionAsync('test_async_action')));
    expect(hooks.didAction('test_async_action')).toBe(26);
  });

  it('R23 does not count dispatches that follow a finished run', async () => {
    hooks = createHooks({ compileAfter, maxDepth: 3 });
    let rounds = 0;
    const finished = new Promise<void>((resolve, reject) => {
      hooks.addAction('test_async_action', () => {
        if (++rounds === 10) resolve();
        else setImmediate(() => hooks.doActionAsync('test_async_action').catch(reject));
      });
    });
    await hooks.doActionAsync('test_async_action');
    await finished;
    expect(rounds).toBe(10);
  });

  it('R33 shows an asynchronous dispatch to observers when it has ended', async () => {
    const phases: unknown[] = [];
    hooks.observe((event) => phases.push(event.phase === 'after' && !event.failed ? event.value : event.phase));
    hooks.addFilter('test_async_filter', markLater('a'));
    const running = hooks.applyFiltersAsync('test_async_filter', 'x');
    expect(phases).toEqual(['before']);
    await running;
    expect(phases).toEqual(['before', 'xa']);
  });

  it('R36 throws when a synchronous run receives a promise, and names the owner', () => {
    const asyncMark = markLater('a') as never;
    hooks.addFilter('test_filter', asyncMark, { owner: 'acme' });
    hooks.addAction('test_action', (() => Promise.reject(new Error('unheard'))) as never, { owner: 'acme' });
    const error = expect.objectContaining({
      code: 'hook_promise_in_sync_run',
      message: expect.stringContaining('acme'),
    });
    expect(() => hooks.applyFilters('test_filter', '')).toThrow(error);
    expect(() => hooks.doAction('test_action')).toThrow(error);
  });

  it('R36 keeps the value and warns once when not strict, and handles a rejection', async () => {
    hooks = createHooks({ compileAfter, warn, strict: false });
    hooks.addFilter('test_filter', (async () => Promise.reject(new Error('unheard'))) as never, { owner: 'acme' });
    hooks.addFilter('test_filter', mark('b'));
    expect(hooks.applyFilters('test_filter', 'a')).toBe('ab');
    expect(warn).toHaveBeenCalledTimes(1);
    await turn();
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenLastCalledWith(
      expect.stringContaining('rejected'),
      expect.objectContaining({ owner: 'acme' }),
    );
  });

  it('R36 accepts a value that is itself promise-like', () => {
    const value = Object.assign(Promise.resolve(), { name: 'x' });
    hooks.addFilter('test_object_filter', (same) => same);
    expect(hooks.applyFilters('test_object_filter', value)).toBe(value);
  });

  it('R37 shows each run only its own hooks, even when runs overlap', async () => {
    const seen: unknown[] = [];
    const note = (who: string) => seen.push([who, hooks.currentFilter(), hooks.doingFilter('test_async_filter')]);
    hooks.addFilter('test_async_filter', async (value) => {
      await turn();
      note('inside');
      await turn();
      return value;
    });
    hooks.addFilter('test_other_async_filter', async (value) => {
      await turn();
      note('other');
      return value;
    });
    const running = [
      hooks.applyFiltersAsync('test_async_filter', ''),
      hooks.applyFiltersAsync('test_other_async_filter', ''),
    ];
    note('outside');
    await Promise.all(running);
    note('after');
    expect(seen).toEqual([
      ['outside', null, false],
      ['inside', 'test_async_filter', true],
      ['other', 'test_other_async_filter', false],
      ['after', null, false],
    ]);
  });

  it('R37 tracks nested dispatches of both kinds, before and after waiting', async () => {
    const seen: unknown[] = [];
    const note = () => seen.push([hooks.currentAction(), hooks.currentFilter(), hooks.doingAction('test_action')]);
    hooks.addFilter('test_filter', (value) => {
      note();
      return value;
    });
    hooks.addFilter('test_async_filter', async (value) => {
      note();
      hooks.applyFilters('test_filter', '');
      await turn();
      note();
      return hooks.applyFilters('test_filter', value);
    });
    let inner: Promise<string> | undefined;
    hooks.addAction('test_action', () => {
      inner = hooks.applyFiltersAsync('test_async_filter', '');
      note();
    });
    hooks.doAction('test_action');
    await inner;
    expect(seen).toEqual([
      ['test_action', 'test_async_filter', true],
      ['test_action', 'test_filter', true],
      ['test_action', null, true],
      [null, 'test_async_filter', false],
      [null, 'test_filter', false],
    ]);
  });

  it('R37 does not show a run as current to work that outlives it', async () => {
    let late: unknown;
    const scheduled = new Promise<void>((resolve) => {
      hooks.addAction('test_async_action', () => {
        setImmediate(() => {
          late = [hooks.currentAction(), hooks.doingAction()];
          resolve();
        });
      });
    });
    await hooks.doActionAsync('test_async_action');
    await scheduled;
    expect(late).toEqual([null, false]);
  });

  it('keeps two sets of hooks separate, even when one is called inside the other', async () => {
    const others = createHooks({ warn: () => undefined });
    const seen: unknown[] = [];
    others.addAction('test_async_action', async () => {
      await null;
      seen.push([hooks.currentAction(), others.currentAction(), hooks.doingAction()]);
    });
    hooks.addAction('test_async_action', async () => {
      await null;
      await others.doActionAsync('test_async_action');
      seen.push([hooks.currentAction(), others.currentAction(), others.doingAction()]);
    });
    await hooks.doActionAsync('test_async_action');
    expect(seen).toEqual([
      ['test_async_action', 'test_async_action', true],
      ['test_async_action', null, false],
    ]);
  });
});
