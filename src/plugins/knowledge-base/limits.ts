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
  /** Editors render the whole text when its author pauses. */
  preview: { max: 120, window: '1m', by: 'user', name: 'kb-preview' },
  suggestions: { max: 60, window: '1m', by: 'user', name: 'kb-suggestions' },
  /** All texts of the site. Answers with 304 are not counted. */
  llmsFull: { max: 6, window: '1h', by: 'ip', name: 'kb-llms-full' },
} as const;

/** Reads that pages and routes count as for the site's `readLimit`: about their time in units of 10 ms. */
export const READ_COSTS = {
  search: 5,
  suggestions: 2,
  feed: 5,
  /** Lists of all articles: `llms.txt`, sitemaps, the Markdown of a category. */
  list: 5,
  print: 20,
  /** `llms-full.txt`, unless it is answered with 304. */
  allTexts: 50,
} as const;

/** How often one visitor may have an opinion. Only what would be stored counts: who is told to mend a form loses nothing. */
export const VISITOR_LIMITS = {
  rating: { max: 30, window: '1h' },
  feedback: { max: 5, window: '1h' },
} as const;
