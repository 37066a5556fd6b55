import type { Access } from '../../access/capabilities.js';
import type { Site } from '../../site.js';
import { rateLimitsOf } from '../rate-limit.js';
import type { Registry, Route } from '../registry.js';
import type { Endpoint, Method } from '../route.js';
import { combineOperations, renamePathParameters } from './combine.js';
import type { LowerMethod, OpenApiDocument, Operation, PathItem } from './model.js';
import { describeParameters, describeRequestBody, hasBody } from './parameters.js';
import { describePermission, permissionText, type ScopesWith } from './permission.js';
import { describeResponses } from './responses.js';
import { createSchemaComponents, type SchemaComponents } from './schema-components.js';
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
  let cached = { revision: -1, documents: new Map<string | undefined, OpenApiDocument>() };
  return {
    document(namespace) {
      const revision = parts.registry.revision();
      if (cached.revision !== revision) cached = { revision, documents: new Map() };
      const document = cached.documents.get(namespace) ?? describe(parts, namespace);
      cached.documents.set(namespace, document);
      return document;
    },
  };
}

function describe(
  { registry, site, access, version }: Parameters<typeof createOpenApi>[0],
  namespace: string | undefined,
): OpenApiDocument {
  const schemas = createSchemaComponents({ Error: ERROR_SCHEMA });
  const scopeRows = access.scopes();
  const scopes = Object.fromEntries(scopeRows.map(({ name, label }) => [name, label]));
  const scopesWith = (capability: string): string[] =>
    scopeRows.filter(({ capabilities }) => capabilities.includes(capability)).map(({ name }) => name);
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

/** Describes one method of an endpoint as an OpenAPI operation. */
function describeOperation(
  endpoint: Endpoint,
  method: Method,
  route: { readonly namespace: string; readonly template: string },
  {
    schemas,
    nameOperation,
    scopesWith,
  }: { schemas: SchemaComponents; nameOperation: NameOperation; scopesWith: ScopesWith },
): Operation {
  const { template, namespace } = route;
  const parameters = describeParameters(endpoint, method, template, schemas);
  const requestBody = describeRequestBody(endpoint, method, template, schemas);
  return {
    operationId: nameOperation(endpoint, method, template),
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    // Core routes have no namespace.
    tags: endpoint.tags ?? [namespace || endpoint.owner],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: describeResponses(endpoint, method, template, schemas),
    ...describePermission(endpoint.permission, scopesWith),
    ...describeLimits(endpoint, method),
  };
}

/** Viewers do not show `x-` members, so the description also lists the permission and rate limits. */
function descriptionOf(endpoint: Endpoint): { description?: string } {
  const who = { user: 'each user', key: 'each credential', ip: 'each address' };
  const sentences = [
    permissionText(endpoint.permission),
    ...rateLimitsOf(endpoint).map(
      ({ max, window, by }) =>
        `At most ${max} calls per ${typeof window === 'number' ? `${window} ms` : window} for ${who[by]}.`,
    ),
  ];
  const paragraphs = [endpoint.description, sentences.filter(Boolean).join(' ')].filter(Boolean);
  return paragraphs.length > 0 ? { description: paragraphs.join('\n\n') } : {};
}

function describeLimits(endpoint: Endpoint, method: Method): Partial<Operation> {
  const { idempotency, allowBatch, bodyLimit } = endpoint;
  const limits = rateLimitsOf(endpoint);
  return {
    ...(limits.length > 0 ? { 'x-rate-limit': limits.map(({ max, window, by }) => ({ max, window, by })) } : {}),
    ...(idempotency ? { 'x-idempotency': idempotency } : {}),
    ...(allowBatch ? { 'x-allow-batch': true } : {}),
    ...(bodyLimit !== undefined && hasBody(method) ? { 'x-body-limit': bodyLimit } : {}),
  };
}

/** Returns a unique name for an operation of a document. */
type NameOperation = (endpoint: Endpoint, method: Method, template: string) => string;

/**
 * Creates operation names from `operationId`, otherwise from method and path: `getVendorKbV1ArticlesById`. With
 * several methods, the first gets the name and the others append theirs: `updateArticle`, `updateArticleByPatch`.
 * Duplicate names get a number, in order of registration.
 */
function createOperationNames(): NameOperation {
  const usedNames = new Set<string>();
  return (endpoint, method, template) => {
    const base = nameOf(endpoint, method, template);
    let name = base;
    for (let number = 2; usedNames.has(name); number += 1) name = base + number;
    usedNames.add(name);
    return name;
  };
}

function nameOf({ operationId, methods }: Endpoint, method: Method, template: string): string {
  if (operationId === undefined) return method.toLowerCase() + pascalCase(template.replaceAll('{', 'by-'));
  return method === methods[0] ? operationId : `${operationId}By${pascalCase(method.toLowerCase())}`;
}

function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
