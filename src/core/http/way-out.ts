import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { send, type WireAnswer } from './send.js';

/** Where answers go: to node's response, or through what a framework has in its place. */
export interface WayOut {
  /** Node's own, as it is. */
  readonly response: ServerResponse;
  /** What the site has put on the response before it came to us. */
  header(name: string): number | string | readonly string[] | undefined;
  send(answer: WireAnswer): void;
  /** Node's own with all that the site has put on a framework's, for those who send an answer themselves. */
  open(): ServerResponse;
  /** Somebody has: the framework is to send nothing more. */
  handOver(): void;
}

export function nodeWayOut(request: IncomingMessage, response: ServerResponse, log: Logger): WayOut {
  return {
    response,
    header: (name) => response.getHeader(name),
    send: (answer) => send(request, response, answer, log),
    open: () => response,
    handOver: () => undefined,
  };
}

/**
 * An answer beside what the site has said: cookies are added to those that it sets, and what answers vary by to what
 * it has named, or caches would hand one visitor's page to another. All other headers of the answer count alone.
 */
export function besideSite(answer: WireAnswer, out: WayOut): WireAnswer {
  const cookies = out.header('Set-Cookie');
  const vary = out.header('Vary');
  if (cookies === undefined && vary === undefined) return answer;
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    const known = name.toLowerCase();
    if (known === 'set-cookie' && cookies !== undefined) headers[name] = [cookies, value].flat().map(String);
    else if (known === 'vary' && vary !== undefined) headers[name] = mergeLists(vary, value);
    else headers[name] = value;
  }
  return { ...answer, headers };
}

/** Makes a connection that is kept fit for its next request: what was read in part would block it. */
export function leaveBody(request: IncomingMessage): void {
  if (request.readableDidRead && !request.readableEnded) request.resume();
}

/** A body for a framework, which leaves that of HEAD away itself; but nobody would close a stream that is not sent. */
export function bodyToShow(request: IncomingMessage, body: WireAnswer['body']): WireAnswer['body'] {
  if (request.method !== 'HEAD' || !(body instanceof Readable)) return body;
  body.destroy();
  return null;
}

/** The headers that a response can carry; a value that none can is left out, and told to the log. */
export function carriedHeaders(
  headers: WireAnswer['headers'],
  log: Logger,
): (readonly [name: string, value: string | string[]])[] {
  return Object.entries(headers).filter(([name, value]) => {
    try {
      validateHeaderName(name);
      for (const single of [value].flat()) validateHeaderValue(name, single);
      return true;
    } catch (error) {
      log.error({ err: error, header: name }, 'A header was left out: encode its value, it holds what headers cannot');
      return false;
    }
  });
}

/** The members of headers that are lists, such as `Vary`: each once, however it is capitalised. */
export function mergeLists(...lists: readonly (number | string | readonly string[])[]): string {
  const names = new Map<string, string>();
  for (const name of lists.flat().flatMap((list) => String(list).split(','))) {
    const shown = name.trim();
    if (shown !== '' && !names.has(shown.toLowerCase())) names.set(shown.toLowerCase(), shown);
  }
  return [...names.values()].join(', ');
}
