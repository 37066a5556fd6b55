/**
 * Calls that must compile and calls that must not. The type check is the test: each `@ts-expect-error` fails it when the
 * line below compiles. No code here runs.
 */
import type { Hooks } from '../../src/hooks/hooks.js';
import './declared.js';

export async function types(hooks: Hooks): Promise<void> {
  // Callbacks have the declared parameters without an annotation.
  hooks.addFilter('test_filter', (value) => value.toUpperCase());
  hooks.addFilter('test_filter', (value, ...args) => `${value}${args.length}`);
  hooks.addAction('test_saved_post', (id) => void id.toFixed());
  hooks.addAction('test_action', (...args) => args.push());
  hooks.addFilter('test_async_filter', async (value) => value.trim());
  hooks.addFilter('test_async_filter', (value) => value.trim());
  hooks.addAction('test_async_action', async () => {});

  // Results have the declared type.
  const text: string = hooks.applyFilters('test_filter', 'x', 1, 2);
  const later: string = await hooks.applyFiltersAsync('test_async_filter', text);
  const settled: Promise<string | null> = hooks.applyFiltersAsync('test_nullable_filter', later);
  hooks.doAction('test_saved_post', 7);
  await hooks.doActionAsync('test_saved_post', 7);
  hooks.filter('test_filter').apply('x');
  await hooks.filter('test_async_filter').applyAsync((await settled) ?? '');
  hooks.action('test_saved_page').do(7);

  // @ts-expect-error an unknown name
  hooks.addFilter('test_unknown', () => 'x');
  // @ts-expect-error an unknown name
  hooks.doAction('test_unknown');
  // @ts-expect-error an action is not a filter
  hooks.addFilter('test_action', (value: unknown) => value);
  // @ts-expect-error a callback without return
  hooks.addFilter('test_filter', () => {});
  // @ts-expect-error a return value of another type
  hooks.addFilter('test_filter', () => 7);
  // @ts-expect-error null where it was not declared
  hooks.addFilter('test_filter', () => null);
  // @ts-expect-error a parameter that is narrower than declared
  hooks.addFilter('test_filter', (value: 'narrow') => value);
  // @ts-expect-error an asynchronous callback on a synchronous filter
  hooks.addFilter('test_filter', async (value) => value);
  // @ts-expect-error an asynchronous callback on a synchronous action
  hooks.addAction('test_action', async () => {});
  // @ts-expect-error a parameter of another type
  hooks.addAction('test_saved_post', (id: string) => void id);
  // @ts-expect-error an argument of another type
  hooks.doAction('test_saved_post', '7');
  // @ts-expect-error a missing argument
  hooks.doAction('test_saved_post');
  // @ts-expect-error an argument too many
  hooks.doAction('test_other_action', 1);
  // @ts-expect-error a value of another type
  hooks.applyFilters('test_filter', 7);
  // @ts-expect-error a missing value
  hooks.applyFilters('test_filter');
  // @ts-expect-error a synchronous dispatch of what may be asynchronous
  hooks.applyFilters('test_async_filter', 'x');
  // @ts-expect-error a synchronous dispatch of what may be asynchronous
  hooks.doAction('test_async_action');
  // @ts-expect-error a synchronous dispatch through the handle
  hooks.filter('test_async_filter').apply('x');
  // @ts-expect-error an unknown event
  hooks.on('hookChanged', () => {});

  const answer: string | null = hooks.bail('test_nullable_filter', null);
  hooks.define('test_filter', { kind: 'filter', onError: 'isolate' });
  hooks.define('test_saved_{type}', { kind: 'action' });
  // @ts-expect-error the definition of an unknown name
  hooks.define('test_unknown', { kind: 'filter' });
  // @ts-expect-error an answer of another type
  const wrong: number = hooks.bail('test_filter', answer ?? '');
  // @ts-expect-error a promise that is not awaited
  hooks.bail('test_async_filter', `${wrong}`);

  const owned = hooks.forOwner('acme');
  owned.addFilter('test_filter', (value) => value, { priority: 20, id: 'one' });
  // @ts-expect-error another owner
  owned.addFilter('test_filter', (value) => value, { owner: 'bank' });
  // @ts-expect-error the removal of what others have added
  owned.removeAllFilters('test_filter');
}
