import type { JsonSchema } from '../../../../index.js';
import { id, list, locale, moment, record } from './members.js';

const stored = { created_at: moment, updated_at: moment } as const;

export const SYNONYM: JsonSchema = record('Synonym', 'Words that mean the same in searches.', {
  id,
  locale,
  words: list({ type: 'string' }, 'A search for one of them finds the others, too.'),
  also: list({ type: 'string' }, 'These are found too, and do not find the words.'),
  ...stored,
});

export const PROMOTION: JsonSchema = record('Promotion', 'What comes first where a query says what this one does.', {
  id,
  locale,
  query: { type: 'string' },
  articles: list(id, 'Ids, the first result first.'),
  ...stored,
});

export const SYNONYMS = list(SYNONYM);
export const PROMOTIONS = list(PROMOTION);
export const DELETED_SYNONYM = record('DeletedSynonym', 'Synonyms that are gone.', {
  deleted: { type: 'boolean' },
  previous: SYNONYM,
});
export const DELETED_PROMOTION = record('DeletedPromotion', 'A promotion that is gone.', {
  deleted: { type: 'boolean' },
  previous: PROMOTION,
});
