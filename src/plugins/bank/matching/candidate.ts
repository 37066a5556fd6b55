import type { Order } from '../receivables/order.js';

/**
 * Evidence for a candidate order, most reliable first.
 * A reference in its own field, a number of at least six digits in the text, another word of the text, the payer, or
 * only the amount.
 */
export const CANDIDATE_SOURCES = ['reference', 'digits', 'text', 'payer', 'amount'] as const;
export type CandidateSource = (typeof CANDIDATE_SOURCES)[number];

/** An order that a transaction may pay. */
export interface Candidate {
  readonly order: Order;
  readonly by: CandidateSource;
}
