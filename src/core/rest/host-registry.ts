import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Site } from '../site.js';
import { namespaceIndex, openApiDocument, rootIndex } from './indexes.js';
import type { OpenApi } from './openapi/document.js';
import { createRegistry, type EndpointTable, type Registry } from './registry.js';

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
