import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { hasEntityTag } from '../http/entity-tags.js';
import type { WireResponse } from '../http/send.js';
import type { TransportResponse } from './call.js';
import { encodeResponse } from './encode.js';
import { isFile } from './respond-file.js';

/** Encodes a REST response for sending: JSON, or 304 if the caller's copy is current. */
export function restOnWire(
  request: IncomingMessage,
  response: TransportResponse,
  log: Logger,
): WireResponse | Promise<WireResponse> {
  // Files have already been compared with the caller's copy.
  const isKnown = !isFile(response.data) && isFresh(request, response);
  return isKnown ? { status: 304, headers: response.headers, body: null } : encodeResponse(response, log);
}

/** Weak comparison for GET and HEAD with an ETag of the route (RFC 9110 section 13.1.2). */
function isFresh(request: IncomingMessage, response: TransportResponse): boolean {
  const etag = response.headers.ETag;
  const ifNoneMatch = request.headers['if-none-match'];
  if (!etag || !ifNoneMatch || response.status !== 200 || !/^(?:GET|HEAD)$/.test(request.method ?? '')) return false;
  return hasEntityTag(ifNoneMatch, etag);
}
