import type { JsonSchema } from '../../../../../rest.js';
import { ARTICLE_STATUSES } from '../../../domain/articles/article.js';
import { id, links, list, locale, moment, record } from './members.js';

const text = { raw: { type: 'string' }, rendered: { type: 'string', description: 'HTML.' } } as const;

const SUMMARY = {
  article_id: id,
  version: { type: 'integer', minimum: 1, description: 'Version of the article that this save created.' },
  kind: { type: 'string', enum: ['save', 'restore', 'import', 'schedule'], description: 'Cause of the save.' },
  parent_version: { type: ['integer', 'null'], description: 'Restored version.' },
  author: { type: 'integer', minimum: 0, description: 'User who saved it; 0: none.' },
  author_name: { type: 'string', description: 'Name of the user; empty: none.' },
  date: { ...moment, description: 'Time of the save.' },
  title: record(null, 'The title.', text),
  _links: links,
} as const;

/** See `RevisionSummaryView`. */
export const REVISIONS: JsonSchema = list(record('RevisionSummary', 'Version of an article.', SUMMARY));

/** See `RevisionView`. */
export const REVISION: JsonSchema = record('Revision', 'Version of an article with its content.', {
  ...SUMMARY,
  content: record(null, 'The text.', { ...text, format: { type: 'string', enum: ['markdown', 'blocks', 'html'] } }),
  excerpt: record(null, 'Excerpt.', text),
  slug: { type: 'string' },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  locale,
  categories: list({ type: 'integer' }),
  tags: list({ type: 'string' }),
  order: { type: 'integer' },
  sticky: { type: 'boolean' },
});
