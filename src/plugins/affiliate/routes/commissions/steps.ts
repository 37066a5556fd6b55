import type { OwnedRest } from '../../../../index.js';
import { commissionRecord } from '../../commissions/commission.js';
import type { Moved } from '../../commissions/moving.js';
import { amountOf } from '../../conversions/read-input.js';
import type { Ledger } from '../../ledger.js';
import { ADMIN, AMOUNT_TYPES, ID_ARG, NAMESPACE } from '../arguments.js';
import { BULK_RESULTS, MOVED_COMMISSION, REFUNDED_COMMISSION, TAGS } from './schemas.js';

const MOST_AT_ONCE = 100;
const REASON_ARG = {
  type: 'string',
  maxLength: 64,
  pattern: '^[\\w.-]*$',
  description: 'A word, such as `fraud`.',
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

  step('approve', 'Approve a commission', 'Of an affiliate who is active. Twice is as good as once.');
  step('reopen', 'Open a rejected commission again', 'It is pending, as are the shares that were rejected with it.');
  step(
    'pay',
    'Settle a commission without a payout',
    'One that is approved and in no payout. Twice is as good as once.',
  );

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/commissions/{id}/reject',
    summary: 'Reject a commission',
    description:
      'With the share of whoever brought the affiliate here; one that is paid is taken back. Not while it is in a payout that has not ended.',
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
    summary: 'Take a commission back, in whole or in part',
    description:
      'What the customer got back, of the base. What was paid stays paid: a row of its own takes it off what is paid next.',
    operationId: 'refundAffiliateCommission',
    tags: TAGS,
    permission: ADMIN,
    idempotency: 'accepted',
    args: {
      id: ID_ARG,
      amount: { type: AMOUNT_TYPES, description: 'Major units of the base; all that is left without it.' },
      reference: {
        type: 'string',
        minLength: 1,
        maxLength: 190,
        pattern: '^[^~]',
        description: 'Your own id of the refund: what has the same one counts once.',
      },
    },
    returns: REFUNDED_COMMISSION,
    async handler({ args: { id, amount, reference } }) {
      const { currency } = await commissions.get(id);
      const part = amount === undefined ? undefined : amountOf(amount, currency);
      const { commission, refund, changed } = await commissions.refund(id, { amount: part, reference });
      return { ...commissionRecord(commission), changed, refund: refund && commissionRecord(refund) };
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/commissions/bulk',
    summary: 'Approve or reject several commissions',
    description: 'One after the other: what fails is named, and leaves the others alone.',
    operationId: 'changeAffiliateCommissions',
    tags: TAGS,
    permission: ADMIN,
    args: {
      action: { type: 'string', enum: ['approve', 'reject'], required: true },
      ids: { type: 'array', items: ID_ARG, minItems: 1, maxItems: MOST_AT_ONCE, required: true },
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

function movedRecord({ commission, changed }: Moved): object {
  return { ...commissionRecord(commission), changed };
}
