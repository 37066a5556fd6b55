import type { JsonSchema } from '../../../../../rest.js';
import { ARTICLE_STATUSES } from '../../../domain/articles/article.js';
import { ACCESS, ACCESS_RULE } from './access.js';
import { ARTICLE_RATING } from './feedback-and-ratings.js';
import { address, id, links, list, locale, moment, record } from './members.js';

const source = {
  type: 'string',
  required: false,
  description: 'Source text; only with context=edit and in responses to changes.',
} as const;

export const TOC: JsonSchema = list(
  record('Heading', 'Heading of the text.', {
    id: { type: 'string', description: 'Fragment of its URL.' },
    level: { type: 'integer', minimum: 1, maximum: 6 },
    text: { type: 'string' },
  }),
  'Headings in order.',
);

/** See `SeoView`. */
export const SEO: JsonSchema = record(
  'Seo',
  'Metadata for search engines and social networks; empty strings are unset.',
  {
    title: { type: 'string' },
    description: { type: 'string' },
    canonical: { type: 'string', description: 'Canonical URL, absolute.' },
    noindex: { type: 'boolean' },
    og_image: { type: 'integer', minimum: 0, description: 'Media library ID; 0: none.' },
  },
);

/** Schema of an article in the contexts `view` and `edit`, see `ArticleView`. */
export const ARTICLE: JsonSchema = record('Article', 'Article of the knowledge base.', {
  id,
  slug: { type: 'string' },
  path: { type: 'string', description: 'Category path and slug, as in the URL of its page.' },
  link: { ...address, description: 'Its page.' },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  title: record(null, 'The title.', { raw: source, rendered: { type: 'string', description: 'HTML.' } }),
  content: record(null, 'The text.', {
    raw: source,
    rendered: { type: 'string', description: 'HTML.' },
    format: { type: 'string', enum: ['markdown', 'blocks', 'html'], description: 'Format of the source text.' },
    protected: { type: 'boolean', description: 'Only the teaser is included because the caller cannot read it.' },
  }),
  excerpt: record(null, 'Excerpt, or the beginning of the text.', {
    raw: source,
    rendered: { type: 'string', description: 'HTML.' },
  }),
  author: { type: 'integer', minimum: 0, description: 'ID of the user; 0: none.' },
  categories: list({ type: 'integer' }, 'IDs; the first is the primary one, which determines the URL.'),
  tags: list({ type: 'string' }),
  order: { type: 'integer', description: 'Position in the primary category.' },
  locale,
  translations: {
    type: 'object',
    description: 'IDs of translations, by locale.',
    additionalProperties: { type: 'integer' },
  },
  version: { type: 'integer', minimum: 1, description: 'Increases with every save.' },
  date: { ...moment, description: 'Creation date.' },
  modified: { ...moment, description: 'Last change.' },
  published_at: { ...moment, type: ['string', 'null'], description: 'First publication.' },
  word_count: { type: 'integer', minimum: 0 },
  reading_time: { type: 'integer', minimum: 1, description: 'Minutes.' },
  toc: TOC,
  redirects: list({ type: 'string' }, 'Previous paths that redirect here.'),
  sticky: { type: 'boolean' },
  contributors: list({ type: 'integer' }, 'IDs of other authors.'),
  featured_media: { type: 'integer', minimum: 0, description: 'Media library ID; 0: none.' },
  review_by: { type: ['string', 'null'], format: 'date', description: 'Review date.' },
  reviewed_at: { ...moment, type: ['string', 'null'], description: 'Last change of the review date.' },
  stale: { type: 'boolean', description: "Whether the review date has passed in the site's time zone." },
  views: { type: 'integer', minimum: 0 },
  attachments_count: { type: 'integer', minimum: 0 },
  seo: SEO,
  related: {
    ...list({ type: 'integer' }, 'IDs of related articles chosen by the author; only with context=edit.'),
    required: false,
  },
  search_aliases: {
    ...list({ type: 'string' }, 'Other search terms; only with context=edit.'),
    required: false,
  },
  parent_revision: {
    type: ['integer', 'null'],
    required: false,
    description: 'Version that the current one was restored from; only with context=edit.',
  },
  access: ACCESS,
  access_rule: { ...ACCESS_RULE, required: false },
  rating: ARTICLE_RATING,
  meta: {
    type: 'object',
    description: 'Values of registered fields; empty without read access.',
    additionalProperties: {},
  },
  _links: links,
});

export const ARTICLES: JsonSchema = list(ARTICLE);

export const DELETED_ARTICLE: JsonSchema = record('DeletedArticle', 'Result for an article.', {
  deleted: { type: 'boolean', description: 'Permanently deleted.' },
  trashed: { type: 'boolean', required: false, description: 'In the trash.' },
  previous: ARTICLE,
});
