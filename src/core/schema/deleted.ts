import type { JsonSchema } from './schema.js';

/** The answer to a removal. */
export const DELETED: JsonSchema = {
  type: 'object',
  properties: { deleted: { type: 'boolean', required: true }, previous: { type: 'object' } },
};
