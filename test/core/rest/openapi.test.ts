import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../src/core/access/capabilities.js';
import { capabilityName } from '../../../src/core/access/capability-name.js';
import { apiKey } from '../../../src/core/rest/api-key-permission.js';
import { createOpenApi } from '../../../src/core/rest/openapi/document.js';
import type { OpenApiDocument } from '../../../src/core/rest/openapi/model.js';
import { createRegistry } from '../../../src/core/rest/registry.js';
import type { Arguments, RouteDefinition } from '../../../src/core/rest/route.js';
import type { JsonSchema } from '../../../src/core/schema/schema.js';
import { createSite } from '../../../src/core/site.js';
import { createHooks } from '../../../src/hooks/hooks.js';

type Definition = Partial<RouteDefinition<string, Arguments>>;

const site = createSite({
  url: 'https://example.org/base',
  name: 'Example',
  description: '',
  locale: 'en',
  timezone: 'UTC',
  root: '/api',
  admin: '/admin',
  media: '/media',
});

/** Returns a document with the given routes. Omitted properties have defaults. */
function documentOf(...definitions: Definition[]): OpenApiDocument {
  const { registry, openApi } = setUp();
  for (const definition of definitions) declare(registry, definition);
  return openApi.document();
}

function setUp() {
  const registry = createRegistry();
  const access = createAccess({ hooks: createHooks() });
  return { registry, openApi: createOpenApi({ registry, site, access, version: '1.2.3' }) };
}

function declare(registry: ReturnType<typeof createRegistry>, definition: Definition, namespace = 'acme/v1'): void {
  const defaults = { method: 'GET', path: '/things', summary: 'Thing', permission: 'public' } as const;
  const route = { ...defaults, handler: () => ({}), ...definition } as RouteDefinition<string, Arguments>;
  registry.route(namespace, route, 'acme');
}

/** Returns the only operation of a document. */
function operationOf(definition: Definition) {
  const { paths } = documentOf(definition);
  const [operation] = Object.values(paths).flatMap(({ parameters: _shared, ...methods }) => Object.values(methods));
  if (!operation) throw new Error('The route is not in the document.');
  return operation;
}

const statusesOf = (definition: Definition): string[] => Object.keys(operationOf(definition).responses).sort();

describe('OpenAPI document', () => {
  it('contains the name, URL and version of the site', () => {
    expect(documentOf()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Example', version: '1.2.3' },
      servers: [{ url: 'https://example.org/base/api' }],
    });
  });

  it('is cached until the routes change', () => {
    const { registry, openApi } = setUp();
    const before = openApi.document();
    expect(openApi.document()).toBe(before);
    declare(registry, {});
    expect(Object.keys(openApi.document().paths)).toEqual(['/acme/v1/things']);
    registry.removeOwner('acme');
    expect(openApi.document().paths).toEqual({});
  });

  it('omits routes that are not shown in the index', () => {
    expect(documentOf({ showInIndex: false }).paths).toEqual({});
  });

  it('describes ten routes in a few milliseconds', () => {
    const { registry, openApi } = setUp();
    const args = { id: { type: 'integer' }, name: { type: 'string' }, tags: { type: 'array' } } as const;
    for (let number = 0; number < 10; number++) declare(registry, { path: `/things${number}/{id}`, args });
    const times = Array.from({ length: 20 }, () => {
      registry.refresh();
      const start = performance.now();
      openApi.document();
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(3);
  });
});

describe('operation id', () => {
  it('consists of method and path', () => {
    expect(operationOf({ path: '/big-things/{id}/parts', args: { id: {} } }).operationId).toBe(
      'getAcmeV1BigThingsByIdParts',
    );
  });

  it('is the declared one, with the method appended for further methods', () => {
    const { paths } = documentOf({ method: ['PUT', 'PATCH'], operationId: 'changeThing' });
    expect(paths['/acme/v1/things']?.put?.operationId).toBe('changeThing');
    expect(paths['/acme/v1/things']?.patch?.operationId).toBe('changeThingByPatch');
  });

  it('is unique', () => {
    const { paths } = documentOf({ operationId: 'things' }, { path: '/others', operationId: 'things' });
    expect(Object.values(paths).map(({ get }) => get?.operationId)).toEqual(['things', 'things2']);
  });
});

describe('operation', () => {
  it('contains summary, description, deprecation and tags', () => {
    expect(operationOf({ description: 'More.', deprecated: true })).toMatchObject({
      summary: 'Thing',
      description: 'More.',
      deprecated: true,
      tags: ['acme/v1'],
    });
    expect(operationOf({ tags: ['Things'] }).tags).toEqual(['Things']);
  });

  it('documents rate limit, idempotency, batching and body limit', () => {
    const operation = operationOf({
      method: 'POST',
      rateLimit: { max: 10, window: '1m', by: 'user' },
      idempotency: 'required',
      allowBatch: true,
      bodyLimit: 5000,
    });
    expect(operation).toMatchObject({
      'x-rate-limit': [{ max: 10, window: '1m', by: 'user' }],
      'x-idempotency': 'required',
      'x-allow-batch': true,
      'x-body-limit': 5000,
      parameters: [{ $ref: '#/components/parameters/RequiredIdempotencyKey' }],
    });
    expect(operation.description).toContain('At most 10 calls per 1m for each user.');
  });
});

describe('arguments', () => {
  const args = {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', required: true, description: 'Its name.' },
    place: { type: 'object', properties: { x: { type: 'number', required: true } } },
  } as const;

  it('are in path and query for GET and DELETE', () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const { parameters, requestBody } = operationOf({ method, path: '/things/{id}', args });
      expect(requestBody).toBeUndefined();
      expect(parameters).toEqual([
        { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
        { name: 'name', in: 'query', required: true, description: 'Its name.', schema: { type: 'string' } },
        {
          name: 'place',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
        },
      ]);
    }
  });

  it.each(['POST', 'PUT', 'PATCH'] as const)('are in the body for %s, as JSON or form', (method) => {
    const { parameters, requestBody } = operationOf({ method, path: '/things/{id}', args, strictBody: true });
    expect(parameters).toMatchObject([{ name: 'id', in: 'path' }]);
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Its name.' },
        place: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
      },
      required: ['name'],
      additionalProperties: false,
    };
    expect(requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    });
  });

  it('are multipart if they contain files', () => {
    const { requestBody } = operationOf({ method: 'POST', uploads: { maxFileSize: 10 } });
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    expect(requestBody?.content).toEqual({ 'multipart/form-data': { schema } });
    const multiple = operationOf({ method: 'POST', args, path: '/x/{id}', uploads: { maxFileSize: 10, maxFiles: 3 } });
    expect(multiple.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      properties: { name: { type: 'string' }, file: { type: 'array', maxItems: 3 } },
    });
  });

  it('in the path have a pattern for the whole segment', () => {
    const { parameters } = operationOf({ path: '/codes/{code}', args: { code: { type: 'string', pattern: 'a|b' } } });
    expect(parameters).toMatchObject([{ schema: { pattern: '^(?:a|b)$' } }]);
  });
});

describe('responses', () => {
  const returns: JsonSchema = { type: 'object', properties: { id: { type: 'integer', required: true } } };

  it('have the schema that the route declares for success', () => {
    const { responses } = operationOf({ method: 'POST', successStatus: 201, returns });
    expect(responses['201']).toEqual({
      description: 'Created',
      content: {
        'application/json': {
          schema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        },
      },
    });
  });

  it('are empty for DELETE without a return schema', () => {
    expect(operationOf({ method: 'DELETE' }).responses['204']).toEqual({ description: 'No Content' });
    expect(Object.keys(operationOf({ method: 'DELETE', returns }).responses)).toContain('200');
  });

  it('with pagination have headers with the totals', () => {
    const list = { page: { type: 'integer' }, per_page: { type: 'integer' } } as const;
    expect(operationOf({ args: list }).responses['200']).toMatchObject({
      headers: { 'X-CMS-Total': {}, 'X-CMS-TotalPages': {}, Link: {} },
    });
    expect(operationOf({}).responses['200']).not.toHaveProperty('headers');
  });

  it('include the errors that the declaration makes possible', () => {
    const one = { path: '/things/{id}', args: { id: {} } };
    expect(statusesOf({})).toEqual(['200', 'default']);
    expect(statusesOf(one)).toEqual(['200', '400', '404', 'default']);
    expect(statusesOf({ permission: 'manage_options' })).toEqual(['200', '401', '403', 'default']);
    expect(statusesOf({ method: 'POST', idempotency: 'accepted' })).toEqual(['200', '409', '413', '422', 'default']);
    expect(statusesOf({ method: 'POST', uploads: { maxFileSize: 1 } })).toEqual(['200', '413', '415', 'default']);
    expect(statusesOf({ rateLimit: { max: 1, window: '1s', by: 'ip' } })).toEqual(['200', '429', 'default']);
  });
});

describe('permissions', () => {
  const credentials = (...scopes: string[][]) => [
    { applicationPassword: [] },
    { apiKey: [] },
    ...scopes.map((oauth2) => ({ oauth2 })),
    { session: [], nonce: [] },
  ];

  it('make credentials optional for a public route', () => {
    const operation = operationOf({ permission: 'public' });
    expect(operation).toMatchObject({ security: [{}, ...credentials([])], 'x-permission': 'public' });
    expect(operation).not.toHaveProperty('description');
  });

  it('name the required capability', () => {
    const object = () => null;
    for (const permission of ['read', { capability: 'read', object }] as const) {
      const operation = operationOf({ permission });
      expect(operation).toMatchObject({ security: credentials(['read']), 'x-capability': 'read' });
      expect(operation.description).toBe('Needs the capability `read`.');
      expect(operation).not.toHaveProperty('x-permission');
    }
  });

  it('name all alternative capabilities', () => {
    const operation = operationOf({ permission: { anyOf: ['read', 'import', () => true] } });
    expect(operation).toMatchObject({ 'x-capability': ['read', 'import'], 'x-permission': 'custom' });
    expect(operationOf({ permission: { anyOf: ['read', 'public'] } }).security).toContainEqual({});
    expect(operationOf({ permission: { anyOf: ['read', 'import'] } }).security).toEqual(
      credentials(['read'], ['import']),
    );
  });

  it('name no scope if the capability needs an object or no capability is required', () => {
    for (const permission of [
      capabilityName('edit_user'),
      { anyOf: ['read', capabilityName('edit_user')] },
      { anyOf: ['read', () => true] },
    ] as const) {
      expect(operationOf({ permission }).security).toEqual(credentials([]));
    }
  });

  it('list every scope with its label', () => {
    const { oauth2 } = documentOf().components.securitySchemes as { oauth2: { flows: Record<string, unknown> } };
    const token = { tokenUrl: 'https://example.org/base/oauth/token', scopes: { read: 'Read', import: 'Import' } };
    expect(oauth2.flows).toMatchObject({
      authorizationCode: { ...token, authorizationUrl: 'https://example.org/base/oauth/authorize' },
      clientCredentials: token,
    });
  });

  it('name the header of routes that accept an API key', () => {
    const own = operationOf({ permission: apiKey('upload_files', { header: 'X-Vendor-API-Key' }) });
    expect(own).toMatchObject({ security: [{ apiKeyXVendorApiKey: [] }], 'x-capability': 'upload_files' });
    expect(own.description).toBe('Needs an API key with the scope `upload_files`.');
    const either = operationOf({ permission: { anyOf: ['read', apiKey('upload_files')] } });
    expect(either).toMatchObject({ security: credentials(['read']), 'x-capability': ['read', 'upload_files'] });
  });

  it('distinguish a custom function from a route that only requires authentication', () => {
    expect(operationOf({ permission: () => true })).toMatchObject({
      'x-permission': 'custom',
      security: credentials([]),
    });
    expect(operationOf({ permission: 'authenticated' })).toMatchObject({ 'x-permission': 'authenticated' });
  });
});

describe('schemas with a title in PascalCase', () => {
  const recipe: JsonSchema = { type: 'object', title: 'Recipe', properties: { name: { type: 'string' } } };

  it('become components, also when nested', () => {
    const { components, paths } = documentOf({ returns: { type: 'array', items: recipe } });
    expect(components.schemas?.Recipe).toEqual({
      title: 'Recipe',
      type: 'object',
      properties: { name: { type: 'string' } },
    });
    expect(paths['/acme/v1/things']?.get?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Recipe' } } } },
    });
  });

  it('get separate components for different schemas with the same title', () => {
    const other: JsonSchema = { type: 'object', title: 'Recipe', properties: { grams: { type: 'integer' } } };
    const { components } = documentOf(
      { returns: recipe },
      { path: '/a', returns: other },
      { path: '/b', returns: recipe },
    );
    expect(Object.keys(components.schemas ?? {})).toEqual(['Error', 'Recipe', 'Recipe2']);
    expect(components.schemas?.Recipe2).toMatchObject({ properties: { grams: {} } });
  });

  it('may contain themselves', () => {
    const branch: JsonSchema = {
      type: 'object',
      title: 'Branch',
      $anchor: 'branch',
      properties: { branches: { type: 'array', items: { $ref: '#branch' } } },
    };
    expect(documentOf({ returns: branch }).components.schemas?.Branch).toEqual({
      title: 'Branch',
      type: 'object',
      properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/Branch' } } },
    });
  });

  it('become no components if the title is human-readable text', () => {
    const { components } = documentOf({ returns: { ...recipe, title: 'The recipe' } });
    expect(Object.keys(components.schemas ?? {})).toEqual(['Error']);
  });
});

describe('paths that differ only in the names of parameters', () => {
  const byId = { path: '/things/{id}', summary: 'By number', args: { id: { type: 'integer' } } } as const;
  const bySlug = {
    path: '/things/{slug}',
    summary: 'By slug',
    args: { slug: { type: 'string', pattern: '[a-z]+' }, locale: { type: 'string', required: true } },
  } as const;

  it('share one path and one operation for a method that both have', () => {
    const { paths } = documentOf(byId, bySlug);
    expect(Object.keys(paths)).toEqual(['/acme/v1/things/{id}']);
    const get = paths['/acme/v1/things/{id}']?.get;
    expect(get).toMatchObject({ summary: 'By number', description: 'Or: By slug.' });
    expect(get?.parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^(?:[a-z]+)$' }] },
      },
      { name: 'locale', in: 'query', schema: { type: 'string' } },
    ]);
  });

  it('share one path with the operations of both for different methods', () => {
    const { paths } = documentOf(byId, { ...bySlug, method: 'DELETE' });
    expect(paths['/acme/v1/things/{id}']?.delete?.parameters).toMatchObject([{ name: 'id', in: 'path' }, {}]);
  });
});
