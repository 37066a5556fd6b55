import { type DiscoveryParts, describeNamespace, describeRoot } from './discovery.js';
import type { OpenApi } from './openapi/document.js';
import type { Endpoint } from './route.js';

/** Endpoint for the index at the REST root. */
export function rootIndex(parts: DiscoveryParts): Endpoint {
  return {
    ...INDEX,
    summary: 'Describe the site, its namespaces and routes',
    operationId: 'getIndex',
    handler: (request) => describeRoot(parts, request),
  };
}

/** Endpoint for the index of a namespace, added with its first route. */
export function namespaceIndex(parts: DiscoveryParts, namespace: string): Endpoint {
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
export function openApiDocument(openApi: Pick<OpenApi, 'document'>, namespace?: string): Endpoint {
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
