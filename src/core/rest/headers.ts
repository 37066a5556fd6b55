import type { Hooks } from '../../hooks/hooks.js';
import { formatQuery, type Query } from '../http/query.js';
import { mergeLists } from '../http/way-out.js';
import { API_KEY_HEADER } from '../identity/authenticators/api-key.js';
import type { Site } from '../site.js';
import type { RestCall } from './call.js';
import type { Cors } from './cors.js';
import type { Exchange } from './exchange.js';
import { type PageInfo, pageCount, type RestResponse } from './response.js';

/** Dependencies of response headers. */
export interface HeaderParts {
  readonly site: Site;
  readonly hooks: Hooks;
  readonly cors: Cors;
  readonly compat: 'wp' | 'off';
  /** Returns the headers besides X-API-Key that carry keys. */
  readonly apiKeyHeaders: () => readonly string[];
  /** Whether X-CMS-Authorization is accepted in place of Authorization. */
  readonly authorizationHeader?: boolean | undefined;
}

/** Headers only the core may set: plugins may extend the allowed methods, never the allowed origins. */
const FORBIDDEN = new Set(['access-control-allow-origin', 'access-control-allow-credentials']);

/** Canonical spelling of headers that routes may spell differently, so that none is sent twice or missed. */
const CANONICAL: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['Allow', 'Cache-Control', 'Content-Disposition', 'Content-Type', 'ETag', 'Last-Modified', 'Link', 'Location'],
    ...['Retry-After', 'Vary', 'X-Request-Id'],
  ].map((name) => [name.toLowerCase(), name]),
);

/** Builds the headers of a response: common ones, then those set by the route. */
export function responseHeaders(
  parts: HeaderParts,
  exchange: Exchange,
  response: RestResponse,
): Record<string, string> {
  const { caller, request, target, call } = exchange;
  const headers: Record<string, string> = {
    'X-Request-Id': request.id,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    Link: rootLinks(parts),
  };
  const declared = target?.endpoint.cache;
  // If a route's answers must not be stored, neither must its errors.
  const cache = response.status < 400 || declared === 'no-store' ? declared : undefined;
  if (cache !== undefined) headers['Cache-Control'] = cache;
  else if (parts.hooks.applyFilters('rest_send_nocache_headers', caller.identity !== null, request)) {
    headers['Cache-Control'] = 'no-store, private';
  }
  if (caller.ignored) headers['X-CMS-Auth'] = caller.ignored;
  if (caller.refreshedNonce) {
    headers['X-CMS-Nonce'] = caller.refreshedNonce;
    if (parts.compat === 'wp') headers['X-WP-Nonce'] = caller.refreshedNonce;
  }
  if (response.pageInfo) addPagination(headers, parts, call, response.pageInfo);
  Object.assign(headers, exchange.headers);
  for (const name of Object.keys(response.headers)) {
    const lowerName = name.toLowerCase();
    if (!FORBIDDEN.has(lowerName)) headers[CANONICAL[lowerName] ?? name] = response.headers[name] ?? '';
  }
  headers.Vary = varyOf(parts, headers);
  parts.cors.grant(request, headers);
  return headers;
}

/** Every response may depend on the caller, so these names are added to the route's own `Vary`. */
function varyOf(parts: HeaderParts, headers: Readonly<Record<string, string>>): string {
  const cache = headers['Cache-Control'];
  const names = [
    'Cookie',
    'Authorization',
    ...(parts.authorizationHeader ? ['X-CMS-Authorization'] : []),
    // Caches treat Authorization specially, but know nothing about API key headers.
    ...(cache === undefined || /\b(?:no-store|private)\b/.test(cache)
      ? []
      : [API_KEY_HEADER, ...parts.apiKeyHeaders()]),
  ];
  return headers.Vary === undefined ? names.join(', ') : mergeLists(names, headers.Vary);
}

/** Headers of a response whose own headers could not be built. It is not stored, and the id finds it in the log. */
export function failureHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store, private' };
}

/** `Link` to the REST root, with the relation WordPress clients use, and to the OpenAPI document (RFC 8631). */
export function rootLinks({ site, compat }: Pick<HeaderParts, 'site' | 'compat'>): string {
  const description = `<${site.restUrl}openapi.json>; rel="service-desc"`;
  return compat === 'wp' ? `<${site.restUrl}>; rel="https://api.w.org/", ${description}` : description;
}

/** Adds `X-CMS-Total`, `X-CMS-TotalPages` and absolute `Link`s that keep the other query arguments. */
export function addPagination(
  headers: Record<string, string>,
  parts: Pick<HeaderParts, 'site' | 'compat'>,
  call: RestCall,
  info: PageInfo,
): void {
  const pages = pageCount(info);
  headers['X-CMS-Total'] = String(info.total);
  headers['X-CMS-TotalPages'] = String(pages);
  if (parts.compat === 'wp') {
    headers['X-WP-Total'] = headers['X-CMS-Total'];
    headers['X-WP-TotalPages'] = headers['X-CMS-TotalPages'];
  }
  const address = (place: Query): string =>
    `${parts.site.url(parts.site.root + call.path)}?${formatQuery(call.query, place)}`;
  const links = (info.offset === undefined ? pageLinks(info, pages) : offsetLinks(info, info.offset))
    .map(([relation, place]) => `<${address(place)}>; rel="${relation}"`)
    .filter((link) => link.length <= MAX_LINK_LENGTH);
  headers.Link = [rootLinks(parts), ...links].join(', ');
}

/** Maximum URL length in a link, in characters: four longer ones would exceed header limits of clients and proxies. */
const MAX_LINK_LENGTH = 2048;

type PlaceLink = readonly [relation: string, place: Query];

function pageLinks({ page }: PageInfo, pages: number): PlaceLink[] {
  const links = [
    ['first', 1],
    ['prev', page - 1],
    ['next', page + 1],
    ['last', pages],
  ] as const;
  return links
    .filter(([, to]) => to >= 1 && to <= pages && to !== page)
    .map(([relation, to]) => [relation, { page: to }]);
}

/** Builds links with offsets for callers that use `offset`, which takes precedence over a page. */
function offsetLinks({ perPage, total }: PageInfo, offset: number): PlaceLink[] {
  const links: PlaceLink[] = [];
  if (offset > 0) links.push(['prev', { offset: Math.max(0, offset - perPage) }]);
  if (offset + perPage < total) links.push(['next', { offset: offset + perPage }]);
  return links;
}
