import type { Database } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Outbox } from '../../../webhooks.js';
import type { Exclusive } from '../exclusive.js';
import { createReceivableProvider } from '../receivables/receivable-provider.js';
import { type ByHand, createByHand } from './by-hand.js';
import { createFindOrders, type FindOrders } from './find-orders.js';
import { createMatchNew, type MatchNew } from './match-new.js';
import { createRuleChoice, type RuleChoice } from './rule-choice.js';
import type { MatchSettings } from './settings.js';
import { countUndecided } from './undecided.js';

/** Assigns transactions to orders, by rules and manually. */
export interface Matching extends ByHand {
  readonly matchNew: MatchNew;
  /**
   * Returns the number of transactions that {@link matchNew} would examine.
   * @param isAgain includes those for which rules found no order before
   */
  readonly waiting: (isAgain: boolean) => Promise<number>;
  readonly rules: RuleChoice;
  readonly orders: FindOrders;
}

export interface MatchingParts {
  readonly db: Database;
  readonly exclusive: Pick<Exclusive, 'run'>;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'hasFilter'>;
  readonly outbox: Pick<Outbox, 'announceAll'>;
  readonly settings: () => MatchSettings | Promise<MatchSettings>;
  readonly now: () => Date;
  /**
   * Transactions matched in one database transaction.
   * @default 1000
   */
  readonly chunkSize?: number;
}

export function createMatching(parts: MatchingParts): Matching {
  const own = createReceivableProvider(parts);
  const provider = () => parts.hooks.applyFiltersAsync('vendor_bank_order_provider', own);
  const ruleChoice = createRuleChoice(parts);
  return {
    matchNew: createMatchNew({ ...parts, provider, ruleChoice }),
    waiting: (isAgain) => countUndecided(parts.db, isAgain),
    rules: ruleChoice,
    orders: createFindOrders(provider, own),
    ...createByHand({ ...parts, provider }),
  };
}
