import type { ArgumentSchema, JsonSchema } from '../../../index.js';
import { ARTICLE_STATUSES } from '../article.js';

/** An object all of whose members are there, but for those that say `required: false`. */
function record(
  title: string | null,
  description: string,
  members: Readonly<Record<string, ArgumentSchema>>,
): JsonSchema {
  return {
    type: 'object',
    ...(title === null ? {} : { title }),
    description,
    properties: Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, { required: true, ...member }]),
    ),
  };
}

const list = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  ...(description === undefined ? {} : { description }),
  items,
});

const id = { type: 'integer', minimum: 1 } as const;
const address = { type: 'string', format: 'uri' } as const;
const locale = { type: 'string', description: 'BCP 47, lower case.' } as const;
const moment = { type: 'string', format: 'date-time' } as const;

const links: JsonSchema = {
  type: 'object',
  title: 'Links',
  description: 'Addresses of related resources, by relation.',
  additionalProperties: list(
    record('ResourceLink', 'One related resource.', {
      href: address,
      embeddable: { type: 'boolean', required: false, description: 'It can be part of the answer, with _embed.' },
    }),
  ),
};

const source = {
  type: 'string',
  required: false,
  description: 'As it was written; only with context=edit and in answers to changes.',
} as const;

/** An article in the contexts `view` and `edit`, see `ArticleView`. */
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
    protected: { type: 'boolean' },
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
  toc: list(
    record('Heading', 'A heading of the text.', {
      id: { type: 'string', description: 'Fragment of its address.' },
      level: { type: 'integer', minimum: 1, maximum: 6 },
      text: { type: 'string' },
    }),
    'The headings in order.',
  ),
  redirects: list({ type: 'string' }, 'Old paths that lead here.'),
  sticky: { type: 'boolean' },
  meta: { type: 'object', description: 'Free fields; empty in the context view.', additionalProperties: {} },
  _links: links,
});

export const ARTICLES: JsonSchema = list(ARTICLE);

/** A category, see `CategoryView`; as a tree with its children. */
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
    count: { type: 'integer', minimum: 0, description: 'Published articles directly in it.' },
    depth: { type: 'integer', minimum: 0 },
    locale,
    link: { ...address, description: 'Its page.' },
    children: { ...list({ $ref: '#category' }, 'Only with tree=true.'), required: false },
    _links: links,
  }),
  $anchor: 'category',
};

export const CATEGORIES: JsonSchema = list(CATEGORY);

export const DELETED_ARTICLE: JsonSchema = record('DeletedArticle', 'What became of an article.', {
  deleted: { type: 'boolean', description: 'It is gone for good.' },
  trashed: { type: 'boolean', required: false, description: 'It is in the trash and can come back.' },
  previous: ARTICLE,
});

export const DELETED_CATEGORY: JsonSchema = record('DeletedCategory', 'A category that is gone.', {
  deleted: { type: 'boolean' },
  previous: CATEGORY,
});

const span: JsonSchema = {
  type: 'array',
  description: 'Start and length in UTF-16 code units.',
  items: { type: 'integer', minimum: 0 },
  minItems: 2,
  maxItems: 2,
};

const fragment = record('SearchFragment', 'A piece of text with the words that were found.', {
  html: { type: 'string', description: 'The text, escaped, with <mark> around the words.' },
  text: { type: 'string' },
  ranges: list(span, 'Where the words are in the text.'),
});

const categoryLink = { id: { type: 'integer' }, name: { type: 'string' }, link: address } as const;

const result = record('SearchResult', 'An article that was found, or what a plugin has added.', {
  type: { type: 'string', description: '`article`, or what a plugin calls its own; the id belongs to it.' },
  id: { type: 'integer' },
  title: { type: 'string' },
  link: address,
  excerpt: { type: 'string' },
  highlights: list(
    record('SearchHighlight', 'What was found in one field.', {
      field: { type: 'string', enum: ['title', 'content'] },
      fragments: list(fragment),
    }),
    'Empty with highlight=false.',
  ),
  score: { type: 'number', description: 'Comparable within one answer only.' },
  category: { ...record(null, 'The primary category.', categoryLink), type: ['object', 'null'] },
  breadcrumbs: list(
    record('Breadcrumb', 'A step on the way from the first page.', {
      label: { type: 'string' },
      url: { type: 'string' },
      current: { type: 'boolean' },
    }),
  ),
});

export const SEARCH_RESULTS: JsonSchema = record('SearchResults', 'One page of what was found.', {
  query: { type: 'string' },
  total: { type: 'integer', minimum: 0, description: 'On all pages.' },
  page: { type: 'integer', minimum: 1 },
  took_ms: { type: 'number', minimum: 0 },
  corrections: list(
    record('SearchCorrection', 'A spelling that was repaired.', { from: { type: 'string' }, to: { type: 'string' } }),
  ),
  facets: record('SearchFacets', 'What was found, counted; the most frequent first.', {
    categories: list(
      record('CategoryFacet', 'Articles in one category.', { ...categoryLink, count: { type: 'integer', minimum: 1 } }),
    ),
    tags: list(
      record('TagFacet', 'Articles with one tag.', { tag: { type: 'string' }, count: { type: 'integer', minimum: 1 } }),
    ),
  }),
  results: list(result),
});

export const SUGGESTIONS: JsonSchema = record('Suggestions', 'What the typed text may become.', {
  query: { type: 'string' },
  suggestions: list(
    record('Suggestion', 'One article.', {
      type: { type: 'string', enum: ['article'] },
      text: { type: 'string' },
      link: address,
      match: list(span, 'Where the typed text is.'),
    }),
  ),
});
