import type { JsonSchema } from '../../../../../rest.js';
import { id, list, locale, moment, record } from './members.js';

const stored = { created_at: moment, updated_at: moment } as const;

export const SYNONYM: JsonSchema = record('Synonym', 'Search synonyms.', {
  id,
  locale,
  words: list({ type: 'string' }, 'Searching for one of them finds the others.'),
  also: list({ type: 'string' }, 'Found when searching for the words, but not the other way round.'),
  ...stored,
});

export const PROMOTION: JsonSchema = record('Promotion', 'Promoted results for a query.', {
  id,
  locale,
  query: { type: 'string' },
  articles: list(id, 'IDs, first result first.'),
  ...stored,
});

export const SYNONYMS = list(SYNONYM);
export const PROMOTIONS = list(PROMOTION);
export const DELETED_SYNONYM = record('DeletedSynonym', 'Deleted synonyms.', {
  deleted: { type: 'boolean' },
  previous: SYNONYM,
});
export const DELETED_PROMOTION = record('DeletedPromotion', 'Deleted promotion.', {
  deleted: { type: 'boolean' },
  previous: PROMOTION,
});
