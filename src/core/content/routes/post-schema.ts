import type { Arguments } from '../../rest/route.js';
import type { ArgumentSchema, JsonSchema } from '../../schema/schema.js';
import { POST_STATUSES } from '../statuses.js';
import type { MetaFields } from '../types/meta-field.js';
import type { PostType } from '../types/post-type.js';
import type { Taxonomy } from '../types/taxonomy.js';
import { IDS, LOCALE_ARG, MOMENT_ARG } from './shared.js';

const moment = { type: 'string', format: 'date-time' } as const;
const number = { type: 'integer', minimum: 0 } as const;
const source = {
  type: 'string',
  required: false,
  description: 'Source text; only with context=edit and in responses to changes.',
} as const;
const html = { type: 'string', description: 'HTML.' } as const;

/** Builds the schema of an object. Its members are required unless they have `required: false`. */
export function record(description: string, members: Readonly<Record<string, ArgumentSchema>>): JsonSchema {
  const properties = Object.entries(members).map(([name, member]) => [name, { required: true, ...member }]);
  return { type: 'object', description, properties: Object.fromEntries(properties) };
}

export const LINKS: JsonSchema = {
  type: 'object',
  title: 'Links',
  description: 'URLs of related resources, by relation.',
  additionalProperties: {
    type: 'array',
    items: {
      title: 'ResourceLink',
      ...record('Related resource.', {
        href: { type: 'string', format: 'uri' },
        embeddable: { type: 'boolean', required: false, description: 'Whether _embed can include it.' },
      }),
    },
  },
};

/** Converts `recipe_book` and `recipe-book` to `RecipeBook`. */
export function pascalCase(name: string): string {
  return name
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function metaSchema(fields: MetaFields): JsonSchema {
  const restFields = [...fields.values()].filter(({ rest }) => rest);
  return {
    type: 'object',
    description: 'Values of registered fields.',
    properties: Object.fromEntries(restFields.map(({ key, schema }) => [key, { ...schema, required: false }])),
    additionalProperties: false,
  };
}

/** Builds the response schema of a post type. */
export function postSchema(type: PostType, taxonomies: readonly Taxonomy[], fields: MetaFields): JsonSchema {
  const supports = new Set(type.supports);
  const inFull = { required: false, description: 'Absent with context=embed.' } as const;
  const members: Record<string, ArgumentSchema> = {
    id: { type: 'integer', minimum: 1 },
    date: { ...moment, description: 'Publication date, also of scheduled posts; otherwise the creation date.' },
    date_gmt: { ...moment, description: 'Same value: all times are in UTC.' },
    slug: { type: 'string' },
    status: { type: 'string', enum: POST_STATUSES },
    type: { type: 'string' },
    link: { type: ['string', 'null'], description: 'URL of its page; null without a page.' },
    title: record('Title.', { raw: source, rendered: html }),
    locale: { type: 'string', description: 'BCP 47, lowercase.' },
    modified: { ...moment, description: 'Last change.' },
    modified_gmt: { ...moment, description: 'Same value.' },
    version: { type: 'integer', minimum: 1, description: 'Increases with every save.' },
    _links: LINKS,
  };
  if (supports.has('content')) {
    const format = { type: 'string', enum: ['markdown', 'blocks', 'html'], description: 'Format of the source text.' };
    const content = record('Content; absent with context=embed.', {
      raw: source,
      rendered: html,
      protected: { type: 'boolean' },
      format: format as ArgumentSchema,
    });
    members.content = { ...content, required: false };
  }
  if (supports.has('excerpt')) {
    members.excerpt = record('Summary, or the beginning of the content.', {
      raw: source,
      rendered: html,
      protected: { type: 'boolean' },
    });
  }
  if (supports.has('author')) members.author = { ...number, description: 'ID of the user; 0: none.' };
  if (supports.has('featured-media')) members.featured_media = { ...number, description: 'ID of the image; 0: none.' };
  if (supports.has('menu-order')) members.menu_order = { type: 'integer' };
  if (type.hierarchical) members.parent = { ...number, description: 'ID of the parent post; 0: top level.' };
  if (supports.has('meta')) members.meta = { ...metaSchema(fields), required: false };
  for (const { rest } of taxonomies) {
    if (rest) members[rest.base] = { type: 'array', items: { type: 'integer' }, ...inFull };
  }
  return { title: pascalCase(type.name), ...record(`Post of the type ${type.name}.`, members) };
}

export const WRITABLE = {
  title: { type: 'string', maxLength: 1000 },
  content: { type: 'string', description: 'Source text in the given format.' },
  content_format: { type: 'string', enum: ['markdown', 'blocks', 'html'], description: 'Default markdown.' },
  excerpt: { type: 'string', maxLength: 10_000, description: 'Plain text.' },
  slug: { type: 'string', maxLength: 1000, description: 'A number is appended if another post has the slug.' },
  status: { type: 'string', enum: POST_STATUSES },
  date: { ...MOMENT_ARG, type: ['string', 'null'], description: 'Publication date.' },
  date_gmt: { ...MOMENT_ARG, type: ['string', 'null'], description: 'Alias of the same value.' },
  author: number,
  parent: { ...number, description: '0: top level.' },
  featured_media: number,
  menu_order: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  locale: LOCALE_ARG,
  meta: { type: 'object', description: 'Values of registered fields; null deletes one.' },
} as const;

/** Arguments that set the terms of a post, one per taxonomy: ids, primary first. */
export function termArguments(taxonomies: readonly Taxonomy[]): Arguments {
  return Object.fromEntries(
    taxonomies.flatMap(({ name, rest }) =>
      rest ? [[rest.base, { ...IDS, description: `IDs of the taxonomy ${name}; the first is the primary one.` }]] : [],
    ),
  );
}

/** Arguments that include or exclude posts by term. */
export function termFilters(taxonomies: readonly Taxonomy[]): Arguments {
  return Object.fromEntries(
    taxonomies.flatMap(({ rest }) =>
      rest
        ? [
            [rest.base, { ...IDS, description: 'Only posts with any of these terms.' }],
            [`${rest.base}_exclude`, { ...IDS, description: 'Only posts without these terms.' }],
          ]
        : [],
    ),
  );
}
