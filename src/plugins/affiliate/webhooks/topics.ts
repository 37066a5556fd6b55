import { createStrings, type LocalText } from '../../../text.js';
import type { OwnedWebhooks } from '../../../webhooks.js';
import type { AffiliateRecord } from '../affiliates/records.js';
import { type AffiliateKey, affiliateCatalogues } from '../catalogues.js';
import type { CommissionRecord } from '../commissions/commission.js';
import type { RefundRecord } from '../commissions/refund-rows.js';
import type { ConversionRecord } from '../conversions/conversion.js';
import type { PayoutRecord } from '../payouts/payout.js';

const AT = '2026-01-31T12:00:00.000Z';
const AFFILIATE = { id: 7, code: 'ada', status: 'active', registered_at: AT };
const MONEY = { amount: 8.05, amount_minor: 805, currency: 'EUR' };
const CONVERSION = {
  id: 12,
  affiliate_id: 7,
  type: 'sale',
  reference: 'order-7',
  form_id: null,
  click_id: null,
  campaign: 'winter',
  amount: 80.5,
  amount_minor: 8050,
  currency: 'EUR',
  created_at: AT,
};
const COMMISSION = {
  id: 15,
  affiliate_id: 7,
  conversion_id: 12,
  type: 'sale',
  status: 'approved',
  ...MONEY,
  base_amount: 80.5,
  refunded_amount: 0,
  reference: 'order-7',
  form_id: null,
  campaign: 'winter',
  parent_id: null,
  payout_id: null,
  created_at: AT,
};
const REFUND = {
  reference: 'return-7',
  base_amount: 20.5,
  amount: 2.05,
  amount_minor: 205,
  currency: 'EUR',
  refund_id: 21,
};
const CLICK = {
  click_id: '01jj8t0000abcdefghjkmnpqrs',
  affiliate_id: 7,
  clicked_at: AT,
  campaign: 'winter',
  source: 'blog.example',
  device: 'mobile',
  landing_path: '/shoes',
  unique: true,
};
const PAYOUT = { id: 3, status: 'completed', method: 'paypal', ...MONEY, commissions_count: 1, created_at: AT };
const LINK = {
  url: 'https://example.com/?ref=ada',
  short_url: 'https://example.com/go/ada/abcdefgh',
  code: 'ada',
  campaign: null,
  target_url: 'https://example.com/',
  link_id: 5,
};

/**
 * Registers the webhook topics. Payloads contain only ids of affiliates and customers; personal data is available
 * over REST with the required permission.
 */
export function registerWebhookTopics({ topic }: OwnedWebhooks): void {
  topic({
    action: 'vendor_affiliate_registered',
    title: label('registered'),
    payload: (affiliate) => ({ affiliate: affiliateView(affiliate) }),
    sample: { affiliate: AFFILIATE },
  });
  topic({
    action: 'vendor_affiliate_status_changed',
    title: label('status-changed'),
    payload: (affiliate, from, to) => ({ affiliate: affiliateView(affiliate), from, to }),
    sample: { affiliate: AFFILIATE, from: 'pending', to: 'active' },
  });
  topic({
    action: 'vendor_affiliate_updated',
    title: label('updated'),
    payload: (affiliate, fields) => ({ affiliate: affiliateView(affiliate), fields }),
    sample: { affiliate: AFFILIATE, fields: ['website'] },
  });
  topic({
    action: 'vendor_affiliate_payment_details_changed',
    title: label('payment-details-changed'),
    payload: (affiliate, { fields, held_until }) => ({ affiliate: affiliateView(affiliate), fields, held_until }),
    sample: { affiliate: AFFILIATE, fields: ['payment_email'], held_until: AT },
  });
  topic({
    action: 'vendor_affiliate_click_recorded',
    title: label('click-recorded'),
    payload: (click) => ({ click }),
    sample: { click: CLICK },
  });
  topic({
    action: 'vendor_affiliate_conversion_recorded',
    title: label('conversion-recorded'),
    payload: (conversion) => ({ conversion: conversionView(conversion) }),
    sample: { conversion: CONVERSION },
  });
  topic({
    action: 'vendor_affiliate_commission_created',
    title: label('commission-created'),
    payload: (commission) => ({ commission: commissionView(commission) }),
    sample: { commission: COMMISSION },
  });
  topic({
    action: 'vendor_affiliate_commission_approved',
    title: label('commission-approved'),
    payload: (commission) => ({ commission: commissionView(commission) }),
    sample: { commission: COMMISSION },
  });
  topic({
    action: 'vendor_affiliate_commission_rejected',
    title: label('commission-rejected'),
    payload: (commission) => ({ commission: commissionView(commission) }),
    sample: { commission: { ...COMMISSION, status: 'rejected' } },
  });
  topic({
    action: 'vendor_affiliate_commission_refunded',
    title: label('commission-refunded'),
    payload: (commission, refund) => ({ commission: commissionView(commission), refund: refundView(refund) }),
    sample: { commission: { ...COMMISSION, status: 'paid', payout_id: 3, refunded_amount: 20.5 }, refund: REFUND },
  });
  topic({
    action: 'vendor_affiliate_commission_paid',
    title: label('commission-paid'),
    payload: (commission) => ({ commission: commissionView(commission) }),
    sample: { commission: { ...COMMISSION, status: 'paid', payout_id: 3 } },
  });
  topic({
    action: 'vendor_affiliate_commission_status_changed',
    title: label('commission-status-changed'),
    payload: (commission, from, to) => ({ commission: commissionView(commission), from, to }),
    sample: { commission: COMMISSION, from: 'pending', to: 'approved' },
  });
  topic({
    action: 'vendor_affiliate_fraud_flagged',
    title: label('fraud-flagged'),
    payload: (commission, flags) => ({ commission: commissionView(commission), flags }),
    sample: { commission: { ...COMMISSION, status: 'pending' }, flags: ['same_visitor'] },
  });
  topic({
    action: 'vendor_affiliate_payout_created',
    title: label('payout-created'),
    payload: (payout) => ({ payout: payoutView(payout) }),
    sample: { payout: { ...PAYOUT, status: 'draft' } },
  });
  topic({
    action: 'vendor_affiliate_payout_completed',
    title: label('payout-completed'),
    payload: (payout) => ({ payout: payoutView(payout) }),
    sample: { payout: PAYOUT },
  });
  topic({
    action: 'vendor_affiliate_link_generated',
    title: label('link-generated'),
    payload: (link, affiliateId) => ({ link, affiliate_id: affiliateId }),
    sample: { link: LINK, affiliate_id: 7 },
  });
}

type WithoutPrefix<Key> = Key extends `webhooks.${infer Name}` ? Name : never;

function label(key: WithoutPrefix<AffiliateKey>): LocalText {
  return (locale) => createStrings(locale, affiliateCatalogues).text(`webhooks.${key}`);
}

function affiliateView({ id, code, status, registered_at }: AffiliateRecord): typeof AFFILIATE {
  return { id, code, status, registered_at };
}

function conversionView(record: ConversionRecord) {
  const { id, affiliate_id, type, reference, form_id, click_id, campaign } = record;
  const { amount, amount_minor, currency, created_at } = record;
  return {
    id,
    affiliate_id,
    type,
    reference,
    form_id,
    click_id,
    campaign,
    amount,
    amount_minor,
    currency,
    created_at,
  };
}

function commissionView(record: CommissionRecord) {
  const { id, affiliate_id, conversion_id, type, status, amount, amount_minor, currency, base_amount } = record;
  const { refunded_amount, reference, form_id, campaign, parent_id, payout_id, created_at } = record;
  return {
    id,
    affiliate_id,
    conversion_id,
    type,
    status,
    amount,
    amount_minor,
    currency,
    base_amount,
    refunded_amount,
    reference,
    form_id,
    campaign,
    parent_id,
    payout_id,
    created_at,
  };
}

function refundView({ reference, base_amount, amount, amount_minor, currency, refund_id }: RefundRecord) {
  return { reference, base_amount, amount, amount_minor, currency, refund_id };
}

function payoutView({
  id,
  status,
  method,
  amount,
  amount_minor,
  currency,
  commissions_count,
  created_at,
}: PayoutRecord) {
  return { id, status, method, amount, amount_minor, currency, commissions_count, created_at };
}
