import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';
import type { RestAnswer } from './call.js';
import { encode } from './json-text.js';
import { keptJson } from './kept-json.js';
import { isFile, refuseFile } from './respond-file.js';

/** Answer in its final encoding. */
export interface EncodedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** JSON, or raw content of the route; null for no body. */
  readonly body: string | Uint8Array | Readable | null;
  readonly isJson: boolean;
}

/**
 * Serializes an answer as JSON: dates as ISO text, bigints as text (host.md row 41). Files, bytes, and text with
 * another Content-Type are sent unchanged. Data that JSON cannot represent is a bug in the route: the answer becomes
 * a 500 `rest_encode_error` and the reason is logged.
 */
export function encodeAnswer(answer: RestAnswer, log: Logger): EncodedAnswer {
  const { status, headers, data } = answer;
  if (status === 204 || data === undefined) return { status, headers, body: null, isJson: false };
  if (isFile(data)) return { status, headers, body: data, isJson: false };
  const type = headers['Content-Type'] ?? '';
  if (data instanceof Uint8Array || (typeof data === 'string' && type !== '' && !type.includes('json'))) {
    headers['Content-Type'] ??= 'application/octet-stream';
    return { status, headers, body: data, isJson: false };
  }
  if (!type.includes('json')) headers['Content-Type'] = 'application/json; charset=utf-8';
  try {
    return { status, headers, body: keptJson(data) ?? encode(data), isJson: true };
  } catch (error) {
    const requestId = headers['X-Request-Id'];
    log.error({ err: error, request_id: requestId }, 'A REST answer cannot be written as JSON');
    return { status: 500, headers, body: JSON.stringify(notWritable({ request_id: requestId })), isJson: true };
  }
}

/**
 * Checks data that becomes part of another answer, so that one bad item does not break the whole.
 * @throws HostError 500 `rest_encode_error`, 400 `rest_file_not_embeddable`
 */
export function assertWritable(data: unknown): void {
  if (isFile(data)) throw refuseFile(data);
  try {
    if (data !== undefined) encode(data);
  } catch (error) {
    throw notWritable({}, error);
  }
}

function notWritable(data: Record<string, unknown>, cause?: unknown): HostError {
  const message = 'The answer cannot be written as JSON. The log has the reason.';
  return new HostError('rest_encode_error', message, data, cause === undefined ? undefined : { cause });
}
