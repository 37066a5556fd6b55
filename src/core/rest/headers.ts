import type { Site } from '../site.js';
import type { CallerIdentity, RestCall } from './pipeline.js';
import { formatQuery } from './query.js';
import { type PageInfo, pageCount } from './response.js';

/** Headers of every REST answer (host.md rows 29 and 34). */
export function answerHeaders(site: Site, requestId: string, caller: CallerIdentity): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    Link: `<${site.url(site.root)}/>; rel="https://api.w.org/"`,
    Vary: 'Cookie, Authorization',
  };
  if (caller.identity) headers['Cache-Control'] = 'no-store, private';
  if (caller.ignored) headers['X-CMS-Auth'] = caller.ignored;
  if (caller.refreshedNonce) {
    headers['X-CMS-Nonce'] = caller.refreshedNonce;
    headers['X-WP-Nonce'] = caller.refreshedNonce;
  }
  return headers;
}

/** `X-CMS-Total`, `X-CMS-TotalPages` and absolute `Link`s that keep the other query arguments (host.md row 42). */
export function paginationHeaders(site: Site, call: RestCall, info: PageInfo | undefined): Record<string, string> {
  if (!info) return {};
  const pages = pageCount(info);
  const address = (page: number): string => `${site.url(site.root + call.path)}?${formatQuery(call.query, { page })}`;
  const links: [rel: string, page: number][] = [
    ['first', 1],
    ['prev', info.page - 1],
    ['next', info.page + 1],
    ['last', pages],
  ];
  const shown = links.filter(([, page]) => page >= 1 && page <= pages && page !== info.page);
  return {
    'X-CMS-Total': String(info.total),
    'X-CMS-TotalPages': String(pages),
    'X-WP-Total': String(info.total),
    'X-WP-TotalPages': String(pages),
    Link: [
      `<${site.url(site.root)}/>; rel="https://api.w.org/"`,
      ...shown.map(([rel, page]) => `<${address(page)}>; rel="${rel}"`),
    ].join(', '),
  };
}
