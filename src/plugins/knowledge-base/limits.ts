/**
 * How often a visitor may do what costs something or is seen by others (section "Limits" of the specification): an account
 * as itself, a stranger by address. Routes declare them, and pages that do the same count with them.
 */
export const LIMITS = {
  rating: { max: 30, window: '1h', by: 'user', name: 'kb-rating' },
  feedback: { max: 5, window: '1h', by: 'user', name: 'kb-feedback' },
  search: { max: 120, window: '1m', by: 'user', name: 'kb-search' },
  suggestions: { max: 60, window: '1m', by: 'user', name: 'kb-suggestions' },
} as const;
