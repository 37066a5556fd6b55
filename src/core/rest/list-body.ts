const count = { type: 'integer', required: true } as const;

/** Builds the body of a list: `{ success, data, pagination }`. */
export function listBody<Item>(
  data: readonly Item[],
  { page, perPage, total }: { readonly page: number; readonly perPage: number; readonly total: number },
) {
  const pagination = { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) };
  return { success: true, data, pagination } as const;
}

/**
 * Builds the schema of {@link listBody}.
 * @param items schema of an item
 */
export function listSchema<const Items>(items: Items) {
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
