import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { hasEntityTag } from '../http/entity-tags.js';
import type { WireAnswer } from '../http/send.js';
import type { RestAnswer } from './call.js';
import { encodeAnswer } from './encode.js';
import { isFile } from './respond-file.js';

/** A REST answer for the wire: JSON, or 304 where the caller has this version. */
export function restOnWire(request: IncomingMessage, answer: RestAnswer, log: Logger): WireAnswer {
  // Files have been compared already: one that is to be sent is none that the caller has.
  const isKnown = !isFile(answer.data) && isFresh(request, answer);
  return isKnown ? { status: 304, headers: answer.headers, body: null } : encodeAnswer(answer, log);
}

/** RFC 9110 section 13.1.2, weak comparison; for GET and HEAD with an ETag of the route. */
function isFresh(request: IncomingMessage, answer: RestAnswer): boolean {
  const etag = answer.headers.ETag;
  const wanted = request.headers['if-none-match'];
  if (!etag || !wanted || answer.status !== 200 || !/^(?:GET|HEAD)$/.test(request.method ?? '')) return false;
  return hasEntityTag(wanted, etag);
}
