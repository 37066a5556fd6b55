import type { JsonSchema } from '../../../../index.js';
import { address, id, list, moment, record } from './members.js';

export const BROKEN_LINKS: JsonSchema = list(
  record('BrokenLink', 'A link that leads nowhere.', {
    article: record(null, 'Where it stands.', { id, title: { type: 'string' }, link: address }),
    href: { type: 'string', description: 'As it is written.' },
    kind: { type: 'string', enum: ['article', 'category', 'media', 'external', 'other'] },
    checked_at: { ...moment, type: ['string', 'null'], description: 'Since when that is known.' },
  }),
);
