import type { JsonSchema } from '../../../../index.js';
import { CACHE_GROUPS } from '../../caches.js';
import { address, list, record } from './members.js';

const NODE: JsonSchema = {
  ...record('NavigationNode', 'A category or an article in the navigation.', {
    kind: { type: 'string', enum: ['category', 'article'] },
    id: { type: 'integer', required: false, description: 'What a plugin adds may do without.' },
    title: { type: 'string' },
    link: address,
    current: { type: 'boolean', description: 'It is the page that is open.' },
    open: { type: 'boolean', description: 'It, or one below it, is the page that is open.' },
    children: list({ $ref: '#navigation-node' }),
  }),
  $anchor: 'navigation-node',
};

export const NAVIGATION: JsonSchema = list(NODE, 'The top level.');

export const FLUSHED: JsonSchema = record('FlushedCache', 'What was forgotten.', {
  flushed: list({ type: 'string', enum: CACHE_GROUPS }),
});
