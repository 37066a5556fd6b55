/** Kind of hook: an action is an event, a filter passes a value that callbacks may change. */
export type HookKind = 'action' | 'filter';

/**
 * Value, or a promise of it: the return type of a filter whose callbacks may be asynchronous.
 *
 *     acme_recipe_price(cents: number, recipe: Recipe): Awaitable<number>;
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Declared actions (events) by name. Core and plugins add theirs by declaration merging, as methods, so that argument
 * names, types and comments show up where the hook is used:
 *
 *     declare module 'mortise' {
 *       interface Actions {
 *         acme_recipe_cooked(recipe: Recipe): void;
 *         acme_recipe_shared(recipe: Recipe): void | Promise<void>;
 *         [name: `acme_recipe_${number}_cooked`]: (recipe: Recipe) => void;
 *       }
 *     }
 *
 * An action declared as `void` can be fired with either verb and takes synchronous callbacks only. One declared as
 * `void | Promise<void>` also takes asynchronous callbacks and can be fired with `doActionAsync` only.
 */
// biome-ignore lint/suspicious/noEmptyInterface: plugins that declare hooks merge into it
export interface Actions {}

/**
 * Declared filters (values that callbacks may change) by name. The first parameter is the value, and the return type is what a
 * callback returns in its place; the other arguments stay the same.
 *
 *     declare module 'mortise' {
 *       interface Filters {
 *         acme_recipe_title(title: string, recipe: Recipe): string;
 *         acme_recipe_price(cents: number, recipe: Recipe): number | Promise<number>;
 *       }
 *     }
 *
 * A filter declared with `| Promise<...>` takes asynchronous callbacks and can be applied with `applyFiltersAsync`
 * only. Without it, callbacks are synchronous and either verb applies it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: plugins that declare hooks merge into it
export interface Filters {}
