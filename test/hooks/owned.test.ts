import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHooks, type Hooks, type OwnedHooks } from '../../src/hooks/hooks.js';
import { mark } from './declared.js';

describe('hooks bound to an owner', () => {
  let hooks: Hooks;
  let acme: OwnedHooks;
  beforeEach(() => {
    hooks = createHooks({ strict: true });
    acme = hooks.forOwner('acme');
  });

  it('add callbacks with the owner', () => {
    acme.addFilter('test_filter', mark('a'), { id: 'one', priority: 3 });
    acme.addAction('test_action', () => {});
    expect(hooks.priorityOfFilter('test_filter', 'acme', 'one')).toBe(3);
    expect(hooks.hasAction('test_action', 'acme')).toBe(true);
  });

  it('dispatch to all owners', () => {
    hooks.addFilter('test_filter', mark('b'));
    acme.addFilter('test_filter', mark('a'), { priority: 1 });
    expect(acme.applyFilters('test_filter', '')).toBe('ab');
    expect(hooks.applyFilters('test_filter', '')).toBe('ab');
    expect(acme.didFilter('test_filter')).toBe(2);
  });

  it('remove only their own callbacks', () => {
    hooks.addFilter('test_filter', mark('a'));
    acme.addFilter('test_filter', mark('b'));
    acme.addFilter('test_filter', mark('c'), { id: 'c' });
    expect(acme.removeFilter('test_filter', 'c')).toBe(1);
    expect(acme.removeFilter('test_filter')).toBe(1);
    expect(acme.removeAction('test_action')).toBe(0);
    expect(hooks.applyFilters('test_filter', '')).toBe('a');
  });

  it('cannot add a callback for another owner', () => {
    const foreign = { owner: 'bank' } as object;
    expect(() => acme.addFilter('test_filter', mark('a'), foreign)).toThrow(
      expect.objectContaining({ code: 'hook_foreign_owner' }),
    );
    expect(() => hooks.forOwner('a b')).toThrow(expect.objectContaining({ code: 'hook_invalid_owner' }));
  });

  it('leave nothing behind, including observers and listeners', () => {
    const listener = vi.fn();
    const register = () => {
      acme.addFilter('test_filter', mark('a'));
      acme.addAction('test_action', listener);
      acme.observe(listener);
      acme.on('hookAdded', listener);
      acme.on('hookRemoved', listener);
    };
    register();
    hooks.removeOwner('acme');
    listener.mockClear();
    hooks.addFilter('test_filter', mark('b')).remove();
    hooks.doAction('test_action');
    expect(hooks.applyFilters('test_filter', '')).toBe('');
    expect(listener).not.toHaveBeenCalled();
    register();
    expect(acme.removeAll()).toBe(5);
  });
});
