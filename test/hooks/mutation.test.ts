import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHooks, type Hooks, type Subscription } from '../../src/hooks/hooks.js';
import { mark, TIERS } from './declared.js';

describe.each(TIERS)('changes during a run, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  beforeEach(() => {
    hooks = createHooks({ compileAfter, strict: true });
  });

  /** Adds a callback that marks the value and runs `work` on its first call. */
  function addOnce(letter: string, work: () => void, priority = 10): Subscription {
    let called = false;
    return hooks.addFilter(
      'test_filter',
      (value) => {
        if (!called) {
          called = true;
          work();
        }
        return value + letter;
      },
      { priority },
    );
  }
  const add = (letter: string, priority = 10) => hooks.addFilter('test_filter', mark(letter), { priority });
  const run = () => hooks.applyFilters('test_filter', '');

  it('R15 does not run a callback added at an earlier priority', () => {
    addOnce('b', () => add('a', 5));
    add('c');
    expect(run()).toBe('bc');
    expect(run()).toBe('abc');
  });

  it('R16 runs a callback added at a later priority', () => {
    addOnce('a', () => add('c', 20));
    add('b');
    expect(run()).toBe('abc');
  });

  it('R17 runs a callback added at the same priority', () => {
    addOnce('a', () => add('c'));
    add('b');
    expect(run()).toBe('abc');
  });

  it('R17 runs a callback added by the last one', () => {
    add('a');
    addOnce('b', () => add('c'));
    expect(run()).toBe('abc');
    expect(run()).toBe('abc');
  });

  it('R18 does not run a callback removed at a later priority', () => {
    addOnce('a', () => later.remove());
    const later = add('x', 20);
    add('b', 30);
    expect(run()).toBe('ab');
  });

  it('R19 does not run a callback removed at the same priority', () => {
    addOnce('a', () => later.remove());
    const later = add('x');
    add('b');
    expect(run()).toBe('ab');
  });

  it('R20 continues after a callback removed itself, even if it was the only one of its priority', () => {
    add('a', 1);
    const self = addOnce('b', () => self.remove(), 2);
    add('c', 3);
    add('d', 4);
    expect(run()).toBe('abcd');
    expect(run()).toBe('acd');
  });

  it('R20 continues when an earlier callback is removed', () => {
    const earlier = add('a');
    addOnce('b', () => earlier.remove());
    add('c');
    expect(run()).toBe('abc');
    expect(run()).toBe('bc');
  });

  it('R21 runs a callback again that removed and added itself', () => {
    let times = 0;
    let self: Subscription;
    const again = (value: string) => {
      self.remove();
      if (++times < 3) self = hooks.addFilter('test_filter', again);
      return value + times;
    };
    self = hooks.addFilter('test_filter', again);
    add('b');
    expect(run()).toBe('1b23');
  });

  it('R21 stops an endless run and names the owner of the callback', () => {
    hooks = createHooks({ compileAfter, maxSteps: 50 });
    let self: Subscription;
    const forever = (value: string) => {
      self.remove();
      self = hooks.addFilter('test_filter', forever, { owner: 'acme' });
      return value;
    };
    self = hooks.addFilter('test_filter', forever, { owner: 'acme' });
    const error = expect.objectContaining({ code: 'hook_endless_run', message: expect.stringContaining('acme') });
    expect(run).toThrow(error);
    expect(hooks.doingFilter()).toBe(false);
  });

  it('R21 stops a run whose list grows forever', () => {
    hooks = createHooks({ compileAfter, maxSteps: 50 });
    const grow = (value: string) => {
      hooks.addFilter('test_filter', grow);
      return value;
    };
    hooks.addFilter('test_filter', grow);
    expect(run).toThrow(expect.objectContaining({ code: 'hook_endless_run' }));
  });

  it('R21 runs a long list that existed from the start', () => {
    hooks = createHooks({ compileAfter, maxSteps: 10 });
    for (let count = 0; count < 100; count++) add('x');
    addOnce('y', () => add('z'));
    expect(run()).toBe(`${'x'.repeat(100)}yz`);
  });

  it('R22 stops immediately when everything is removed', () => {
    add('a');
    addOnce('b', () => hooks.removeAllFilters('test_filter'));
    add('c');
    add('d', 20);
    expect(run()).toBe('ab');
    expect(run()).toBe('');
  });

  it('R23 runs a nested hook completely and then continues', () => {
    let inner = '';
    addOnce('a', () => {
      inner = run();
    });
    add('b');
    expect(run()).toBe('ab');
    expect(inner).toBe('ab');
  });

  it('R23 limits the recursion depth and works again afterwards', () => {
    hooks = createHooks({ compileAfter, maxDepth: 5 });
    let recurses = true;
    const callback = vi.fn((): void => {
      if (recurses) hooks.doAction('test_action');
    });
    hooks.addAction('test_action', callback);
    expect(() => hooks.doAction('test_action')).toThrow(expect.objectContaining({ code: 'hook_too_deep' }));
    expect(callback).toHaveBeenCalledTimes(5);
    recurses = false;
    for (let count = 0; count < 10; count++) hooks.doAction('test_action');
    expect(callback).toHaveBeenCalledTimes(15);
  });

  it('R24 runs no callback twice after a nested run and changes of earlier callbacks', () => {
    const first = add('a', 1);
    const second = add('b', 2);
    addOnce('c', () => {
      hooks.applyFilters('test_filter', '');
      first.remove();
      second.remove();
      add('e', 1);
    });
    add('d', 20);
    expect(run()).toBe('abcd');
    expect(run()).toBe('ecd');
  });

  it('R24 applies a change of the inner run to both the inner and the outer run', () => {
    let depth = 0;
    const inner: string[] = [];
    add('a');
    hooks.addFilter('test_filter', (value) => {
      if (++depth === 1) inner.push(run());
      else if (depth === 2) {
        later.remove();
        add('n');
      }
      return `${value}b`;
    });
    const later = add('x');
    add('c');
    expect(run()).toBe('abcn');
    expect(inner).toEqual(['abcn']);
    expect(run()).toBe('abcn');
  });

  it('changes of another hook do not affect the running one', () => {
    addOnce('a', () => hooks.addFilter('test_other_filter', mark('x')));
    add('b');
    expect(run()).toBe('ab');
    expect(hooks.applyFilters('test_other_filter', '')).toBe('x');
  });

  it('actions follow the same rules and keep their arguments', () => {
    const seen: unknown[] = [];
    hooks.addAction('test_action', (argument) => {
      seen.push(['first', argument]);
      later.remove();
      hooks.addAction('test_action', (added) => void seen.push(['added', added]), { priority: 30 });
    });
    const later = hooks.addAction('test_action', () => void seen.push('removed'));
    hooks.addAction('test_action', (argument) => void seen.push(['last', argument]), { priority: 20 });
    hooks.doAction('test_action', 7);
    expect(seen).toEqual([
      ['first', 7],
      ['last', 7],
      ['added', 7],
    ]);
  });
});
