import type { ArgumentSchema, JsonSchema } from '../../../../rest.js';
import { AFFILIATE_STATUSES } from '../../affiliates/statuses.js';

const count = { type: 'integer', minimum: 0, required: true } as const;
const amount = { type: 'number', required: true } as const;
const text = { type: 'string', required: true } as const;
const moment = { type: 'string', format: 'date-time', required: true } as const;
const momentOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
const idOrNull = { type: ['integer', 'null'], required: true } as const;

/** Properties that affiliates see of themselves. */
const OWN: Readonly<Record<string, ArgumentSchema>> = {
  id: { type: 'integer', required: true },
  user_id: idOrNull,
  code: text,
  status: { type: 'string', enum: AFFILIATE_STATUSES, required: true },
  first_name: text,
  last_name: text,
  display_name: text,
  email: text,
  website: text,
  promo_method: text,
  email_verified: { type: 'boolean', required: true },
  pending_email: {
    type: ['string', 'null'],
    description: 'Pending email address. Only in responses with a single affiliate.',
  },
  payment_email: text,
  payment_method: text,
  payment_details: { ...text, description: 'Last characters; empty: none.' },
  country: text,
  tax_id: text,
  locale: text,
  social: { type: 'object', additionalProperties: { type: 'string' }, required: true },
  rate_type: { type: ['string', 'null'], enum: ['percentage', 'flat', null], required: true },
  rate: {
    type: ['number', 'null'],
    description: "Percent, or an amount; null: the program's rate.",
    required: true,
  },
  cookie_days: { type: ['integer', 'null'], description: "Null: the program's setting.", required: true },
  parent_id: { ...idOrNull, description: 'Affiliate who referred this one.' },
  currency: text,
  registered_at: moment,
  approved_at: { ...momentOrNull, required: true },
  updated_at: moment,
  version: { type: 'integer', minimum: 1, description: 'Increases with every change.', required: true },
  totals: {
    type: 'object',
    description: 'Totals; amounts in major units of the currency.',
    required: true,
    properties: {
      clicks: count,
      unique_clicks: count,
      conversions: count,
      pending: amount,
      approved: amount,
      paid: amount,
      balance: { ...amount, description: 'Current balance; below 0 if the affiliate owes money.' },
    },
  },
};

/** Schema of an affiliate. Properties for administrators are missing in affiliates' own view. */
export const AFFILIATE: JsonSchema = {
  type: 'object',
  title: 'Affiliate',
  properties: {
    ...OWN,
    notes: { type: 'string' },
    fraud_score: { type: 'integer' },
    flags: { type: 'array', items: { type: 'string' } },
    hold_payouts_until: momentOrNull,
    registration_ip_hash: { type: 'string' },
    meta: { type: 'object', additionalProperties: true },
  },
};

/** Schema of an affiliate after a status change. */
export const CHANGED_AFFILIATE: JsonSchema = {
  ...AFFILIATE,
  title: 'ChangedAffiliate',
  properties: {
    ...AFFILIATE.properties,
    changed: { type: 'boolean', description: 'False if the status was already set.', required: true },
  },
};

export const REGISTERED: JsonSchema = {
  type: 'object',
  title: 'AffiliateRegistration',
  properties: {
    success: { type: 'boolean', required: true },
    status: { type: 'string', enum: ['active', 'pending'], required: true },
    message: text,
  },
};
