import { amountText } from '../../../index.js';
import { ownReference } from '../conversions/read-input.js';
import type { Commission } from './commission.js';
import { invalidParam, invalidTransition } from './errors.js';
import type { CommissionParts } from './parts.js';
import { assertFree, isInOpenPayout } from './payout-lock.js';
import { findRefund, type KnownRefund, waitingOf } from './refund-rows.js';
import { type Refunded, type RefundSteps, type WhileLocked, wholeOf } from './refund-steps.js';
import { targetOf } from './transitions.js';

export interface RefundInput {
  /** Minor units of the base; all that is left without it. */
  readonly amount?: number | undefined;
  /** The caller's own id: what has the same one is refunded once. */
  readonly reference?: string | undefined;
}

/** Takes commissions back for what customers got back. */
export interface Refunding {
  /**
   * @throws HostError 409 `vendor_affiliate_invalid_transition`, `vendor_affiliate_payout_locked`, 400
   *   `vendor_affiliate_invalid_param` for more than is left
   */
  refund(id: number, input?: RefundInput): Promise<Refunded>;
  /**
   * The same for a customer who has their money back, whatever the commission is by now: one that is rejected or
   * refunded in full owes nothing, which is no error, and one in a payout that has not ended is refunded when it has.
   * @throws HostError 400 `vendor_affiliate_invalid_param` for more than is left
   */
  refundInTime(id: number, input?: RefundInput): Promise<Refunded>;
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
  ): Promise<Refunded> {
    const before = await rows.lock(id);
    const known = await findRefund(db, id, reference);
    if (known !== null) return repeat(before, known, amount, reference);
    const isTold = whileLocked === 'wait';
    const isOver = before.status === 'rejected' || before.status === 'refunded';
    if (before.type === 'refund' || !(before.status === 'paid' || (isTold && isOver))) targetOf('refund', before);
    const waiting = isInOpenPayout(before) ? await waitingOf(db, id) : 0;
    const rest = wholeOf(before) - before.refundedAmount - waiting;
    if (rest === 0) {
      if (isTold) return { commission: before, refund: null, changed: false, waits: waiting > 0 };
      assertFree(before);
      throw nothingLeft(before);
    }
    const part = amount ?? rest;
    if (!(Number.isSafeInteger(part) && part > 0 && part <= rest)) {
      const most = `${amountText(rest, before.currency)} ${before.currency}`;
      throw invalidParam('amount', `Refund more than nothing, and no more than the ${most} that are left.`);
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
  ): Promise<Refunded> {
    try {
      return await db.transaction(() => begin(id, amount, reference, whileLocked));
    } catch (error) {
      // Somebody else was first, and the transaction that this is a part of could not see it.
      if (!db.isUniqueViolation(error)) throw error;
      const known = await findRefund(db, id, reference, { lock: true });
      if (known === null) throw error;
      return repeat(await rows.lock(id), known, amount, reference);
    }
  }

  return {
    refund: (id, input = {}) => refund(id, input, 'refuse'),
    refundInTime: (id, input = {}) => refund(id, input, 'wait'),
  };
}

function nothingLeft({ id, status }: Commission): Error {
  return invalidTransition(status, 'refunded', [], `The commission ${id} is refunded in full already.`);
}

/** A repeat says the same; one that says no amount is of what was left then. */
function repeat(
  commission: Commission,
  { baseAmount, waits }: KnownRefund,
  amount: number | undefined,
  reference: string,
): Refunded {
  if (amount === undefined || amount === baseAmount) return { commission, refund: null, changed: false, waits };
  const was = `${amountText(baseAmount, commission.currency)} ${commission.currency}`;
  throw invalidParam('amount', `The refund "${reference}" of ${was} is recorded; give another one an id of its own.`);
}
