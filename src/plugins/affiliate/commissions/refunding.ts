import { amountText, utc } from '../../../index.js';
import { ownReference } from '../conversions/read-input.js';
import { leftOf } from '../rates/rate.js';
import type { Commission } from './commission.js';
import { invalidParam, invalidTransition } from './errors.js';
import { assertFree } from './moving.js';
import type { CommissionParts } from './parts.js';
import { addRefund, findRefund, refundRecord } from './refund-rows.js';
import { targetOf } from './transitions.js';

export interface RefundInput {
  /** Minor units of the base; all that is left without it. */
  readonly amount?: number | undefined;
  /** The caller's own id: what has the same one is refunded once. */
  readonly reference?: string | undefined;
}

export interface Refunded {
  readonly commission: Commission;
  /** The row that takes back what was paid; null where nothing was paid yet, or the refund is not new. */
  readonly refund: Commission | null;
  /** False for a reference that is known. */
  readonly changed: boolean;
}

/** Takes commissions back for what customers got back. */
export interface Refunding {
  /**
   * @throws HostError 409 `vendor_affiliate_invalid_transition`, `vendor_affiliate_payout_locked`, 400
   *   `vendor_affiliate_invalid_param` for more than is left
   */
  refund(id: number, input?: RefundInput): Promise<Refunded>;
}

export function createRefunding({ db, rows, announcements, now }: CommissionParts): Refunding {
  /** Of a commission that was paid: a row of its own, against what is paid next. */
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

  /** @param part minor units of the base, at least 1 and no more than is left */
  async function apply(before: Commission, part: number, reference: string, at: Date): Promise<Refunded> {
    const whole = wholeOf(before);
    const refundedAmount = before.refundedAmount + part;
    const left = leftOf(before.originalAmount, refundedAmount, whole);
    const taken = leftOf(before.originalAmount, before.refundedAmount, whole) - left;
    const isFull = refundedAmount === whole;
    let commission: Commission;
    let refund: Commission | null = null;
    if (before.status === 'paid') {
      commission = await rows.change(before, { refunded_amount: refundedAmount }, at);
      refund = await takeBack(before, taken, reference, at);
      await announcements.created(refund);
    } else {
      assertFree(before);
      const changes = isFull ? ({ status: 'refunded', refunded_at: utc.encode(at) } as const) : { amount: left };
      commission = await rows.change(before, { ...changes, refunded_amount: refundedAmount }, at);
    }
    const written = { commissionId: before.id, reference, baseAmount: part, amount: taken };
    await addRefund(db, written, at);
    await announcements.refunded(commission, before.status, refundRecord(written, before.currency, refund?.id ?? null));
    await mirror(commission, { isFull, left }, at);
    return { commission, refund, changed: true };
  }

  /** What whoever brought the affiliate here has of it becomes less in the same way. */
  async function mirror(
    original: Commission,
    { isFull, left }: { readonly isFull: boolean; readonly left: number },
    at: Date,
  ): Promise<void> {
    for (const share of await rows.lockOf(original.id, 'subpartner')) {
      if (share.status === 'refunded') continue;
      const whole = wholeOf(share);
      const target = isFull ? whole : Math.min(whole, original.originalAmount - left);
      const part = target - share.refundedAmount;
      if (part <= 0) continue;
      if (share.status === 'rejected') await lessen(share, target, at);
      else await apply(share, part, ownReference(), at);
    }
  }

  /** Nobody owes anything for what is rejected; it is less should it be reopened. */
  async function lessen(share: Commission, refundedAmount: number, at: Date): Promise<void> {
    const amount = leftOf(share.originalAmount, refundedAmount, wholeOf(share));
    const isFull = refundedAmount === wholeOf(share);
    await mirror(
      await rows.change(share, { refunded_amount: refundedAmount, amount }, at),
      { isFull, left: amount },
      at,
    );
  }

  async function begin(id: number, amount: number | undefined, reference: string): Promise<Refunded> {
    const before = await rows.lock(id);
    const known = await findRefund(db, id, reference);
    if (known !== null) return repeat(before, known, amount, reference);
    const rest = wholeOf(before) - before.refundedAmount;
    if (before.status !== 'paid' || before.type === 'refund') targetOf('refund', before);
    if (rest === 0) throw nothingLeft(before);
    const part = amount ?? rest;
    if (!(Number.isSafeInteger(part) && part > 0 && part <= rest)) {
      const most = `${amountText(rest, before.currency)} ${before.currency}`;
      throw invalidParam('amount', `Refund more than nothing, and no more than the ${most} that are left.`);
    }
    return apply(before, part, reference, now());
  }

  return {
    async refund(id, { amount, reference = ownReference() } = {}) {
      try {
        return await db.transaction(() => begin(id, amount, reference));
      } catch (error) {
        // Somebody else was first, and the transaction that this is a part of could not see it.
        if (!db.isUniqueViolation(error)) throw error;
        const known = await findRefund(db, id, reference, { lock: true });
        if (known === null) throw error;
        return repeat(await rows.lock(id), known, amount, reference);
      }
    },
  };
}

/** What parts of it are parts of: its base, or itself where it was earned with nothing. */
export function wholeOf({ baseAmount, originalAmount }: Pick<Commission, 'baseAmount' | 'originalAmount'>): number {
  return baseAmount > 0 ? baseAmount : originalAmount;
}

function nothingLeft({ id, status }: Commission): Error {
  return invalidTransition(status, 'refunded', [], `The commission ${id} is refunded in full already.`);
}

/** A repeat says the same; one that says no amount is of what was left then. */
function repeat(commission: Commission, known: number, amount: number | undefined, reference: string): Refunded {
  if (amount === undefined || amount === known) return { commission, refund: null, changed: false };
  const was = `${amountText(known, commission.currency)} ${commission.currency}`;
  throw invalidParam('amount', `The refund "${reference}" of ${was} is recorded; give another one an id of its own.`);
}
