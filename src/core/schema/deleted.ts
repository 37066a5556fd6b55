import type { JsonSchema } from './schema.js';

/** Answer to a deletion. */
export const DELETED: JsonSchema = {
  type: 'object',
  properties: { deleted: { type: 'boolean', required: true }, previous: { type: 'object' } },
};
