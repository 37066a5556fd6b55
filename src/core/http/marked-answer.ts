import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

type HeadArguments = [status: number, ...rest: unknown[]];

/** Directives of caches between the site and its visitors, which count for more than `Cache-Control`. */
const OF_SHARED_CACHES = ['Surrogate-Control', 'CDN-Cache-Control', 'Cloudflare-CDN-Cache-Control'];
/** `private` alone: with names of headers behind it, the rest may be stored. */
const UNSHARED = /(?:^|[\s,])(?:no-store|private)(?:$|[\s,])/i;

/**
 * Adds cookies to an answer that somebody else is going to give, when its head is written: beside the cookies that are on
 * it then, and kept from caches that visitors share. What browsers keep for themselves stays as it was said.
 */
export function markAnswer(response: ServerResponse, cookies: readonly string[]): void {
  if (response.headersSent) return;
  const writeHead = response.writeHead as (...args: HeadArguments) => ServerResponse;
  response.writeHead = (...args: HeadArguments) => {
    response.writeHead = writeHead as ServerResponse['writeHead'];
    const [status, ...rest] = args;
    const reason = typeof rest[0] === 'string' ? [rest[0]] : [];
    // Headers that come with the head would be written in place of those that are on the response.
    takeHeaders(response, rest[reason.length]);
    if (cookies.length > 0) response.appendHeader('Set-Cookie', cookies);
    keepFromSharedCaches(response);
    return writeHead.call(response, status, ...reason);
  };
}

function keepFromSharedCaches(response: ServerResponse): void {
  for (const name of OF_SHARED_CACHES) response.removeHeader(name);
  const said = [response.getHeader('Cache-Control') ?? ''].flat().join(', ');
  if (UNSHARED.test(said)) return;
  const kept = said
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(?:public$|s-maxage=|private=)/i.test(directive));
  response.setHeader('Cache-Control', ['private', ...kept].join(', '));
}

/** As an object, or a list of names and values by turns or in pairs. */
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
    // The first of a name replaces what is on the response, and those behind it stand beside it.
    if (names.has(name.toLowerCase())) response.appendHeader(name, value);
    else response.setHeader(name, value);
    names.add(name.toLowerCase());
  }
}
