import { HostError, type User } from 'mortise';
import { contains, type Database, utc } from 'mortise/database';
import type { Outbox } from 'mortise/webhooks';
import { type Recipe, type RecipeInput, toRecipe } from './recipe.js';

export interface RecipePage {
  readonly recipes: readonly Recipe[];
  readonly total: number;
}

export interface RecipeQuery {
  /** Part of the title. */
  readonly search?: string;
  readonly orderBy?: 'title' | 'times_cooked' | 'created_at';
  readonly direction?: 'asc' | 'desc';
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Recipes of a site: the only code that accesses their table. */
export interface Recipes {
  get(id: number): Promise<Recipe | null>;
  /** @throws HostError 404 `acme_recipe_missing` */
  require(id: number): Promise<Recipe>;
  list(query: RecipeQuery): Promise<RecipePage>;
  create(input: RecipeInput, author: User): Promise<Recipe>;
  update(id: number, changes: Partial<RecipeInput>): Promise<Recipe>;
  delete(id: number): Promise<void>;
  /** Records that a user cooked the recipe and announces `acme_recipe_cooked` in the same transaction. */
  cook(id: number, portions: number, cook: User): Promise<Recipe>;
}

export function createRecipes(db: Database, outbox: Outbox): Recipes {
  const recipes: Recipes = {
    async get(id) {
      const row = await db.query.selectFrom('acme_recipes').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toRecipe(row) : null;
    },

    async require(id) {
      const recipe = await recipes.get(id);
      if (!recipe) throw new HostError('acme_recipe_missing', `There is no recipe ${id}.`, { status: 404 });
      return recipe;
    },

    async list({ search = '', orderBy = 'title', direction = 'asc', page, perPage }) {
      let matching = db.query.selectFrom('acme_recipes');
      if (search !== '') {
        matching = matching.where(({ fn }) => contains(fn('lower', ['title']), search.toLowerCase()));
      }
      const [rows, count] = await Promise.all([
        matching
          .selectAll()
          .orderBy(orderBy, direction)
          .orderBy('id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { recipes: rows.map(toRecipe), total: Number(count.total) };
    },

    async create({ title, method, portions }, author) {
      const row = await db.insertOne('acme_recipes', {
        title,
        method,
        portions,
        author_id: author.id,
        created_at: utc.encode(new Date()),
      });
      return toRecipe(row);
    },

    async update(id, { title, method, portions }) {
      await db.query
        .updateTable('acme_recipes')
        .set({
          ...(title !== undefined && { title }),
          ...(method !== undefined && { method }),
          ...(portions !== undefined && { portions }),
        })
        .where('id', '=', id)
        .execute();
      return recipes.require(id);
    },

    delete: (id) =>
      db.transaction(async () => {
        await db.query.deleteFrom('acme_cookings').where('recipe_id', '=', id).execute();
        await db.query.deleteFrom('acme_recipes').where('id', '=', id).execute();
      }),

    cook: (id, portions, cook) =>
      db.transaction(async () => {
        await db.query
          .updateTable('acme_recipes')
          .set(({ eb }) => ({ times_cooked: eb('times_cooked', '+', 1) }))
          .where('id', '=', id)
          .execute();
        const recipe = await recipes.require(id);
        await db.insertOne('acme_cookings', {
          recipe_id: id,
          user_id: cook.id,
          portions,
          cooked_at: utc.encode(new Date()),
        });
        await outbox.announce('acme_recipe_cooked', recipe, portions);
        return recipe;
      }),
  };
  return recipes;
}
