import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { send, type WireResponse } from './send.js';

/** Response adapter: node's response, or a framework's. */
export interface WayOut {
  /** Node's own response, unchanged. */
  readonly response: ServerResponse;
  /** Returns a header that the site has already set. */
  header(name: string): number | string | readonly string[] | undefined;
  send(wireResponse: WireResponse): void;
  /** Returns node's response with the framework's headers, for code that sends the response itself. */
  open(): ServerResponse;
  /** Tells the framework that the response has been sent. */
  handOver(): void;
}

export function nodeWayOut(request: IncomingMessage, response: ServerResponse, log: Logger): WayOut {
  return {
    response,
    header: (name) => response.getHeader(name),
    send: (wireResponse) => send(request, response, wireResponse, log),
    open: () => response,
    handOver: () => undefined,
  };
}

/**
 * Merges a response with the cookies and `Vary` that the site has set. Without the site's `Vary`, caches would serve
 * one visitor's page to another. For all other headers only the response counts.
 */
export function besideSite(wireResponse: WireResponse, out: WayOut): WireResponse {
  const cookies = out.header('Set-Cookie');
  const vary = out.header('Vary');
  if (cookies === undefined && vary === undefined) return wireResponse;
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(wireResponse.headers)) {
    const lowerName = name.toLowerCase();
    if (lowerName === 'set-cookie' && cookies !== undefined) headers[name] = [cookies, value].flat().map(String);
    else if (lowerName === 'vary' && vary !== undefined) headers[name] = mergeLists(vary, value);
    else headers[name] = value;
  }
  return { ...wireResponse, headers };
}

/** Drains a partly read body, which would block the next request on the connection. */
export function leaveBody(request: IncomingMessage): void {
  if (request.readableDidRead && !request.readableEnded) request.resume();
}

/** Returns the body for a framework. It omits a HEAD body itself, but would not close an unsent stream. */
export function bodyToShow(request: IncomingMessage, body: WireResponse['body']): WireResponse['body'] {
  if (request.method !== 'HEAD' || !(body instanceof Readable)) return body;
  body.destroy();
  return null;
}

/** Returns the valid headers; invalid ones are dropped and logged. */
export function carriedHeaders(
  headers: WireResponse['headers'],
  log: Logger,
): (readonly [name: string, value: string | string[]])[] {
  return Object.entries(headers).filter(([name, value]) => {
    try {
      validateHeaderName(name);
      for (const single of [value].flat()) validateHeaderValue(name, single);
      return true;
    } catch (error) {
      log.error(
        { err: error, header: name },
        'A header was omitted: its value has invalid characters and must be encoded',
      );
      return false;
    }
  });
}

/** Merges list headers such as `Vary`, without duplicates (case-insensitive). */
export function mergeLists(...lists: readonly (number | string | readonly string[])[]): string {
  const names = new Map<string, string>();
  for (const name of lists.flat().flatMap((list) => String(list).split(','))) {
    const trimmed = name.trim();
    if (trimmed !== '' && !names.has(trimmed.toLowerCase())) names.set(trimmed.toLowerCase(), trimmed);
  }
  return [...names.values()].join(', ');
}
