import type { JsonSchema } from './schema.js';

/** Time in ISO 8601. */
export const TIME: JsonSchema = { type: 'string', format: 'date-time' };
export const TIME_OR_NULL: JsonSchema = { type: ['string', 'null'], format: 'date-time' };

/** Formats a time for responses. */
export function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
