import type { Order } from '../receivables/order.js';

/**
 * How an order came to be thought of, the surest way first: by a reference in a field of its own; by a number of six
 * digits at least in the text; by another word of the text; by who paid; by nothing but the amount.
 */
export const CANDIDATE_SOURCES = ['reference', 'digits', 'text', 'payer', 'amount'] as const;
export type CandidateSource = (typeof CANDIDATE_SOURCES)[number];

/** An order that a transaction may be for. */
export interface Candidate {
  readonly order: Order;
  readonly by: CandidateSource;
}
