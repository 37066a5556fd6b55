import type { CategoryPolicy, RuleDecision } from './decide.js';
import type { EffectiveAccess } from './effective.js';

/** Step-by-step explanation of an access decision. */
export interface Explanation {
  /** Policy that combines the rules of several categories. */
  readonly policy: CategoryPolicy;
  /** Decision of the rules, including every evaluated rule. */
  readonly rules: RuleDecision;
  /** Why no rule restricts this viewer: they manage access or are the author. */
  readonly passesAs: 'manager' | 'author' | null;
  /** Decision after plugin callbacks; null if none ran. */
  readonly callbacks: EffectiveAccess | null;
  /** Whether the article's status is public, or this viewer may edit the article. */
  readonly stateAdmits: boolean;
  /** Final decision. */
  readonly result: EffectiveAccess;
}
