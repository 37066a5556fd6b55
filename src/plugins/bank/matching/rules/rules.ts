import type { MatchRule } from '../rule.js';
import { alreadyPaid } from './already-paid.js';
import { knownPayer } from './known-payer.js';
import { nothingPaid } from './nothing-paid.js';
import { otherCurrency } from './other-currency.js';
import { outgoing } from './outgoing.js';
import { overpaid } from './overpaid.js';
import { partial } from './partial.js';
import { reference } from './reference.js';
import { reversal } from './reversal.js';
import { split } from './split.js';
import { textReference } from './text-reference.js';
import { unclear } from './unclear.js';
import { unclearReversal } from './unclear-reversal.js';

/**
 * Matching rules in order (bank.md B3); the first that applies wins.
 * `split` precedes `overpaid`, because a payment for two orders is not an overpayment of the first.
 */
export const MATCH_RULES: readonly MatchRule[] = [
  nothingPaid,
  reference,
  split,
  partial,
  overpaid,
  otherCurrency,
  alreadyPaid,
  textReference,
  knownPayer,
  unclear,
  reversal,
  unclearReversal,
  outgoing,
];
