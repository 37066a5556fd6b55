import type { Site } from 'mortise';
import { type OwnedRest, paginate } from 'mortise/rest';
import { MAX_PORTIONS, type Recipe, recipeSchema } from './recipe.js';
import type { Recipes } from './recipes.js';

const title = { type: 'string', minLength: 1, maxLength: 200 } as const;
const method = { type: 'string', maxLength: 20_000 } as const;
const portions = { type: 'integer', minimum: 1, maximum: MAX_PORTIONS } as const;

export function registerRoutes(rest: OwnedRest, recipes: Recipes, site: Site): void {
  const show = (recipe: Recipe) => ({
    id: recipe.id,
    title: recipe.title,
    method: recipe.method,
    portions: recipe.portions,
    author: recipe.authorId,
    times_cooked: recipe.timesCooked,
    created_at: recipe.createdAt.toISOString(),
    link: site.url(`/recipes/${recipe.id}`),
  });

  rest.route('acme/v1', {
    method: 'GET',
    path: '/recipes',
    summary: 'List recipes',
    args: {
      search: { type: 'string', maxLength: 100, default: '' },
      page: { type: 'integer', minimum: 1, default: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
    permission: 'public',
    returns: { type: 'array', items: recipeSchema },
    async handler({ args: { search, page, per_page: perPage } }) {
      const found = await recipes.list({ search, page, perPage });
      return paginate(found.recipes.map(show), { page, perPage, total: found.total });
    },
  });

  rest.route('acme/v1', {
    method: 'POST',
    path: '/recipes',
    summary: 'Write a recipe',
    args: {
      title: { ...title, required: true },
      method: { ...method, default: '' },
      portions: { ...portions, default: 4 },
    },
    permission: 'edit_recipes',
    returns: recipeSchema,
    successStatus: 201,
    handler: async ({ args, user }) => show(await recipes.create(args, user)),
  });

  rest.group(
    'acme/v1',
    {
      path: '/recipes/{id}',
      args: { id: { type: 'integer', minimum: 1 } },
      permission: { capability: 'edit_recipe', object: ({ args }) => recipes.require(args.id) },
    },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'Read a recipe',
        permission: 'public',
        returns: recipeSchema,
        handler: async ({ args }) => show(await recipes.require(args.id)),
      });
      endpoint({
        method: 'PUT',
        summary: 'Change a recipe',
        args: { title, method, portions },
        returns: recipeSchema,
        handler: async ({ args: { id, ...changes } }) => show(await recipes.update(id, changes)),
      });
      endpoint({
        method: 'DELETE',
        summary: 'Delete a recipe',
        handler: ({ object }) => recipes.delete(object.id),
      });
    },
  );

  rest.route('acme/v1', {
    method: 'POST',
    path: '/recipes/{id}/cook',
    summary: 'Cook a recipe',
    args: { id: { type: 'integer', minimum: 1 }, portions: { ...portions, default: 2 } },
    permission: 'cook_recipes',
    rateLimit: { max: 10, window: '1m', by: 'user', name: 'cooking' },
    returns: recipeSchema,
    handler: async ({ args, user }) => show(await recipes.cook(args.id, args.portions, user)),
  });
}
