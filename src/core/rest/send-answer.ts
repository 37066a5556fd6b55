import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { send } from '../http/send.js';
import type { RestAnswer } from './call.js';
import { encodeAnswer } from './encode.js';

/** Sends a REST answer: JSON, 304 where the caller has this version, headers alone for HEAD. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: RestAnswer, log: Logger): void {
  if (isFresh(request, answer)) {
    send(request, response, { status: 304, headers: answer.headers, body: null }, log);
    return;
  }
  send(request, response, encodeAnswer(answer, log), log);
}

/** RFC 9110 section 13.1.2, weak comparison; for GET and HEAD with an ETag of the route. */
function isFresh(request: IncomingMessage, answer: RestAnswer): boolean {
  const etag = answer.headers.ETag;
  const wanted = request.headers['if-none-match'];
  if (!etag || !wanted || answer.status !== 200 || !/^(?:GET|HEAD)$/.test(request.method ?? '')) return false;
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}
