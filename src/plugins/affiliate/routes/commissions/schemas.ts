import { COMMISSION_STATUSES, COMMISSION_TYPES, ORIGINS } from '../../commissions/commission.js';

export const TAGS = ['Affiliate program: money'];

const text = { type: 'string', required: true } as const;
const textOrNull = { type: ['string', 'null'], required: true } as const;
const money = { type: 'number', description: 'Major units of the currency.', required: true } as const;
const minor = { type: 'integer', description: 'Minor units of the currency.', required: true } as const;
const idOrNull = { type: ['integer', 'null'], required: true } as const;
const moment = { type: 'string', format: 'date-time', required: true } as const;
const momentOrNull = { type: ['string', 'null'], format: 'date-time', required: true } as const;

const PROPERTIES = {
  id: { type: 'integer', required: true },
  affiliate_id: { type: 'integer', required: true },
  conversion_id: { type: 'integer', required: true },
  type: { type: 'string', enum: COMMISSION_TYPES, required: true },
  status: { type: 'string', enum: COMMISSION_STATUSES, required: true },
  amount: {
    ...money,
    description: 'Current balance in major units; below 0 for a refund. A refunded commission shows the earned amount.',
  },
  amount_minor: minor,
  original_amount: { ...money, description: 'Original amount.' },
  base_amount: { ...money, description: 'Amount that the rate applies to.' },
  refunded_amount: { ...money, description: 'Refunded part of the base amount.' },
  currency: text,
  rate_type: { type: ['string', 'null'], enum: ['percentage', 'flat', null], required: true },
  rate: { type: ['number', 'null'], description: 'Percent, or major units.', required: true },
  rate_rule: { ...textOrNull, description: 'Rule that set the rate.' },
  origin: { type: 'string', enum: ORIGINS, required: true },
  reference: { ...textOrNull, description: 'External ID from the caller.' },
  form_id: textOrNull,
  click_id: textOrNull,
  campaign: textOrNull,
  parent_id: { ...idOrNull, description: 'Commission that this is a share or refund of.' },
  payout_id: idOrNull,
  flags: {
    type: 'array',
    items: { type: 'string' },
    description: 'Reasons for suspicion; only for administrators.',
    required: true,
  },
  reject_reason: textOrNull,
  note: { ...textOrNull, description: 'For administrators.' },
  description: text,
  customer: { ...textOrNull, description: 'Email address, masked for affiliates.' },
  hold_until: moment,
  created_at: moment,
  approved_at: momentOrNull,
  paid_at: momentOrNull,
  rejected_at: momentOrNull,
  refunded_at: momentOrNull,
  updated_at: moment,
} as const;

export const COMMISSION = { type: 'object', title: 'AffiliateCommission', properties: PROPERTIES } as const;

/** Schema of a commission after an action, with whether it changed. */
export const MOVED_COMMISSION = {
  type: 'object',
  title: 'ChangedAffiliateCommission',
  properties: {
    ...PROPERTIES,
    changed: { type: 'boolean', description: 'False if the status was already set.', required: true },
  },
} as const;

export const REFUNDED_COMMISSION = {
  type: 'object',
  title: 'RefundedAffiliateCommission',
  properties: {
    ...MOVED_COMMISSION.properties,
    refund: {
      type: ['object', 'null'],
      properties: PROPERTIES,
      description: 'Entry that offsets the paid amount; null if nothing was paid yet.',
      required: true,
    },
  },
} as const;

export const PAGINATION = {
  type: 'object',
  properties: {
    page: { type: 'integer', required: true },
    per_page: { type: 'integer', required: true },
    total: { type: 'integer', required: true },
    total_pages: { type: 'integer', required: true },
  },
  required: true,
} as const;

export const COMMISSION_LIST = {
  type: 'object',
  properties: {
    success: { type: 'boolean', required: true },
    data: { type: 'array', items: COMMISSION, required: true },
    pagination: PAGINATION,
  },
} as const;

export const BULK_RESULTS = {
  type: 'object',
  properties: {
    success: { type: 'boolean', description: 'Whether all of them succeeded.', required: true },
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer', required: true },
          success: { type: 'boolean', required: true },
          changed: { type: 'boolean' },
          status: { type: 'string' },
          error: {
            type: 'object',
            properties: { code: text, message: text, status: { type: 'integer', required: true } },
          },
        },
      },
      required: true,
    },
  },
} as const;
