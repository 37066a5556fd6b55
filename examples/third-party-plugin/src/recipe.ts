import type { Tables } from 'mortise';
import { type Selectable, utc } from 'mortise/database';
import type { JsonSchema } from 'mortise/rest';

export const MAX_PORTIONS = 12;

/** Recipe, as seen by hooks, routes and the plugin's API. */
export interface Recipe {
  readonly id: number;
  readonly title: string;
  /** Instructions as plain text. */
  readonly method: string;
  readonly portions: number;
  readonly authorId: number | null;
  readonly timesCooked: number;
  readonly createdAt: Date;
}

/** Fields of a recipe that its author sets. */
export interface RecipeInput {
  readonly title: string;
  readonly method: string;
  readonly portions: number;
}

/** Recipe in REST responses. */
export const recipeSchema = {
  type: 'object',
  title: 'Recipe',
  properties: {
    id: { type: 'integer', required: true },
    title: { type: 'string', required: true },
    method: { type: 'string', required: true },
    portions: { type: 'integer', required: true },
    author: { type: ['integer', 'null'], required: true },
    times_cooked: { type: 'integer', required: true },
    created_at: { type: 'string', format: 'date-time', required: true },
    link: { type: 'string', format: 'uri', required: true },
  },
} as const satisfies JsonSchema;

export function toRecipe(row: Selectable<Tables['acme_recipes']>): Recipe {
  return {
    id: row.id,
    title: row.title,
    method: row.method,
    portions: row.portions,
    authorId: row.author_id,
    timesCooked: row.times_cooked,
    createdAt: utc.decode(row.created_at),
  };
}
