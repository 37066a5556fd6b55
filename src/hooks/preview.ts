import { createHash } from 'node:crypto';

/** A value as a trace keeps it: short enough to read, exact enough to tell whether it is the same as another. */
export interface Preview {
  /** JSON, shortened; secrets are replaced. */
  readonly text: string;
  /** Two values with the same hash are the same as far as they were looked at. */
  readonly hash: string;
}

const LONGEST_TEXT = 200;
const MOST_MEMBERS = 2_000;
const SECRET = /pass(?:word|wd)?$|secret|token|nonce|cookie|authorization|api[-_]?key|hash$/i;

/**
 * Takes a picture of a value; later changes to it do not show. Never throws, and runs no code of the value's own.
 * @param longest characters of text that are kept; Infinity leaves JSON that a program can read
 */
export function previewOf(value: unknown, longest = LONGEST_TEXT): Preview {
  const json = jsonOf(value);
  return {
    text: json.length > longest ? `${json.slice(0, longest - 1)}…` : json,
    hash: createHash('sha256').update(json).digest('hex').slice(0, 16),
  };
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(createPicture()(value)) ?? String(value);
  } catch {
    // A proxy may refuse to be looked at.
    return `[${typeof value}]`;
  }
}

/** Copies values into what JSON can write. Getters and `toJSON` are not called: looking must not change anything. */
function createPicture(): (value: unknown) => unknown {
  const seen = new Set<object>();
  let left = MOST_MEMBERS;

  function picture(value: unknown): unknown {
    if (--left < 0) return '[more]';
    if (typeof value === 'bigint' || typeof value === 'symbol') return `[${String(value)}]`;
    if (typeof value === 'function') return '[function]';
    if (typeof value !== 'object' || value === null) return value;
    // What comes twice is written once, which also keeps circles from going on forever.
    if (seen.has(value)) return '[seen above]';
    seen.add(value);
    if (Array.isArray(value)) return value.slice(0, Math.max(left, 0)).map(picture);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString();
    if (value instanceof Set) return { set: [...value].map(picture) };
    if (value instanceof Map || value instanceof Headers)
      return { map: [...value].map(([key, one]) => [picture(key), member(key, one)]) };
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    return membersOf(value);
  }

  function member(key: unknown, value: unknown): unknown {
    const isSecret = typeof key === 'string' && SECRET.test(key) && value !== null && value !== undefined;
    return isSecret ? '[redacted]' : picture(value);
  }

  function membersOf(value: object): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    // The text of an error is not enumerable, but it is what one wants to see.
    const names = value instanceof Error ? ['message', ...Object.keys(value)] : Object.keys(value);
    for (const name of names) {
      if (left < 0) break;
      const descriptor = Object.getOwnPropertyDescriptor(value, name);
      if (descriptor) copy[name] = 'value' in descriptor ? member(name, descriptor.value) : '[getter]';
    }
    return copy;
  }

  return picture;
}
