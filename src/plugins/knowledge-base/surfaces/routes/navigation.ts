import type { OwnedRest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { NavNode } from '../../content/views/template-data.js';
import { CACHE_GROUPS } from '../../domain/caches.js';
import { NAMESPACE } from './arguments.js';
import { FLUSHED, NAVIGATION } from './schemas/navigation.js';

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
