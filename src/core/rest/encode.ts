import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { createTurns } from '../concurrency/turns.js';
import { HostError } from '../errors.js';
import { cachedJson } from './cached-json.js';
import type { TransportResponse } from './call.js';
import { encode } from './json-text.js';
import { isFile, refuseFile } from './respond-file.js';

/** Characters of a list that are encoded in one turn of the event loop. */
const ENCODED_PER_TURN = 65_536;
const nextTurn = createTurns(1);

/** Response in its final encoding. */
export interface EncodedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** JSON, or raw content of the route; null for no body. */
  readonly body: string | Uint8Array | Readable | null;
  readonly isJson: boolean;
}

/**
 * Serializes a response as JSON: dates as ISO text, bigints as text. Files, bytes, and text with another Content-Type
 * are sent unchanged. A long list is encoded over several turns of the event loop. Data that JSON cannot represent is a
 * bug in the route: the response becomes a 500 `rest_encode_error` and the reason is logged.
 */
export function encodeResponse(response: TransportResponse, log: Logger): EncodedResponse | Promise<EncodedResponse> {
  const { status, headers, data } = response;
  if (status === 204 || data === undefined) return { status, headers, body: null, isJson: false };
  if (isFile(data)) return { status, headers, body: data, isJson: false };
  const type = headers['Content-Type'] ?? '';
  if (data instanceof Uint8Array || (typeof data === 'string' && type !== '' && !type.includes('json'))) {
    headers['Content-Type'] ??= 'application/octet-stream';
    return { status, headers, body: data, isJson: false };
  }
  if (!type.includes('json')) headers['Content-Type'] = 'application/json; charset=utf-8';
  const encoded = (body: string | Uint8Array): EncodedResponse => ({ status, headers, body, isJson: true });
  function failed(error: unknown): EncodedResponse {
    const requestId = headers['X-Request-Id'];
    log.error({ err: error, request_id: requestId }, 'A REST response could not be written as JSON');
    return { status: 500, headers, body: JSON.stringify(notWritable({ request_id: requestId })), isJson: true };
  }
  try {
    const body = cachedJson(data) ?? (Array.isArray(data) ? encodeList(data) : encode(data));
    return body instanceof Promise ? body.then(encoded, failed) : encoded(body);
  } catch (error) {
    return failed(error);
  }
}

/** @throws TypeError like {@link encode}, or rejects with it */
function encodeList(items: readonly unknown[]): string | Promise<Uint8Array> {
  const parts = partsOf(items);
  const first = parts.next();
  return first.done ? first.value : encodeRest(first.value, parts);
}

async function encodeRest(first: string, rest: Generator<string, string>): Promise<Uint8Array> {
  const parts = [Buffer.from(first)];
  let isDone = false;
  while (!isDone) {
    await nextTurn();
    const { value, done } = rest.next();
    parts.push(Buffer.from(value));
    isDone = done === true;
  }
  return Buffer.concat(parts);
}

/** Yields the JSON of a list in parts, and returns the last one. */
function* partsOf(items: readonly unknown[]): Generator<string, string> {
  let part = '[';
  for (const [index, item] of items.entries()) {
    if (part.length > ENCODED_PER_TURN) {
      yield part;
      part = '';
    }
    // A value without a JSON form is null in a list, so the item is encoded as one.
    part += `${index === 0 ? '' : ','}${encode([item]).slice(1, -1)}`;
  }
  return `${part}]`;
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
  const message = 'The response could not be written as JSON. The log has the reason.';
  return new HostError('rest_encode_error', message, data, cause === undefined ? undefined : { cause });
}
