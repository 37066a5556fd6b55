import { HostError } from '../errors.js';
import { isRecord } from '../record.js';
import { acceptJson, parseJson } from './json-body.js';
import { parseQuery } from './query.js';
import type { UploadedFile, UploadRules } from './uploads.js';

/** 1 MiB; a route may set its own. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** What a request carried: the parsed value and, for objects, where its members came from. */
export interface ParsedBody {
  readonly value: unknown;
  readonly json: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, unknown>>;
}

/** A body with the files that came along. They belong to the source, which removes them when all is over. */
export interface ReceivedBody extends ParsedBody {
  readonly files: readonly UploadedFile[];
}

/** What a route takes as a body. */
export interface BodyRules {
  /** Bytes of the body, files not counted and compression undone. */
  readonly limit: number;
  /** The files that the route accepts; without rules none. */
  readonly uploads?: UploadRules | undefined;
  /** Whether bodies of types that are not ours to parse go to the route as bytes; otherwise they are refused. */
  readonly takesBytes: boolean;
}

/** Where the pipeline gets a body from: HTTP, or a call from within. */
export interface BodySource {
  /**
   * Reads and parses the body; once per request.
   * @throws HostError with a `rest_*` code and a status below 500 for what the caller did wrong, 499 when the caller
   *   went away
   */
  read(rules: BodyRules): Promise<ReceivedBody>;
}

/** The body of a request that has none. */
export const NO_BODY: ReceivedBody = { value: undefined, json: {}, form: {}, files: [] };

/** The bare media type of a Content-Type, in lower case; empty without one. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Parses a body by its media type: JSON (also `+json`) or a URL-encoded form; other types are bytes for the route.
 * @throws HostError 400 `rest_invalid_json`; 415 `rest_unsupported_media_type` where the route takes no bytes
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

/** The body of a form that is, or was written as, URL-encoded text. */
export function formBody(text: string): ParsedBody {
  const form = parseQuery(text);
  return { value: form, json: {}, form };
}

/** Takes over a value that somebody else has parsed: the site's own parser, or the caller of a route from within. */
export function acceptParsed(parsed: unknown, type: string): ParsedBody {
  const value = acceptJson(parsed);
  const isForm = type === FORM || type === MULTIPART;
  return { value, json: isForm ? {} : asRecord(value), form: isForm ? asRecord(value) : {} };
}

/** A body that is at hand as a value; undefined is none. */
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
  return new HostError('rest_body_too_large', `The body is larger than the ${limit} bytes this route accepts.`, {
    status: 413,
    limit,
  });
}

export function unsupportedMediaType(type: string, { uploads }: BodyRules): HostError {
  const accepts = ['application/json', FORM, ...(uploads ? [MULTIPART] : [])];
  const file = uploads ? ', or a bare file with "Content-Disposition: attachment; filename=..."' : '';
  return new HostError(
    'rest_unsupported_media_type',
    `This route does not take ${type || 'a body without a Content-Type'}. Send ${accepts.join(' or ')}${file}.`,
    { status: 415, accepts },
  );
}
