import type { Access } from '../../access/capabilities.js';
import type { Site } from '../../site.js';
import type { Registry, Route } from '../registry.js';
import { combineOperations, renamePathParameters } from './combine.js';
import type { LowerMethod, OpenApiDocument, Operation, PathItem } from './model.js';
import { describeOperation } from './operation.js';
import { createOperationNames } from './operation-names.js';
import { createSchemaComponents } from './schema-components.js';
import { ERROR_SCHEMA, GLOBAL_PARAMETERS, sharedComponents } from './shared-components.js';

/** OpenAPI 3.1 description of a host's routes. */
export interface OpenApi {
  /**
   * Returns the document of the current routes; cached until they change.
   * @param namespace limits the document to this namespace
   */
  document(namespace?: string): OpenApiDocument;
}

/** @param version API version for clients: that of the package */
export function createOpenApi(parts: {
  registry: Registry;
  site: Site;
  access: Pick<Access, 'scopes'>;
  version: string;
}): OpenApi {
  let made = { revision: -1, documents: new Map<string | undefined, OpenApiDocument>() };
  return {
    document(namespace) {
      const revision = parts.registry.revision();
      if (made.revision !== revision) made = { revision, documents: new Map() };
      const document = made.documents.get(namespace) ?? describe(parts, namespace);
      made.documents.set(namespace, document);
      return document;
    },
  };
}

function describe(
  { registry, site, access, version }: Parameters<typeof createOpenApi>[0],
  namespace: string | undefined,
): OpenApiDocument {
  const schemas = createSchemaComponents({ Error: ERROR_SCHEMA });
  const known = access.scopes();
  const scopes = Object.fromEntries(known.map(({ name, label }) => [name, label]));
  const scopesWith = (capability: string): string[] =>
    known.filter(({ capabilities }) => capabilities.includes(capability)).map(({ name }) => name);
  const shared = { schemas, nameOperation: createOperationNames(), scopesWith };
  const paths = createPaths();
  for (const route of registry.routes(namespace).toSorted(pluginsFirst)) {
    for (const endpoint of route.endpoints) {
      if (endpoint.showInIndex === false) continue;
      for (const method of endpoint.methods) {
        paths.add(route, method.toLowerCase() as LowerMethod, describeOperation(endpoint, method, route, shared));
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: site.name, ...(site.description === '' ? {} : { description: site.description }), version },
    servers: [{ url: site.url(site.root) }],
    tags: paths.tags().map((name) => ({ name })),
    paths: paths.all(),
    components: { schemas: schemas.all(), ...sharedComponents(site, registry.apiKeyHeaders(), scopes) },
  };
}

/** Sorts core routes last: they are the same on every site. */
function pluginsFirst(one: Route, other: Route): number {
  const isCore = ({ endpoints }: Route): boolean => endpoints.every(({ owner }) => owner === 'core');
  return Number(isCore(one)) - Number(isCore(other));
}

interface Paths {
  add(route: Route, method: LowerMethod, operation: Operation): void;
  tags(): string[];
  all(): Record<string, PathItem>;
}

/** Path items by shape: templates that differ only in parameter names are one path in OpenAPI. */
function createPaths(): Paths {
  const paths = new Map<string, { template: string; operations: Map<LowerMethod, Operation> }>();
  return {
    add({ template }, method, operation) {
      const shape = template.replace(/\{[^{}]*\}/g, '{}');
      const path = paths.get(shape) ?? { template, operations: new Map() };
      paths.set(shape, path);
      const own = renamePathParameters(operation, template, path.template);
      const before = path.operations.get(method);
      path.operations.set(method, before ? combineOperations(before, own) : own);
    },
    tags: () => [
      ...new Set([...paths.values()].flatMap(({ operations }) => [...operations.values()].flatMap(({ tags }) => tags))),
    ],
    all: () =>
      Object.fromEntries(
        [...paths.values()].map(({ template, operations }) => [
          template,
          { parameters: GLOBAL_PARAMETERS, ...Object.fromEntries(operations) },
        ]),
      ),
  };
}
