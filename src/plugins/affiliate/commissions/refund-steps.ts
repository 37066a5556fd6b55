import { utc } from '../../../database.js';
import { leftOf } from '../rates/rate.js';
import type { Commission } from './commission.js';
import type { CommissionParts } from './parts.js';
import { assertFree, isInOpenPayout } from './payout-lock.js';
import { ownReference } from './reference.js';
import { addRefund, endWaiting, lockWaiting, refundRecord, waitingOf } from './refund-rows.js';

/** Handling of a refund while the commission is in an unfinished payout. */
export type WhileLocked = 'refuse' | 'wait';

/** Partial refund of a commission. */
export interface RefundPart {
  /** Minor units of the base, from 1 to the amount that is left. */
  readonly part: number;
  readonly reference: string;
  readonly whileLocked: WhileLocked;
}

export interface RefundResult {
  readonly commission: Commission;
  /** Row that reverses a paid commission; null if it was not paid, or if the refund is a repeat. */
  readonly refund: Commission | null;
  /** Whether the amount owed was reduced. False for a repeat, if nothing is owed, and while the refund waits. */
  readonly changed: boolean;
  /** Whether it is recorded and applied when the commission's payout ends. */
  readonly waits: boolean;
}

/** Refund steps of a transaction that has locked the commission. */
export interface RefundSteps {
  /**
   * @throws HostError 409 `vendor_affiliate_payout_locked` if the commission or a share of it is locked and must not
   *   wait
   */
  apply(before: Commission, part: RefundPart, at: Date): Promise<RefundResult>;
  /** Records a refund of a rejected commission. Nothing is owed for it, but reopening it yields the reduced amount. */
  noteRejected(before: Commission, part: RefundPart, at: Date): Promise<RefundResult>;
  /** Reverses the rest of a paid commission. */
  takeBackRest(paid: Commission, at: Date): Promise<void>;
  /** Applies the refunds that waited for a payout, once its commissions are paid or released. */
  carryOut(payoutId: number, at: Date): Promise<void>;
}

export function createRefundSteps({ db, rows, announcements }: Omit<CommissionParts, 'now'>): RefundSteps {
  /** Adds a row that offsets a paid commission against future payments. */
  function takeBack(paid: Commission, amount: number, reference: string, at: Date): Promise<Commission> {
    return rows.add({
      ...paid,
      type: 'refund',
      status: 'approved',
      amount: amount === 0 ? 0 : -amount,
      baseAmount: 0,
      rateType: null,
      rate: 0,
      rateRule: '',
      reference,
      parentId: paid.id,
      flags: [],
      description: '',
      holdUntil: at,
      createdAt: at,
    });
  }

  /** @param write stores the refund @param taken reduction of the commission in minor units */
  async function carry(
    before: Commission,
    { part, reference, whileLocked }: RefundPart,
    at: Date,
    write: (amount: number) => Promise<void>,
  ): Promise<RefundResult> {
    const whole = wholeOf(before);
    const refundedAmount = before.refundedAmount + part;
    const left = leftOf(before.originalAmount, refundedAmount, whole);
    const reversed = leftOf(before.originalAmount, before.refundedAmount, whole) - left;
    const isFull = refundedAmount === whole;
    let commission: Commission;
    let refund: Commission | null = null;
    if (before.status === 'paid') {
      commission = await rows.change(before, { refunded_amount: refundedAmount }, at);
      refund = await takeBack(before, reversed, reference, at);
      await announcements.created(refund);
    } else {
      // A fully refunded commission shows the amount it earned and is excluded from all sums.
      const changes = isFull
        ? ({ status: 'refunded', amount: before.originalAmount, refunded_at: utc.encode(at) } as const)
        : { amount: left };
      commission = await rows.change(before, { ...changes, refunded_amount: refundedAmount }, at);
    }
    await write(reversed);
    const written = { commissionId: before.id, reference, baseAmount: part, amount: reversed };
    await announcements.refunded(commission, before.status, refundRecord(written, before.currency, refund?.id ?? null));
    await mirror(commission, { isFull, left, whileLocked }, at);
    return { commission, refund, changed: true, waits: false };
  }

  async function apply(before: Commission, refund: RefundPart, at: Date): Promise<RefundResult> {
    const { part: baseAmount, reference, whileLocked } = refund;
    const row = { commissionId: before.id, reference, baseAmount };
    if (whileLocked === 'wait' && isInOpenPayout(before)) {
      await addRefund(db, { ...row, amount: 0 }, at, before.payoutId);
      return { commission: before, refund: null, changed: false, waits: true };
    }
    assertFree(before);
    return carry(before, refund, at, (amount) => addRefund(db, { ...row, amount }, at));
  }

  interface RefundedTotal {
    readonly isFull: boolean;
    readonly left: number;
    readonly whileLocked: WhileLocked;
  }

  /** Reduces the shares of the recruiting affiliates in proportion. */
  async function mirror(original: Commission, { isFull, left, whileLocked }: RefundedTotal, at: Date): Promise<void> {
    for (const share of await rows.lockOf(original.id, 'subpartner')) {
      if (share.status === 'refunded') continue;
      const whole = wholeOf(share);
      const target = isFull ? whole : Math.min(whole, original.originalAmount - left);
      const part = target - share.refundedAmount - (await waitingOf(db, share.id));
      if (part <= 0) continue;
      if (share.status === 'rejected') await lessen(share, target, whileLocked, at);
      else await apply(share, { part, reference: ownReference(), whileLocked }, at);
    }
  }

  async function lessen(
    rejected: Commission,
    refundedAmount: number,
    whileLocked: WhileLocked,
    at: Date,
  ): Promise<Commission> {
    const amount = leftOf(rejected.originalAmount, refundedAmount, wholeOf(rejected));
    const isFull = refundedAmount === wholeOf(rejected);
    const after = await rows.change(rejected, { refunded_amount: refundedAmount, amount }, at);
    await mirror(after, { isFull, left: amount, whileLocked }, at);
    return after;
  }

  return {
    apply,
    async noteRejected(before, { part, reference, whileLocked }, at) {
      const commission = await lessen(before, before.refundedAmount + part, whileLocked, at);
      const amount = before.amount - commission.amount;
      await addRefund(db, { commissionId: before.id, reference, baseAmount: part, amount }, at);
      return { commission, refund: null, changed: false, waits: false };
    },
    async takeBackRest(paid, at) {
      const part = wholeOf(paid) - paid.refundedAmount;
      if (part > 0) await apply(paid, { part, reference: ownReference(), whileLocked: 'refuse' }, at);
    },
    async carryOut(payoutId, at) {
      for (const { id, commissionId, baseAmount, reference } of await lockWaiting(db, payoutId)) {
        const before = await rows.lock(commissionId);
        // Shares of it may be in another payout.
        const refund = { part: baseAmount, reference, whileLocked: 'wait' } as const;
        await carry(before, refund, at, (amount) => endWaiting(db, id, amount));
      }
    },
  };
}

/** Returns the amount that refunds are a part of: the base, or the commission itself if it has no base. */
export function wholeOf({ baseAmount, originalAmount }: Pick<Commission, 'baseAmount' | 'originalAmount'>): number {
  return baseAmount > 0 ? baseAmount : originalAmount;
}
