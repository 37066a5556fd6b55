import type { OwnedAccess } from 'mortise/access';
import type { Recipe } from './recipe.js';
import type { Recipes } from './recipes.js';

declare module 'mortise' {
  interface Capabilities {
    cook_recipes: true;
    edit_recipes: true;
    edit_others_recipes: true;
    manage_recipes: true;
    /** Checked for a specific recipe. */
    edit_recipe: Recipe;
  }
}

/** Registers the permissions. No role is special, so each one is listed, including the administrator. */
export function registerCapabilities(access: OwnedAccess, recipes: Recipes): void {
  access.capability('cook_recipes', {
    label: 'Cook recipes',
    roles: ['administrator', 'editor', 'author', 'contributor', 'subscriber'],
  });
  access.capability('edit_recipes', { label: 'Write recipes', roles: ['administrator', 'editor', 'author'] });
  access.capability('edit_others_recipes', { label: 'Edit recipes by others', roles: ['administrator', 'editor'] });
  access.capability('manage_recipes', { label: 'Manage recipes', roles: ['administrator', 'editor'] });
  access.meta(
    'edit_recipe',
    (user, { authorId }) => (authorId === user.id ? ['edit_recipes'] : ['edit_recipes', 'edit_others_recipes']),
    { load: (id) => recipes.get(Number(id)) },
  );
}
