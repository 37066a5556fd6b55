import { HostError } from '../errors.js';
import { isRecord } from '../record.js';

const DATE = '$date';
const UNDEFINED = '$undefined';
const ESCAPED = '$object';
const MARKS = [DATE, UNDEFINED, ESCAPED];
/** Maximum payload length in characters; far more than a long article before and after a change. */
const MAX_PAYLOAD_LENGTH = 16 * 1024 * 1024;

/**
 * Encodes the arguments of an action as JSON, with dates as `{"$date": "..."}` and undefined list items marked.
 * Rejects values JSON cannot represent, which listeners would receive in a different form after a crash.
 * @throws HostError `outbox_payload_invalid` with the place, `outbox_payload_too_large`
 */
export function encodePayload(topic: string, args: readonly unknown[]): string {
  const text = JSON.stringify(args.map((value, index) => plain(value, `argument ${index + 1}`, topic, [])));
  if (text.length <= MAX_PAYLOAD_LENGTH) return text;
  throw new HostError(
    'outbox_payload_too_large',
    `"${topic}" was announced with more than ${MAX_PAYLOAD_LENGTH} characters. Announce IDs and let listeners read the rest.`,
    { topic },
  );
}

/** @returns the arguments passed to {@link encodePayload} */
export function decodePayload(text: string): unknown[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.map(revive) : [];
}

function plain(value: unknown, place: string, topic: string, above: readonly unknown[]): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return { [UNDEFINED]: true };
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { [DATE]: value.toISOString() };
  if (above.includes(value)) throw invalid(topic, place, 'contains itself');
  const path = [...above, value];
  if (Array.isArray(value)) return value.map((item, index) => plain(item, `${place}[${index}]`, topic, path));
  if (isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]): [string, unknown] => [key, plain(item, `${place}.${key}`, topic, path)]);
    return entries.some(([key]) => MARKS.includes(key)) ? { [ESCAPED]: entries } : Object.fromEntries(entries);
  }
  throw invalid(topic, place, `is a ${typeof value === 'object' ? value.constructor.name : typeof value}`);
}

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (!isRecord(value)) return value;
  if (typeof value[DATE] === 'string') return new Date(value[DATE]);
  if (UNDEFINED in value) return undefined;
  const entries = Array.isArray(value[ESCAPED]) ? (value[ESCAPED] as [string, unknown][]) : Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, revive(item)]));
}

function invalid(topic: string, place: string, fault: string): HostError {
  return new HostError(
    'outbox_payload_invalid',
    `"${topic}" cannot be announced: its ${place} ${fault}. Use strings, finite numbers, booleans, null, dates, lists and plain objects.`,
    { topic, place },
  );
}
