import { randomBytes } from 'node:crypto';
import { json } from '../../database/codec.js';
import { HostError } from '../../errors.js';
import type { AddOptions } from './jobs.js';

/** Validated job that is not stored yet. */
export interface NewJob {
  readonly id: string;
  readonly name: string;
  /** JSON. */
  readonly payload: string;
  readonly key: string | null;
  /** Milliseconds. */
  readonly delay: number;
  readonly maxAttempts: number;
}

const MAX_PAYLOAD_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 191;
const MAX_DELAY = 10 * 365 * 86_400_000;

/** @throws HostError `job_payload_invalid`, `job_payload_too_large`, `job_options_invalid` */
export function newJob(name: string, maxAttempts: number, payload: unknown, options: AddOptions = {}): NewJob {
  const { key, delay = 0 } = options;
  if (key !== undefined && !(typeof key === 'string' && key !== '' && [...key].length <= MAX_KEY_LENGTH)) {
    throw new HostError(
      'job_options_invalid',
      `The key of a job "${name}" must be a string of 1 to ${MAX_KEY_LENGTH} characters.`,
      {
        status: 400,
      },
    );
  }
  if (!(Number.isFinite(delay) && delay >= 0 && delay <= MAX_DELAY)) {
    throw new HostError(
      'job_options_invalid',
      `The delay of a job "${name}" must be a number of milliseconds, at most ten years.`,
      {
        status: 400,
      },
    );
  }
  const text = encodePayload(name, payload);
  return { id: newJobId(), name, payload: text, key: key ?? null, delay: Math.round(delay), maxAttempts };
}

let latest = 0;
/** Number of ids that this process has generated in the same millisecond. */
let sameTime = 0;

/**
 * Generates a time-ordered id of 32 characters, so that index inserts are sequential and a list keeps the order in
 * which this process added its jobs.
 */
function newJobId(): string {
  const now = Date.now();
  sameTime = now === latest ? sameTime + 1 : 0;
  latest = now;
  const order = (sameTime % 0x10000).toString(16).padStart(4, '0');
  return now.toString(16).padStart(12, '0') + order + randomBytes(8).toString('hex');
}

/** Whether a string is a job id. Check it before using it in a key elsewhere. */
export function isJobId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

function encodePayload(name: string, payload: unknown): string {
  const text = encode(name, payload);
  const size = Buffer.byteLength(text);
  if (size <= MAX_PAYLOAD_BYTES) return text;
  throw new HostError(
    'job_payload_too_large',
    `The payload of a job "${name}" has ${size} bytes as JSON; the maximum is ${MAX_PAYLOAD_BYTES}. Store the data and pass its ID.`,
    { status: 413, size, maximum: MAX_PAYLOAD_BYTES },
  );
}

function encode(name: string, payload: unknown): string {
  try {
    return json.encode(payload === undefined ? null : payload);
  } catch (error) {
    throw new HostError(
      'job_payload_invalid',
      `The payload of a job "${name}" is not JSON data. Pass plain objects, lists, strings, numbers and booleans.`,
      { status: 400 },
      { cause: error },
    );
  }
}
