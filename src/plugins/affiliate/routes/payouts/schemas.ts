import { PAYOUT_STATUSES, SKIP_REASONS } from '../../payouts/payout.js';
import { PAGINATION } from '../commissions/schemas.js';

const text = { type: 'string', required: true } as const;
const count = { type: 'integer', minimum: 0, required: true } as const;
const money = { type: 'number', description: 'Major units of the currency.', required: true } as const;
const minor = { type: 'integer', description: 'Minor units of the currency.', required: true } as const;
const momentOrNull = { type: ['string', 'null'], format: 'date-time', required: true } as const;

const PROPERTIES = {
  id: { type: 'integer', required: true },
  status: { type: 'string', enum: PAYOUT_STATUSES, required: true },
  method: text,
  currency: text,
  amount: money,
  amount_minor: minor,
  payments_count: { ...count, description: 'Number of affiliates.' },
  commissions_count: count,
  created_by: { type: ['integer', 'null'], description: 'Null if created by a command.', required: true },
  note: { type: ['string', 'null'], description: 'Reason for failure or cancellation.', required: true },
  created_at: { type: 'string', format: 'date-time', required: true },
  started_at: momentOrNull,
  ended_at: momentOrNull,
} as const;

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

export const PAYOUT = { type: 'object', title: 'AffiliatePayout', properties: PROPERTIES } as const;

export const PAYOUT_WITH_PAYMENTS = {
  type: 'object',
  properties: { ...PROPERTIES, payments: { type: 'array', items: PAYMENT, required: true } },
} as const;

export const CREATED_PAYOUT = {
  type: 'object',
  properties: {
    dry_run: { type: 'boolean', required: true },
    payout: { type: ['object', 'null'], properties: PROPERTIES, description: 'Null for a dry run.', required: true },
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

export const PAYOUT_LIST = {
  type: 'object',
  properties: {
    success: { type: 'boolean', required: true },
    data: { type: 'array', items: PAYOUT, required: true },
    pagination: PAGINATION,
  },
} as const;
