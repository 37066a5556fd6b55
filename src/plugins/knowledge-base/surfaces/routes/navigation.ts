import type { JsonSchema, OwnedRest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { NavNode } from '../../content/views/template-data.js';
import { CACHE_GROUPS } from '../../domain/caches.js';
import { NAMESPACE } from './arguments.js';
import { address, list, record } from './schemas/members.js';

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

const NAVIGATION: JsonSchema = list(NODE, 'Top level.');

const FLUSHED: JsonSchema = record('FlushedCache', 'Cleared caches.', {
  flushed: list({ type: 'string', enum: CACHE_GROUPS }),
});

const TAGS = ['Knowledge base: navigation'];

/** Registers the routes for the navigation tree and the caches. */
export function registerNavigationRoutes(rest: OwnedRest, { caches, navigation, access, site }: KnowledgeBase): void {
  /** Clients elsewhere need absolute URLs. */
  const absolute = (node: NavNode): NavNode => ({
    ...node,
    link: new URL(node.link, site.origin).href,
    children: node.children.map(absolute),
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/nav',
    summary: 'Read the navigation',
    description: 'Categories and published articles in order, as far as the caller can read them.',
    operationId: 'getNavigation',
    tags: TAGS,
    args: {
      locale: { type: 'string', maxLength: 35, description: "Default: the site's." },
      current: { type: 'string', maxLength: 2000, default: '', description: 'Path of the current page.' },
    },
    permission: 'public',
    returns: NAVIGATION,
    async handler(request) {
      const locale = request.args.locale?.toLowerCase() ?? site.locale;
      const tree = await navigation.tree(locale, request.args.current, access.viewerOf(request));
      return tree.map(absolute);
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/cache',
    summary: 'Clear the caches',
    description: 'In every process of the site. They are filled again on next use.',
    operationId: 'flushCache',
    tags: TAGS,
    args: {
      group: { type: 'string', enum: [...CACHE_GROUPS, 'all'], default: 'all', description: 'Which cache.' },
    },
    permission: 'manage_kb_categories',
    returns: FLUSHED,
    async handler({ args, user }) {
      const groups = args.group === 'all' ? CACHE_GROUPS : [args.group];
      await caches.flush(groups, { user, source: 'rest' });
      return { flushed: [...groups] };
    },
  });
}
