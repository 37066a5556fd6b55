import { HostError } from '../errors.js';
import { createMatcher, type Match, type Matcher, parameterNames } from './match.js';
import type { Arguments, Endpoint, Method, RouteDefinition } from './route.js';
import { readWordPressPath } from './wordpress-path.js';

/** All endpoints under one path template. */
export interface Route {
  readonly namespace: string;
  /** With the namespace: `/vendor-kb/v1/articles/{id}`. */
  readonly template: string;
  readonly endpoints: Endpoint[];
}

/** The declared routes of a host. */
export interface Registry {
  /**
   * Declares a route.
   * @param namespace `name/v1`: a name and a version segment
   * @throws HostError `rest_route_invalid` for a declaration that cannot work, `rest_permission_missing` without a
   *   permission, `rest_route_conflict` when another owner has the same method and path
   */
  route<const Path extends string, const A extends Arguments>(
    namespace: string,
    definition: RouteDefinition<Path, A>,
    owner: string,
  ): void;
  match(path: string): Match<Route> | null;
  namespaces(): string[];
  routes(namespace?: string): Route[];
  removeOwner(owner: string): void;
}

const NAMESPACE = /^[a-z][a-z0-9-]*(?:\/[a-z0-9-]+)*\/v\d+$/;

export function createRegistry(): Registry {
  const routes = new Map<string, Route>();
  let matcher: Matcher<Route> | null = null;

  return {
    route(namespace, definition, owner) {
      const { path, args } = readWordPressPath(definition.path, definition.args ?? {});
      assertDeclaration(namespace, { ...definition, path, args });
      const template = `/${namespace}${path.replace(/\/$/, '')}`;
      const endpoint = toEndpoint(definition, args, owner);
      const route = routes.get(template) ?? { namespace, template, endpoints: [] };
      if (definition.override) removeMethods(route, endpoint.methods);
      else assertNoConflict(route, endpoint);
      route.endpoints.push(endpoint);
      routes.set(template, route);
      matcher = null;
    },
    match(path) {
      matcher ??= buildMatcher(routes.values());
      return matcher.match(path);
    },
    namespaces: () => [...new Set([...routes.values()].map((route) => route.namespace))],
    routes: (namespace) => [...routes.values()].filter((route) => !namespace || route.namespace === namespace),
    removeOwner(owner) {
      for (const [template, route] of routes) {
        route.endpoints.splice(0, Infinity, ...route.endpoints.filter((endpoint) => endpoint.owner !== owner));
        if (route.endpoints.length === 0) routes.delete(template);
      }
      matcher = null;
    },
  };
}

function toEndpoint<Path extends string, A extends Arguments>(
  definition: RouteDefinition<Path, A>,
  args: Arguments,
  owner: string,
): Endpoint {
  const { method, args: _args, handler, validate, path: _path, ...rest } = definition;
  return {
    ...rest,
    owner,
    methods: [method].flat() as Method[],
    args,
    // The registry erases the argument types; the pipeline's validation is what makes them true at run time.
    ...(validate ? { validate: validate as NonNullable<Endpoint['validate']> } : {}),
    handler: handler as Endpoint['handler'],
  };
}

type Declared = Pick<RouteDefinition<string, Arguments>, 'method' | 'path' | 'permission'> & {
  readonly args: Arguments;
};

function assertDeclaration(namespace: string, definition: Declared): void {
  const place = `${[definition.method].flat().join('|')} /${namespace}${definition.path}`;
  if (!NAMESPACE.test(namespace)) {
    throw new HostError('rest_route_invalid', `${place}: the namespace must look like "name/v1", with a version.`);
  }
  if (!definition.path.startsWith('/') && definition.path !== '') {
    throw new HostError('rest_route_invalid', `${place}: the path must begin with "/".`);
  }
  if (definition.permission === undefined || definition.permission === null) {
    throw new HostError(
      'rest_permission_missing',
      `${place}: a route needs a permission. Write permission: 'public' when everybody may call it.`,
    );
  }
  if (definition.path.split('/').some((segment) => /[{}()]/.test(segment) && !/^\{[a-z_]\w*\}$/i.test(segment))) {
    throw new HostError('rest_route_invalid', `${place}: a path parameter takes a whole segment, like "/{id}/".`);
  }
  for (const name of parameterNames(definition.path)) {
    if (!Object.hasOwn(definition.args, name)) {
      throw new HostError('rest_route_invalid', `${place}: describe the path parameter "${name}" in args.`);
    }
    assertPattern(place, name, definition.args[name]?.pattern);
  }
}

/** A pattern that does not compile would fail at every request, not only at those of its route. */
function assertPattern(place: string, name: string, pattern = ''): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    throw new HostError(
      'rest_route_invalid',
      `${place}: the pattern of "${name}" is no regular expression.`,
      {},
      { cause: error },
    );
  }
}

function assertNoConflict(route: Route, endpoint: Endpoint): void {
  for (const other of route.endpoints) {
    const method = other.methods.find((candidate) => endpoint.methods.includes(candidate));
    if (method) {
      throw new HostError(
        'rest_route_conflict',
        `${method} ${route.template} is declared by "${other.owner}" and again by "${endpoint.owner}". Set override: true to replace it.`,
      );
    }
  }
}

function removeMethods(route: Route, methods: readonly Method[]): void {
  const kept = route.endpoints
    .map((endpoint) => ({ ...endpoint, methods: endpoint.methods.filter((method) => !methods.includes(method)) }))
    .filter((endpoint) => endpoint.methods.length > 0);
  route.endpoints.splice(0, Infinity, ...kept);
}

/** Templates match most specific first because the matcher prefers fixed text and typed parameters. */
function buildMatcher(routes: Iterable<Route>): Matcher<Route> {
  const matcher = createMatcher<Route>();
  for (const route of routes) matcher.add(route.template, parameterForms(route), route);
  return matcher;
}

/** Integer parameters match digits only, so that `/articles/abc` is no route rather than a bad argument. */
function parameterForms(route: Route): Record<string, RegExp> {
  const forms: Record<string, RegExp> = {};
  for (const name of parameterNames(route.template)) {
    const argument = route.endpoints.find((endpoint) => Object.hasOwn(endpoint.args, name))?.args[name];
    if (argument?.type === 'integer') forms[name] = /^\d+$/;
    else if (argument?.pattern) forms[name] = new RegExp(`^(?:${argument.pattern})$`, 'u');
  }
  return forms;
}
