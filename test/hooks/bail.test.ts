import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createHooks, type Hooks, type Subscription } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { TIERS } from './declared.js';

const throwing = (): never => {
  throw new RangeError('broken');
};
const silent = (() => undefined) as never;

/** Both verbs, so that each test runs with either. */
const VERBS = [
  { verb: 'bail', ask: async (hooks: Hooks, value: string | null) => hooks.bail('test_nullable_filter', value) },
  { verb: 'bailAsync', ask: (hooks: Hooks, value: string | null) => hooks.bailAsync('test_nullable_filter', value) },
];

describe.each(TIERS)('bail dispatch, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  let warn: Mock<Warn>;
  const create = (strict: boolean) => {
    warn = vi.fn<Warn>();
    hooks = createHooks({ compileAfter, warn, report: vi.fn<Warn>(), strict });
  };
  beforeEach(() => create(true));

  describe.each(VERBS)('with $verb', ({ ask }) => {
    const add = (callback: (value: string | null) => unknown, priority = 10) =>
      hooks.addFilter('test_nullable_filter', callback as never, { priority, owner: 'acme' });

    it('returns the first answer and calls no further callback', async () => {
      const later = vi.fn(() => 'later');
      add(silent);
      add(() => 'first');
      add(later);
      for (let round = 0; round < 3; round++) expect(await ask(hooks, 'default')).toBe('first');
      expect(later).not.toHaveBeenCalled();
      expect(warn).not.toHaveBeenCalled();
      expect(hooks.didFilter('test_nullable_filter')).toBe(3);
    });

    it('calls all callbacks with the same value, and returns it when none answers', async () => {
      const seen: unknown[] = [];
      for (let index = 0; index < 3; index++) add((value) => void seen.push(value));
      expect(await ask(hooks, 'default')).toBe('default');
      expect(seen).toEqual(['default', 'default', 'default']);
      hooks.removeOwner('acme');
      expect(await ask(hooks, null)).toBeNull();
    });

    it.each([null, 0, false, '', Number.NaN, 0n])('accepts %s as an answer', async (answer) => {
      const later = vi.fn(() => 'later');
      add(() => answer);
      add(later);
      expect(await ask(hooks, 'default')).toBe(answer);
      expect(later).not.toHaveBeenCalled();
    });

    it('ends with a thrown error', async () => {
      const later = vi.fn(() => 'later');
      add(throwing);
      add(later);
      await expect(ask(hooks, '')).rejects.toThrow(RangeError);
      expect(later).not.toHaveBeenCalled();
      expect(hooks.currentFilter()).toBeNull();
    });

    it('calls the next callback after an isolated error', async () => {
      hooks.define('test_nullable_filter', { kind: 'filter', onError: 'isolate' });
      const failed = vi.fn();
      hooks.on('callbackFailed', failed);
      add(throwing);
      add(() => 'second');
      expect(await ask(hooks, 'default')).toBe('second');
      expect(failed).toHaveBeenCalledWith(expect.objectContaining({ owner: 'acme', hook: 'test_nullable_filter' }));
    });

    it('has no answer when an error ends the run with the bail policy', async () => {
      hooks.define('test_nullable_filter', { kind: 'filter', onError: 'bail' });
      add(throwing);
      add(() => 'second');
      expect(await ask(hooks, 'default')).toBe('default');
    });

    it('rejects an answer that the filter does not accept', async () => {
      const accepts = (value: unknown) => typeof value === 'string';
      hooks.define('test_nullable_filter', { kind: 'filter', accepts, onError: 'isolate' });
      add(() => 7);
      add(() => 'good');
      expect(await ask(hooks, 'default')).toBe('good');
    });

    it('follows changes of the list during the run', async () => {
      const calls: string[] = [];
      const subscriptions: Subscription[] = [];
      const note = (name: string, then?: () => void) => () => {
        calls.push(name);
        then?.();
      };
      add(
        note('a', () => {
          subscriptions[0]?.remove();
          add(note('earlier'), 1);
          add(note('later'), 20);
        }),
      );
      subscriptions.push(add(note('removed')));
      add(note('z'), 30);
      expect(await ask(hooks, 'default')).toBe('default');
      expect(calls).toEqual(['a', 'later', 'z']);
    });

    it('may be nested', async () => {
      let inner: unknown;
      add((value) => {
        if (value === 'inner') return 'nested answer';
        inner = hooks.bail('test_nullable_filter', 'inner');
        return undefined;
      });
      add((value) => `${value} answer`);
      expect(await ask(hooks, 'outer')).toBe('outer answer');
      expect(inner).toBe('nested answer');
    });
  });

  it('does not affect filtering, which passes values on', () => {
    hooks.addFilter('test_filter', (value) => `${value}a`);
    hooks.addFilter('test_filter', (value) => `${value}b`);
    for (let round = 0; round < 3; round++) {
      expect(hooks.bail('test_filter', 'x')).toBe('xa');
      expect(hooks.applyFilters('test_filter', 'x')).toBe('xab');
    }
  });

  it('waits for each callback, and skips those that resolve to undefined', async () => {
    const steps: string[] = [];
    for (const [name, answer] of [
      ['a', undefined],
      ['b', 'yes'],
      ['c', 'no'],
    ] as const) {
      hooks.addFilter('test_async_filter', (async () => {
        steps.push(`${name} asked`);
        await turn();
        steps.push(`${name} ready`);
        return answer;
      }) as never);
    }
    expect(await hooks.bailAsync('test_async_filter', 'default')).toBe('yes');
    expect(steps).toEqual(['a asked', 'a ready', 'b asked', 'b ready']);
  });

  it('isolates a rejection like a thrown error', async () => {
    hooks.define('test_async_filter', { kind: 'filter', onError: 'isolate', async: 'allowed' });
    hooks.addFilter('test_async_filter', () => Promise.reject(new Error('broken')));
    hooks.addFilter('test_async_filter', async () => 'yes');
    expect(await hooks.bailAsync('test_async_filter', 'default')).toBe('yes');
  });

  it('throws for a promise in a synchronous dispatch, and names the owner', () => {
    hooks.addFilter('test_filter', (async () => 'late') as never, { owner: 'acme' });
    expect(() => hooks.bail('test_filter', 'default')).toThrow(
      expect.objectContaining({ code: 'hook_promise_in_sync_run', message: expect.stringContaining('acme') }),
    );
  });

  it('skips a promise and calls the next callback when not strict', async () => {
    create(false);
    hooks.addFilter('test_filter', (async () => Promise.reject(new Error('unheard'))) as never, { owner: 'acme' });
    hooks.addFilter('test_filter', () => 'second');
    expect(hooks.bail('test_filter', 'default')).toBe('second');
    await turn();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('acme'), expect.objectContaining({ owner: 'acme' }));
  });
});
