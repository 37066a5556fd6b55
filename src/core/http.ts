import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { bodyTooLarge, type RawBody } from './rest/body.js';
import type { RestAnswer } from './rest/call.js';
import { encodeAnswer } from './rest/encode.js';

/** A request listener for node:http that is also a middleware of Express, Connect and their kin. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

/**
 * Reads a request's body, at most `limit` bytes, unless a parser of the site already did.
 * @throws HostError 413 `rest_body_too_large`
 */
export async function readBody(request: IncomingMessage & { body?: unknown }, limit: number): Promise<RawBody> {
  if (request.body !== undefined && request.readableEnded) {
    return request.body instanceof Uint8Array ? { bytes: request.body } : { parsed: request.body };
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The iterator must not destroy the stream on a throw: the refusal still has to reach the client.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return size === 0 ? null : { bytes: Buffer.concat(chunks) };
}

/** Sends a REST answer: JSON, 304 where the caller has this version, headers alone for HEAD. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: RestAnswer, log: Logger): void {
  if (isFresh(request, answer)) {
    response.writeHead(304, answer.headers).end();
    return;
  }
  const { status, text, headers } = encodeAnswer(answer, log);
  if (text === null) {
    response.writeHead(status, headers).end();
    return;
  }
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Content-Length'] = String(Buffer.byteLength(text));
  // What is left of a refused body is not worth reading: the connection ends with the answer.
  if (status === 413) headers.Connection = 'close';
  response.writeHead(status, headers);
  if (request.method === 'HEAD') response.end();
  else response.end(text);
}

/** Status and headers of an answer, for whoever writes its body. */
export function setHeaders(response: ServerResponse, { status, headers }: RestAnswer): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** RFC 9110 section 13.1.2, weak comparison; for GET and HEAD with an ETag of the route. */
function isFresh(request: IncomingMessage, answer: RestAnswer): boolean {
  const etag = answer.headers.ETag;
  const wanted = request.headers['if-none-match'];
  if (!etag || !wanted || answer.status !== 200 || !/^(?:GET|HEAD)$/.test(request.method ?? '')) return false;
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

/** Whether the request came over TLS: by its socket or, when proxies are trusted, by their word. */
export function isSecure(request: IncomingMessage, trustProxy: boolean): boolean {
  if ('encrypted' in request.socket && request.socket.encrypted) return true;
  return trustProxy && firstValue(request.headers['x-forwarded-proto']) === 'https';
}

/** The client's address; X-Forwarded-For counts only when proxies are trusted. */
export function remoteAddress(request: IncomingMessage, trustProxy: boolean): string | undefined {
  return (trustProxy && firstValue(request.headers['x-forwarded-for'])) || request.socket.remoteAddress;
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return [header].flat()[0]?.split(',')[0]?.trim();
}
