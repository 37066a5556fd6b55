export const COUNT = { type: 'integer', minimum: 0, required: true } as const;

/** What matching made of transactions: how many became what. */
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
