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
  description: 'As it was written; only with context=edit and in answers to changes.',
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
  description: 'Addresses of related resources, by relation.',
  additionalProperties: {
    type: 'array',
    items: {
      title: 'ResourceLink',
      ...record('One related resource.', {
        href: { type: 'string', format: 'uri' },
        embeddable: { type: 'boolean', required: false, description: 'It can be part of the answer, with _embed.' },
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
  const shown = [...fields.values()].filter(({ rest }) => rest);
  return {
    type: 'object',
    description: 'Values of the fields that plugins registered.',
    properties: Object.fromEntries(shown.map(({ key, schema }) => [key, { ...schema, required: false }])),
    additionalProperties: false,
  };
}

/** Builds the response schema of a post type. */
export function postSchema(type: PostType, taxonomies: readonly Taxonomy[], fields: MetaFields): JsonSchema {
  const supports = new Set(type.supports);
  const inFull = { required: false, description: 'Not with context=embed.' } as const;
  const members: Record<string, ArgumentSchema> = {
    id: { type: 'integer', minimum: 1 },
    date: { ...moment, description: 'When it was published or is to be; else when it was begun.' },
    date_gmt: { ...moment, description: 'The same: all times are in UTC.' },
    slug: { type: 'string' },
    status: { type: 'string', enum: POST_STATUSES },
    type: { type: 'string' },
    link: { type: ['string', 'null'], description: 'Its page; null while nobody has one for it.' },
    title: record('The title.', { raw: source, rendered: html }),
    locale: { type: 'string', description: 'BCP 47, lower case.' },
    modified: { ...moment, description: 'When it was last changed.' },
    modified_gmt: { ...moment, description: 'The same.' },
    version: { type: 'integer', minimum: 1, description: 'One more with every save.' },
    _links: LINKS,
  };
  if (supports.has('content')) {
    const format = { type: 'string', enum: ['markdown', 'blocks', 'html'], description: 'What it is written in.' };
    const content = record('The text; not with context=embed.', {
      raw: source,
      rendered: html,
      protected: { type: 'boolean' },
      format: format as ArgumentSchema,
    });
    members.content = { ...content, required: false };
  }
  if (supports.has('excerpt')) {
    members.excerpt = record('A short text on it, or its beginning.', {
      raw: source,
      rendered: html,
      protected: { type: 'boolean' },
    });
  }
  if (supports.has('author')) members.author = { ...number, description: 'Id of the user; 0 for none.' };
  if (supports.has('featured-media'))
    members.featured_media = { ...number, description: 'Id of the image; 0 for none.' };
  if (supports.has('menu-order')) members.menu_order = { type: 'integer' };
  if (type.hierarchical) members.parent = { ...number, description: 'Id of the post above; 0 at the top.' };
  if (supports.has('meta')) members.meta = { ...metaSchema(fields), required: false };
  for (const { rest } of taxonomies) {
    if (rest) members[rest.base] = { type: 'array', items: { type: 'integer' }, ...inFull };
  }
  return { title: pascalCase(type.name), ...record(`A post of the type ${type.name}.`, members) };
}

export const WRITABLE = {
  title: { type: 'string', maxLength: 1000 },
  content: { type: 'string', description: 'Source text in the given format.' },
  content_format: { type: 'string', enum: ['markdown', 'blocks', 'html'], description: 'Default markdown.' },
  excerpt: { type: 'string', maxLength: 10_000, description: 'Plain text.' },
  slug: { type: 'string', maxLength: 1000, description: 'A number is put behind it where another post has it.' },
  status: { type: 'string', enum: POST_STATUSES },
  date: { ...MOMENT_ARG, type: ['string', 'null'], description: 'When it was published or is to be.' },
  date_gmt: { ...MOMENT_ARG, type: ['string', 'null'], description: 'The same, under the other name.' },
  author: number,
  parent: { ...number, description: '0 for the top.' },
  featured_media: number,
  menu_order: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  locale: LOCALE_ARG,
  meta: { type: 'object', description: 'Values of registered fields; null takes one away.' },
} as const;

/** Arguments that set the terms of a post, one per taxonomy: ids, primary first. */
export function termArguments(taxonomies: readonly Taxonomy[]): Arguments {
  return Object.fromEntries(
    taxonomies.flatMap(({ name, rest }) =>
      rest ? [[rest.base, { ...IDS, description: `Ids of the taxonomy ${name}; the first is the primary one.` }]] : [],
    ),
  );
}

/** Arguments that include or exclude posts by term. */
export function termFilters(taxonomies: readonly Taxonomy[]): Arguments {
  return Object.fromEntries(
    taxonomies.flatMap(({ rest }) =>
      rest
        ? [
            [rest.base, { ...IDS, description: 'Posts in any of them.' }],
            [`${rest.base}_exclude`, { ...IDS, description: 'Posts in none of them.' }],
          ]
        : [],
    ),
  );
}
