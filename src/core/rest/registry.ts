import { HostError } from '../errors.js';
import { once } from '../once.js';
import { describedArguments, isStandardSchema } from '../schema/standard-schema.js';
import { apiKeyHeaderFault, apiKeyHeadersOf } from './api-key-permission.js';
import { assertDeclaration, parameterForms } from './declaration.js';
import { createMatcher, type Match, type Matcher, shapeOf } from './match.js';
import type {
  Arguments,
  ArgumentsInput,
  DeclareEndpoints,
  Endpoint,
  Method,
  Permission,
  PermissionOf,
  RouteDefinition,
  RouteGroup,
} from './route.js';
import { readWordPressPath } from './wordpress-path.js';

/** All endpoints of one path template. */
export interface Route {
  readonly namespace: string;
  /** Template with the namespace: `/vendor-kb/v1/articles/{id}`. */
  readonly template: string;
  readonly endpoints: readonly Endpoint[];
}

/** Endpoints by path template, as the `rest_endpoints` filter sees them. */
export type EndpointTable = Readonly<Record<string, readonly Endpoint[]>>;

/** Declared routes of a host. */
export interface Registry {
  /**
   * Declares a route.
   * @param namespace `name/v1`: a name and a version segment
   * @throws HostError `rest_route_invalid` for an invalid declaration, `rest_permission_missing` without a
   *   permission, `rest_route_conflict` when another owner has the same method and path
   */
  route<const Path extends string, const A extends ArgumentsInput, const P extends PermissionOf<Path, A>>(
    namespace: string,
    definition: RouteDefinition<Path, A, P>,
    owner: string,
  ): void;
  /** Declares several endpoints of one path atomically; if one is rejected, none is added. @throws like `route` */
  group<const Path extends string, const Shared extends Arguments, const P extends PermissionOf<Path, Shared>>(
    namespace: string,
    group: RouteGroup<Path, Shared, P>,
    declare: DeclareEndpoints<Path, Shared, P>,
    owner: string,
  ): void;
  /** Adds a complete endpoint of the core itself. @throws like `route` */
  endpoint(namespace: string, path: string, endpoint: Endpoint): void;
  /** Returns the best match that supports the method; GET endpoints also answer HEAD. */
  match(path: string, method: string): Match<Route> | null;
  /** Returns the best match for any method. */
  matchPath(path: string): Match<Route> | null;
  /** Returns the methods of all routes that match a path. */
  methodsAt(path: string): Method[];
  namespaces(): string[];
  routes(namespace?: string): readonly Route[];
  removeOwner(owner: string): void;
  /** Discards computed routes after a change of their filters. */
  refresh(): void;
  /**
   * Registers a header that carries API keys, for all routes.
   * @throws HostError `rest_api_key_header_invalid`
   */
  apiKeyHeader(name: string, owner: string): void;
  /** Returns the registered API key headers besides the core's own, in lower case. */
  apiKeyHeaders(): readonly string[];
  /** Revision number that increases with every change. */
  revision(): number;
}

export interface RegistryOptions {
  /** Returns endpoints to add with a namespace's first route, by path: its index and OpenAPI. */
  readonly namespaceRoutes?: (namespace: string) => Readonly<Record<string, Endpoint>>;
  /** May remove or change endpoints: the `rest_endpoints` filter. */
  readonly filter?: (table: EndpointTable) => EndpointTable;
}

export function createRegistry({ namespaceRoutes, filter = (table) => table }: RegistryOptions = {}): Registry {
  const declared = new Map<string, Route>();
  /** Registered API key headers that no permission names, by owner. */
  const keyHeaders = new Map<string, ReadonlySet<string>>();
  let table: {
    readonly routes: readonly Route[];
    readonly matcher: Matcher<Route>;
    readonly apiKeyHeaders: readonly string[];
  } | null = null;
  let revision = 0;

  function add(namespace: string, path: string, endpoint: Endpoint): void {
    const template = `/${[namespace, path.replace(/^\/|\/$/g, '')].filter((part) => part !== '').join('/')}`;
    assertDeclaration({ namespace, path, endpoint });
    const existing = declared.get(template)?.endpoints ?? [];
    if (!endpoint.override) assertNoConflict(declared.values(), template, endpoint);
    const remaining = endpoint.override ? withoutMethods(existing, endpoint.methods) : existing;
    declared.set(template, { namespace, template, endpoints: [...remaining, endpoint] });
    refresh();
  }

  function refresh(): void {
    table = null;
    revision += 1;
  }

  function current(): NonNullable<typeof table> {
    if (table) return table;
    const indexes = new Map<string, Route>();
    const seen = new Set<string>();
    for (const { namespace } of declared.values()) {
      if (!namespaceRoutes || namespace === '' || seen.has(namespace)) continue;
      seen.add(namespace);
      for (const [path, endpoint] of Object.entries(namespaceRoutes(namespace))) {
        const template = `/${namespace}${path}`;
        if (!declared.has(template)) indexes.set(template, { namespace, template, endpoints: [endpoint] });
      }
    }
    const all = [...indexes.values(), ...declared.values()];
    const filtered = filter(Object.fromEntries(all.map(({ template, endpoints }) => [template, endpoints])));
    const routes = all
      .map((route) => ({ ...route, endpoints: filtered[route.template] ?? [] }))
      .filter(({ endpoints }) => endpoints.length > 0);
    const matcher = createMatcher<Route>();
    for (const route of routes) matcher.add(route.template, formsOf(route), route);
    const named = apiKeyHeadersOf(routes.flatMap(({ endpoints }) => endpoints));
    const further = [...keyHeaders.values()].flatMap((headers) => [...headers]);
    table = { routes, matcher, apiKeyHeaders: [...new Set([...named, ...further])] };
    return table;
  }

  return {
    route(namespace, definition, owner) {
      const { path, endpoint } = toEndpoint(definition, owner);
      add(namespace, path, endpoint);
    },
    group(namespace, shared, declare, owner) {
      const before = new Map(declared);
      try {
        declare((own) => {
          const definition = { ...shared, ...own, args: { ...shared.args, ...own.args } };
          // A member missing in both is rejected like in any other declaration.
          const { path, endpoint } = toEndpoint(definition as unknown as RouteDefinition<string, Arguments>, owner);
          add(namespace, path, endpoint);
        });
      } catch (error) {
        declared.clear();
        for (const [template, route] of before) declared.set(template, route);
        refresh();
        throw error;
      }
    },
    endpoint: add,
    match: (path, method) => current().matcher.match(path, (route) => findEndpoint(route, method) !== undefined),
    matchPath: (path) => current().matcher.match(path),
    methodsAt(path) {
      const methods = new Set<Method>();
      current().matcher.match(path, ({ endpoints }) => {
        for (const endpoint of endpoints) for (const method of endpoint.methods) methods.add(method);
        return false;
      });
      return [...methods];
    },
    namespaces: () => [...new Set(current().routes.map(({ namespace }) => namespace))].filter((name) => name !== ''),
    routes(namespace) {
      const { routes } = current();
      return namespace === undefined ? routes : routes.filter((route) => route.namespace === namespace);
    },
    apiKeyHeader(name, owner) {
      const fault = apiKeyHeaderFault(name);
      if (fault) throw new HostError('rest_api_key_header_invalid', `"${owner}" has an invalid route: ${fault}`);
      keyHeaders.set(owner, new Set([...(keyHeaders.get(owner) ?? []), name.toLowerCase()]));
      refresh();
    },
    removeOwner(owner) {
      keyHeaders.delete(owner);
      for (const [template, route] of declared) {
        const endpoints = route.endpoints.filter((endpoint) => endpoint.owner !== owner);
        if (endpoints.length === 0) declared.delete(template);
        else declared.set(template, { ...route, endpoints });
      }
      refresh();
    },
    refresh,
    apiKeyHeaders: () => current().apiKeyHeaders,
    revision: () => revision,
  };
}

/** Finds the endpoint for a method. Without an explicit HEAD endpoint, GET answers and the transport omits the body. */
export function findEndpoint(route: Route, method: string): Endpoint | undefined {
  const exact = route.endpoints.find((endpoint) => endpoint.methods.includes(method as Method));
  if (exact || method !== 'HEAD') return exact;
  return route.endpoints.find((endpoint) => endpoint.methods.includes('GET'));
}

function toEndpoint<Path extends string, A extends ArgumentsInput, P extends PermissionOf<Path, A>>(
  definition: RouteDefinition<Path, A, P>,
  owner: string,
): { path: string; endpoint: Endpoint } {
  const { method, args: declaredArgs, handler, permission, validate, path: declaredPath, ...rest } = definition;
  const standard = isStandardSchema(declaredArgs) ? declaredArgs : undefined;
  const described = isStandardSchema(declaredArgs) ? describedArguments(declaredArgs) : (declaredArgs ?? {});
  const { path, args } = readWordPressPath(declaredPath, described as Arguments);
  const endpoint: Endpoint = {
    ...rest,
    owner,
    methods: [method].flat() as Method[],
    args,
    ...(standard ? { standard } : {}),
    // The registry erases the argument types; validation in the pipeline enforces them at run time.
    permission: permission as unknown as Permission,
    ...(validate ? { validate: validate as NonNullable<Endpoint['validate']> } : {}),
    handler: handler as Endpoint['handler'],
  };
  return { path, endpoint };
}

function formsOf({ template, endpoints }: Route): Record<string, RegExp> {
  return Object.assign({}, ...endpoints.map(({ args }) => parameterForms(template, args)).toReversed());
}

/** Cheap precheck: templates of the same shape are equal without parameter names. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{\w+\}/g, '{}').toLowerCase();
}

/** Two templates of the same shape match the same paths, regardless of parameter names. */
function assertNoConflict(routes: Iterable<Route>, template: string, endpoint: Endpoint): void {
  const shape = once(() => shapeOf(template, parameterForms(template, endpoint.args)));
  const unnamed = withoutNames(template);
  for (const route of routes) {
    if (withoutNames(route.template) !== unnamed) continue;
    if (route.template !== template && shapeOf(route.template, formsOf(route)) !== shape()) continue;
    for (const other of route.endpoints) {
      const method = other.methods.find((candidate) => endpoint.methods.includes(candidate));
      if (!method) continue;
      const earlier = route.template === template ? '' : ` as ${route.template}`;
      throw new HostError(
        'rest_route_conflict',
        `${method} ${template} is declared by "${other.owner}"${earlier} and by "${endpoint.owner}". Set override: true to replace it.`,
      );
    }
  }
}

function withoutMethods(endpoints: readonly Endpoint[], methods: readonly Method[]): Endpoint[] {
  return endpoints
    .map((endpoint) => ({ ...endpoint, methods: endpoint.methods.filter((method) => !methods.includes(method)) }))
    .filter((endpoint) => endpoint.methods.length > 0);
}
