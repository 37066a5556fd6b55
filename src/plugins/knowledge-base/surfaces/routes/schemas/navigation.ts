import type { JsonSchema } from '../../../../../rest.js';
import { CACHE_GROUPS } from '../../../domain/caches.js';
import { address, list, record } from './members.js';

const NODE: JsonSchema = {
  ...record('NavigationNode', 'Category or article in the navigation.', {
    kind: { type: 'string', enum: ['category', 'article'] },
    id: { type: 'integer', required: false, description: 'Absent for some items that plugins add.' },
    title: { type: 'string' },
    link: address,
    current: { type: 'boolean', description: 'Whether it is the current page.' },
    open: { type: 'boolean', description: 'Whether it is the current page or an ancestor of it.' },
    children: list({ $ref: '#navigation-node' }),
  }),
  $anchor: 'navigation-node',
};

export const NAVIGATION: JsonSchema = list(NODE, 'Top level.');

export const FLUSHED: JsonSchema = record('FlushedCache', 'Cleared caches.', {
  flushed: list({ type: 'string', enum: CACHE_GROUPS }),
});
