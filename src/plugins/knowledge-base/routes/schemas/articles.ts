import type { JsonSchema } from '../../../../index.js';
import { ARTICLE_STATUSES } from '../../article.js';
import { ACCESS, ACCESS_RULE } from './access.js';
import { address, id, links, list, locale, moment, record } from './members.js';
import { ARTICLE_RATING } from './opinions.js';

const source = {
  type: 'string',
  required: false,
  description: 'As it was written; only with context=edit and in answers to changes.',
} as const;

export const TOC: JsonSchema = list(
  record('Heading', 'A heading of the text.', {
    id: { type: 'string', description: 'Fragment of its address.' },
    level: { type: 'integer', minimum: 1, maximum: 6 },
    text: { type: 'string' },
  }),
  'The headings in order.',
);

/** See `SeoView`. */
export const SEO: JsonSchema = record('Seo', 'What search engines and networks are told; empty texts say nothing.', {
  title: { type: 'string' },
  description: { type: 'string' },
  canonical: { type: 'string', description: 'Absolute address of the original.' },
  noindex: { type: 'boolean' },
  og_image: { type: 'integer', minimum: 0, description: 'Id in the media library; 0 for none.' },
});

/** Schema of an article in the contexts `view` and `edit`, see `ArticleView`. */
export const ARTICLE: JsonSchema = record('Article', 'An article of the knowledge base.', {
  id,
  slug: { type: 'string' },
  path: { type: 'string', description: 'Categories and slug, as in the address of its page.' },
  link: { ...address, description: 'Its page.' },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  title: record(null, 'The title.', { raw: source, rendered: { type: 'string', description: 'HTML.' } }),
  content: record(null, 'The text.', {
    raw: source,
    rendered: { type: 'string', description: 'HTML.' },
    format: { type: 'string', enum: ['markdown', 'blocks', 'html'], description: 'What the source is written in.' },
    protected: { type: 'boolean', description: 'Only its teaser is here, for who may not read it.' },
  }),
  excerpt: record(null, 'A short text on it, or its opening.', {
    raw: source,
    rendered: { type: 'string', description: 'HTML.' },
  }),
  author: { type: 'integer', minimum: 0, description: 'Id of the user; 0 for none.' },
  categories: list({ type: 'integer' }, 'Ids; the first is the primary one, which gives the address.'),
  tags: list({ type: 'string' }),
  order: { type: 'integer', description: 'Place within the primary category.' },
  locale,
  translations: {
    type: 'object',
    description: 'Ids of the same article in other languages, by locale.',
    additionalProperties: { type: 'integer' },
  },
  version: { type: 'integer', minimum: 1, description: 'One more with every save.' },
  date: { ...moment, description: 'When it was created.' },
  modified: { ...moment, description: 'When it was last changed.' },
  published_at: { ...moment, type: ['string', 'null'], description: 'When it was first published.' },
  word_count: { type: 'integer', minimum: 0 },
  reading_time: { type: 'integer', minimum: 1, description: 'Minutes.' },
  toc: TOC,
  redirects: list({ type: 'string' }, 'Old paths that lead here.'),
  sticky: { type: 'boolean' },
  contributors: list({ type: 'integer' }, 'Ids of the users who wrote it besides the author.'),
  featured_media: { type: 'integer', minimum: 0, description: 'Id in the media library; 0 for none.' },
  review_by: { type: ['string', 'null'], format: 'date', description: 'The last day on which it is vouched for.' },
  reviewed_at: { ...moment, type: ['string', 'null'], description: 'When that day was last put off.' },
  stale: { type: 'boolean', description: 'That day is over where the site is.' },
  views: { type: 'integer', minimum: 0 },
  attachments_count: { type: 'integer', minimum: 0 },
  seo: SEO,
  related: {
    ...list({ type: 'integer' }, 'Ids of the articles that its author offers below it; only with context=edit.'),
    required: false,
  },
  search_aliases: {
    ...list({ type: 'string' }, 'What people look for it by who use other words; only with context=edit.'),
    required: false,
  },
  parent_revision: {
    type: ['integer', 'null'],
    required: false,
    description: 'The version that the present one was restored from; only with context=edit.',
  },
  access: ACCESS,
  access_rule: { ...ACCESS_RULE, required: false },
  rating: ARTICLE_RATING,
  meta: {
    type: 'object',
    description: 'Fields that plugins have registered; empty for who may not read the article.',
    additionalProperties: {},
  },
  _links: links,
});

export const ARTICLES: JsonSchema = list(ARTICLE);

export const DELETED_ARTICLE: JsonSchema = record('DeletedArticle', 'What became of an article.', {
  deleted: { type: 'boolean', description: 'It is gone for good.' },
  trashed: { type: 'boolean', required: false, description: 'It is in the trash and can come back.' },
  previous: ARTICLE,
});
