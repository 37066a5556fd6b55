import type { OwnedHooks } from 'mortise/hooks';
import type { Recipe } from './recipe.js';

declare module 'mortise' {
  interface Actions {
    /**
     * A recipe was cooked and the change was committed. Delivery is at least once: listeners may receive an event twice
     * and can tell by the id from `outbox.current()`.
     */
    acme_recipe_cooked(recipe: Recipe, portions: number): void | Promise<void>;
  }
  interface Filters {
    /** Badges next to a recipe's title, e.g. `Vegan`. Plain text; the page escapes it. */
    acme_recipe_badges(badges: readonly string[], recipe: Recipe): readonly string[] | Promise<readonly string[]>;
  }
}

/** Defines the plugin's hooks: badge callbacks may fail, cooking listeners must not. */
export function defineHooks({ define }: OwnedHooks): void {
  define('acme_recipe_cooked', { kind: 'action', since: '1.0.0', async: 'allowed' });
  define('acme_recipe_badges', {
    kind: 'filter',
    since: '1.0.0',
    async: 'allowed',
    decorating: true,
    timeoutMs: 1_000,
    accepts: Array.isArray,
  });
}
