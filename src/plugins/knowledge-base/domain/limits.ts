/**
 * Rate limits for actions that are costly or visible to others.
 * See section "Limits" of the specification. Accounts are counted by user, anonymous visitors by IP address. Routes
 * declare the limits, and pages that do the same count against them.
 *
 * A whole school may share one IP address: for votes and feedback these limits stop clients that change their
 * identity, and {@link VISITOR_LIMITS} distinguish visitors.
 */
export const LIMITS = {
  rating: { max: 300, window: '1h', by: 'user', name: 'kb-rating' },
  feedback: { max: 50, window: '1h', by: 'user', name: 'kb-feedback' },
  search: { max: 120, window: '1m', by: 'user', name: 'kb-search' },
  /** Blocks are re-rendered when typing pauses, and all of a text on save. */
  blockPreview: { max: 600, window: '1m', by: 'user', name: 'kb-block-preview' },
  /** Editors render the whole text when typing pauses. */
  preview: { max: 120, window: '1m', by: 'user', name: 'kb-preview' },
  suggestions: { max: 60, window: '1m', by: 'user', name: 'kb-suggestions' },
  /** Covers all texts of the site. 304 responses are not counted. */
  llmsFull: { max: 6, window: '1h', by: 'ip', name: 'kb-llms-full' },
} as const;

/** Costs of reads against the site's `readLimit`, in units of about 10 ms. */
export const READ_COSTS = {
  search: 5,
  suggestions: 2,
  feed: 5,
  /** Lists of all articles: `llms.txt`, sitemaps, the Markdown of a category. */
  list: 5,
  print: 20,
  /** `llms-full.txt`, except for 304 responses. */
  allTexts: 50,
} as const;

/** Rate limits per visitor. Only stored votes and messages count; a rejected form does not. */
export const VISITOR_LIMITS = {
  rating: { max: 30, window: '1h' },
  feedback: { max: 5, window: '1h' },
} as const;
