import { json } from '../../../index.js';

/** An order that was thought of, and why. */
export interface FoundCandidate {
  readonly order_id: string;
  readonly reference: string;
  /** From 0 to 100. */
  readonly score: number;
  /** Words such as `reference`, `amount_equal`, `currency_differs`, the most telling first. */
  readonly reasons: readonly string[];
}

/** Why a transaction is what it is, for people who look at it. */
export interface Findings {
  /** The rule that decided; null where none did. */
  readonly rule: string | null;
  /** How sure it was, from 0 to 100. */
  readonly score: number;
  /** Words for what is out of the ordinary, such as `double_payment`. */
  readonly flags: readonly string[];
  /** The best first. */
  readonly candidates: readonly FoundCandidate[];
}

export const NO_FINDINGS: Findings = { rule: null, score: 0, flags: [], candidates: [] };

export function encodeFindings(findings: Findings): string {
  return json.encode(findings);
}

/** Reads what was stored; whatever else stands there counts as nothing found. */
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
