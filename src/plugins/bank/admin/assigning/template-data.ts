import type { AdminBadge, FormData } from '../../../../index.js';

/** An order that a transaction may be for, and what speaks for it. */
export interface CandidateCard {
  id: string;
  reference: string;
  /** Null where its order has no page. */
  link: string | null;
  /** Who owes it; empty where it is not known. */
  customer: string;
  /** What is left of it, or what it is; null where only its reference is known. */
  amount: string | null;
  badges: AdminBadge[];
  score: string;
  why: string[];
  /** Null for what cannot be paid, such as what is cancelled. */
  button: { label: string; name: string } | null;
  /** The key that accepts it; null where no key does. */
  key: string | null;
}

/** What a transaction can be assigned to. */
export interface Assigning {
  title: string;
  /** Said where there are no candidates. */
  none: string;
  candidates: CandidateCard[];
  /** Of the buttons beside the candidates. */
  accept: { action: string; hidden: FormData['hidden'] };
  /** For other orders, and for several; null where the transaction can pay nothing. */
  form: FormData | null;
}
