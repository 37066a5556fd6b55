import type { JsonSchema } from './schema.js';

/** A time in ISO 8601, or null. */
export const TIME: JsonSchema = { type: 'string', format: 'date-time' };
export const TIME_OR_NULL: JsonSchema = { type: ['string', 'null'], format: 'date-time' };

/** A time as answers have it. */
export function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
