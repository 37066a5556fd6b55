import type { Site } from '../site.js';
import type { CallerIdentity, RestCall } from './call.js';
import { formatQuery } from './query.js';
import { type PageInfo, pageCount } from './response.js';

/** What headers are made of, besides the answer: the site, and whether WordPress's names are sent too. */
export interface HeaderParts {
  readonly site: Site;
  readonly compat: 'wp' | 'off';
}

/** Headers of every REST answer (host.md rows 29 and 34). */
export function answerHeaders(parts: HeaderParts, requestId: string, caller: CallerIdentity): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    Link: rootLinks(parts),
    Vary: 'Cookie, Authorization',
  };
  if (caller.ignored) headers['X-CMS-Auth'] = caller.ignored;
  if (caller.refreshedNonce) {
    headers['X-CMS-Nonce'] = caller.refreshedNonce;
    if (parts.compat === 'wp') headers['X-WP-Nonce'] = caller.refreshedNonce;
  }
  return headers;
}

/**
 * The way to the REST root: `service` (RFC 5023) and `service-desc` (RFC 8631, the OpenAPI document), and the relation by
 * which clients for WordPress find it.
 */
export function rootLinks({ site, compat }: HeaderParts): string {
  const root = site.url(site.root);
  const own = `<${root}/>; rel="service", <${root}/openapi.json>; rel="service-desc"; type="application/json"`;
  return compat === 'wp' ? `<${root}/>; rel="https://api.w.org/", ${own}` : own;
}

/** `X-CMS-Total`, `X-CMS-TotalPages` and absolute `Link`s that keep the other query arguments (host.md row 42). */
export function paginationHeaders(
  parts: HeaderParts,
  call: RestCall,
  info: PageInfo | undefined,
): Record<string, string> {
  if (!info) return {};
  const { site, compat } = parts;
  const pages = pageCount(info);
  const address = (page: number): string => `${site.url(site.root + call.path)}?${formatQuery(call.query, { page })}`;
  const links: [rel: string, page: number][] = [
    ['first', 1],
    ['prev', info.page - 1],
    ['next', info.page + 1],
    ['last', pages],
  ];
  const shown = links.filter(([, page]) => page >= 1 && page <= pages && page !== info.page);
  const totals = { 'X-CMS-Total': String(info.total), 'X-CMS-TotalPages': String(pages) };
  return {
    ...totals,
    ...(compat === 'wp' ? { 'X-WP-Total': totals['X-CMS-Total'], 'X-WP-TotalPages': totals['X-CMS-TotalPages'] } : {}),
    Link: [rootLinks(parts), ...shown.map(([rel, page]) => `<${address(page)}>; rel="${rel}"`)].join(', '),
  };
}
