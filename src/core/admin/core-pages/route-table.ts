import { REFERENCE_PATH } from '../../pages/reference.js';
import { listRoutes, type RouteEntry } from '../../rest/route-list.js';
import type { AdminRequest } from '../admin-page.js';
import { type ListQuery, listQuery } from '../list-query.js';
import { type ListCell, listTable } from '../list-table.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';

type RouteParts = Pick<CorePagesParts, 'registry' | 'site'>;

/** Registers the list of routes, with their permissions and rate limits. */
export function registerRouteTable(area: CoreArea, { registry, site }: RouteParts): void {
  area.page({
    path: '/routes',
    title: 'routes.title',
    icon: 'routes',
    section: 'site',
    order: 60,
    template: 'core/admin/list',
    scripts: ['core/narrow.js'],
    load: (request) => ({ strings: request.strings, table: tableOf(listRoutes(registry.routes()), request) }),
    heading: (_data, { strings }) => ({
      lead: strings.text('routes.lead'),
      actions: [{ label: strings.text('reference.title'), link: site.href(site.root + REFERENCE_PATH) }],
    }),
  });
}

function tableOf(routes: readonly RouteEntry[], request: AdminRequest) {
  const { text } = request.strings;
  const owners = [...new Set(routes.map(({ owner }) => owner))];
  const methods = [...new Set(routes.map(({ method }) => method))];
  const query = listQuery(request, {
    sortable: ['path', 'method', 'owner', 'permission'],
    filters: { owner: owners, method: methods },
    perPage: 50,
  });
  const found = sorted(matching(routes, query), query);
  const from = (query.page - 1) * query.perPage;
  const option = (value: string) => ({ value, label: value });
  return listTable(request, query, {
    caption: text('routes.title'),
    columns: [
      { name: 'path', label: text('routes.path'), sortable: true },
      { name: 'method', label: text('routes.method'), sortable: true },
      { name: 'permission', label: text('routes.permission'), sortable: true },
      { name: 'owner', label: text('routes.owner'), sortable: true },
      { name: 'limits', label: text('routes.limits') },
    ],
    rows: found.slice(from, from + query.perPage).map((route) => ({
      id: route.id,
      label: `${route.method} ${route.path}`,
      cells: {
        path: { text: route.path, code: true, ...(route.flags.length > 0 ? { note: route.flags.join(', ') } : {}) },
        method: { text: route.method, code: true },
        permission: permissionCell(route, request),
        owner: route.owner,
        limits: route.rateLimit.length > 0 ? route.rateLimit.join(', ') : '–',
      },
    })),
    total: found.length,
    search: text('routes.search'),
    filters: [
      { name: 'method', label: text('routes.method'), all: text('routes.all-methods'), options: methods.map(option) },
      { name: 'owner', label: text('routes.owner'), all: text('routes.all-owners'), options: owners.map(option) },
    ],
    empty: { text: text('routes.none') },
  });
}

/** Highlights routes that are public or check permissions in code. */
function permissionCell({ permission, unchecked }: RouteEntry, { strings }: AdminRequest): ListCell {
  if (permission === 'public') return { text: '', badges: [{ text: strings.text('routes.public'), kind: 'warning' }] };
  if (permission === 'function') return { text: '', badges: [{ text: strings.text('routes.function') }] };
  const badges = unchecked === null ? [] : [{ text: strings.text(`routes.${unchecked}`) }];
  return { text: permission, code: true, badges };
}

function matching(
  routes: readonly RouteEntry[],
  { search, filters }: ListQuery<string, 'method' | 'owner'>,
): RouteEntry[] {
  const needle = search.toLowerCase();
  return routes.filter(
    ({ path, owner, permission, method }) =>
      [path, owner, permission].some((text) => text.toLowerCase().includes(needle)) &&
      (filters.owner === null || filters.owner === owner) &&
      (filters.method === null || filters.method === method),
  );
}

function sorted(
  routes: readonly RouteEntry[],
  { orderBy, direction }: ListQuery<'method' | 'owner' | 'path' | 'permission'>,
): RouteEntry[] {
  const by = orderBy ?? 'path';
  const sign = direction === 'desc' ? -1 : 1;
  // The sort is stable, so equal entries stay ordered by path and method.
  return routes.toSorted((a, b) => sign * (a[by] < b[by] ? -1 : Number(a[by] > b[by])));
}
