import type { AdminBadge, FormData } from '../../../../admin.js';

/** A candidate order with its reasons. */
export interface CandidateCard {
  id: string;
  reference: string;
  /** Null if the order has no page. */
  link: string | null;
  /** Customer; empty if unknown. */
  customer: string;
  /** Open amount, else the amount due; null if only the reference is known. */
  amount: string | null;
  badges: AdminBadge[];
  score: string;
  why: string[];
  /** Null if the order cannot be paid, for example because it is cancelled. */
  button: { label: string; name: string } | null;
  /** Keyboard shortcut for accepting it; null for none. */
  key: string | null;
}

/** Options for assigning a transaction. */
export interface Assigning {
  title: string;
  /** Shown if there are no candidates. */
  none: string;
  candidates: CandidateCard[];
  /** Form of the buttons next to the candidates. */
  accept: { action: string; hidden: FormData['hidden'] };
  /** Form for other or several orders; null if the transaction cannot pay anything. */
  form: FormData | null;
}
