import { type Calendar, majorUnits, type PluginContext, respond } from '../../../../index.js';
import type { Ledger } from '../../ledger.js';
import { PAYOUT_STATUSES, paymentRecord, payoutRecord } from '../../payouts/payout.js';
import type { CreatedPayout } from '../../payouts/payouts.js';
import { ADMIN, boundOf, DAY_OR_MOMENT_ARG, ID_ARG, listBody, NAMESPACE, PAGE_ARGS } from '../arguments.js';
import { CREATED_PAYOUT, PAYOUT, PAYOUT_LIST, PAYOUT_WITH_PAYMENTS } from './schemas.js';

const TAGS = ['Affiliate programme: payouts'];
const NOTE_ARG = { type: 'string', maxLength: 2000, description: 'Why.' } as const;

export interface PayoutRouteParts {
  readonly ledger: Ledger;
  /** Calendar that `before` is read in. */
  readonly calendar: Calendar;
}

/** Registers the payout routes, for administrators. */
export function registerPayoutRoutes(
  { rest }: Pick<PluginContext, 'rest'>,
  { ledger: { payouts }, calendar }: PayoutRouteParts,
): void {
  rest.group(NAMESPACE, { path: '/payouts', tags: TAGS, permission: ADMIN }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List payouts',
      description: 'The newest first.',
      operationId: 'listAffiliatePayouts',
      args: { ...PAGE_ARGS, status: { type: 'string', enum: PAYOUT_STATUSES } },
      returns: PAYOUT_LIST,
      async handler({ args: { page, per_page: perPage, status } }) {
        const { rows, total } = await payouts.list({ page, perPage, status });
        return respond(listBody(rows.map(payoutRecord), page, perPage, total), { pageInfo: { page, perPage, total } });
      },
    });
    endpoint({
      method: 'POST',
      summary: 'Make a payout out of what is approved',
      description:
        'One payment for each affiliate, refunds taken off. Who is held, not active, paid otherwise or owed less than the minimum is left out. The commissions are kept for it until it is completed, or fails, or is cancelled.',
      operationId: 'createAffiliatePayout',
      idempotency: 'accepted',
      strictBody: true,
      args: {
        method: {
          type: 'string',
          required: true,
          pattern: '^[a-z][a-z0-9_-]{0,31}$',
          description: 'Those who want to be paid so; `manual` for those who have not said.',
        },
        currency: { type: 'string', description: 'That of the programme.' },
        affiliate_ids: { type: 'array', items: ID_ARG, minItems: 1, maxItems: 1000, description: 'Only these.' },
        before: { ...DAY_OR_MOMENT_ARG, description: `Only what was earned before. ${DAY_OR_MOMENT_ARG.description}` },
        dry_run: { type: 'boolean', default: false, description: 'Say what would be paid, and change nothing.' },
      },
      successStatus: 201,
      returns: CREATED_PAYOUT,
      async handler({ args, user }) {
        const created = await payouts.create({
          method: args.method,
          currency: args.currency,
          affiliateIds: args.affiliate_ids,
          before: args.before === undefined ? undefined : boundOf('before', args.before, calendar),
          dryRun: args.dry_run,
          createdBy: user.id,
        });
        return respond(createdRecord(created), { status: created.payout ? 201 : 200 });
      },
    });
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/payouts/{id}',
    summary: 'Show a payout with its payments',
    operationId: 'getAffiliatePayout',
    tags: TAGS,
    permission: ADMIN,
    args: { id: ID_ARG },
    returns: PAYOUT_WITH_PAYMENTS,
    async handler({ args: { id } }) {
      const payout = await payouts.get(id);
      return { ...payoutRecord(payout), payments: (await payouts.paymentsOf(id)).map(paymentRecord) };
    },
  });

  function step(verb: 'start' | 'complete', summary: string, description: string): void {
    rest.route(NAMESPACE, {
      method: 'POST',
      path: `/payouts/{id}/${verb}`,
      summary,
      description,
      operationId: `${verb}AffiliatePayout`,
      tags: TAGS,
      permission: ADMIN,
      idempotency: 'accepted',
      args: { id: ID_ARG },
      returns: PAYOUT,
      handler: async ({ args }) => payoutRecord(await payouts[verb](args.id)),
    });
  }

  function ending(verb: 'fail' | 'cancel', summary: string): void {
    rest.route(NAMESPACE, {
      method: 'POST',
      path: `/payouts/{id}/${verb}`,
      summary,
      description: 'Its commissions are approved as before, and the next payout takes them.',
      operationId: `${verb}AffiliatePayout`,
      tags: TAGS,
      permission: ADMIN,
      idempotency: 'accepted',
      args: { id: ID_ARG, note: NOTE_ARG },
      returns: PAYOUT,
      handler: async ({ args: { id, note } }) => payoutRecord(await payouts[verb](id, note)),
    });
  }

  step('start', 'Begin to pay a payout', 'From here on it is completed, or it fails.');
  step('complete', 'Say that a payout is paid', 'All commissions in it are paid.');
  ending('fail', 'Say that a payout could not be paid');
  ending('cancel', 'Give a payout up');
}

function createdRecord({ payout, payments, skipped, currency, amount }: CreatedPayout): object {
  return {
    dry_run: payout === null,
    payout: payout && payoutRecord(payout),
    currency,
    amount: majorUnits(amount, currency),
    amount_minor: amount,
    payments: payments.map(paymentRecord),
    skipped: skipped.map((one) => ({
      affiliate_id: one.affiliateId,
      code: one.code,
      reason: one.reason,
      amount: majorUnits(one.amount, currency),
      amount_minor: one.amount,
    })),
  };
}
