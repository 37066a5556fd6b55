/**
 * How often somebody may do what costs something or is seen by others (section "Limits" of the specification): an account
 * as itself, a stranger by address. Routes declare them, and pages that do the same count with them.
 *
 * Behind one address may be a school: for votes and feedback these keep off who changes its looks, and
 * {@link VISITOR_LIMITS} tell its people apart.
 */
export const LIMITS = {
  rating: { max: 300, window: '1h', by: 'user', name: 'kb-rating' },
  feedback: { max: 50, window: '1h', by: 'user', name: 'kb-feedback' },
  search: { max: 120, window: '1m', by: 'user', name: 'kb-search' },
  /** A block is drawn anew whenever somebody stops typing, and all of a text when it is saved. */
  blockPreview: { max: 600, window: '1m', by: 'user', name: 'kb-block-preview' },
  suggestions: { max: 60, window: '1m', by: 'user', name: 'kb-suggestions' },
} as const;

/** How often one visitor may have an opinion. Only what would be stored counts: who is told to mend a form loses nothing. */
export const VISITOR_LIMITS = {
  rating: { max: 30, window: '1h' },
  feedback: { max: 5, window: '1h' },
} as const;
