import { amountText } from '../../../money.js';
import type { Commission } from './commission.js';
import { invalidParam, invalidTransition } from './errors.js';
import type { CommissionParts } from './parts.js';
import { assertFree, isInOpenPayout } from './payout-lock.js';
import { ownReference } from './reference.js';
import { findRefund, type KnownRefund, waitingOf } from './refund-rows.js';
import { type RefundResult, type RefundSteps, type WhileLocked, wholeOf } from './refund-steps.js';
import { targetOf } from './transitions.js';

export interface RefundInput {
  /** Minor units of the base; without it, everything that is left. */
  readonly amount?: number | undefined;
  /** Caller's own id, which makes the refund idempotent. */
  readonly reference?: string | undefined;
}

/** Refunds of commissions, for money returned to customers. */
export interface Refunding {
  /**
   * Refunds a commission in whole or in part.
   * @throws HostError 409 `vendor_affiliate_invalid_transition`, `vendor_affiliate_payout_locked`, 400
   *   `vendor_affiliate_invalid_param` for more than is left
   */
  refund(id: number, input?: RefundInput): Promise<RefundResult>;
  /**
   * Refunds a commission whatever its status, because the customer already has the money. A rejected or fully
   * refunded one owes nothing, which is no error; one in an unfinished payout is refunded when that ends.
   * @throws HostError 400 `vendor_affiliate_invalid_param` for more than is left
   */
  refundInTime(id: number, input?: RefundInput): Promise<RefundResult>;
}

export interface RefundingParts extends Pick<CommissionParts, 'db' | 'rows' | 'now'> {
  readonly steps: Pick<RefundSteps, 'apply' | 'noteRejected'>;
}

export function createRefunding({ db, rows, steps, now }: RefundingParts): Refunding {
  async function begin(
    id: number,
    amount: number | undefined,
    reference: string,
    whileLocked: WhileLocked,
  ): Promise<RefundResult> {
    const before = await rows.lock(id);
    const existing = await findRefund(db, id, reference);
    if (existing !== null) return repeat(before, existing, amount, reference);
    const isIdempotent = whileLocked === 'wait';
    const isOver = before.status === 'rejected' || before.status === 'refunded';
    if (before.type === 'refund' || !(before.status === 'paid' || (isIdempotent && isOver))) targetOf('refund', before);
    const waiting = isInOpenPayout(before) ? await waitingOf(db, id) : 0;
    const rest = wholeOf(before) - before.refundedAmount - waiting;
    if (rest === 0) {
      if (isIdempotent) return { commission: before, refund: null, changed: false, waits: waiting > 0 };
      assertFree(before);
      throw nothingLeft(before);
    }
    const part = amount ?? rest;
    if (!(Number.isSafeInteger(part) && part > 0 && part <= rest)) {
      const most = `${amountText(rest, before.currency)} ${before.currency}`;
      throw invalidParam('amount', `Enter an amount above 0 and at most ${most}, the remaining amount.`);
    }
    const refund = { part, reference, whileLocked };
    return before.status === 'rejected'
      ? steps.noteRejected(before, refund, now())
      : steps.apply(before, refund, now());
  }

  async function refund(
    id: number,
    { amount, reference = ownReference() }: RefundInput,
    whileLocked: WhileLocked,
  ): Promise<RefundResult> {
    try {
      return await db.transaction(() => begin(id, amount, reference, whileLocked));
    } catch (error) {
      // A concurrent transaction was first, and this one's snapshot did not contain it.
      if (!db.isUniqueViolation(error)) throw error;
      const existing = await findRefund(db, id, reference, { lock: true });
      if (existing === null) throw error;
      return repeat(await rows.lock(id), existing, amount, reference);
    }
  }

  return {
    refund: (id, input = {}) => refund(id, input, 'refuse'),
    refundInTime: (id, input = {}) => refund(id, input, 'wait'),
  };
}

function nothingLeft({ id, status }: Commission): Error {
  return invalidTransition(status, 'refunded', [], `Commission ${id} is already fully refunded.`);
}

/** Returns the recorded refund if the amounts match. A repeat without an amount always matches. */
function repeat(
  commission: Commission,
  { baseAmount, waits }: KnownRefund,
  amount: number | undefined,
  reference: string,
): RefundResult {
  if (amount === undefined || amount === baseAmount) return { commission, refund: null, changed: false, waits };
  const was = `${amountText(baseAmount, commission.currency)} ${commission.currency}`;
  throw invalidParam(
    'amount',
    `The refund "${reference}" of ${was} is already recorded. Use another ID for a new refund.`,
  );
}
