import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Site } from '../site.js';
import { type DiscoveryParts, describeNamespace, describeRoot } from './discovery.js';
import type { OpenApi } from './openapi/document.js';
import { createRegistry, type EndpointTable, type Registry } from './registry.js';
import type { Endpoint } from './route.js';

/** Creates the registry with its index routes, and applies the `rest_endpoints` filter to all routes. */
export function createHostRegistry({
  site,
  hooks,
  log,
  openApi,
}: {
  readonly site: Site;
  readonly hooks: Hooks;
  readonly log: Logger;
  readonly openApi: Pick<OpenApi, 'document'>;
}): Registry {
  const registry: Registry = createRegistry({
    namespaceRoutes: (namespace) => ({
      '': namespaceIndex({ registry, site, hooks }, namespace),
      '/openapi.json': openApiDocument(openApi, namespace),
    }),
    filter: (table) => withPermissions(hooks.applyFilters('rest_endpoints', table), log),
  });
  registry.endpoint('', '/', rootIndex({ registry, site, hooks }));
  registry.endpoint('', '/openapi.json', openApiDocument(openApi));
  for (const event of ['hookAdded', 'hookRemoved'] as const) {
    hooks.on(event, ({ name }) => {
      if (name === 'rest_endpoints') registry.refresh();
    });
  }
  return registry;
}

/** Drops endpoints that a filter added without a permission; they would be public. */
function withPermissions(table: EndpointTable, log: Logger): EndpointTable {
  return Object.fromEntries(
    Object.entries(table).map(([template, endpoints]) => [
      template,
      endpoints.filter((endpoint) => {
        const isGuarded = endpoint.permission !== undefined && endpoint.permission !== null;
        if (!isGuarded) log.error({ route: template }, 'A rest_endpoints filter removed the permission of an endpoint');
        return isGuarded;
      }),
    ]),
  );
}

/** Endpoint for the index at the REST root. */
function rootIndex(parts: DiscoveryParts): Endpoint {
  return {
    ...INDEX,
    summary: 'Describe the site, its namespaces and routes',
    operationId: 'getIndex',
    handler: (request) => describeRoot(parts, request),
  };
}

/** Endpoint for the index of a namespace, added with its first route. */
function namespaceIndex(parts: DiscoveryParts, namespace: string): Endpoint {
  return {
    ...INDEX,
    summary: `List the routes of ${namespace}`,
    handler: (request) => describeNamespace(parts, namespace, request),
  };
}

/**
 * Endpoint for `GET {root}/openapi.json`: every shown route in OpenAPI 3.1. The index links to it.
 * @param namespace limits the document to this namespace, for `GET {root}/{namespace}/openapi.json`
 */
function openApiDocument(openApi: Pick<OpenApi, 'document'>, namespace?: string): Endpoint {
  return {
    owner: 'core',
    methods: ['GET'],
    args: {},
    permission: 'public',
    summary: `${namespace === undefined ? 'All routes' : `Routes of ${namespace}`} in OpenAPI 3.1`,
    showInIndex: false,
    handler: () => openApi.document(namespace),
  };
}

const INDEX = {
  tags: ['core'],
  owner: 'core',
  methods: ['GET'],
  args: {},
  permission: 'public',
  returns: { type: 'object', properties: { routes: { type: 'object', required: true } } },
} as const;
