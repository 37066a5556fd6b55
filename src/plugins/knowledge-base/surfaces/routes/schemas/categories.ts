import type { JsonSchema } from '../../../../../rest.js';
import { ACCESS, ACCESS_RULE } from './access.js';
import { SEO } from './articles.js';
import { address, id, links, list, locale, record } from './members.js';

/** Schema of a category, see `CategoryView`; with children in a tree. */
export const CATEGORY: JsonSchema = {
  ...record('Category', 'Category of the knowledge base.', {
    id,
    slug: { type: 'string' },
    path: { type: 'string', description: 'Slugs from the top level.' },
    name: { type: 'string' },
    description: record(null, 'Text above its articles.', {
      raw: { type: 'string', description: 'Markdown.' },
      rendered: { type: 'string', description: 'HTML.' },
    }),
    parent: { type: 'integer', minimum: 0, description: 'ID of the parent category; 0: top level.' },
    order: { type: 'integer' },
    icon: { type: ['string', 'null'] },
    color: { type: ['string', 'null'], description: '#rrggbb.' },
    image: { type: 'integer', minimum: 0, description: 'Media library ID; 0: none.' },
    seo: SEO,
    count: { type: 'integer', minimum: 0, description: 'Number of published articles directly in it.' },
    count_total: {
      type: 'integer',
      minimum: 0,
      required: false,
      description: 'Number of published articles directly in it, including hidden ones; only with context=edit.',
    },
    access: ACCESS,
    access_rule: { ...ACCESS_RULE, required: false },
    depth: { type: 'integer', minimum: 0 },
    locale,
    translations: {
      type: 'object',
      description: 'IDs of translations, by locale.',
      additionalProperties: { type: 'integer' },
    },
    link: { ...address, description: 'Its page.' },
    children: { ...list({ $ref: '#category' }, 'Only with tree=true.'), required: false },
    _links: links,
  }),
  $anchor: 'category',
};

export const CATEGORIES: JsonSchema = list(CATEGORY);

export const DELETED_CATEGORY: JsonSchema = record('DeletedCategory', 'Deleted category.', {
  deleted: { type: 'boolean' },
  previous: CATEGORY,
});
