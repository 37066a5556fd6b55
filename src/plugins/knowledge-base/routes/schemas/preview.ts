import type { JsonSchema } from '../../../../index.js';
import { TOC } from './articles.js';
import { record } from './members.js';

export const BLOCK_PREVIEW: JsonSchema = record('BlockPreview', 'A block as the caller would see it.', {
  html: { type: 'string', description: 'Safe to show; empty where there is nothing to be seen.' },
  reason: {
    type: ['string', 'null'],
    description: 'Why a list has nothing to show, in the language of the text; null where it has, or nobody knows.',
  },
});

export const PREVIEW: JsonSchema = record('Preview', 'A text as it would be shown.', {
  html: { type: 'string', description: 'Safe to show.' },
  toc: TOC,
  word_count: { type: 'integer', minimum: 0 },
  reading_time: { type: 'integer', minimum: 1, description: 'Minutes.' },
});
