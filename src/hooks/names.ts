/** Things that happen, or values that callbacks may change. */
export type HookKind = 'action' | 'filter';

/**
 * The actions of a site by name: things that happen. Empty here; core and plugins add theirs by declaration merging,
 * as methods, so that argument names, types and the comment show up where the hook is used:
 *
 *     declare module 'mortise' {
 *       interface Actions {
 *         acme_recipe_cooked(recipe: Recipe): void;
 *         acme_recipe_shared(recipe: Recipe): void | Promise<void>;
 *         [name: `acme_recipe_${number}_cooked`]: (recipe: Recipe) => void;
 *       }
 *     }
 *
 * An action that is declared `void` is fired by either verb and takes synchronous callbacks only. One that is declared
 * `void | Promise<void>` takes asynchronous callbacks too and is fired by `doActionAsync` alone.
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by whoever declares a hook
export interface Actions {}

/**
 * The filters of a site by name: values that callbacks may change. The first parameter is the value, the return type
 * is what a callback gives back in its place; the other arguments stay as they are.
 *
 *     declare module 'mortise' {
 *       interface Filters {
 *         acme_recipe_title(title: string, recipe: Recipe): string;
 *         acme_recipe_price(cents: number, recipe: Recipe): number | Promise<number>;
 *       }
 *     }
 *
 * A filter that is declared with `| Promise<...>` takes asynchronous callbacks and is applied by `applyFiltersAsync`
 * alone; without it callbacks are synchronous and either verb applies it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by whoever declares a hook
export interface Filters {}
