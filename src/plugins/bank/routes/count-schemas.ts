export const COUNT = { type: 'integer', minimum: 0, required: true } as const;

/** Matching results: number of transactions by status. */
export const MATCH_COUNTS = {
  matched: COUNT,
  partial: COUNT,
  overpaid: COUNT,
  unmatched: COUNT,
  ignored: COUNT,
  reversed: COUNT,
  review: COUNT,
  errors: COUNT,
} as const;
