import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { createHooks, type Hooks } from '../../src/hooks/hooks.js';
import type { Warn } from '../../src/hooks/outcome.js';
import { mark, TIERS } from './declared.js';

const code = (expected: string, ...args: string[]) =>
  expect.objectContaining({
    name: 'HookError',
    code: expected,
    message: expect.stringMatching(new RegExp(args.map((word) => `(?=.*\\b${word}\\b)`).join(''), 's')),
  });
const throwing = (): never => {
  throw new RangeError('broken');
};

let hooks: Hooks;
let warn: Mock<Warn>;
const create = (compileAfter: number, strict = true) => {
  warn = vi.fn<Warn>();
  hooks = createHooks({ compileAfter, warn, report: vi.fn<Warn>(), strict });
};
/** Returns all warnings as one text. */
const warned = () => warn.mock.calls.map(([message]) => message).join('\n');

describe.each(TIERS)('hook definitions, $tier', ({ compileAfter }) => {
  beforeEach(() => create(compileAfter));

  it('belong to one owner: a second definition is rejected with both names', () => {
    hooks.forOwner('acme').define('test_filter', { kind: 'filter', onError: 'isolate' });
    expect(() => hooks.forOwner('bank').define('test_filter', { kind: 'filter' })).toThrow(
      code('hook_already_defined', 'acme', 'bank', 'test_filter'),
    );
    hooks.addFilter('test_filter', throwing);
    expect(hooks.applyFilters('test_filter', 'x')).toBe('x');
    hooks.removeOwner('acme');
    expect(() => hooks.forOwner('bank').define('test_filter', { kind: 'filter' })).not.toThrow();
  });

  it('are shown by list and explain, even for unused hooks', () => {
    hooks.forOwner('acme').define('test_filter', { kind: 'filter', since: '1.2' });
    for (const descriptions of [hooks.list(), hooks.explain('test_filter')]) {
      expect(descriptions[0]).toMatchObject({ kind: 'filter', name: 'test_filter', runs: 0, callbacks: [] });
      expect(descriptions[0]?.definition).toMatchObject({ since: '1.2', definer: 'acme' });
    }
    hooks.removeOwner('acme');
    expect(hooks.list()).toEqual([]);
  });

  it('reject invalid input', () => {
    for (const definition of [{}, { kind: 'event' }, { kind: 'filter', onError: 'ignore' }]) {
      expect(() => hooks.define('test_filter', definition as never)).toThrow(code('hook_invalid_definition'));
    }
    expect(() => hooks.define('a b{c}', { kind: 'action' })).toThrow(code('hook_invalid_name'));
    expect(hooks.list()).toEqual([]);
  });

  it('apply by pattern to matching names, including names used before', () => {
    const add = (name: 'test_saved_page' | 'test_saved_post' | 'test_action') =>
      hooks.addAction(name, throwing, { owner: 'bank' });
    add('test_saved_page');
    expect(() => hooks.doAction('test_saved_page', 1)).toThrow(RangeError);
    expect(() => hooks.doAction('test_saved_page', 1)).toThrow(RangeError);
    hooks.forOwner('acme').define('test_saved_{type}', { kind: 'action', onError: 'isolate' });
    add('test_saved_post');
    add('test_action');
    expect(() => hooks.doAction('test_saved_page', 1)).not.toThrow();
    expect(() => hooks.doAction('test_saved_post', 1)).not.toThrow();
    expect(() => hooks.doAction('test_action')).toThrow(RangeError);
    expect(hooks.explain('test_saved_post')[0]?.definition).toMatchObject({ definer: 'acme' });
  });

  it('match a pattern as a whole and take its other characters literally', () => {
    const untyped = hooks as unknown as Record<'addAction' | 'doAction' | 'define', (...args: unknown[]) => unknown>;
    untyped.define('acme.{type}_done', { kind: 'action', onError: 'isolate' });
    for (const [name, matches] of [
      ['acme.page_done', true],
      ['acmeXpage_done', false],
      ['acme.page_done_twice', false],
      ['my_acme.page_done', false],
      ['acme._done', false],
    ] as const) {
      untyped.addAction(name, throwing);
      if (matches) expect(() => untyped.doAction(name)).not.toThrow();
      else expect(() => untyped.doAction(name)).toThrow(RangeError);
    }
  });

  it('are removed with their owner, which restores the previous behavior', () => {
    const acme = hooks.forOwner('acme');
    acme.define('test_filter', { kind: 'filter', onError: 'isolate' });
    acme.define('test_saved_{type}', { kind: 'action', onError: 'isolate' });
    hooks.addFilter('test_filter', throwing);
    hooks.addAction('test_saved_page', throwing);
    for (let round = 0; round < 2; round++) {
      expect(hooks.applyFilters('test_filter', 'x')).toBe('x');
      hooks.doAction('test_saved_page', 1);
    }
    expect(acme.removeAll()).toBe(2);
    expect(() => hooks.applyFilters('test_filter', 'x')).toThrow(RangeError);
    expect(() => hooks.doAction('test_saved_page', 1)).toThrow(RangeError);
  });

  it('apply to one kind: an action with the name of a filter is another hook', () => {
    hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
    hooks.addAction('test_filter' as 'test_action', throwing);
    expect(() => hooks.doAction('test_filter' as 'test_action')).toThrow(RangeError);
  });

  it('R38 warn of a deprecated hook once per owner, including callbacks added before', () => {
    hooks.addFilter('test_filter', mark('a'), { owner: 'early' });
    hooks.addFilter('test_filter', mark('b'), { owner: 'early' });
    hooks.define('test_filter', { kind: 'filter' });
    hooks.deprecateHook('test_filter', { since: '2.0', to: 'test_other_filter' });
    expect(warn).toHaveBeenCalledOnce();
    for (let round = 0; round < 3; round++) hooks.addFilter('test_filter', mark('c'), { owner: 'late' });
    hooks.addFilter('test_filter', mark('d'), { owner: 'early' });
    expect(warn.mock.calls).toEqual(
      ['early', 'late'].map((owner) => [
        expect.stringMatching(new RegExp(`${owner}.*test_filter.*2\\.0.*test_other_filter`, 's')),
        expect.objectContaining({ owner, hook: 'test_filter' }),
      ]),
    );
    expect(hooks.applyFilters('test_filter', '')).toBe('abcccd');
  });

  it('R38 deprecate names of a pattern, and hooks without a definition only with their kind', () => {
    hooks.addAction('test_saved_page', () => {}, { owner: 'early' });
    hooks.define('test_saved_{type}', { kind: 'action', deprecated: { since: '3.1' } });
    hooks.addAction('test_saved_post', () => {}, { owner: 'late' });
    expect(warned()).toMatch(/early.*test_saved_page[\s\S]*late.*test_saved_post/);
    expect(() => hooks.deprecateHook('test_filter', { since: '1' })).toThrow(code('hook_unknown_kind'));
    hooks.deprecateHook('test_filter', { since: '1', kind: 'filter' });
    hooks.addFilter('test_filter', mark('a'), { owner: 'another' });
    expect(warned()).toMatch(/another.*test_filter/);
  });

  it.each([
    ['a letter too few', 'test_filer'],
    ['a letter too many', 'test_fillter'],
    ['transposed letters', 'test_fitler'],
    ['another letter', 'test_filtor'],
    ['upper case', 'test_Filter'],
  ])('suggest a similar name for an undefined one: %s', (_, name) => {
    hooks.define('test_filter', { kind: 'filter' });
    hooks.checkNames();
    for (let round = 0; round < 3; round++) hooks.addFilter(name as 'test_filter', mark('a'), { owner: 'acme' });
    expect(warn).toHaveBeenCalledOnce();
    expect(warned()).toContain('acme');
    expect(warned()).toContain(`"${name}"`);
    expect(warned()).toContain('"test_filter"');
  });

  it('suggest a similar name for an undefined dispatched one as well', () => {
    hooks.define('test_filter', { kind: 'filter' });
    hooks.checkNames();
    for (let round = 0; round < 3; round++) hooks.applyFilters('test_fitler' as 'test_filter', '');
    expect(warn).toHaveBeenCalledOnce();
    expect(warned()).toMatch(/(?=.*test_fitler)(?=.*test_filter)/);
  });

  it('report similar names that are already in use immediately, with their owners', () => {
    hooks.define('test_filter', { kind: 'filter' });
    hooks.addFilter('test_fitler' as 'test_filter', mark('a'), { owner: 'acme' });
    expect(warn).not.toHaveBeenCalled();
    hooks.checkNames();
    expect(warned()).toMatch(/(?=.*acme)(?=.*test_fitler)(?=.*test_filter)/);
  });

  it('report an action that is used as a filter', () => {
    hooks.define('test_action', { kind: 'action' });
    hooks.checkNames();
    hooks.addFilter('test_action' as 'test_filter', mark('a'), { owner: 'acme' });
    expect(warned()).toMatch(/(?=.*test_action)(?=.*\baction\b)(?=.*\bfilter\b)/);
  });

  it('do not report names that are defined, match a pattern or resemble no other, or before checkNames', () => {
    hooks.define('test_filter', { kind: 'filter' });
    hooks.define('test_saved_{type}', { kind: 'action' });
    hooks.applyFilters('test_filtre' as 'test_filter', '');
    expect(warn).not.toHaveBeenCalled();
    create(compileAfter);
    hooks.define('test_filter', { kind: 'filter' });
    hooks.define('test_saved_{type}', { kind: 'action' });
    hooks.checkNames();
    hooks.applyFilters('test_filter', '');
    hooks.doAction('test_saved_page', 1);
    hooks.doAction('test/slashed:action');
    hooks.hasFilter('test_filtre' as 'test_filter');
    expect(warn).not.toHaveBeenCalled();
  });

  it('do not report names when not strict', () => {
    create(compileAfter, false);
    hooks.define('test_filter', { kind: 'filter' });
    hooks.addFilter('test_fitler' as 'test_filter', mark('a'));
    hooks.checkNames();
    hooks.applyFilters('test_fitler' as 'test_filter', '');
    expect(warn).not.toHaveBeenCalled();
  });

  it('report asynchronous functions where no promise is allowed, with their owner', () => {
    const add = () => hooks.addFilter('test_filter', (async () => 'x') as never, { owner: 'acme' });
    const complaint = () => {
      try {
        add();
        return warned();
      } catch (error) {
        return String(error);
      }
    };
    hooks.define('test_filter', { kind: 'filter' });
    expect(complaint()).toMatch(/(?=.*acme)(?=.*test_filter)/);
    create(compileAfter);
    hooks.define('test_filter', { kind: 'filter', async: 'allowed' });
    expect(complaint()).toBe('');
  });
});

describe.each(TIERS)('tapable view, $tier', ({ compileAfter }) => {
  beforeEach(() => create(compileAfter));

  it('taps the same hook as other callers', async () => {
    hooks.addFilter('test_filter', mark('b'));
    const view = hooks.tapable('test_filter', 'filter');
    expect(view.isUsed()).toBe(true);
    const tapped = view.tap('acme', (value) => `${value}c`);
    view.tap({ name: 'bank', stage: 3 }, (value) => `${value}a`);
    view.tap('silent', () => undefined);
    for (let round = 0; round < 2; round++) expect(view.call('')).toBe('abc');
    expect(hooks.applyFilters('test_filter', '')).toBe('abc');
    expect(await view.promise('')).toBe('abc');
    expect(hooks.didFilter('test_filter')).toBe(4);
    expect(view.taps.map(({ name, stage }) => [name, stage])).toEqual([
      ['bank', 3],
      ['site', 10],
      ['acme', 10],
      ['silent', 10],
    ]);
    tapped.remove();
    expect(view.call('')).toBe('ab');
  });

  it('resolves before by owner names, which are the tap names on the site', () => {
    const view = hooks.tapable('test_filter', 'filter');
    view.tap('one', (value) => `${value}1`);
    view.tap('two', (value) => `${value}2`);
    view.tap({ name: 'three', before: 'two' }, (value) => `${value}3`);
    view.tap({ name: 'four', stage: 100, before: ['one', 'two'] }, (value) => `${value}4`);
    expect(view.call('')).toMatch(/^4.*1.*2$/);
    expect(view.call('')).toMatch(/3.*2/);
    const owned = hooks.forOwner('acme').tapable('test_filter', 'filter');
    owned.tap({ name: 'mine', before: 'one' }, (value) => `${value}m`);
    expect(view.call('')).toMatch(/m.*1/);
  });

  it('calls actions with all arguments and without a result', async () => {
    const seen: unknown[][] = [];
    const view = hooks.tapable('test_async_action', 'action');
    expect(view.isUsed()).toBe(false);
    view.tap('acme', (...args) => seen.push(args));
    expect(view.call(1, 2)).toBeUndefined();
    view.tap('acme', async () => void (await turn()));
    expect(await view.promise(3)).toBeUndefined();
    expect(seen).toEqual([[1, 2], [3]]);
  });

  it('notifies interceptors without letting them interfere', () => {
    const view = hooks.tapable('test_filter', 'filter');
    view.tap('bank', (value) => `${value}a`);
    const seen: unknown[] = [];
    const { remove } = view.intercept({
      call: (...args) => void seen.push(['call', ...args]),
      result: (value) => void seen.push(['result', value]),
      error: (error) => void seen.push(['error', error]),
      done: () => void seen.push('done'),
    });
    hooks.applyFilters('test_other_filter', 'not mine');
    expect(hooks.applyFilters('test_filter', 'x', 1)).toBe('xa');
    hooks.addFilter('test_filter', throwing);
    expect(() => view.call('y')).toThrow(RangeError);
    expect(seen).toEqual([
      ['call', 'x', 1],
      ['result', 'xa'],
      ['call', 'y'],
      ['error', expect.any(RangeError)],
    ]);
    remove();
    expect(() => view.call('z')).toThrow(RangeError);
    expect(seen).toHaveLength(4);
  });

  it('notifies interceptors when an action is done', async () => {
    const view = hooks.tapable('test_async_action', 'action');
    const [done, result] = [vi.fn(), vi.fn()];
    view.intercept({ done, result });
    view.tap('acme', async () => void (await turn()));
    const running = view.promise();
    expect(done).not.toHaveBeenCalled();
    await running;
    expect(done).toHaveBeenCalledOnce();
    expect(result).not.toHaveBeenCalled();
  });

  it('is removed with its owner, including taps and interceptors', () => {
    const call = vi.fn();
    const acme = hooks.forOwner('acme').tapable('test_filter', 'filter');
    acme.tap('one', (value) => `${value}1`);
    acme.tap('two', (value) => `${value}2`);
    acme.intercept({ call });
    hooks.tapable('test_filter', 'filter').tap('bank', (value) => `${value}b`);
    expect(hooks.applyFilters('test_filter', '')).toBe('12b');
    expect(hooks.removeOwner('acme')).toBe(3);
    expect(acme.call('')).toBe('b');
    hooks.removeOwner('bank');
    expect(acme.isUsed()).toBe(false);
    expect(call).toHaveBeenCalledOnce();
  });
});
