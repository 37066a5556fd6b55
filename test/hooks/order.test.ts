import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createHooks, type Hooks } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { mark, TIERS } from './declared.js';

const code = (expected: string) => expect.objectContaining({ name: 'HookError', code: expected });

describe.each(TIERS)('order and registration, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  let warn: Mock<Warn>;

  beforeEach(() => {
    warn = vi.fn<Warn>();
    hooks = createHooks({ compileAfter, warn, strict: true });
  });

  it('R1 runs lower priorities first, 10 by default', () => {
    hooks.addFilter('test_filter', mark('c'), { priority: 11 });
    hooks.addFilter('test_filter', mark('b'));
    hooks.addFilter('test_filter', mark('a'), { priority: -1 });
    hooks.addFilter('test_filter', mark('d'), { priority: 100 });
    expect(hooks.applyFilters('test_filter', '')).toBe('abcd');
    expect(hooks.priorityOfFilter('test_filter', 'site')).toBe(-1);
  });

  it('R2 runs equal priorities in the order of registration', () => {
    for (const letter of 'abcdef') hooks.addFilter('test_filter', mark(letter), { priority: letter < 'd' ? 5 : 3 });
    expect(hooks.applyFilters('test_filter', '')).toBe('defabc');
  });

  it('R3 accepts any finite number as priority, and nothing else', () => {
    hooks.addFilter('test_filter', mark('b'), { priority: 9.75 });
    hooks.addFilter('test_filter', mark('a'), { priority: 9.5 });
    expect(hooks.applyFilters('test_filter', '')).toBe('ab');
    for (const priority of [Number.NaN, Number.POSITIVE_INFINITY, '10' as unknown as number]) {
      expect(() => hooks.addFilter('test_filter', mark('x'), { priority })).toThrow(code('hook_invalid_priority'));
      expect(() => hooks.addFilter('test_filter', mark('x'), { priority })).toThrow(TypeError);
    }
  });

  it('R4 replaces a callback with the same owner and id in place', () => {
    hooks.addFilter('test_filter', mark('a'), { owner: 'acme', id: 'first' });
    hooks.addFilter('test_filter', mark('b'));
    const replacement = hooks.addFilter('test_filter', mark('A'), { owner: 'acme', id: 'first' });
    expect(hooks.applyFilters('test_filter', '')).toBe('Ab');
    expect(replacement.remove()).toBe(true);
    expect(hooks.applyFilters('test_filter', '')).toBe('b');
  });

  it('R4 moves a replacement with another priority, and a replaced subscription removes nothing', () => {
    const first = hooks.addFilter('test_filter', mark('a'), { id: 'one' });
    hooks.addFilter('test_filter', mark('b'));
    hooks.addFilter('test_filter', mark('A'), { id: 'one', priority: 20 });
    expect(first.remove()).toBe(false);
    expect(hooks.applyFilters('test_filter', '')).toBe('bA');
  });

  it('R4 keeps the same id of another owner and any number of callbacks without an id', () => {
    const shared = mark('a');
    hooks.addFilter('test_filter', shared, { owner: 'acme', id: 'one' });
    hooks.addFilter('test_filter', mark('b'), { owner: 'other', id: 'one' });
    hooks.addFilter('test_filter', shared, { owner: 'acme' });
    hooks.addFilter('test_filter', shared, { owner: 'acme' });
    expect(hooks.applyFilters('test_filter', '')).toBe('abaa');
  });

  it.each([0, 1, 2, 3, 4, 5, 9])('R5 passes all of %i arguments', (count) => {
    const args = Array.from({ length: count }, (_, index) => index);
    const seen: unknown[][] = [];
    hooks.addAction('test_action', (...received) => void seen.push(received));
    hooks.addFilter('test_filter', (value, ...received) => {
      seen.push(received);
      return value;
    });
    hooks.doAction('test_action', ...args);
    expect(hooks.applyFilters('test_filter', 'x', ...args)).toBe('x');
    expect(seen).toEqual([args, args]);
  });

  it('R5 passes the arguments of each dispatch when their number varies', () => {
    const seen: unknown[][] = [];
    hooks.addAction('test_action', (...received) => void seen.push(received));
    for (let round = 0; round < 2; round++) {
      hooks.doAction('test_action', 1);
      hooks.doAction('test_action', 1, 2);
      hooks.doAction('test_action', 1, undefined);
    }
    expect(seen).toEqual([[1], [1, 2], [1, undefined], [1], [1, 2], [1, undefined]]);
  });

  it('R6 passes each result on as the first argument and keeps the others', () => {
    const seen: unknown[][] = [];
    for (const letter of 'ab') {
      hooks.addFilter('test_filter', (value, ...rest) => {
        seen.push([value, ...rest]);
        return value + letter;
      });
    }
    expect(hooks.applyFilters('test_filter', '', 1, 2)).toBe('ab');
    expect(seen).toEqual([
      ['', 1, 2],
      ['a', 1, 2],
    ]);
  });

  it('R7 keeps the value when a callback returns nothing, and warns once about its owner', () => {
    hooks.addFilter('test_filter', mark('a'));
    hooks.addFilter('test_filter', (() => undefined) as never, { owner: 'acme', id: 'forgetful' });
    hooks.addFilter('test_filter', mark('b'));
    expect(hooks.applyFilters('test_filter', '')).toBe('ab');
    expect(hooks.applyFilters('test_filter', 'x')).toBe('xab');
    expect(warn).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('acme'),
      expect.objectContaining({ hook: 'test_filter', owner: 'acme', id: 'forgetful' }),
    );
  });

  it('R7 keeps the value without a warning when not strict', () => {
    hooks = createHooks({ compileAfter, warn, strict: false });
    hooks.addFilter('test_filter', (() => undefined) as never);
    expect(hooks.applyFilters('test_filter', 'x')).toBe('x');
    expect(warn).not.toHaveBeenCalled();
  });

  it('R7 accepts null as a value', () => {
    hooks.addFilter('test_nullable_filter', () => null);
    expect(hooks.applyFilters('test_nullable_filter', 'x')).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  it('R8 ignores the results of actions: each callback receives the original arguments', () => {
    const seen: unknown[] = [];
    for (const letter of 'ab') {
      hooks.addAction('test_action', (argument) => {
        seen.push(argument);
        return letter;
      });
    }
    expect(hooks.doAction('test_action', 'original')).toBeUndefined();
    expect(seen).toEqual(['original', 'original']);
  });

  it('R9 returns the value, or nothing for an action, without callbacks', () => {
    const value = { name: 'x' };
    expect(hooks.applyFilters('test_object_filter', value)).toBe(value);
    expect(hooks.doAction('test_action', value)).toBeUndefined();
  });

  it('R10 passes no argument to an action fired without any', () => {
    const callback = vi.fn();
    hooks.addAction('test_action', callback);
    hooks.doAction('test_action');
    expect(callback.mock.calls).toEqual([[]]);
  });

  it('R11 keeps actions and filters of one name apart', () => {
    const untyped = hooks as unknown as Record<
      'addFilter' | 'addAction' | 'hasAction' | 'doAction',
      (...args: unknown[]) => unknown
    >;
    const callback = vi.fn();
    untyped.addFilter('test_action', callback);
    untyped.doAction('test_action');
    expect(callback).not.toHaveBeenCalled();
    expect(untyped.hasAction('test_action')).toBe(false);
  });

  it('R12 accepts letters, digits and _ . - / : in names, a letter first', () => {
    hooks.addAction('test/slashed:action', () => {});
    expect(hooks.hasAction('test/slashed:action')).toBe(true);
    for (const name of ['', '1st', 'a b', '/a', 'a\\b', 'ä', 'a\n']) {
      expect(() => hooks.addAction(name as 'test_action', () => {})).toThrow(code('hook_invalid_name'));
      expect(() => hooks.doAction(name as 'test_action')).toThrow(code('hook_invalid_name'));
    }
    expect(() => hooks.addAction('__mine' as 'test_action', () => {})).toThrow(code('hook_reserved_name'));
  });

  it('R13 requires readable owners and ids', () => {
    for (const owner of ['', '/acme', 'a cme', '-acme', 'acme:x']) {
      expect(() => hooks.addAction('test_action', () => {}, { owner })).toThrow(code('hook_invalid_owner'));
    }
    for (const id of ['', '/x', 'a b']) {
      expect(() => hooks.addAction('test_action', () => {}, { id })).toThrow(code('hook_invalid_id'));
    }
    hooks.addAction('test_action', () => {}, { owner: 'acme-recipes', id: 'index/rebuild' });
    expect(hooks.priorityOfAction('test_action', 'acme-recipes', 'index/rebuild')).toBe(10);
  });

  it('R14 throws on invalid input and changes nothing', () => {
    expect(() => hooks.addAction('test_action', 'callback' as never)).toThrow(code('hook_invalid_callback'));
    expect(() => hooks.addAction(7 as never, () => {})).toThrow(code('hook_invalid_name'));
    expect(() => hooks.removeAction('a b' as 'test_action', 'site')).toThrow(code('hook_invalid_name'));
    expect(hooks.hasAction('test_action')).toBe(false);
  });
});
