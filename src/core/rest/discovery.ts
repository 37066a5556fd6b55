import type { Hooks } from '../../hooks/hooks.js';
import { oauthEndpoints } from '../identity/oauth/addresses.js';
import { toJsonSchema } from '../schema/schema.js';
import type { Site } from '../site.js';
import { parameterNames } from './match.js';
import type { Registry, Route } from './registry.js';
import type { Endpoint, RestRequest } from './route.js';

/** Dependencies of discovery. */
export interface DiscoveryParts {
  readonly registry: Registry;
  readonly site: Site;
  readonly hooks: Hooks;
}

/** Builds `GET {root}/`: the site, its namespaces and every route with its arguments. */
export function describeRoot(parts: DiscoveryParts, request: RestRequest): Record<string, unknown> {
  const { registry, site, hooks } = parts;
  const index = {
    name: site.name,
    description: site.description,
    url: site.url('/'),
    home: site.url('/'),
    gmt_offset: timezoneOffset(site.timezone),
    timezone_string: site.timezone,
    namespaces: registry.namespaces(),
    authentication: {
      'application-passwords': {
        endpoints: { authorization: site.url(`${site.admin}/profile/application-passwords/add`) },
      },
      oauth2: { endpoints: oauthEndpoints(site) },
    },
    routes: describeRoutes(parts, registry.routes()),
    _links: {
      help: [{ href: site.url(`${site.root}/reference`) }],
      openapi: [{ href: site.url(`${site.root}/openapi.json`) }],
      nonce: [{ href: site.url(`${site.root}/nonce`) }],
    },
  };
  return hooks.applyFilters('rest_index', index, request);
}

/** Builds `GET {root}/{namespace}`: the routes of one plugin. */
export function describeNamespace(
  parts: DiscoveryParts,
  namespace: string,
  request: RestRequest,
): Record<string, unknown> {
  const { registry, site, hooks } = parts;
  const index = {
    namespace,
    routes: describeRoutes(parts, registry.routes(namespace)),
    _links: { up: [{ href: site.url(`${site.root}/`) }] },
  };
  return hooks.applyFilters('rest_namespace_index', index, request);
}

function describeRoutes({ site, hooks }: DiscoveryParts, routes: readonly Route[]): Record<string, unknown> {
  const visibleRoutes = routes.filter(({ endpoints }) => endpoints.some(isShown));
  const described = visibleRoutes.map((route): [string, Record<string, unknown>] => [
    route.template,
    { ...describeRoute(route, hooks), ...selfLink(route, site) },
  ]);
  return hooks.applyFilters('rest_route_data', Object.fromEntries(described), visibleRoutes);
}

/** Only paths without parameters have a URL. */
function selfLink(route: Route, site: Site): Record<string, unknown> {
  if (route.template.includes('{')) return {};
  return { _links: { self: [{ href: site.url(site.root + route.template) }] } };
}

const isShown = (endpoint: Endpoint): boolean => endpoint.showInIndex !== false;

/**
 * Describes one route; also the response to OPTIONS.
 * @param more returns extra members for the description of an endpoint
 */
export function describeRoute(
  route: Route,
  hooks: Hooks,
  more: (endpoint: Endpoint) => Record<string, unknown> = () => ({}),
): Record<string, unknown> {
  const inPath = new Set(parameterNames(route.template));
  const endpoints = route.endpoints.filter(isShown);
  const returns = endpoints.find((endpoint) => endpoint.returns)?.returns;
  const description = {
    namespace: route.namespace,
    methods: [...new Set(endpoints.flatMap((endpoint) => endpoint.methods))],
    endpoints: endpoints.map((endpoint) => ({
      methods: endpoint.methods,
      summary: endpoint.summary,
      ...(endpoint.allowBatch ? { allow_batch: { v1: true } } : {}),
      ...more(endpoint),
      args: Object.fromEntries(
        Object.entries(endpoint.args).map(([name, argument]) => [
          name,
          { ...toJsonSchema(argument), required: argument.required === true || inPath.has(name) },
        ]),
      ),
    })),
    ...(returns ? { schema: toJsonSchema(returns) } : {}),
  };
  return hooks.applyFilters('rest_endpoints_description', description, route);
}

/** Current offset from UTC in hours, positive to the east. */
function timezoneOffset(timezone: string): number {
  const name = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(new Date())
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
}
