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

/** All endpoints under one path template. */
export interface Route {
  readonly namespace: string;
  /** With the namespace: `/vendor-kb/v1/articles/{id}`. */
  readonly template: string;
  readonly endpoints: readonly Endpoint[];
}

/** The endpoints by path template, as the filter `rest_endpoints` sees them. */
export type EndpointTable = Readonly<Record<string, readonly Endpoint[]>>;

/** The declared routes of a host. */
export interface Registry {
  /**
   * Declares a route.
   * @param namespace `name/v1`: a name and a version segment
   * @throws HostError `rest_route_invalid` for a declaration that cannot work, `rest_permission_missing` without a
   *   permission, `rest_route_conflict` when another owner has the same method and path
   */
  route<const Path extends string, const A extends ArgumentsInput, const P extends PermissionOf<Path, A>>(
    namespace: string,
    definition: RouteDefinition<Path, A, P>,
    owner: string,
  ): void;
  /** Declares several endpoints of one path at once; nothing is added when one of them is refused. @throws like `route` */
  group<const Path extends string, const Shared extends Arguments, const P extends PermissionOf<Path, Shared>>(
    namespace: string,
    group: RouteGroup<Path, Shared, P>,
    declare: DeclareEndpoints<Path, Shared, P>,
    owner: string,
  ): void;
  /** Adds an endpoint that is built already: those of the core itself. @throws like `route` */
  endpoint(namespace: string, path: string, endpoint: Endpoint): void;
  /** The best match that has the method; HEAD is answered by GET endpoints too. */
  match(path: string, method: string): Match<Route> | null;
  /** The best match, whatever its methods. */
  matchPath(path: string): Match<Route> | null;
  /** The methods of all routes that match a path. */
  methodsAt(path: string): Method[];
  namespaces(): string[];
  routes(namespace?: string): readonly Route[];
  removeOwner(owner: string): void;
  /** Looks at everything anew: what filters routes has changed. */
  refresh(): void;
  /**
   * Has API keys taken from a header, whatever route they come to.
   * @throws HostError `rest_api_key_header_invalid`
   */
  apiKeyHeader(name: string, owner: string): void;
  /** The headers in which API keys are taken besides the core's own, in lower case. */
  apiKeyHeaders(): readonly string[];
  /** Grows with every change. */
  revision(): number;
}

export interface RegistryOptions {
  /** What comes with the first route of a namespace, by path: its index (host.md row 5), and what describes it. */
  readonly namespaceRoutes?: (namespace: string) => Readonly<Record<string, Endpoint>>;
  /** May take endpoints away or change them: the filter `rest_endpoints`. */
  readonly filter?: (table: EndpointTable) => EndpointTable;
}

export function createRegistry({ namespaceRoutes, filter = (table) => table }: RegistryOptions = {}): Registry {
  const declared = new Map<string, Route>();
  /** Headers for API keys that no permission names, by owner. */
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
    const kept = endpoint.override ? withoutMethods(existing, endpoint.methods) : existing;
    declared.set(template, { namespace, template, endpoints: [...kept, endpoint] });
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
          // What is missing in both is refused like any other declaration without it.
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
      if (fault) throw new HostError('rest_api_key_header_invalid', `"${owner}" cannot have that: ${fault}`);
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

/** An explicit HEAD wins; otherwise HEAD is a GET whose body the transport leaves out (host.md row 40). */
export function findEndpoint(route: Route, method: string): Endpoint | undefined {
  const exact = route.endpoints.find((endpoint) => endpoint.methods.includes(method as Method));
  if (exact || method !== 'HEAD') return exact;
  return route.endpoints.find((endpoint) => endpoint.methods.includes('GET'));
}

function toEndpoint<Path extends string, A extends ArgumentsInput, P extends PermissionOf<Path, A>>(
  definition: RouteDefinition<Path, A, P>,
  owner: string,
): { path: string; endpoint: Endpoint } {
  const { method, args: given, handler, permission, validate, path: declaredPath, ...rest } = definition;
  const standard = isStandardSchema(given) ? given : undefined;
  const described = isStandardSchema(given) ? describedArguments(given) : (given ?? {});
  const { path, args } = readWordPressPath(declaredPath, described as Arguments);
  const endpoint: Endpoint = {
    ...rest,
    owner,
    methods: [method].flat() as Method[],
    args,
    ...(standard ? { standard } : {}),
    // The registry erases the argument types; the pipeline's validation is what makes them true at run time.
    permission: permission as unknown as Permission,
    ...(validate ? { validate: validate as NonNullable<Endpoint['validate']> } : {}),
    handler: handler as Endpoint['handler'],
  };
  return { path, endpoint };
}

function formsOf({ template, endpoints }: Route): Record<string, RegExp> {
  return Object.assign({}, ...endpoints.map(({ args }) => parameterForms(template, args)).toReversed());
}

/** What templates of one shape have in common at least; found at a fraction of the time. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{\w+\}/g, '{}').toLowerCase();
}

/** Two templates of one shape match the same paths, whatever their parameters are called. */
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
        `${method} ${template} is declared by "${other.owner}"${earlier} and again by "${endpoint.owner}". Set override: true to replace it.`,
      );
    }
  }
}

function withoutMethods(endpoints: readonly Endpoint[], methods: readonly Method[]): Endpoint[] {
  return endpoints
    .map((endpoint) => ({ ...endpoint, methods: endpoint.methods.filter((method) => !methods.includes(method)) }))
    .filter((endpoint) => endpoint.methods.length > 0);
}
