import { createHash } from 'node:crypto';

/** Value as stored in a trace: short enough to read, exact enough to compare. */
export interface Preview {
  /** Shortened JSON with secrets redacted. */
  readonly text: string;
  /** Hash of the inspected part of the value; equal for equal values. */
  readonly hash: string;
}

const MAX_TEXT_LENGTH = 200;
const MAX_MEMBERS = 2_000;
const SECRET = /pass(?:word|wd)?$|secret|token|nonce|cookie|authorization|api[-_]?key|hash$/i;

/**
 * Creates a preview that later changes to the value do not affect. Never throws, and runs no code of the value.
 * @param longest maximum number of characters kept; Infinity keeps complete JSON
 */
export function previewOf(value: unknown, longest = MAX_TEXT_LENGTH): Preview {
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
    // A proxy may throw when inspected.
    return `[${typeof value}]`;
  }
}

/**
 * Copies values into JSON-compatible data. Getters and `toJSON` are not called, because inspecting must have no
 * effects.
 */
function createPicture(): (value: unknown) => unknown {
  const seen = new Set<object>();
  let left = MAX_MEMBERS;

  function picture(value: unknown): unknown {
    if (--left < 0) return '[more]';
    if (typeof value === 'bigint' || typeof value === 'symbol') return `[${String(value)}]`;
    if (typeof value === 'function') return '[function]';
    if (typeof value !== 'object' || value === null) return value;
    // Repeated objects are written once, which also breaks cycles.
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
    // The message of an error is not enumerable, but it is the most useful part.
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
