import type { OwnedRest } from '../../../../rest.js';
import { commissionList } from '../../commissions/commission.js';
import type { StatusChange } from '../../commissions/moving.js';
import { amountOf } from '../../conversions/read-input.js';
import type { Ledger } from '../../ledger.js';
import { ADMIN, AMOUNT_TYPES, ID_ARG, NAMESPACE } from '../arguments.js';
import { BULK_RESULTS, MOVED_COMMISSION, REFUNDED_COMMISSION, TAGS } from './schemas.js';

const MAX_IDS = 100;
const REASON_ARG = {
  type: 'string',
  maxLength: 64,
  pattern: '^[\\w.-]*$',
  description: 'Reason, such as `fraud`.',
} as const;
const NOTE_ARG = { type: 'string', maxLength: 2000 } as const;

/** Registers the routes by which administrators change commissions. */
export function registerCommissionSteps(rest: OwnedRest, { commissions }: Ledger): void {
  function step(verb: 'approve' | 'pay' | 'reopen', summary: string, description: string): void {
    rest.route(NAMESPACE, {
      method: 'POST',
      path: `/commissions/{id}/${verb}`,
      summary,
      description,
      operationId: `${verb}AffiliateCommission`,
      tags: TAGS,
      permission: ADMIN,
      idempotency: 'accepted',
      args: { id: ID_ARG },
      returns: MOVED_COMMISSION,
      handler: async ({ args }) => movedRecord(await commissions[verb](args.id)),
    });
  }

  step('approve', 'Approve a commission', 'Requires an active affiliate. Idempotent.');
  step('reopen', 'Reopen a rejected commission', 'Sets it and its rejected shares to pending.');
  step('pay', 'Settle a commission without a payout', 'Requires an approved commission outside a payout. Idempotent.');

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/commissions/{id}/reject',
    summary: 'Reject a commission',
    description:
      'Also rejects the share of the referring affiliate. A paid commission is refunded. Not possible while its payout has not ended.',
    operationId: 'rejectAffiliateCommission',
    tags: TAGS,
    permission: ADMIN,
    idempotency: 'accepted',
    args: { id: ID_ARG, reason: REASON_ARG, note: NOTE_ARG },
    returns: MOVED_COMMISSION,
    handler: async ({ args: { id, reason, note } }) => movedRecord(await commissions.reject(id, { reason, note })),
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/commissions/{id}/refund',
    summary: 'Refund a commission fully or partially',
    description:
      'Refunds an amount of the base. Paid commissions stay paid: an offsetting entry reduces the next payment.',
    operationId: 'refundAffiliateCommission',
    tags: TAGS,
    permission: ADMIN,
    idempotency: 'accepted',
    args: {
      id: ID_ARG,
      amount: { type: AMOUNT_TYPES, description: 'Major units of the base; default: the remaining amount.' },
      reference: {
        type: 'string',
        minLength: 1,
        maxLength: 190,
        pattern: '^[^~]',
        description: 'Your ID of the refund; a repeated ID has no effect.',
      },
    },
    returns: REFUNDED_COMMISSION,
    async handler({ args: { id, amount, reference } }) {
      const { currency } = await commissions.get(id);
      const part = amount === undefined ? undefined : amountOf(amount, currency);
      const { commission, refund, changed } = await commissions.refund(id, { amount: part, reference });
      return { ...commissionList.record(commission), changed, refund: refund && commissionList.record(refund) };
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/commissions/bulk',
    summary: 'Approve or reject several commissions',
    description: 'Processed one by one. Failures are listed and do not affect the others.',
    operationId: 'changeAffiliateCommissions',
    tags: TAGS,
    permission: ADMIN,
    args: {
      action: { type: 'string', enum: ['approve', 'reject'], required: true },
      ids: { type: 'array', items: ID_ARG, minItems: 1, maxItems: MAX_IDS, required: true },
      reason: REASON_ARG,
      note: NOTE_ARG,
    },
    returns: BULK_RESULTS,
    async handler({ args: { action, ids, reason, note } }) {
      const results = await commissions.bulk(action, ids, { reason, note });
      return { success: results.every(({ success }) => success), results };
    },
  });
}

function movedRecord({ commission, changed }: StatusChange): object {
  return { ...commissionList.record(commission), changed };
}
