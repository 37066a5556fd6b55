import type { JsonSchema } from '../../../../../rest.js';
import { address, id, list, moment, record } from './members.js';

export const BROKEN_LINKS: JsonSchema = list(
  record('BrokenLink', 'Broken link.', {
    article: record(null, 'Article that contains it.', { id, title: { type: 'string' }, link: address }),
    href: { type: 'string', description: 'As written in the text.' },
    kind: { type: 'string', enum: ['article', 'category', 'media', 'external', 'other'] },
    checked_at: { ...moment, type: ['string', 'null'], description: 'Date of the first failed check.' },
  }),
);
