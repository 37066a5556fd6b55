import { utc } from '../../../database.js';
import { readAffiliate } from '../conversions/affiliate-facts.js';
import type { Commission, CommissionStatus } from './commission.js';
import type { CommissionChanges } from './commission-rows.js';
import { affiliateInactive, invalidTransition } from './errors.js';
import type { CommissionParts } from './parts.js';
import { assertFree } from './payout-lock.js';
import { type RefundSteps, wholeOf } from './refund-steps.js';
import { type CommissionAction, targetOf } from './transitions.js';

/** Result of a status change. */
export interface StatusChange {
  readonly commission: Commission;
  /** False if it already had the status. */
  readonly changed: boolean;
}

export interface Rejection {
  /** Reason, such as `fraud`. */
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
}

/** Status changes of commissions, each in a transaction. Concurrent identical requests make one change. */
export interface Moving {
  approve(id: number): Promise<StatusChange>;
  /** Rejects a commission together with its sub-partner shares, and reverses shares already paid. */
  reject(id: number, rejection?: Rejection): Promise<StatusChange>;
  reopen(id: number): Promise<StatusChange>;
  /** Marks a commission as paid without a payout. */
  pay(id: number): Promise<StatusChange>;
}

/** Rejection reason of a share whose original was rejected. */
const PARENT_REJECTED = 'parent_rejected';

export interface MovingParts extends CommissionParts {
  readonly steps: Pick<RefundSteps, 'takeBackRest'>;
}

export function createMoving({ db, rows, announcements, now, steps }: MovingParts): Moving {
  async function moveTo(
    before: Commission,
    status: CommissionStatus,
    changes: CommissionChanges,
    at: Date,
  ): Promise<Commission> {
    const after = await rows.change(before, { ...changes, status }, at);
    await announcements.moved(after, before.status);
    return after;
  }

  /** @param step writes the change of a locked commission that allows it */
  function move(
    id: number,
    action: CommissionAction,
    step: (before: Commission, at: Date) => Promise<Commission>,
  ): Promise<StatusChange> {
    return db.transaction(async () => {
      const before = await rows.lock(id);
      if (isDone(before, action)) return { commission: before, changed: false };
      const { unlessInPayout } = targetOf(action, before);
      if (unlessInPayout) assertFree(before);
      return { commission: await step(before, now()), changed: true };
    });
  }

  async function rejectParts(original: Commission, at: Date): Promise<void> {
    for (const part of await rows.lockOf(original.id, 'subpartner')) {
      if (part.status === 'rejected' || part.status === 'refunded') continue;
      if (part.status === 'paid') {
        await steps.takeBackRest(part, at);
        continue;
      }
      assertFree(part);
      await moveTo(part, 'rejected', { rejected_at: utc.encode(at), reject_reason: PARENT_REJECTED }, at);
      await rejectParts(part, at);
    }
  }

  async function reopenParts(original: Commission, at: Date): Promise<void> {
    for (const part of await rows.lockOf(original.id, 'subpartner')) {
      if (part.status !== 'rejected' || part.rejectReason !== PARENT_REJECTED) continue;
      if (part.refundedAmount === wholeOf(part)) continue;
      await moveTo(part, 'pending', REOPENED, at);
      await reopenParts(part, at);
    }
  }

  return {
    approve: (id) =>
      move(id, 'approve', async (before, at) => {
        const affiliate = await readAffiliate(db, { id: before.affiliateId }, { lock: true });
        if (affiliate?.status !== 'active') throw affiliateInactive(before.affiliateId, affiliate?.status ?? 'gone');
        return moveTo(before, 'approved', { approved_at: utc.encode(at) }, at);
      }),
    reject: (id, { reason = '', note = '' } = {}) =>
      move(id, 'reject', async (before, at) => {
        const changes = { rejected_at: utc.encode(at), reject_reason: reason, note };
        const after = await moveTo(before, 'rejected', changes, at);
        await rejectParts(after, at);
        return after;
      }),
    reopen: (id) =>
      move(id, 'reopen', async (before, at) => {
        assertSomethingLeft(before);
        if (before.type === 'subpartner') await assertOriginalCounts(before);
        const after = await moveTo(before, 'pending', REOPENED, at);
        await reopenParts(after, at);
        return after;
      }),
    pay: (id) => move(id, 'pay', (before, at) => moveTo(before, 'paid', { paid_at: utc.encode(at) }, at)),
  };

  async function assertOriginalCounts(part: Commission): Promise<void> {
    const original = await rows.lock(part.parentId);
    if (original.status !== 'rejected' && original.status !== 'refunded') return;
    const message = `This commission is a share of commission ${original.id}, which is ${original.status}, so it stays rejected.`;
    throw invalidTransition(part.status, 'pending', [], message);
  }
}

const REOPENED: CommissionChanges = { rejected_at: null, approved_at: null, reject_reason: '' };

/** Whether the commission already has the requested status. */
function isDone({ status }: Commission, action: CommissionAction): boolean {
  return status === DONE[action];
}

const DONE: Readonly<Partial<Record<CommissionAction, CommissionStatus>>> = {
  approve: 'approved',
  reject: 'rejected',
  pay: 'paid',
};

/** A rejected commission may have been refunded in full in the meantime. */
function assertSomethingLeft(commission: Commission): void {
  if (commission.refundedAmount < wholeOf(commission)) return;
  const message = `Commission ${commission.id} was fully refunded while it was rejected, so it stays rejected.`;
  throw invalidTransition(commission.status, 'pending', [], message);
}
