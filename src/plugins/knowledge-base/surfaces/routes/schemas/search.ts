import type { JsonSchema } from '../../../../../rest.js';
import { address, list, moment, record } from './members.js';

const span: JsonSchema = {
  type: 'array',
  description: 'Start and length in UTF-16 code units.',
  items: { type: 'integer', minimum: 0 },
  minItems: 2,
  maxItems: 2,
};

const fragment = record('SearchFragment', 'Text with matched words.', {
  html: { type: 'string', description: 'Escaped text with <mark> around the matched words.' },
  text: { type: 'string' },
  ranges: list(span, 'Positions of the matched words.'),
});

const categoryLink = { id: { type: 'integer' }, name: { type: 'string' }, link: address } as const;

const promotedFlag = {
  type: 'boolean',
  required: false,
  description: 'Whether editors promoted it for this query; otherwise absent.',
} as const;

const result = record('SearchResult', 'Article, or a result from a plugin.', {
  type: { type: 'string', description: "`article`, or a plugin's own type, which defines the ID." },
  id: { type: 'integer' },
  title: { type: 'string' },
  link: address,
  excerpt: { type: 'string' },
  highlights: list(
    record('SearchHighlight', 'Match in one field.', {
      field: { type: 'string', enum: ['title', 'content'] },
      fragments: list(fragment),
    }),
    'Empty with highlight=false.',
  ),
  score: { type: 'number', description: 'Comparable only within one response.' },
  category: { ...record(null, 'Primary category.', categoryLink), type: ['object', 'null'] },
  breadcrumbs: list(
    record('Breadcrumb', 'Breadcrumb.', {
      label: { type: 'string' },
      url: { type: 'string' },
      current: { type: 'boolean' },
    }),
  ),
  promoted: promotedFlag,
});

export const SEARCH_RESULTS: JsonSchema = record('SearchResults', 'Page of results.', {
  query: { type: 'string' },
  total: { type: 'integer', minimum: 0, description: 'On all pages.' },
  total_relation: {
    type: 'string',
    enum: ['eq', 'gte'],
    description: '`gte` if a plugin removed results and not all were checked: there are at least `total`.',
  },
  page: { type: 'integer', minimum: 1 },
  took_ms: { type: 'number', minimum: 0 },
  corrections: list(
    record('SearchCorrection', 'Spelling correction.', { from: { type: 'string' }, to: { type: 'string' } }),
  ),
  facets: record('SearchFacets', 'Result counts; most frequent first.', {
    categories: list(
      record('CategoryFacet', 'Articles in a category.', { ...categoryLink, count: { type: 'integer', minimum: 1 } }),
    ),
    tags: list(
      record('TagFacet', 'Articles with a tag.', { tag: { type: 'string' }, count: { type: 'integer', minimum: 1 } }),
    ),
  }),
  results: list(result),
});

export const SUGGESTIONS: JsonSchema = record('Suggestions', 'Suggestion for the typed text.', {
  query: { type: 'string' },
  suggestions: list(
    record('Suggestion', 'Article, earlier search, category, or a suggestion from a plugin.', {
      type: { type: 'string', description: "`article`, `query`, `category`, or a plugin's own type." },
      text: { type: 'string' },
      link: { ...address, required: false, description: 'Null for earlier searches.' },
      match: list(span, 'Positions of the typed text.'),
    }),
  ),
});

const figure = { type: 'integer', minimum: 0 } as const;

export const SEARCH_INDEX: JsonSchema = record('SearchIndex', 'Search index of one process.', {
  state: { type: 'string', enum: ['empty', 'building', 'ready'] },
  progress: record(null, 'Articles processed by the last build, and their total.', { done: figure, total: figure }),
  documents: { ...figure, description: 'Articles in the index.' },
  published: { ...figure, description: 'Articles that should be in the index.' },
  left_out: { ...figure, description: 'Articles that plugins exclude.' },
  terms: { ...figure, type: ['integer', 'null'], description: 'Distinct terms; null if not counted.' },
  locales: list({ type: 'string' }),
  started_at: { ...moment, type: ['string', 'null'], description: 'Start of the last build.' },
  finished_at: { ...moment, type: ['string', 'null'], description: 'Null while building.' },
});
