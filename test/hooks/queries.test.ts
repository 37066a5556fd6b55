import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createHooks, type DispatchEvent, type Hooks } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { mark, TIERS } from './declared.js';

describe.each(TIERS)('hook removal, queries and events, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  let warn: Mock<Warn>;
  beforeEach(() => {
    warn = vi.fn<Warn>();
    hooks = createHooks({ compileAfter, warn, strict: true });
  });

  it('R25 returns how many callbacks were removed', () => {
    for (const owner of ['acme', 'acme', 'other']) hooks.addFilter('test_filter', mark(owner), { owner });
    hooks.addFilter('test_filter', mark('x'), { owner: 'acme', id: 'x' });
    expect(hooks.removeFilter('test_filter', 'nobody')).toBe(0);
    expect(hooks.removeFilter('test_filter', 'acme', 'x')).toBe(1);
    expect(hooks.removeFilter('test_filter', 'acme')).toBe(2);
    expect(hooks.applyFilters('test_filter', '')).toBe('other');
    expect(hooks.removeAction('test_action', 'acme')).toBe(0);
  });

  it('R25 returns whether a subscription was still active', () => {
    const subscription = hooks.addAction('test_action', () => {});
    expect(subscription.remove()).toBe(true);
    expect(subscription.remove()).toBe(false);
  });

  it('R26 removes all callbacks, or all of one priority', () => {
    for (const priority of [0, 10, 10, 20]) hooks.addFilter('test_filter', mark(`${priority} `), { priority });
    expect(hooks.removeAllFilters('test_filter', 10)).toBe(2);
    expect(hooks.applyFilters('test_filter', '')).toBe('0 20 ');
    expect(hooks.removeAllFilters('test_filter', 0)).toBe(1);
    expect(hooks.removeAllFilters('test_filter')).toBe(1);
    expect(hooks.removeAllActions('test_action')).toBe(0);
  });

  it('removes an owner from all hooks', () => {
    hooks.addFilter('test_filter', mark('a'), { owner: 'acme' });
    hooks.addAction('test_action', () => {}, { owner: 'acme' });
    hooks.addAction('test_action', () => {}, { owner: 'other' });
    expect(hooks.removeOwner('acme')).toBe(2);
    expect(hooks.hasFilter('test_filter')).toBe(false);
    expect(hooks.hasAction('test_action', 'acme')).toBe(false);
    expect(hooks.hasAction('test_action', 'other')).toBe(true);
  });

  it('removes a callback when its signal aborts, and adds none for an aborted signal', () => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    hooks.addFilter('test_filter', mark('a'), options);
    expect(hooks.applyFilters('test_filter', '')).toBe('a');
    controller.abort();
    expect(hooks.applyFilters('test_filter', '')).toBe('');
    expect(hooks.addFilter('test_filter', mark('a'), options).remove()).toBe(false);
    expect(hooks.hasFilter('test_filter')).toBe(false);
  });

  it('keeps the callbacks of a name when an old subscription of that name is removed again', () => {
    const old = hooks.addFilter('test_filter', mark('a'));
    old.remove();
    hooks.addFilter('test_filter', mark('b'));
    expect(old.remove()).toBe(false);
    expect(hooks.applyFilters('test_filter', '')).toBe('b');
  });

  it('stops listening to the signal once the callback is removed', () => {
    const { signal } = new AbortController();
    const removeListener = vi.spyOn(signal, 'removeEventListener');
    hooks.addFilter('test_filter', mark('a'), { signal, id: 'one' });
    hooks.addFilter('test_filter', mark('b'), { signal, id: 'one' });
    expect(removeListener).toHaveBeenCalledTimes(1);
    hooks.removeAllFilters('test_filter');
    expect(removeListener).toHaveBeenCalledTimes(2);
  });

  it('R27 has a hook only while it has callbacks', () => {
    expect(hooks.hasAction('test_action')).toBe(false);
    hooks.doAction('test_action');
    expect(hooks.hasAction('test_action')).toBe(false);
    const { remove } = hooks.addAction('test_action', () => {});
    expect(hooks.hasAction('test_action')).toBe(true);
    remove();
    expect(hooks.hasAction('test_action')).toBe(false);
  });

  it('R28 reports an owner as a boolean, and the priority separately', () => {
    hooks.addAction('test_action', () => {}, { owner: 'acme', priority: 0 });
    expect(hooks.hasAction('test_action', 'acme')).toBe(true);
    expect(hooks.hasAction('test_action', 'other')).toBe(false);
    expect(hooks.priorityOfAction('test_action', 'acme')).toBe(0);
    expect(hooks.priorityOfAction('test_action', 'acme', 'id')).toBeNull();
    expect(hooks.priorityOfFilter('test_filter', 'acme')).toBeNull();
  });

  it('R29 counts dispatches before they run, including those without callbacks', () => {
    expect(hooks.didAction('test_action')).toBe(0);
    hooks.doAction('test_action');
    let during = 0;
    hooks.addAction('test_action', () => {
      during = hooks.didAction('test_action');
    });
    hooks.doAction('test_action');
    expect(during).toBe(2);
    hooks.applyFilters('test_filter', '');
    expect([
      hooks.didAction('test_action'),
      hooks.didFilter('test_filter'),
      hooks.didFilter('test_other_filter'),
    ]).toEqual([2, 1, 0]);
  });

  it('R30 names the innermost hook of a kind, or null', () => {
    const seen: unknown[] = [];
    const note = () => seen.push([hooks.currentAction(), hooks.currentFilter()]);
    hooks.addFilter('test_filter', (value) => {
      note();
      return value;
    });
    hooks.addAction('test_action', () => {
      note();
      hooks.applyFilters('test_filter', '');
      hooks.doAction('test_other_action');
      note();
    });
    hooks.addAction('test_other_action', () => void note());
    note();
    hooks.doAction('test_action');
    note();
    expect(seen).toEqual([
      [null, null],
      ['test_action', null],
      ['test_action', 'test_filter'],
      ['test_other_action', null],
      ['test_action', null],
      [null, null],
    ]);
  });

  it('R31 reports every running hook by kind', () => {
    const seen: boolean[][] = [];
    hooks.addAction('test_other_action', () => {
      seen.push([
        hooks.doingAction(),
        hooks.doingAction('test_action'),
        hooks.doingAction('test_other_action'),
        hooks.doingAction('test_saved_post'),
        hooks.doingFilter(),
      ]);
    });
    hooks.addAction('test_action', () => hooks.doAction('test_other_action'));
    hooks.doAction('test_action');
    expect(seen).toEqual([[true, true, true, false, false]]);
    expect(hooks.doingAction()).toBe(false);
  });

  it('R32 propagates an error, skips the later callbacks and restores the state', () => {
    const later = vi.fn();
    hooks.addAction('test_action', () => {
      throw new RangeError('broken');
    });
    hooks.addAction('test_action', later);
    hooks.addAction('test_other_action', () => {
      expect(() => hooks.doAction('test_action')).toThrow(RangeError);
      expect(hooks.currentAction()).toBe('test_other_action');
    });
    hooks.doAction('test_other_action');
    expect(later).not.toHaveBeenCalled();
    expect(hooks.currentAction()).toBeNull();
    expect(hooks.doingAction('test_action')).toBe(false);
  });

  it('R32 runs normally again after an error in a run that had changed', () => {
    hooks.addFilter('test_filter', (value) => {
      if (value === 'change') late.remove();
      return value;
    });
    const late = hooks.addFilter('test_filter', mark('!'));
    hooks.addFilter('test_filter', (value) => {
      if (value === 'change') throw new RangeError('broken');
      return `${value}.`;
    });
    expect(hooks.applyFilters('test_filter', 'x')).toBe('x!.');
    expect(() => hooks.applyFilters('test_filter', 'change')).toThrow(RangeError);
    expect(hooks.applyFilters('test_filter', 'x')).toBe('x.');
  });

  it('R33 shows dispatches to observers before and after, without letting them interfere', () => {
    const events: DispatchEvent[] = [];
    const subscription = hooks.observe((event) => {
      events.push(event);
      return 'ignored';
    });
    hooks.addFilter('test_filter', mark('a'));
    expect(hooks.applyFilters('test_filter', 'x', 1)).toBe('xa');
    expect(events).toEqual([
      { phase: 'before', kind: 'filter', name: 'test_filter', args: ['x', 1] },
      { phase: 'after', kind: 'filter', name: 'test_filter', args: ['x', 1], failed: false, value: 'xa' },
    ]);
    expect(Object.isFrozen(events[0]?.args)).toBe(true);
    subscription.remove();
    hooks.doAction('test_action');
    expect(events).toHaveLength(2);
  });

  it('R33 calls an observer twice per dispatch, no matter how many came before, even without callbacks', () => {
    const observer = vi.fn();
    hooks.observe(observer);
    for (let count = 0; count < 4; count++) hooks.doAction('test_action');
    expect(observer).toHaveBeenCalledTimes(8);
  });

  it('R33 shows errors to observers and isolates errors of observers', () => {
    const error = new RangeError('broken');
    hooks.addAction('test_action', () => {
      throw error;
    });
    const observer = vi.fn((_event: DispatchEvent) => {
      throw new Error('clumsy');
    });
    hooks.observe(observer);
    expect(() => hooks.doAction('test_action')).toThrow(error);
    expect(observer.mock.lastCall?.[0]).toMatchObject({ phase: 'after', failed: true, error });
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('R33 does not show an observer its own dispatches', () => {
    const observer = vi.fn(() => hooks.doAction('test_other_action'));
    hooks.observe(observer);
    hooks.doAction('test_action');
    expect(observer).toHaveBeenCalledTimes(2);
    expect(hooks.didAction('test_other_action')).toBe(2);
  });

  it('R34 fires events for added and removed callbacks', () => {
    const events: unknown[] = [];
    hooks.on('hookAdded', ({ kind, name, owner, id, priority }) =>
      events.push(['added', kind, name, owner, id, priority]),
    );
    const listening = hooks.on('hookRemoved', ({ owner, id, callback }) =>
      events.push(['removed', owner, id, callback]),
    );
    const [first, second] = [() => {}, () => {}];
    hooks.addAction('test_action', first, { owner: 'acme', id: 'one' });
    hooks.addAction('test_action', second, { owner: 'acme', id: 'one', priority: 5 });
    hooks.removeOwner('acme');
    listening.remove();
    hooks.addFilter('test_filter', mark('a')).remove();
    expect(events).toEqual([
      ['added', 'action', 'test_action', 'acme', 'one', 10],
      ['removed', 'acme', 'one', first],
      ['added', 'action', 'test_action', 'acme', 'one', 5],
      ['removed', 'acme', 'one', second],
      ['added', 'filter', 'test_filter', 'site', null, 10],
    ]);
  });

  it('R39 accepts a list of arguments by spreading it', () => {
    const callback = vi.fn();
    hooks.addAction('test_action', callback);
    hooks.doAction('test_action', ...[1, 2, 3]);
    expect(callback).toHaveBeenCalledWith(1, 2, 3);
  });

  it('R40 lists all hooks with their callbacks in order, as a copy', () => {
    hooks.addFilter(
      'test_filter',
      function second(value) {
        return value;
      },
      { owner: 'acme', id: 'b' },
    );
    hooks.addFilter('test_filter', (value) => value, { priority: 1 });
    hooks.applyFilters('test_filter', '');
    hooks.doAction('test_action');
    const list = hooks.list();
    expect(list).toEqual([
      { kind: 'action', name: 'test_action', definition: null, onError: 'throw', runs: 1, callbacks: [] },
      {
        kind: 'filter',
        name: 'test_filter',
        definition: null,
        onError: 'throw',
        runs: 1,
        callbacks: [
          { owner: 'site', id: null, priority: 1, before: [], after: [], function: '', suspended: false },
          { owner: 'acme', id: 'b', priority: 10, before: [], after: [], function: 'second', suspended: false },
        ],
      },
    ]);
    hooks.removeAllFilters('test_filter');
    expect(list[1]?.callbacks).toHaveLength(2);
  });

  it('handles dispatch to callbacks added before and after the handle was created', () => {
    const filter = hooks.filter('test_filter');
    const action = hooks.action('test_action');
    const callback = vi.fn();
    expect(filter.apply('x')).toBe('x');
    hooks.addFilter('test_filter', mark('a'));
    hooks.addAction('test_action', callback);
    expect(filter.apply('x')).toBe('xa');
    action.do(1, 2);
    expect(callback).toHaveBeenCalledWith(1, 2);
    expect([filter.name, hooks.didFilter('test_filter')]).toEqual(['test_filter', 2]);
  });
});
