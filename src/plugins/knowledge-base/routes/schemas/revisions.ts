import type { JsonSchema } from '../../../../index.js';
import { ARTICLE_STATUSES } from '../../article.js';
import { id, links, list, locale, moment, record } from './members.js';

const text = { raw: { type: 'string' }, rendered: { type: 'string', description: 'HTML.' } } as const;

const SUMMARY = {
  article_id: id,
  version: { type: 'integer', minimum: 1, description: 'That of the article which this save made.' },
  kind: { type: 'string', enum: ['save', 'restore', 'import', 'schedule'], description: 'What made it.' },
  parent_version: { type: ['integer', 'null'], description: 'The version that was restored.' },
  author: { type: 'integer', minimum: 0, description: 'Who saved it; 0 for nobody.' },
  author_name: { type: 'string', description: 'The name of that account; empty for nobody.' },
  date: { ...moment, description: 'When it was saved.' },
  title: record(null, 'The title.', text),
  _links: links,
} as const;

/** See `RevisionSummaryView`. */
export const REVISIONS: JsonSchema = list(record('RevisionSummary', 'One version of an article.', SUMMARY));

/** See `RevisionView`. */
export const REVISION: JsonSchema = record('Revision', 'One version of an article with what it said.', {
  ...SUMMARY,
  content: record(null, 'The text.', { ...text, format: { type: 'string', enum: ['markdown', 'blocks', 'html'] } }),
  excerpt: record(null, 'The short text on it.', text),
  slug: { type: 'string' },
  status: { type: 'string', enum: ARTICLE_STATUSES },
  locale,
  categories: list({ type: 'integer' }),
  tags: list({ type: 'string' }),
  order: { type: 'integer' },
  sticky: { type: 'boolean' },
});
