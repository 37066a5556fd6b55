import { COMMISSION_TYPES, type Commission, type CommissionStatus, type CommissionType } from './commission.js';
import { invalidTransition } from './errors.js';

export type CommissionAction = 'approve' | 'reject' | 'reopen' | 'refund' | 'pay';

/** Row of the transition table. */
export interface Transition {
  readonly action: CommissionAction;
  readonly from: readonly CommissionStatus[];
  readonly to: CommissionStatus;
  readonly types: readonly CommissionType[];
  /** Whether the action is forbidden while the commission is in an unfinished payout. */
  readonly unlessInPayout: boolean;
}

const EARNED: readonly CommissionType[] = ['sale', 'subpartner', 'custom_form'];

/**
 * Status transitions of commissions. Refunding a paid commission adds a separate row that starts approved and is
 * settled by a payment; the original stays paid.
 */
export const TRANSITIONS: readonly Transition[] = [
  { action: 'approve', from: ['pending'], to: 'approved', types: EARNED, unlessInPayout: false },
  { action: 'reject', from: ['pending', 'approved'], to: 'rejected', types: EARNED, unlessInPayout: true },
  { action: 'reopen', from: ['rejected'], to: 'pending', types: EARNED, unlessInPayout: true },
  { action: 'refund', from: ['pending', 'approved'], to: 'refunded', types: EARNED, unlessInPayout: true },
  { action: 'pay', from: ['approved'], to: 'paid', types: COMMISSION_TYPES, unlessInPayout: true },
];

/** Returns the statuses that can follow. */
export function allowedFrom({ status, type }: Pick<Commission, 'status' | 'type'>): CommissionStatus[] {
  const rows = TRANSITIONS.filter(({ from, types }) => from.includes(status) && types.includes(type));
  return rows.map(({ to }) => to);
}

/** Returns the allowed actions. A paid commission can be refunded, by a separate row. */
export function actionsOn(commission: Pick<Commission, 'payoutId' | 'status' | 'type'>): CommissionAction[] {
  const { status, type, payoutId } = commission;
  const allowed = TRANSITIONS.filter(
    (row) => row.from.includes(status) && row.types.includes(type) && !(row.unlessInPayout && payoutId !== 0),
  ).map(({ action }) => action);
  return status === 'paid' && EARNED.includes(type) ? [...allowed, 'refund'] : allowed;
}

/** Returns the transition of an action. @throws HostError 409 `vendor_affiliate_invalid_transition` */
export function targetOf(action: CommissionAction, commission: Pick<Commission, 'status' | 'type'>): Transition {
  const row = TRANSITIONS.find((transition) => transition.action === action);
  if (!row) throw new Error(`There is no status transition "${action}".`);
  const { status, type } = commission;
  if (row.from.includes(status) && row.types.includes(type)) return row;
  throw invalidTransition(status, row.to, allowedFrom(commission));
}
