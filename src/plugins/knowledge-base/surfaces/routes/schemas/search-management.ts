import type { JsonSchema } from '../../../../../rest.js';
import { synonymList } from '../../../domain/search/synonyms/synonym-list.js';
import { id, list, locale, moment, record } from './members.js';

const stored = { created_at: moment, updated_at: moment } as const;

export const SYNONYM = synonymList.schema;

export const PROMOTION: JsonSchema = record('Promotion', 'Promoted results for a query.', {
  id,
  locale,
  query: { type: 'string' },
  articles: list(id, 'IDs, first result first.'),
  ...stored,
});

export const PROMOTIONS = list(PROMOTION);
export const DELETED_SYNONYM = record('DeletedSynonym', 'Deleted synonyms.', {
  deleted: { type: 'boolean' },
  previous: SYNONYM,
});
export const DELETED_PROMOTION = record('DeletedPromotion', 'Deleted promotion.', {
  deleted: { type: 'boolean' },
  previous: PROMOTION,
});
