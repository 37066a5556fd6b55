import { keyInvalid } from './object-errors.js';

/** Maximum lengths in bytes: a key in buckets, and a name on file systems. */
const MAX_KEY_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;

/** Control and format characters (including bidi marks), lone surrogates, line and paragraph separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Backslashes separate folders on some systems, which also forbid the other characters in names. */
const UNPORTABLE = /[\\:*?"<>|]/;

/**
 * Accepts only keys that mean the same file in every store: segments between single slashes, none of which starts
 * with a dot. Stores can therefore keep their own files under dot names.
 * @throws HostError `storage_key_invalid`
 */
export function assertKey(key: string): void {
  assertText(key);
  for (const segment of key.split('/')) assertSegment(key, segment);
}

/**
 * Checks a key prefix. It may end anywhere in a key, including after a slash; '' matches every key.
 * @throws HostError `storage_key_invalid`
 */
export function assertPrefix(prefix: string): void {
  if (prefix === '') return;
  assertText(prefix);
  const segments = prefix.split('/');
  const last = segments.pop() ?? '';
  for (const segment of segments) assertSegment(prefix, segment);
  if (last.startsWith('.')) throw keyInvalid(prefix, 'no part can begin with a dot');
}

function assertText(key: unknown): asserts key is string {
  if (typeof key !== 'string') throw keyInvalid(String(key), 'it is not a string');
  if (INVISIBLE.test(key)) throw keyInvalid(key, 'it has invisible characters');
  if (UNPORTABLE.test(key)) throw keyInvalid(key, 'it has one of the characters \\ : * ? " < > |');
  if (key !== key.normalize('NFC')) throw keyInvalid(key, 'it is not in Unicode normalization form C');
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw keyInvalid(key, `it exceeds ${MAX_KEY_BYTES} bytes`);
}

function assertSegment(key: string, segment: string): void {
  if (segment === '') throw keyInvalid(key, 'it begins or ends with a slash, or has two in a row');
  if (segment.startsWith('.')) throw keyInvalid(key, 'no part can begin with a dot');
  if (/[. ]$|^ /.test(segment)) throw keyInvalid(key, 'no part can begin or end with a space, or end with a dot');
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
    throw keyInvalid(key, `a part exceeds ${MAX_SEGMENT_BYTES} bytes`);
  }
}
