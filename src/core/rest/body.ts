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

const NOTHING: ParsedBody = { value: undefined, json: {}, form: {} };

/**
 * Parses a body by its content type: JSON (also `+json`) or a URL-encoded form; other types are left to the route.
 * @throws HostError 400 `rest_invalid_json` with the parser's position
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
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError('rest_invalid_json', 'The body is not valid JSON. Mend it and send it again.', {
      status: 400,
      json_error_message: reason,
    });
  }
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
