import { HostError } from '../errors.js';
import type { Endpoint, RestRequest } from './route.js';

/** Visible ASCII (VCHAR), no longer than the column, without quotes at the ends. */
const BARE = /^[\x21-\x7e]{1,255}$/;
/** RFC 9651 string: printable ASCII in quotes, with `\"` and `\\` as escapes. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/**
 * Returns the `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header). The draft requires a quoted
 * string; the bare tokens and UUIDs that most clients send are treated the same. Null if the route or method does not
 * support keys, or an optional key is missing.
 * @throws HostError 400 `rest_idempotency_key_missing`, `rest_idempotency_key_invalid`
 */
export function idempotencyKey(endpoint: Endpoint, request: Pick<RestRequest, 'method' | 'headers'>): string | null {
  if (endpoint.idempotency === undefined || request.method !== 'POST') return null;
  const header = request.headers['idempotency-key'];
  if (header === undefined) {
    if (endpoint.idempotency === 'accepted') return null;
    throw new HostError(
      'rest_idempotency_key_missing',
      'Send an Idempotency-Key header such as a new UUID. Use the same key to retry the request.',
      { status: 400 },
    );
  }
  const key = typeof header === 'string' ? unquote(header.trim()) : null;
  if (key !== null && BARE.test(key)) return key;
  throw new HostError(
    'rest_idempotency_key_invalid',
    'The Idempotency-Key must be one value of 1 to 255 visible ASCII characters, such as a UUID.',
    { status: 400 },
  );
}

function unquote(value: string): string | null {
  if (!value.startsWith('"')) return value;
  return QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? null;
}
