import type { JsonSchema } from '../../../../index.js';
import { address, list, moment, record } from './members.js';

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

const promotedFlag = {
  type: 'boolean',
  required: false,
  description: 'Editors have it come first for this query; otherwise it is not there.',
} as const;

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
  promoted: promotedFlag,
});

export const SEARCH_RESULTS: JsonSchema = record('SearchResults', 'One page of what was found.', {
  query: { type: 'string' },
  total: { type: 'integer', minimum: 0, description: 'On all pages.' },
  total_relation: {
    type: 'string',
    enum: ['eq', 'gte'],
    description: '`gte` where a plugin has taken results away and not all were looked at: `total` of them, or more.',
  },
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
    record('Suggestion', 'An article, an earlier search, a category, or what a plugin has added.', {
      type: { type: 'string', description: '`article`, `query`, `category`, or what a plugin calls its own.' },
      text: { type: 'string' },
      link: { ...address, required: false, description: 'An earlier search has none.' },
      match: list(span, 'Where the typed text is.'),
    }),
  ),
});

const figure = { type: 'integer', minimum: 0 } as const;

export const SEARCH_INDEX: JsonSchema = record('SearchIndex', 'The search index of one process.', {
  state: { type: 'string', enum: ['empty', 'building', 'ready'] },
  progress: record(null, 'Articles that the last build took in, of those there were.', { done: figure, total: figure }),
  documents: { ...figure, description: 'Articles in it.' },
  published: { ...figure, description: 'Articles that belong in it.' },
  left_out: { ...figure, description: 'Those of them that plugins keep out.' },
  terms: { ...figure, type: ['integer', 'null'], description: 'Different words in it; null where nobody counts them.' },
  locales: list({ type: 'string' }),
  started_at: { ...moment, type: ['string', 'null'], description: 'When the last build began.' },
  finished_at: { ...moment, type: ['string', 'null'], description: 'Null while it is built.' },
});
