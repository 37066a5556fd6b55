import { beforeEach, describe, expect, it } from 'vitest';
import { createHooks, type Hooks } from '../../src/hooks/hooks.js';
import { mark } from './declared.js';

describe('calls in the form of WordPress', () => {
  let hooks: Hooks;
  beforeEach(() => {
    hooks = createHooks();
  });
  const [a, b] = [mark('a'), mark('b')];

  it('take the priority as a number', () => {
    hooks.addFilter('test_filter', a);
    hooks.addFilter('test_filter', b, 5);
    expect(hooks.applyFilters('test_filter', '')).toBe('ba');
    hooks.forOwner('acme').addFilter('test_filter', b, 20);
    expect(hooks.applyFilters('test_filter', '')).toBe('bab');
  });

  it('remove a callback by the function, for all owners', () => {
    hooks.addFilter('test_filter', a);
    hooks.forOwner('acme').addFilter('test_filter', a);
    hooks.addFilter('test_filter', b);
    expect(hooks.removeFilter('test_filter', a)).toBe(2);
    expect(hooks.applyFilters('test_filter', '')).toBe('b');
  });

  it('let an owner remove only its own callbacks by the function', () => {
    const acme = hooks.forOwner('acme');
    hooks.addFilter('test_filter', a);
    acme.addFilter('test_filter', a);
    expect(acme.removeFilter('test_filter', a)).toBe(1);
    expect(hooks.applyFilters('test_filter', '')).toBe('a');
  });

  it.each(['5', true, null, () => {}])('are rejected with the right form for the third argument %s', (third) => {
    expect(() => hooks.addFilter('test_filter', a, third as never)).toThrow(/\{ priority: 5, owner: 'acme' \}/);
  });

  it('are rejected with the right form for a namespace before the callback, and a callback that is missing', () => {
    const addFilter = hooks.addFilter as (...args: unknown[]) => unknown;
    expect(() => addFilter('test_filter', 'acme', a)).toThrow(/\{ priority: 5, owner: 'acme' \}/);
    expect(() => hooks.removeFilter('test_filter', undefined as never)).toThrow(/removeAction\('name', callback\)/);
  });
});
