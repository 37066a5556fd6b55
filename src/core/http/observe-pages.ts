import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

type HeadArguments = [status: number, ...rest: unknown[]];

/** Headers of shared caches and CDNs, which take precedence over `Cache-Control`. */
const OF_SHARED_CACHES = ['Surrogate-Control', 'CDN-Cache-Control', 'Cloudflare-CDN-Cache-Control'];

/** Matches a bare `private` only: with header names after it, the rest may be stored. */
const UNSHARED = /(?:^|[\s,])(?:no-store|private)(?:$|[\s,])/i;

/**
 * Adds cookies to a response that other code will send, when its head is written. Keeps cookies that are already set,
 * and prevents shared caches from storing the response. Browser caching is unchanged.
 */
export function markResponse(response: ServerResponse, cookies: readonly string[]): void {
  if (response.headersSent) return;
  const writeHead = response.writeHead as (...args: HeadArguments) => ServerResponse;
  response.writeHead = (...args: HeadArguments) => {
    response.writeHead = writeHead as ServerResponse['writeHead'];
    const [status, ...rest] = args;
    const reason = typeof rest[0] === 'string' ? [rest[0]] : [];
    // Headers passed to `writeHead` would replace those already on the response.
    takeHeaders(response, rest[reason.length]);
    if (cookies.length > 0) response.appendHeader('Set-Cookie', cookies);
    keepFromSharedCaches(response);
    return writeHead.call(response, status, ...reason);
  };
}

function keepFromSharedCaches(response: ServerResponse): void {
  for (const name of OF_SHARED_CACHES) response.removeHeader(name);
  const cacheControl = [response.getHeader('Cache-Control') ?? ''].flat().join(', ');
  if (UNSHARED.test(cacheControl)) return;
  const directives = cacheControl
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(?:public$|s-maxage=|private=)/i.test(directive));
  response.setHeader('Cache-Control', ['private', ...directives].join(', '));
}

/** Headers as an object, or as a list of names and values, flat or in pairs. */
function takeHeaders(response: ServerResponse, headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return;
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    return;
  }
  const flat: unknown[] = headers.flat();
  const names = new Set<string>();
  for (let place = 0; place + 1 < flat.length; place += 2) {
    const name = String(flat[place]);
    const value = String(flat[place + 1]);
    // The first value of a name replaces the response's own; further values are appended.
    if (names.has(name.toLowerCase())) response.appendHeader(name, value);
    else response.setHeader(name, value);
    names.add(name.toLowerCase());
  }
}
