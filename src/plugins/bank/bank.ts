import type { PluginContext } from '../../index.js';
import { createMatching, type Matching } from './matching/matching.js';
import { DEFAULT_MATCH_SETTINGS } from './matching/settings.js';
import { createReceivables, type Receivables } from './receivables/receivables.js';
import { createTransactions, type Transactions } from './transactions/transactions.js';

/** What the plugin can do: `context.plugin('bank')`, and what its routes and commands are made of. */
export interface Bank {
  readonly transactions: Transactions;
  readonly receivables: Receivables;
  readonly matching: Matching;
  readonly now: () => Date;
}

/** Puts the plugin together. */
export function createBank(context: PluginContext): Bank {
  const { db } = context;
  const now = (): Date => new Date();
  return {
    now,
    transactions: createTransactions(db),
    receivables: createReceivables({ db, now }),
    matching: createMatching({ ...context, settings: () => DEFAULT_MATCH_SETTINGS, now }),
  };
}
