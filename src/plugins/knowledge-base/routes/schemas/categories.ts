import type { JsonSchema } from '../../../../index.js';
import { ACCESS, ACCESS_RULE } from './access.js';
import { SEO } from './articles.js';
import { address, id, links, list, locale, record } from './members.js';

/** Schema of a category, see `CategoryView`; with children in a tree. */
export const CATEGORY: JsonSchema = {
  ...record('Category', 'A category of the knowledge base.', {
    id,
    slug: { type: 'string' },
    path: { type: 'string', description: 'Slugs from the top level down.' },
    name: { type: 'string' },
    description: record(null, 'The text above its articles.', {
      raw: { type: 'string', description: 'Markdown.' },
      rendered: { type: 'string', description: 'HTML.' },
    }),
    parent: { type: 'integer', minimum: 0, description: 'Id of the category above; 0 at the top level.' },
    order: { type: 'integer' },
    icon: { type: ['string', 'null'] },
    color: { type: ['string', 'null'], description: '#rrggbb.' },
    image: { type: 'integer', minimum: 0, description: 'Id in the media library; 0 for none.' },
    seo: SEO,
    count: { type: 'integer', minimum: 0, description: 'Published articles directly in it.' },
    count_total: {
      type: 'integer',
      minimum: 0,
      required: false,
      description: 'All published articles directly in it; only with context=edit.',
    },
    access: ACCESS,
    access_rule: { ...ACCESS_RULE, required: false },
    depth: { type: 'integer', minimum: 0 },
    locale,
    translations: {
      type: 'object',
      description: 'Ids of the same category in other languages, by locale.',
      additionalProperties: { type: 'integer' },
    },
    link: { ...address, description: 'Its page.' },
    children: { ...list({ $ref: '#category' }, 'Only with tree=true.'), required: false },
    _links: links,
  }),
  $anchor: 'category',
};

export const CATEGORIES: JsonSchema = list(CATEGORY);

export const DELETED_CATEGORY: JsonSchema = record('DeletedCategory', 'A category that is gone.', {
  deleted: { type: 'boolean' },
  previous: CATEGORY,
});
