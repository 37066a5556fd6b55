import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { hasEntityTag } from '../http/entity-tags.js';
import type { WireAnswer } from '../http/send.js';
import type { RestAnswer } from './call.js';
import { encodeAnswer } from './encode.js';
import { isFile } from './respond-file.js';

/** Encodes a REST answer for sending: JSON, or 304 if the caller's copy is current. */
export function restOnWire(
  request: IncomingMessage,
  answer: RestAnswer,
  log: Logger,
): WireAnswer | Promise<WireAnswer> {
  // Files have already been compared with the caller's copy.
  const isKnown = !isFile(answer.data) && isFresh(request, answer);
  return isKnown ? { status: 304, headers: answer.headers, body: null } : encodeAnswer(answer, log);
}

/** Weak comparison for GET and HEAD with an ETag of the route (RFC 9110 section 13.1.2). */
function isFresh(request: IncomingMessage, answer: RestAnswer): boolean {
  const etag = answer.headers.ETag;
  const ifNoneMatch = request.headers['if-none-match'];
  if (!etag || !ifNoneMatch || answer.status !== 200 || !/^(?:GET|HEAD)$/.test(request.method ?? '')) return false;
  return hasEntityTag(ifNoneMatch, etag);
}
