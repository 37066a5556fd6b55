import { json } from '../../../database.js';

/** A candidate order with the reasons for it. */
export interface FoundCandidate {
  readonly order_id: string;
  readonly reference: string;
  /** 0 to 100. */
  readonly score: number;
  /** Codes such as `reference`, `amount_equal`, `currency_differs`, most significant first. */
  readonly reasons: readonly string[];
}

/** Reasons for the status of a transaction, for reviewers. */
export interface Findings {
  /** Name of the rule that decided; null for none. */
  readonly rule: string | null;
  /** Confidence from 0 to 100. */
  readonly score: number;
  /** Codes of unusual circumstances, such as `double_payment`. */
  readonly flags: readonly string[];
  /** Best first. */
  readonly candidates: readonly FoundCandidate[];
}

export const NO_FINDINGS: Findings = { rule: null, score: 0, flags: [], candidates: [] };

export function encodeFindings(findings: Findings): string {
  return json.encode(findings);
}

/** Decodes stored findings. Invalid values count as no findings. */
export function decodeFindings(stored: unknown): Findings {
  const value = json.decode(stored);
  if (typeof value !== 'object' || value === null) return NO_FINDINGS;
  const { rule, score, flags, candidates } = value as Partial<Findings>;
  return {
    rule: typeof rule === 'string' ? rule : null,
    score: typeof score === 'number' ? score : 0,
    flags: Array.isArray(flags) ? flags : [],
    candidates: Array.isArray(candidates) ? candidates : [],
  };
}
