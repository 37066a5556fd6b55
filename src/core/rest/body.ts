import { HostError } from '../errors.js';
import { parseQuery } from './query.js';

/** 1 MiB; a route may set its own. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** What a request carried: the parsed value and, for objects, where its members came from. */
export interface ParsedBody {
  readonly value: unknown;
  readonly json: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, unknown>>;
}

/** Bytes still to be parsed, or a value that a parser of the site has already made of them. */
export type RawBody = { readonly bytes: Uint8Array } | { readonly parsed: unknown } | null;

/** Levels of lists and objects in a body, as many as PHP's and WordPress's JSON parsers take. */
const MAX_DEPTH = 512;

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

const NOTHING: ParsedBody = { value: undefined, json: {}, form: {} };

/**
 * Parses a body by its content type: JSON (also `+json`) or a URL-encoded form; other types are left to the route.
 * @throws HostError 400 `rest_invalid_json` with the parser's message
 */
export function parseBody(body: RawBody, contentType: string | undefined): ParsedBody {
  if (!body) return NOTHING;
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isForm = type === 'application/x-www-form-urlencoded';
  if ('parsed' in body) {
    return isForm
      ? { value: body.parsed, json: {}, form: asRecord(body.parsed) }
      : { value: body.parsed, json: asRecord(body.parsed), form: {} };
  }
  if (body.bytes.length === 0) return NOTHING;
  if (type === 'application/json' || type.endsWith('+json')) {
    const value = parseJson(body.bytes);
    return { value, json: asRecord(value), form: {} };
  }
  if (isForm) {
    const form = parseQuery(new TextDecoder().decode(body.bytes));
    return { value: form, json: {}, form };
  }
  return { value: body.bytes, json: {}, form: {} };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = ESCAPED_SURROGATE.test(text) ? JSON.parse(text, toWellFormed) : JSON.parse(text);
    if (isDeeperThan(value, MAX_DEPTH)) throw new RangeError(`Lists and objects nest more than ${MAX_DEPTH} deep.`);
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError('rest_invalid_json', 'The body is not valid JSON. Mend it and send it again.', {
      status: 400,
      json_error_message: reason,
    });
  }
}

/** Half of a surrogate pair cannot be stored as UTF-8: it becomes U+FFFD here, before anything is derived from it. */
function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

function asRecord(value: unknown): Record<string, unknown> {
  const isRecord =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
  return isRecord ? (value as Record<string, unknown>) : {};
}

export function bodyTooLarge(limit: number): HostError {
  return new HostError('rest_body_too_large', `The body is larger than the ${limit} bytes this route accepts.`, {
    status: 413,
    limit,
  });
}
