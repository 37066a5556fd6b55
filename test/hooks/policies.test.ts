import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createHooks, type ErrorPolicy, type HookDefinition, type Hooks } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { mark, TIERS } from './declared.js';

const code = (expected: string) => expect.objectContaining({ name: 'HookError', code: expected });

/** One way for a callback to fail, and a run in which it fails. */
interface Way {
  readonly way: string;
  readonly filter: 'test_filter' | 'test_async_filter';
  readonly action: 'test_action' | 'test_async_action';
  readonly apply: (hooks: Hooks, value: string) => Promise<string>;
  readonly fire: (hooks: Hooks) => Promise<void>;
  readonly fail: (error: unknown) => never;
}

const throwing = (error: unknown): never => {
  throw error;
};
const rejecting = (async (error: unknown) => {
  await turn();
  throw error;
}) as unknown as (error: unknown) => never;

const applyAsync = (hooks: Hooks, value: string) => hooks.applyFiltersAsync('test_async_filter', value);
const fireAsync = (hooks: Hooks) => hooks.doActionAsync('test_async_action');
const WAYS: readonly Way[] = [
  {
    way: 'thrown in a synchronous run',
    filter: 'test_filter',
    action: 'test_action',
    apply: async (hooks, value) => hooks.applyFilters('test_filter', value),
    fire: async (hooks) => hooks.doAction('test_action'),
    fail: throwing,
  },
  {
    way: 'thrown in an asynchronous run',
    filter: 'test_async_filter',
    action: 'test_async_action',
    apply: applyAsync,
    fire: fireAsync,
    fail: throwing,
  },
  {
    way: 'rejected in an asynchronous run',
    filter: 'test_async_filter',
    action: 'test_async_action',
    apply: applyAsync,
    fire: fireAsync,
    fail: rejecting,
  },
];

const PLACES = [
  { place: 'first', at: 0, before: '', others: 'bc' },
  { place: 'in the middle', at: 1, before: 'a', others: 'ac' },
  { place: 'last', at: 2, before: 'ab', others: 'ab' },
];

describe.each(TIERS)('error policy, $tier', ({ compileAfter }) => {
  describe.each(WAYS)('$way', ({ filter, action, apply, fire, fail }) => {
    describe.each(PLACES)('$place', ({ at, before, others }) => {
      const error = new RangeError('broken');
      let hooks: Hooks;
      let report: Mock<Warn>;
      let failed: Mock<(event: unknown) => void>;
      let seen: string[];
      let called: string;

      const setUp = (definition: Partial<HookDefinition>) => {
        report = vi.fn<Warn>();
        failed = vi.fn<(event: unknown) => void>();
        seen = [];
        called = '';
        hooks = createHooks({ compileAfter, report, warn: vi.fn<Warn>(), strict: true });
        hooks.on('callbackFailed', failed);
        hooks.define(filter, { async: 'allowed', ...definition, kind: 'filter' });
        hooks.define(action, { async: 'allowed', ...definition, kind: 'action' });
        for (const [index, letter] of [...'abc'].entries()) {
          const options = { owner: index === at ? 'acme' : 'site', id: letter, priority: index };
          hooks.addFilter(
            filter,
            ((value: string) => {
              if (index !== at) return value + letter;
              seen.push(String(value));
              return fail(error);
            }) as never,
            options,
          );
          const step = () => {
            called += letter;
            return index === at ? fail(error) : undefined;
          };
          hooks.addAction(action, step as never, options);
        }
      };

      it('ends the run of a filter with the error: throw', async () => {
        setUp({ onError: 'throw' });
        for (const start of ['', 'x', 'y']) await expect(apply(hooks, start)).rejects.toBe(error);
        expect(seen).toEqual([before, `x${before}`, `y${before}`]);
        expect(failed).not.toHaveBeenCalled();
        expect(hooks.currentFilter()).toBeNull();
      });

      it('ends the run of an action with the error: throw', async () => {
        setUp({});
        for (let round = 0; round < 3; round++) await expect(fire(hooks)).rejects.toBe(error);
        expect(called).toBe('abc'.slice(0, at + 1).repeat(3));
      });

      it('continues with the value of the previous callbacks: isolate', async () => {
        setUp({ onError: 'isolate' });
        for (const start of ['', 'x', 'y']) expect(await apply(hooks, start)).toBe(start + others);
        expect(seen).toEqual([before, `x${before}`, `y${before}`]);
      });

      it('continues with the other callbacks of an action: isolate', async () => {
        setUp({ onError: 'isolate' });
        for (let round = 0; round < 3; round++) expect(await fire(hooks)).toBeUndefined();
        expect(called).toBe('abcabcabc');
      });

      it('ends the run without an error and with the value so far: bail', async () => {
        setUp({ onError: 'bail' });
        for (const start of ['', 'x', 'y']) expect(await apply(hooks, start)).toBe(start + before);
        for (let round = 0; round < 3; round++) expect(await fire(hooks)).toBeUndefined();
        expect(called).toBe('abc'.slice(0, at + 1).repeat(3));
        expect(hooks.doingAction()).toBe(false);
      });

      it.each<ErrorPolicy>(['isolate', 'bail'])('reports each error that is not thrown: %s', async (onError) => {
        setUp({ onError });
        for (let round = 0; round < 3; round++) await apply(hooks, '');
        await fire(hooks);
        const culprit = { owner: 'acme', id: 'abc'[at], priority: at };
        expect(failed.mock.calls).toEqual(
          [filter, filter, filter, action].map((hook) => [expect.objectContaining({ ...culprit, hook, error })]),
        );
        expect(report).toHaveBeenCalledTimes(4);
        expect(report).toHaveBeenLastCalledWith(
          expect.stringMatching(new RegExp(`acme.*${action}|${action}.*acme`, 's')),
          expect.objectContaining({ ...culprit, hook: action }),
        );
        expect(hooks.culpritOf(error)).toMatchObject({ owner: 'acme' });
      });
    });
  });
});

describe.each(TIERS)('policies, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  let warn: Mock<Warn>;
  let report: Mock<Warn>;
  const create = (strict: boolean) => {
    warn = vi.fn<Warn>();
    report = vi.fn<Warn>();
    hooks = createHooks({ compileAfter, warn, report, strict });
  };
  const addThrowing = (error: unknown) =>
    hooks.addFilter('test_filter', () => throwing(error), { owner: 'acme', id: 'broken' });
  const addBroken = () => addThrowing(new RangeError('broken'));
  beforeEach(() => create(true));

  it('throw errors of undefined hooks, even in production', () => {
    create(false);
    addBroken();
    expect(() => hooks.applyFilters('test_filter', '')).toThrow(RangeError);
  });

  it('throw errors of decorating hooks in strict mode and isolate them in production', () => {
    for (const strict of [true, false]) {
      create(strict);
      hooks.define('test_filter', { kind: 'filter', decorating: true });
      addBroken();
      hooks.addFilter('test_filter', mark('b'));
      if (strict) expect(() => hooks.applyFilters('test_filter', '')).toThrow(RangeError);
      else expect(hooks.applyFilters('test_filter', '')).toBe('b');
    }
  });

  it.each([true, false])('keep an explicit onError, strict: %s', (strict) => {
    create(strict);
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate', decorating: true });
    addBroken();
    expect(hooks.applyFilters('test_filter', 'x')).toBe('x');
    create(strict);
    hooks.define('test_filter', { kind: 'filter', onError: 'throw', decorating: true });
    addBroken();
    expect(() => hooks.applyFilters('test_filter', 'x')).toThrow(RangeError);
  });

  it.each([true, false])('throw the errors of critical hooks, strict: %s', async (strict) => {
    create(strict);
    hooks.define('test_filter', { kind: 'filter', critical: true });
    addBroken();
    for (let round = 0; round < 20; round++) expect(() => hooks.applyFilters('test_filter', 'x')).toThrow(RangeError);
    await expect(hooks.applyFiltersAsync('test_filter', 'x')).rejects.toThrow(RangeError);
    expect(() => hooks.bail('test_filter', 'x')).toThrow(RangeError);
    expect(hooks.list()[0]?.callbacks[0]?.suspended).toBe(false);
  });

  it('cannot be both critical and forgiving', () => {
    for (const other of [{ onError: 'isolate' }, { onError: 'bail' }, { decorating: true }] as const) {
      const definition = { kind: 'filter', critical: true, ...other } as const;
      expect(() => hooks.define('test_filter', definition)).toThrow(code('hook_invalid_definition'));
    }
    addBroken();
    expect(() => hooks.applyFilters('test_filter', '')).toThrow(RangeError);
  });

  it('change with the definition, even for a compiled hook', () => {
    addBroken();
    for (let round = 0; round < 3; round++) expect(() => hooks.applyFilters('test_filter', '')).toThrow(RangeError);
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
    expect(hooks.applyFilters('test_filter', 'x')).toBe('x');
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'text'],
    ['a symbol', Symbol('s')],
    ['a frozen error', Object.freeze(new Error('frozen'))],
    ['an object without prototype', Object.create(null) as unknown],
    [
      'an error that cannot be read',
      Object.defineProperty(new Error('x'), 'message', { get: () => throwing('unreadable') }),
    ],
  ])('apply to any thrown value: %s', async (_, error) => {
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate', breaker: false });
    const failed = vi.fn<(event: { error: unknown }) => void>();
    hooks.on('callbackFailed', failed);
    addThrowing(error);
    hooks.addFilter('test_filter', mark('b'));
    expect(hooks.applyFilters('test_filter', '')).toBe('b');
    expect(await hooks.applyFiltersAsync('test_filter', '')).toBe('b');
    expect(failed.mock.calls.map(([event]) => Object.is(event.error, error))).toEqual([true, true]);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it.each(['text', 7, null, undefined])(
    'wrap a thrown value (%j) in an error that knows its callback',
    async (thrown) => {
      hooks.define('test_filter', { kind: 'filter', onError: 'throw' });
      addThrowing(thrown);
      const caught: unknown[] = [];
      try {
        hooks.applyFilters('test_filter', '');
      } catch (error) {
        caught.push(error);
      }
      await hooks.applyFiltersAsync('test_filter', '').catch((error: unknown) => caught.push(error));
      expect(caught).toHaveLength(2);
      for (const error of caught) {
        expect(error).toMatchObject({ code: 'hook_thrown_value', cause: thrown });
        expect(hooks.culpritOf(error)).toMatchObject({ hook: 'test_filter' });
      }
    },
  );

  it('find no culprit for an error that no callback has thrown', () => {
    for (const error of [undefined, null, 'text', new Error('of nobody')]) {
      expect(hooks.culpritOf(error)).toBeUndefined();
    }
  });

  it('continue when a listener fails, and call the others', () => {
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
    addBroken();
    hooks.addFilter('test_filter', mark('b'));
    const failed = vi.fn();
    hooks.on('callbackFailed', () => throwing(new Error('listener')));
    hooks.on('callbackFailed', failed);
    expect(hooks.applyFilters('test_filter', '')).toBe('b');
    expect(failed).toHaveBeenCalledOnce();
  });

  it('continue when the report fails', async () => {
    report.mockImplementation(() => throwing(new Error('log is full')));
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
    addBroken();
    hooks.addFilter('test_filter', mark('b'));
    expect(hooks.applyFilters('test_filter', '')).toBe('b');
    expect(await hooks.applyFiltersAsync('test_filter', '')).toBe('b');
  });

  it('report the right owner even if two callbacks throw the same object', () => {
    const shared = new Error('shared');
    const owners: string[] = [];
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
    hooks.on('callbackFailed', ({ owner }) => owners.push(owner));
    for (const owner of ['acme', 'bank']) hooks.addFilter('test_filter', () => throwing(shared), { owner });
    hooks.applyFilters('test_filter', '');
    expect(owners).toEqual(['acme', 'bank']);
  });

  it('name the innermost callback as the culprit through nested sync and async hooks', async () => {
    const error = new Error('deep');
    hooks.addFilter('test_other_filter', () => throwing(error), { owner: 'bank', id: 'deep', priority: 3 });
    hooks.addAction('test_action', () => void hooks.applyFilters('test_other_filter', ''), { owner: 'middle' });
    hooks.addFilter(
      'test_async_filter',
      async (value) => {
        await turn();
        hooks.doAction('test_action');
        return value;
      },
      { owner: 'acme' },
    );
    const culprit = { hook: 'test_other_filter', owner: 'bank', id: 'deep', priority: 3 };
    for (let round = 0; round < 3; round++) {
      await expect(hooks.applyFiltersAsync('test_async_filter', '')).rejects.toBe(error);
      expect(hooks.culpritOf(error)).toMatchObject(culprit);
    }
  });

  it('treat an invalid value as a failure of the callback that returned it', async () => {
    const accepts = (value: unknown) => typeof value === 'string';
    hooks.define('test_filter', { kind: 'filter', accepts, onError: 'isolate' });
    hooks.addFilter('test_filter', mark('a'));
    hooks.addFilter('test_filter', (() => 7) as never, { owner: 'acme' });
    hooks.addFilter('test_filter', mark('b'));
    const failed = vi.fn();
    hooks.on('callbackFailed', failed);
    expect(hooks.applyFilters('test_filter', '')).toBe('ab');
    expect(await hooks.applyFiltersAsync('test_filter', '')).toBe('ab');
    expect(failed).toHaveBeenCalledTimes(2);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ owner: 'acme', error: code('hook_invalid_value') }));
  });

  it('replace the value with undefined if the hook says so', async () => {
    hooks.define('test_nullable_filter', { kind: 'filter', undefined: 'replace' });
    const seen: unknown[] = [];
    hooks.addFilter('test_nullable_filter', (() => undefined) as never);
    hooks.addFilter('test_nullable_filter', (value) => {
      seen.push(value);
      return value;
    });
    for (let round = 0; round < 3; round++) expect(hooks.applyFilters('test_nullable_filter', 'x')).toBeUndefined();
    expect(await hooks.applyFiltersAsync('test_nullable_filter', 'x')).toBeUndefined();
    expect(seen).toEqual([undefined, undefined, undefined, undefined]);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['what was dispatched', (value: { readonly name: string }) => value],
    ['what another callback returned', (value: { readonly name: string }) => ({ ...value })],
  ])('detect a callback that changes frozen arguments in place when strict: %s', async (_, earlier) => {
    const rename = (value: { readonly name: string }) => {
      (value as { name: string }).name = 'changed';
      return value;
    };
    hooks.define('test_object_filter', { kind: 'filter', frozen: true, onError: 'isolate' });
    hooks.addFilter('test_object_filter', earlier);
    hooks.addFilter('test_object_filter', rename, { owner: 'acme' });
    expect(hooks.applyFilters('test_object_filter', { name: 'x' })).toEqual({ name: 'x' });
    expect(await hooks.applyFiltersAsync('test_object_filter', { name: 'y' })).toEqual({ name: 'y' });
    const reported = [...warn.mock.calls, ...report.mock.calls];
    expect(reported).toContainEqual([expect.stringContaining('acme'), expect.objectContaining({ owner: 'acme' })]);
  });

  it('leave arguments unchanged in production', () => {
    create(false);
    hooks.define('test_object_filter', { kind: 'filter', frozen: true });
    const value = { name: 'x' };
    expect(Object.isFrozen(hooks.applyFilters('test_object_filter', value))).toBe(false);
    expect(Object.isFrozen(value)).toBe(false);
  });
});
