import type { PageInfo } from '../../../../rest.js';
import { MAX_ORDER } from '../../domain/article-order/numbers.js';

/** REST namespace of the knowledge base. */
export const NAMESPACE = 'vendor-kb/v1';

/** Maximum body size: 2 MiB, since articles may be long. */
export const BODY_LIMIT = 2 * 1024 * 1024;

export const ID_ARG = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Position among siblings. */
export const ORDER_ARG = { type: 'integer', minimum: -MAX_ORDER, maximum: MAX_ORDER } as const;

/** A title or name: 1 to 200 characters, not all blank. */
export const TITLE_ARG = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  validate: (value: unknown): true | string =>
    String(value).trim() !== '' || 'Enter at least one character other than a space.',
  sanitize: (value: unknown): string => String(value).trim(),
} as const;

export const CONTEXT_ARG = {
  type: 'string',
  enum: ['view', 'embed', 'edit'],
  default: 'view',
  description:
    'edit includes source text and requires permission to edit; in lists, articles that the caller cannot edit are as in view. embed is the format of _embed.',
} as const;

/** Maximum number of items in a list of an argument. */
export const MAX_ITEMS = 100;

export const IDS_ARG = { type: 'array', items: { type: 'integer' }, maxItems: MAX_ITEMS } as const;

/** A list of slugs or tags. */
export const TEXTS_ARG = { type: 'array', items: { type: 'string', maxLength: 191 }, maxItems: MAX_ITEMS } as const;

/** Query parameters shared by lists. */
export const COLLECTION_ARGS = {
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  offset: { type: 'integer', minimum: 0, maximum: 100_000_000, description: 'Alternative to page.' },
  order: { type: 'string', enum: ['asc', 'desc'] },
  search: { type: 'string', maxLength: 200 },
  include: IDS_ARG,
  exclude: IDS_ARG,
  context: CONTEXT_ARG,
} as const;

/** Joins the values of an argument and of its other name; undefined if neither is given. */
export function concatenated<Item>(
  one: readonly Item[] | undefined,
  other: readonly Item[] | undefined,
): readonly Item[] | undefined {
  return one && other ? [...one, ...other] : (one ?? other);
}

/** Returns the page's position in the list, for headers and links. */
export function pageOf(args: { page: number; per_page: number; offset?: number }, total: number): PageInfo {
  return { page: args.page, perPage: args.per_page, total, offset: args.offset };
}

export function offsetOf(args: { page: number; per_page: number; offset?: number }): number {
  return args.offset ?? (args.page - 1) * args.per_page;
}

export const ARTICLE_TAGS = ['Knowledge base: articles'];
