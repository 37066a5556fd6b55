export const text = { type: 'string', required: true } as const;

const count = { type: 'integer', required: true } as const;

/**
 * Builds the schema of a list response, `{success, data, pagination}`.
 * @param items schema of an item
 */
export function listOf<const Items>(items: Items) {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', required: true },
      data: { type: 'array', items, required: true },
      pagination: {
        type: 'object',
        properties: { page: count, per_page: count, total: count, total_pages: count },
        required: true,
      },
    },
  } as const;
}
