import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createHooks, type Hooks, type TracedDispatch } from '../../src/hooks/hooks.js';
import { mark, TIERS } from './declared.js';

const throwing = (error: unknown): never => {
  throw error;
};
const texts = (dispatches: readonly TracedDispatch[]) =>
  dispatches.map(({ hook, before, after }) => [hook, before.text, after?.text]);

describe.each(TIERS)('hook trace, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  beforeEach(() => {
    hooks = createHooks({ compileAfter, strict: true, warn: vi.fn(), report: vi.fn() });
  });
  /** Returns the only dispatch of `work`. */
  const only = async (work: () => unknown): Promise<TracedDispatch> => {
    const { dispatches } = await hooks.trace(work);
    expect(dispatches).toHaveLength(1);
    return dispatches[0] as TracedDispatch;
  };

  it('has each dispatch with its calls and values, even for hooks compiled earlier', async () => {
    hooks.addFilter('test_filter', mark('a'), { owner: 'acme', id: 'one', priority: 5 });
    hooks.addFilter('test_filter', function second(value) {
      return `${value}b`;
    });
    for (let round = 0; round < 3; round++) hooks.applyFilters('test_filter', '');
    const { result, dispatches } = await hooks.trace(() => hooks.applyFilters('test_filter', 'x', 1));
    expect(result).toBe('xab');
    expect(dispatches).toEqual([
      {
        kind: 'filter',
        hook: 'test_filter',
        depth: 0,
        startMs: expect.any(Number),
        durationMs: expect.any(Number),
        before: expect.objectContaining({ text: '"x"' }),
        after: expect.objectContaining({ text: '"xab"' }),
        error: null,
        calls: [
          expect.objectContaining({ owner: 'acme', id: 'one', priority: 5, error: null }),
          expect.objectContaining({ owner: 'site', id: null, priority: 10, function: 'second', waitMs: 0 }),
        ],
      },
    ]);
    expect(dispatches[0]?.calls.map(({ returned }) => returned?.text)).toEqual(['"xa"', '"xab"']);
    hooks.applyFilters('test_filter', 'afterwards');
    expect(dispatches).toHaveLength(1);
  });

  it('has actions with their arguments, dispatches without callbacks, and bail dispatches', async () => {
    hooks.addFilter('test_nullable_filter', () => null);
    const { dispatches } = await hooks.trace(async () => {
      hooks.doAction('test_action', 'one', 2);
      hooks.bail('test_nullable_filter', 'x');
      await hooks.bailAsync('test_nullable_filter', 'y');
    });
    expect(texts(dispatches)).toEqual([
      ['test_action', '["one",2]', undefined],
      ['test_nullable_filter', '"x"', 'null'],
      ['test_nullable_filter', '"y"', 'null'],
    ]);
    expect(dispatches[0]).toMatchObject({ kind: 'action', after: null, calls: [] });
  });

  it('reports the nesting depth of a dispatch, even after waiting', async () => {
    hooks.addAction('test_action', () => void hooks.applyFilters('test_filter', ''));
    hooks.addAction('test_async_action', async () => {
      hooks.doAction('test_action');
      await turn();
      hooks.doAction('test_action');
    });
    const { dispatches } = await hooks.trace(async () => {
      await hooks.doActionAsync('test_async_action');
      hooks.applyFilters('test_filter', '');
    });
    expect(dispatches.map(({ hook, depth }) => [hook, depth])).toEqual([
      ['test_async_action', 0],
      ['test_action', 1],
      ['test_filter', 2],
      ['test_action', 1],
      ['test_filter', 2],
      ['test_filter', 0],
    ]);
  });

  it('shows the value before a callback changed it in place', async () => {
    hooks.addFilter('test_object_filter', (value) => Object.assign(value, { name: 'after' }));
    const { before, after } = await only(() => hooks.applyFilters('test_object_filter', { name: 'before' }));
    expect(before.text).toContain('before');
    expect(after?.text).toContain('after');
    expect(before.hash).not.toBe(after?.hash);
  });

  it('has the errors of calls and of dispatches', async () => {
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
    hooks.addFilter('test_filter', () => throwing(new RangeError('isolated')), { owner: 'acme' });
    const isolated = await only(() => hooks.applyFilters('test_filter', 'x'));
    expect(isolated).toMatchObject({ error: null, after: { text: '"x"' } });
    expect(isolated.calls[0]).toMatchObject({ owner: 'acme', returned: null });
    expect(isolated.calls[0]?.error).toContain('isolated');
    hooks.addAction('test_async_action', () => Promise.reject(new RangeError('thrown')));
    const thrown = await only(() => hooks.doActionAsync('test_async_action').catch(() => {}));
    expect(thrown.error).toContain('thrown');
    expect(thrown.calls[0]?.error).toContain('thrown');
    expect(thrown.after).toBeNull();
  });

  it('ends with the error of its work, thrown or rejected', async () => {
    const error = new Error('of the work');
    await expect(hooks.trace(() => throwing(error))).rejects.toBe(error);
    await expect(hooks.trace(() => Promise.reject(error))).rejects.toBe(error);
    expect(hooks.applyFilters('test_filter', 'x')).toBe('x');
  });

  it.each([true, false])('has only its own work, asyncContext: %s', async (asyncContext) => {
    hooks = createHooks({ compileAfter, asyncContext, strict: true });
    hooks.addFilter('test_async_filter', async (value) => {
      await turn();
      return hooks.applyFilters('test_filter', value);
    });
    const work = async (value: string) => {
      for (let round = 0; round < 3; round++) {
        hooks.applyFilters('test_other_filter', value);
        await turn();
        await hooks.applyFiltersAsync('test_async_filter', value);
      }
    };
    const [a, b] = await Promise.all([hooks.trace(() => work('a')), hooks.trace(() => work('b')), work('nobody')]);
    for (const [trace, value] of [
      [a, '"a"'],
      [b, '"b"'],
    ] as const) {
      expect(texts(trace.dispatches)).toEqual(
        [1, 2, 3].flatMap(() =>
          ['test_other_filter', 'test_async_filter', 'test_filter'].map((hook) => [hook, value, value]),
        ),
      );
    }
  });

  it('leaves the outer trace complete when it is nested', async () => {
    const outer = await hooks.trace(async () => {
      hooks.applyFilters('test_filter', '1');
      const inner = await hooks.trace(() => hooks.applyFilters('test_filter', '2'));
      hooks.applyFilters('test_filter', '3');
      return inner;
    });
    expect(texts(outer.result.dispatches)).toEqual([['test_filter', '"2"', '"2"']]);
    const values = texts(outer.dispatches).map(([, before]) => before);
    expect(values.filter((value) => value !== '"2"')).toEqual(['"1"', '"3"']);
  });

  it('shows an unfinished dispatch and does not grow after its end', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    hooks.addAction('test_async_action', () => gate);
    let running: Promise<void> | undefined;
    const { dispatches } = await hooks.trace(() => {
      running = hooks.doActionAsync('test_async_action').then(() => hooks.doAction('test_action'));
    });
    expect(dispatches).toHaveLength(1);
    expect(dispatches[0]).toMatchObject({ hook: 'test_async_action', durationMs: null });
    release();
    await running;
    expect(dispatches.map(({ hook }) => hook)).toEqual(['test_async_action']);
  });

  it.each([
    'password',
    'newPassword',
    'user_pass',
    'token',
    'accessToken',
    'csrf_token',
    'secret',
    'client_secret',
    'authorization',
    'cookie',
    'api_key',
    'apiKey',
    'X-Vendor-API-Key',
    'nonce',
  ])('hides secrets: %s', async (key) => {
    hooks.addFilter('test_object_filter', (value) => ({ ...value, [key]: 'hunter2' }));
    const traces = await hooks.trace(() => {
      hooks.doAction('test_action', { user: { [key]: 'hunter2', name: 'kept' } }, [{ [key]: ['hunter2'] }]);
      hooks.applyFilters('test_object_filter', { name: 'x' });
    });
    expect(JSON.stringify(traces.dispatches)).not.toContain('hunter2');
    expect(traces.dispatches[0]?.before.text).toContain('kept');
  });

  it('hides secrets in maps and in name-value pairs', async () => {
    const work = (value: unknown) => only(() => hooks.doAction('test_action', value));
    for (const value of [new Map([['password', 'hunter2']]), new Headers({ authorization: 'hunter2' })]) {
      expect((await work(value)).before.text).not.toContain('hunter2');
    }
  });

  it('accepts any value without affecting the run', async () => {
    const circular: Record<string, unknown> = { name: 'x' };
    circular.self = circular;
    let deep: unknown = 'bottom';
    for (let level = 0; level < 20_000; level++) deep = [deep];
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const values: Record<string, unknown> = {
      circular,
      deep,
      revoked: revoked.proxy,
      getter: Object.defineProperty({}, 'x', { enumerable: true, get: () => throwing(new Error('getter')) }),
      toJSON: { toJSON: () => throwing(new Error('toJSON')) },
      nothing: Object.create(null),
      bigint: 10n,
      symbol: Symbol('s'),
      undefined: undefined,
      date: new Date(Number.NaN),
      collections: [new Map([[circular, new Set([1n])]]), new WeakMap(), Promise.resolve()],
    };
    const received: unknown[] = [];
    hooks.addAction('test_action', (value) => void received.push(value));
    const failures: string[] = [];
    for (const [name, value] of Object.entries(values)) {
      try {
        const { before } = await only(() => hooks.doAction('test_action', value));
        if (before.text.length > 10_000) failures.push(`${name} is ${before.text.length} long`);
      } catch (error) {
        failures.push(`${name}: ${error}`);
      }
    }
    expect(failures).toEqual([]);
    expect(received).toHaveLength(Object.keys(values).length);
  });

  it('limits the stored size of huge values and still distinguishes them', async () => {
    const huge = 'x'.repeat(1_000_000);
    const rows = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    hooks.addFilter('test_filter', mark('!'));
    const { before, after } = await only(() => hooks.applyFilters('test_filter', huge));
    expect(before.text.length).toBeLessThan(10_000);
    expect(after?.hash).not.toBe(before.hash);
    const action = await only(() => hooks.doAction('test_action', rows, Buffer.alloc(10_000_000)));
    expect(action.before.text.length).toBeLessThan(10_000);
  });

  it('calls no getter, which could change the work', async () => {
    const getter = vi.fn(() => 'read');
    const value = Object.defineProperty({ name: 'x' }, 'lazy', { enumerable: true, get: getter });
    await only(() => hooks.applyFilters('test_object_filter', value));
    expect(getter).not.toHaveBeenCalled();
  });
});
