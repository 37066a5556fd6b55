import type { Calendar } from '../../../../calendar.js';
import type { PluginContext } from '../../../../index.js';
import { majorUnits } from '../../../../money.js';
import { listRoute } from '../../../../resource.js';
import { respond } from '../../../../rest.js';
import type { Ledger } from '../../ledger.js';
import { paymentRecord, payoutList, SKIP_REASONS } from '../../payouts/payout.js';
import type { CreatedPayout } from '../../payouts/payouts.js';
import { ADMIN, boundOf, DAY_OR_MOMENT_ARG, ID_ARG, NAMESPACE } from '../arguments.js';

const text = { type: 'string', required: true } as const;

const count = { type: 'integer', minimum: 0, required: true } as const;

const money = { type: 'number', description: 'Major units of the currency.', required: true } as const;

const minor = { type: 'integer', description: 'Minor units of the currency.', required: true } as const;

const PAYMENT = {
  type: 'object',
  title: 'AffiliatePayment',
  properties: {
    affiliate_id: { type: 'integer', required: true },
    code: text,
    name: text,
    payment_email: { type: ['string', 'null'], required: true },
    method: text,
    amount: money,
    amount_minor: minor,
    currency: text,
    commissions_count: count,
  },
} as const;

const SKIPPED = {
  type: 'object',
  properties: {
    affiliate_id: { type: 'integer', required: true },
    code: text,
    reason: { type: 'string', enum: SKIP_REASONS, required: true },
    amount: money,
    amount_minor: minor,
  },
} as const;

const PAYOUT_WITH_PAYMENTS = {
  type: 'object',
  properties: { ...payoutList.schema.properties, payments: { type: 'array', items: PAYMENT, required: true } },
} as const;

const CREATED_PAYOUT = {
  type: 'object',
  properties: {
    dry_run: { type: 'boolean', required: true },
    payout: {
      type: ['object', 'null'],
      properties: payoutList.schema.properties,
      description: 'Null for a dry run.',
      required: true,
    },
    currency: text,
    amount: money,
    amount_minor: minor,
    payments: { type: 'array', items: PAYMENT, required: true },
    skipped: {
      type: 'array',
      items: SKIPPED,
      description: 'Affiliates with a balance who are not paid.',
      required: true,
    },
  },
} as const;

const TAGS = ['Affiliate program: payouts'];

const NOTE_ARG = { type: 'string', maxLength: 2000, description: 'Why.' } as const;

export interface PayoutRouteParts {
  readonly ledger: Ledger;
  /** Calendar that `before` is read in. */
  readonly calendar: Calendar;
}

/** Registers the payout routes, for administrators. */
export function registerPayoutRoutes(
  context: Pick<PluginContext, 'db' | 'rest' | 'site'>,
  { ledger: { payouts }, calendar }: PayoutRouteParts,
): void {
  const { rest } = context;
  rest.route(
    NAMESPACE,
    listRoute(payoutList, context, {
      path: '/payouts',
      tags: TAGS,
      permission: ADMIN,
      summary: 'List payouts',
      description: 'Newest first.',
      operationId: 'listAffiliatePayouts',
      envelope: true,
    }),
  );
  rest.group(NAMESPACE, { path: '/payouts', tags: TAGS, permission: ADMIN }, (endpoint) => {
    endpoint({
      method: 'POST',
      summary: 'Create a payout from approved commissions',
      description:
        'Creates one payment per affiliate, less refunds. Excludes affiliates who are on hold, inactive, use another payout method or are owed less than the minimum. The commissions are reserved until the payout is completed, fails or is cancelled.',
      operationId: 'createAffiliatePayout',
      idempotency: 'accepted',
      strictBody: true,
      args: {
        method: {
          type: 'string',
          required: true,
          pattern: '^[a-z][a-z0-9_-]{0,31}$',
          description: 'Payout method; `manual` includes affiliates without one.',
        },
        currency: { type: 'string', description: "Default: the program's minimum." },
        affiliate_ids: { type: 'array', items: ID_ARG, minItems: 1, maxItems: 1000, description: 'Only these.' },
        before: {
          ...DAY_OR_MOMENT_ARG,
          description: `Only commissions earned before this time. ${DAY_OR_MOMENT_ARG.description}`,
        },
        dry_run: { type: 'boolean', default: false, description: 'Only show what would be paid.' },
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
    summary: 'Read a payout with its payments',
    operationId: 'getAffiliatePayout',
    tags: TAGS,
    permission: ADMIN,
    args: { id: ID_ARG },
    returns: PAYOUT_WITH_PAYMENTS,
    async handler({ args: { id } }) {
      const payout = await payouts.get(id);
      return { ...payoutList.record(payout), payments: (await payouts.paymentsOf(id)).map(paymentRecord) };
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
      returns: payoutList.schema,
      handler: async ({ args }) => payoutList.record(await payouts[verb](args.id)),
    });
  }

  function ending(verb: 'fail' | 'cancel', summary: string): void {
    rest.route(NAMESPACE, {
      method: 'POST',
      path: `/payouts/{id}/${verb}`,
      summary,
      description: 'Returns its commissions to approved, for the next payout.',
      operationId: `${verb}AffiliatePayout`,
      tags: TAGS,
      permission: ADMIN,
      idempotency: 'accepted',
      args: { id: ID_ARG, note: NOTE_ARG },
      returns: payoutList.schema,
      handler: async ({ args: { id, note } }) => payoutList.record(await payouts[verb](id, note)),
    });
  }

  step('start', 'Start paying a payout', 'Afterwards it can be completed or fail.');
  step('complete', 'Mark a payout as paid', 'Marks all its commissions as paid.');
  ending('fail', 'Mark a payout as failed');
  ending('cancel', 'Cancel a payout');
}

function createdRecord({ payout, payments, skipped, currency, amount }: CreatedPayout): object {
  return {
    dry_run: payout === null,
    payout: payout && payoutList.record(payout),
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
