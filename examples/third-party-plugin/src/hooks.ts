import type { OwnedHooks } from 'mortise';
import type { Recipe } from './recipe.js';

declare module 'mortise' {
  interface Actions {
    /**
     * A recipe was cooked, and that is in the database. It is announced: listeners may hear of one cooking twice, and
     * `outbox.current()` tells them its id.
     */
    acme_recipe_cooked(recipe: Recipe, portions: number): void | Promise<void>;
  }
  interface Filters {
    /** What stands beside the title of a recipe, e.g. `Vegan`. Plain text; the page escapes it. */
    acme_recipe_badges(badges: readonly string[], recipe: Recipe): readonly string[] | Promise<readonly string[]>;
  }
}

/** Says what the plugin's hooks are: what badges add can be left out, what listens to cooking must not be. */
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
