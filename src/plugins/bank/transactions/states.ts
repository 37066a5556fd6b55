import { invalidTransition } from './errors.js';

/** What a transaction can be (bank.md B3). */
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

/** What leads from one state to another: the first three are of rules, the others of people. */
export type TransactionAction = 'decide' | 'redecide' | 'reverse' | 'match' | 'unmatch' | 'ignore' | 'undo';

/** A row of the table of states. */
export interface TransactionMove {
  readonly action: TransactionAction;
  readonly from: readonly TransactionStatus[];
  readonly to: readonly TransactionStatus[];
}

/** What has payments: some order has it, or a part of it. */
export const PAYING_STATUSES = ['matched', 'partial', 'overpaid'] as const satisfies readonly TransactionStatus[];

/** What rules make of a transaction. */
const DECIDED = [...PAYING_STATUSES, 'unmatched', 'ignored', 'review', 'reversed', 'error'] as const;

/** What rules look at again when they are told to, unless somebody has decided it. */
export const REDECIDABLE_STATUSES = ['unmatched', 'review', 'error'] as const satisfies readonly TransactionStatus[];

/**
 * What may become of a transaction. What is reversed stays so: its money is gone. Nothing leads back to `new`, which is
 * what nobody has looked at yet.
 */
export const TRANSACTION_MOVES: readonly TransactionMove[] = [
  { action: 'decide', from: ['new'], to: DECIDED },
  { action: 'redecide', from: REDECIDABLE_STATUSES, to: DECIDED },
  { action: 'reverse', from: PAYING_STATUSES, to: ['reversed'] },
  // What is left of one that paid too much may pay another order.
  { action: 'match', from: ['new', 'unmatched', 'ignored', 'review', 'error', 'overpaid'], to: PAYING_STATUSES },
  { action: 'unmatch', from: [...PAYING_STATUSES, 'ignored'], to: ['unmatched'] },
  { action: 'ignore', from: ['new', 'unmatched', 'review', 'error'], to: ['ignored'] },
  // Of somebody's own decision, for who looks through what waits for a look.
  { action: 'undo', from: [...PAYING_STATUSES, 'ignored'], to: ['review'] },
];

/** The states to which an action may lead from this one; none where it may not be done. */
export function targetsOf(action: TransactionAction, from: TransactionStatus): readonly TransactionStatus[] {
  return TRANSACTION_MOVES.filter((move) => move.action === action && move.from.includes(from)).flatMap(({ to }) => to);
}

/** What people may do with a transaction in this state. */
export function actionsOn(status: TransactionStatus): TransactionAction[] {
  const ofPeople: readonly TransactionAction[] = ['match', 'unmatch', 'ignore'];
  return ofPeople.filter((action) => targetsOf(action, status).length > 0);
}

/** @throws HostError 409 `vendor_bank_already_matched`, `vendor_bank_invalid_transition` */
export function assertAllowed(action: TransactionAction, id: number, status: TransactionStatus): void {
  if (targetsOf(action, status).length === 0) throw invalidTransition(action, id, status);
}
