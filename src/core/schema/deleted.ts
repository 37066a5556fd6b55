import type { JsonSchema } from './schema.js';

/** Response to a deletion. */
export const DELETED: JsonSchema = {
  type: 'object',
  properties: { deleted: { type: 'boolean', required: true }, previous: { type: 'object' } },
};
