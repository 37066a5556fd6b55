import { invalidTransition } from './errors.js';

/** Statuses of a transaction. */
export const TRANSACTION_STATUSES = [
  'new',
  'matched',
  'partial',
  'overpaid',
  'unmatched',
  'ignored',
  'review',
  'reversed',
  'error',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Actions that change the status. The first four are performed by rules, the others by users. */
export type TransactionAction = 'decide' | 'redecide' | 'requeue' | 'reverse' | 'match' | 'unmatch' | 'ignore' | 'undo';

/** An allowed transition. */
export interface TransactionMove {
  readonly action: TransactionAction;
  readonly from: readonly TransactionStatus[];
  readonly to: readonly TransactionStatus[];
}

/** Statuses of transactions with payments. */
export const PAYING_STATUSES = ['matched', 'partial', 'overpaid'] as const satisfies readonly TransactionStatus[];

/** Statuses that rules can set. */
const DECIDED = [...PAYING_STATUSES, 'unmatched', 'ignored', 'review', 'reversed', 'error'] as const;

/**
 * Statuses that rules may decide again on request, unless a user has decided. Ignored debits are included, because
 * their payment may have been imported since.
 */
export const REDECIDABLE_STATUSES = [
  'unmatched',
  'ignored',
  'review',
  'error',
] as const satisfies readonly TransactionStatus[];

/**
 * Allowed transitions. `reversed` is final for a payment, because the money is gone; a return may turn out to be that of
 * another payment. `new` means that rules will decide it next.
 */
export const TRANSACTION_MOVES: readonly TransactionMove[] = [
  { action: 'decide', from: ['new'], to: DECIDED },
  { action: 'redecide', from: REDECIDABLE_STATUSES, to: DECIDED },
  // Another transaction arrived that may change the decision.
  { action: 'requeue', from: ['ignored', 'review', 'reversed'], to: ['new'] },
  { action: 'reverse', from: [...PAYING_STATUSES, 'unmatched', 'ignored', 'review', 'error'], to: ['reversed'] },
  // The rest of an overpaid transaction may pay another order.
  { action: 'match', from: ['new', 'unmatched', 'ignored', 'review', 'error', 'overpaid'], to: PAYING_STATUSES },
  { action: 'unmatch', from: [...PAYING_STATUSES, 'ignored'], to: ['unmatched'] },
  { action: 'ignore', from: ['new', 'unmatched', 'review', 'error'], to: ['ignored'] },
  // Undoes a user's own decision during a review.
  { action: 'undo', from: [...PAYING_STATUSES, 'ignored'], to: ['review'] },
];

/** Returns the statuses that an action can lead to; empty if it is not allowed. */
export function targetsOf(action: TransactionAction, from: TransactionStatus): readonly TransactionStatus[] {
  return TRANSACTION_MOVES.filter((move) => move.action === action && move.from.includes(from)).flatMap(({ to }) => to);
}

/** Returns the actions that users may perform in this status. */
export function actionsOn(status: TransactionStatus): TransactionAction[] {
  const ofPeople: readonly TransactionAction[] = ['match', 'unmatch', 'ignore'];
  return ofPeople.filter((action) => targetsOf(action, status).length > 0);
}

/**
 * Asserts that an action is allowed.
 * @throws HostError 409 `vendor_bank_already_matched`, `vendor_bank_invalid_transition`
 */
export function assertAllowed(action: TransactionAction, id: number, status: TransactionStatus): void {
  if (targetsOf(action, status).length === 0) throw invalidTransition(action, id, status);
}
