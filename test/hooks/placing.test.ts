import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHooks, type HookOptions, type Hooks } from '../../src/hooks/hooks.js';
import { mark, TIERS } from './declared.js';

const cycle = (...owners: string[]) =>
  expect.objectContaining({
    name: 'HookError',
    code: 'hook_order_cycle',
    message: expect.stringMatching(new RegExp(owners.map((owner) => `(?=.*\\b${owner}\\b)`).join(''), 's')),
  });

/** Callback with the owners that it must precede and follow. */
interface Wish {
  readonly priority: number;
  readonly owner: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Wishes follow a random order of the owners, so that they cannot contradict each other. */
const wishes = fc.shuffledSubarray(['p', 'q', 'r', 's', 't', 'u'], { minLength: 2 }).chain((owners) =>
  fc.array(
    fc.integer({ min: 0, max: owners.length - 1 }).chain((index) =>
      fc.record({
        priority: fc.integer({ min: 0, max: 3 }),
        owner: fc.constant(owners[index] ?? ''),
        before: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(owners.slice(index + 1))),
        after: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(owners.slice(0, index))),
      }),
    ),
    { minLength: 1, maxLength: 12 },
  ),
) as fc.Arbitrary<Wish[]>;

/** Matrix of the records of which the first must run before the second, directly or transitively. */
function mustPrecede(records: readonly Wish[]): boolean[][] {
  const precedes = records.map((one) =>
    records.map((other) => one !== other && (one.before.includes(other.owner) || other.after.includes(one.owner))),
  );
  for (const middle of precedes.keys()) {
    for (const row of precedes) {
      if (row[middle]) for (const [to, reaches] of (precedes[middle] ?? []).entries()) row[to] ||= reaches;
    }
  }
  return precedes;
}

describe.each(TIERS)('before and after, $tier', ({ compileAfter }) => {
  let hooks: Hooks;
  beforeEach(() => {
    hooks = createHooks({ compileAfter, strict: true });
  });
  /** Adds a callback that appends the mark of its owner. */
  const add = (owner: string, options: HookOptions = {}) =>
    hooks.addFilter('test_filter', mark(owner), { owner, ...options });
  const order = () => {
    const first = hooks.applyFilters('test_filter', '');
    expect(hooks.applyFilters('test_filter', '')).toBe(first);
    expect(
      hooks
        .list()[0]
        ?.callbacks.map(({ owner }) => owner)
        .join(''),
    ).toBe(first);
    return first;
  };

  it('override priorities', () => {
    add('a', { priority: 1 });
    add('b', { priority: 100, before: 'a' });
    expect(order()).toBe('ba');
    add('c', { priority: -5, after: 'a' });
    expect(order()).toBe('bac');
  });

  it('override the order of registration', () => {
    add('a', { after: 'c' });
    add('b');
    add('c');
    expect(order()).toBe('bca');
  });

  it('apply to all callbacks of an owner', () => {
    add('a', { priority: 1 });
    add('x', { before: 'a' });
    add('a', { priority: 5, id: 'second' });
    add('y', { after: 'a', priority: 0 });
    add('a', { priority: 50, id: 'third' });
    expect(order()).toBe('xaaay');
  });

  it('accept several owners', () => {
    for (const owner of 'abc') add(owner);
    add('x', { before: ['a', 'c'] });
    add('y', { priority: 1, after: ['a', 'b'] });
    expect(order().indexOf('x')).toBe(0);
    expect(order()).toMatch(/^xaby?c?y?$/);
    expect(order()).toHaveLength(5);
  });

  it('have no effect until the owner has a callback', () => {
    add('a');
    add('x', { before: 'b', priority: 20 });
    expect(order()).toBe('ax');
    const { remove } = add('b', { priority: 1 });
    expect(order()).toBe('xba');
    remove();
    expect(order()).toBe('ax');
  });

  it('do not apply to other hooks', () => {
    add('x', { before: 'b', priority: 20 });
    hooks.addFilter('test_other_filter', mark('b'), { owner: 'b' });
    hooks.addFilter('test_other_filter', mark('x'), { owner: 'x', priority: 20 });
    expect(hooks.applyFilters('test_other_filter', '')).toBe('bx');
  });

  it('form chains', () => {
    add('e');
    add('d', { before: 'e', priority: 20 });
    add('c', { before: 'd', priority: 30 });
    add('b', { before: 'c', priority: 40 });
    add('f', { after: 'e', priority: 1 });
    add('g', { after: 'f', priority: 0 });
    expect(order()).toBe('bcdefg');
    hooks.removeOwner('c');
    expect(order()).toBe('defgb');
  });

  it('form no cycle for an owner that names itself', () => {
    add('a', { id: 'one', priority: 20 });
    expect(() => add('a', { id: 'two', before: 'a', priority: 30 })).not.toThrow();
    expect(order()).toBe('aa');
  });

  it('are removed with a replaced callback and added with the new one', () => {
    add('a');
    add('x', { id: 'one', priority: 20, before: 'a' });
    expect(order()).toBe('xa');
    add('x', { id: 'one', priority: 20 });
    expect(order()).toBe('ax');
    add('x', { id: 'one', priority: 20, before: ['a'] });
    expect(order()).toBe('xa');
    add('x', { id: 'one', priority: 1, after: 'a' });
    expect(order()).toBe('ax');
  });

  it('hold in asynchronous runs and in bail', async () => {
    const calls: string[] = [];
    for (const owner of 'abc') {
      const options = { owner, priority: 20, ...(owner === 'c' ? { before: 'a' } : {}) };
      hooks.addFilter('test_async_filter', async (value) => value + owner, options);
      hooks.addFilter('test_nullable_filter', () => void calls.push(owner) as never, options);
    }
    expect(await hooks.applyFiltersAsync('test_async_filter', '')).toMatch(/^c?b?c?a?b?$/);
    expect((await hooks.applyFiltersAsync('test_async_filter', '')).search(/c.*a/)).toBeGreaterThanOrEqual(0);
    hooks.bail('test_nullable_filter', null);
    expect(calls.indexOf('c')).toBeLessThan(calls.indexOf('a'));
  });

  it('reject a cycle, name its owners and leave the list unchanged', () => {
    add('a');
    add('b', { after: 'a', priority: 1 });
    add('c', { after: 'b', priority: 1 });
    expect(order()).toBe('abc');
    expect(() => add('a', { id: 'new', after: 'c' })).toThrow(cycle('a', 'c'));
    expect(() => add('d', { before: 'a', after: 'c' })).toThrow(cycle('a', 'c', 'd'));
    expect(order()).toBe('abc');
    expect(hooks.hasFilter('test_filter', 'd')).toBe(false);
    expect(hooks.priorityOfFilter('test_filter', 'a', 'new')).toBeNull();
  });

  it('reject a cycle that a replacement would close, and keep the original', () => {
    add('a', { id: 'one' });
    add('b', { after: 'a', priority: 1 });
    const events: string[] = [];
    hooks.on('hookAdded', () => events.push('added'));
    hooks.on('hookRemoved', () => events.push('removed'));
    expect(() => add('a', { id: 'one', after: 'b' })).toThrow(cycle('a', 'b'));
    expect(order()).toBe('ab');
    expect(events).toEqual([]);
  });

  it('detect a cycle that is closed by an owner without wishes', () => {
    add('a', { before: 'c' });
    add('b', { after: 'c', before: 'a', priority: 1 });
    expect(order()).toBe('ba');
    expect(() => add('c')).toThrow(cycle('a', 'b', 'c'));
    expect(order()).toBe('ba');
    expect(hooks.hasFilter('test_filter', 'c')).toBe(false);
  });

  it('include suspended callbacks in cycles and in their place after a resume', () => {
    hooks = createHooks({ compileAfter, strict: true, report: () => {}, breaker: { failures: 1 } });
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
    const broken = () => {
      throw new Error('broken');
    };
    hooks.addFilter('test_filter', broken, { owner: 'a', priority: 1 });
    add('b', { before: 'a', priority: 20 });
    add('c');
    expect(hooks.applyFilters('test_filter', '').split('').sort().join('')).toBe('bc');
    expect(() => add('a', { id: 'cyclic', before: 'b' })).toThrow(cycle('a', 'b'));
    hooks.resume('a');
    expect(hooks.explain('test_filter')[0]?.callbacks.map(({ owner }) => owner)).toEqual(['b', 'a', 'c']);
  });

  it('are given as the reason by explain, or else the priority', () => {
    add('a', { priority: 1 });
    add('b', { before: 'a', priority: 100 });
    add('c', { after: ['a', 'b'], priority: 0 });
    const callbacks = hooks.explain('test_filter')[0]?.callbacks ?? [];
    expect(callbacks.map(({ owner, priority }) => [owner, priority])).toEqual([
      ['b', 100],
      ['a', 1],
      ['c', 0],
    ]);
    expect(callbacks[0]?.why).toMatch(/before.*\ba\b/);
    expect(callbacks[1]?.why).toMatch(/priority/i);
    expect(callbacks[2]?.why).toMatch(/after.*\ba\b.*\bb\b|after.*\bb\b.*\ba\b/);
  });

  it('hold when a running callback removes itself or the next one', () => {
    add('d', { priority: 1 });
    const steps: string[] = [];
    const step = (owner: string, then: () => void = () => {}) => ({
      callback: (value: string) => {
        steps.push(owner);
        then();
        return value;
      },
      owner,
    });
    const first = step('x', () => hooks.removeOwner('x'));
    hooks.addFilter('test_filter', first.callback, { owner: 'x', priority: 50, before: 'y' });
    const second = step('y', () => hooks.removeOwner('z'));
    hooks.addFilter('test_filter', second.callback, { owner: 'y', priority: 40, before: ['d', 'z'] });
    hooks.addFilter('test_filter', step('z').callback, { owner: 'z', priority: 30, before: 'd' });
    expect(hooks.applyFilters('test_filter', '')).toBe('d');
    expect(steps).toEqual(['x', 'y']);
    expect(hooks.applyFilters('test_filter', '')).toBe('d');
    expect(steps).toEqual(['x', 'y', 'y']);
  });

  it.each([
    { wish: { before: 'c' }, running: 'a', result: 'abxcd', next: 'abxcd', place: 'later than the running one' },
    { wish: { before: 'a' }, running: 'b', result: 'abcd', next: 'xabcd', place: 'earlier than the running one' },
    { wish: { after: 'd', priority: 0 }, running: 'b', result: 'abcdx', next: 'abcdx', place: 'at the end' },
  ])('place callbacks that are added during a run: $place', ({ wish, running, result, next }) => {
    let done = false;
    for (const [index, owner] of [...'abcd'].entries()) {
      const callback = (value: string) => {
        if (owner === running && !done) {
          done = true;
          add('x', { priority: 25, ...wish });
        }
        return value + owner;
      };
      // Placed only by wishes: the priorities are in the opposite order.
      hooks.addFilter('test_filter', callback, { owner, priority: 20 - index, after: [...'abcd'].slice(0, index) });
    }
    expect(hooks.applyFilters('test_filter', '')).toMatch(new RegExp(`^${result}$`));
    expect(hooks.applyFilters('test_filter', '')).toBe(next);
  });

  it.each(['a', 'm', 'b'].flatMap((adder) => ['sync', 'async'].map((way) => ({ adder, way }))))(
    'call no callback twice and skip none when an addition by $adder reverses the order, $way',
    async ({ adder, way }) => {
      // Without c the order is a, m, b by priority. c must run before a and after b.
      const steps: string[] = [];
      for (const [index, owner] of ['a', 'm', 'b'].entries()) {
        const callback = (value: string) => {
          steps.push(owner);
          if (owner === adder && !hooks.hasFilter('test_filter', 'c')) add('c', { before: 'a', after: 'b' });
          return value;
        };
        hooks.addFilter('test_filter', callback, { owner, priority: index });
      }
      if (way === 'sync') hooks.applyFilters('test_filter', '');
      else await hooks.applyFiltersAsync('test_filter', '');
      expect([...steps].sort()).toEqual(['a', 'b', 'm']);
      const owners = hooks
        .list()[0]
        ?.callbacks.map(({ owner }) => owner)
        .join('');
      expect(owners).toMatch(/b.*c.*a/);
    },
  );

  it('hold for a waiting run while the list changes', async () => {
    const steps: string[] = [];
    const later = (owner: string, options: HookOptions) =>
      hooks.addFilter(
        'test_async_filter',
        async (value) => {
          steps.push(owner);
          await turn();
          return value;
        },
        { owner, ...options },
      );
    later('c', { priority: 1 });
    later('a', { priority: 30, before: 'c' });
    later('b', { priority: 20, before: 'c', after: 'a' });
    const running = hooks.applyFiltersAsync('test_async_filter', '');
    hooks.removeOwner('b');
    later('d', { priority: 40, before: 'c', after: 'a' });
    later('e', { priority: 50, before: 'a' });
    await running;
    expect(steps).toEqual(['a', 'd', 'c']);
  });
});

describe('any acyclic wishes', () => {
  it('all hold, and unaffected callbacks stay in order of priority and registration', () => {
    fc.assert(
      fc.property(wishes, fc.constantFrom(...TIERS), (records, { compileAfter }) => {
        const hooks = createHooks({ compileAfter, strict: true });
        const run: number[] = [];
        for (const [index, { owner, ...options }] of records.entries()) {
          hooks.addAction('test_action', () => void run.push(index), { owner, ...options });
        }
        hooks.doAction('test_action');
        const position = records.map((_, index) => run.indexOf(index));
        expect([...run].sort((a, b) => a - b)).toEqual([...records.keys()]);

        const precedes = mustPrecede(records);
        const free = records.map((_, index) => !precedes.some((row, from) => row[index] || precedes[index]?.[from]));
        for (const [one, first] of records.entries()) {
          for (const [other, second] of records.entries()) {
            const [at, behind] = [position[one] ?? -1, position[other] ?? -1];
            if (precedes[one]?.[other]) expect(at).toBeLessThan(behind);
            const smaller = first.priority < second.priority || (first.priority === second.priority && one < other);
            if (free[one] && free[other] && smaller) expect(at).toBeLessThan(behind);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
