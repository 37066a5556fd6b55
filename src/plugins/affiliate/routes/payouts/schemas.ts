import { payoutList, SKIP_REASONS } from '../../payouts/payout.js';

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

export const PAYOUT_WITH_PAYMENTS = {
  type: 'object',
  properties: { ...payoutList.schema.properties, payments: { type: 'array', items: PAYMENT, required: true } },
} as const;

export const CREATED_PAYOUT = {
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
