import type { Site } from '../site.js';
import type { Registry, Route } from './registry.js';
import type { Endpoint } from './route.js';
import { toJsonSchema } from './schema.js';

/** `GET {root}/`: what the site is, its namespaces and every route with its arguments (host.md row 30). */
export function describeRoot(registry: Registry, site: Site): Record<string, unknown> {
  const offset = timezoneOffset(site.timezone);
  return {
    name: site.name,
    description: site.description,
    url: site.url('/'),
    home: site.url('/'),
    gmt_offset: offset,
    timezone_string: site.timezone,
    namespaces: registry.namespaces(),
    authentication: {
      'application-passwords': { endpoints: { authorization: site.url(site.admin) } },
    },
    routes: describeRoutes(registry.routes(), site),
    _links: {
      help: [{ href: site.url(`${site.root}/`) }],
      nonce: [{ href: site.url(`${site.root}/nonce`) }],
    },
  };
}

/** `GET {root}/{namespace}`: the routes of one plugin. */
export function describeNamespace(registry: Registry, site: Site, namespace: string): Record<string, unknown> {
  return {
    namespace,
    routes: describeRoutes(registry.routes(namespace), site),
    _links: { up: [{ href: site.url(`${site.root}/`) }] },
  };
}

function describeRoutes(routes: readonly Route[], site: Site): Record<string, unknown> {
  const shown = routes.map((route) => ({ ...route, endpoints: route.endpoints.filter(isShown) }));
  return Object.fromEntries(
    shown
      .filter((route) => route.endpoints.length > 0)
      .map((route) => [route.template, { ...describeRoute(route), ...selfLink(route, site) }]),
  );
}

/** Only fixed paths have an address of their own. */
function selfLink(route: Route, site: Site): Record<string, unknown> {
  if (route.template.includes('{')) return {};
  return { _links: { self: [{ href: site.url(site.root + route.template) }] } };
}

const isShown = (endpoint: Endpoint): boolean => endpoint.showInIndex !== false;

/** The description of one route, also the answer to OPTIONS. */
export function describeRoute(route: Route): Record<string, unknown> {
  const endpoints = route.endpoints.filter(isShown);
  const returns = endpoints.find((endpoint) => endpoint.returns)?.returns;
  return {
    namespace: route.namespace,
    methods: [...new Set(endpoints.flatMap((endpoint) => endpoint.methods))],
    endpoints: endpoints.map((endpoint) => ({
      methods: endpoint.methods,
      summary: endpoint.summary,
      args: Object.fromEntries(
        Object.entries(endpoint.args).map(([name, argument]) => [
          name,
          { ...toJsonSchema(argument), required: argument.required ?? false },
        ]),
      ),
    })),
    ...(returns ? { schema: toJsonSchema(returns) } : {}),
  };
}

/** Hours east of UTC at this moment. */
function timezoneOffset(timezone: string): number {
  const name = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(new Date())
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
}
