import type { CategoryPolicy, RuleDecision } from './decide.js';
import type { EffectiveAccess } from './effective.js';

/** How an answer about an article and a viewer comes about, step by step. */
export interface Explanation {
  /** How the rules of several categories count. */
  readonly policy: CategoryPolicy;
  /** What the rules say, and which of them were asked. */
  readonly rules: RuleDecision;
  /** Why no rule stops this viewer: the right to manage access, or being the author. */
  readonly passesAs: 'manager' | 'author' | null;
  /** What callbacks of plugins made of that; null where none was asked. */
  readonly callbacks: EffectiveAccess | null;
  /** Whether the article is in a state that readers see, or this viewer may change it. */
  readonly stateAdmits: boolean;
  /** What everything goes by. */
  readonly result: EffectiveAccess;
}
