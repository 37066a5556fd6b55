import type { JsonSchema } from '../../../../../rest.js';
import { TOC } from './articles.js';
import { record } from './members.js';

export const BLOCK_PREVIEW: JsonSchema = record('BlockPreview', 'Block as the caller would see it.', {
  html: { type: 'string', description: 'Sanitized; empty if there is nothing to show.' },
  reason: {
    type: ['string', 'null'],
    description:
      'Reason for an empty list, in the language of the text; null if it is not empty or the reason is unknown.',
  },
});

export const PREVIEW: JsonSchema = record('Preview', 'Text as it would be shown.', {
  html: { type: 'string', description: 'Sanitized.' },
  toc: TOC,
  word_count: { type: 'integer', minimum: 0 },
  reading_time: { type: 'integer', minimum: 1, description: 'Minutes.' },
});
