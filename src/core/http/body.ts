import { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import { acceptJson, parseJson } from './json-body.js';
import { parseQuery } from './query.js';
import type { UploadedFile, UploadRules } from './uploads.js';

/** Default body limit in bytes (1 MiB); a route may set its own. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** Parsed body and, for objects, the source of its members. */
export interface ParsedBody {
  readonly value: unknown;
  readonly json: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, unknown>>;
}

/** Parsed body with its files. The source owns the files and deletes them at the end of the request. */
export interface ReceivedBody extends ParsedBody {
  readonly files: readonly UploadedFile[];
}

/** Body that a route accepts. */
export interface BodyRules {
  /** Maximum bytes of the decompressed body, not counting files. */
  readonly limit: number;
  /** Files that the route accepts; none without rules. */
  readonly uploads?: UploadRules | undefined;
  /** Whether the route accepts bodies of unparsed types as bytes; otherwise they are rejected. */
  readonly takesBytes: boolean;
}

/** Source of a body for the pipeline: HTTP or an internal call. */
export interface BodySource {
  /**
   * Reads and parses the body. Call it once per request.
   * @throws HostError with a `rest_*` code and a status below 500 for client errors, 499 when the client disconnected
   */
  read(rules: BodyRules): Promise<ReceivedBody>;
}

/** Empty body. */
export const NO_BODY: ReceivedBody = { value: undefined, json: {}, form: {}, files: [] };

/** Returns the media type of a Content-Type without parameters, in lower case; empty without one. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Parses a body by its media type. JSON (including `+json`) and URL-encoded forms are parsed; other types are bytes
 * for the route.
 * @throws HostError 400 `rest_invalid_json`; 415 `rest_unsupported_media_type` if the route does not accept bytes
 */
export function parseBody(bytes: Uint8Array, type: string, rules: BodyRules): ParsedBody {
  if (bytes.length === 0) return NO_BODY;
  if (isJson(type)) {
    const value = parseJson(bytes);
    return { value, json: asRecord(value), form: {} };
  }
  if (type === FORM) return formBody(new TextDecoder().decode(bytes));
  if (!rules.takesBytes) throw unsupportedMediaType(type, rules);
  return { value: bytes, json: {}, form: {} };
}

/** Parses URL-encoded text as a form body. */
export function formBody(text: string): ParsedBody {
  const form = parseQuery(text);
  return { value: form, json: {}, form };
}

/** Accepts a value that was already parsed, by the site's own parser or an internal caller. */
export function acceptParsed(parsed: unknown, type: string): ParsedBody {
  const value = acceptJson(parsed);
  const isForm = type === FORM || type === MULTIPART;
  return { value, json: isForm ? {} : asRecord(value), form: isForm ? asRecord(value) : {} };
}

/** Creates a body source from a value; undefined means no body. */
export function givenBody(value: unknown, contentType = 'application/json'): BodySource {
  return {
    read: async () => (value === undefined ? NO_BODY : { ...acceptParsed(value, mediaType(contentType)), files: [] }),
  };
}

export const MULTIPART = 'multipart/form-data';

const FORM = 'application/x-www-form-urlencoded';

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) && !(value instanceof Uint8Array) ? value : {};
}

export function bodyTooLarge(limit: number): HostError {
  return new HostError('rest_body_too_large', `The body exceeds the limit of ${limit} bytes.`, {
    status: 413,
    limit,
  });
}

export function unsupportedMediaType(type: string, { uploads }: BodyRules): HostError {
  const accepts = ['application/json', FORM, ...(uploads ? [MULTIPART] : [])];
  const file = uploads ? ', or a bare file with "Content-Disposition: attachment; filename=..."' : '';
  return new HostError(
    'rest_unsupported_media_type',
    `This route does not accept ${type || 'a body without a Content-Type'}. Send ${accepts.join(' or ')}${file}.`,
    { status: 415, accepts },
  );
}
