import { bool, json, type Selectable, type TableOf, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import { defineResource, type RecordOf } from '../../../resource.js';
import type { commissionsTable } from '../tables/commissions.js';
import { invalidParam } from './errors.js';
import { givenId, hasGivenId } from './reference.js';

export const COMMISSION_STATUSES = ['pending', 'approved', 'paid', 'rejected', 'refunded'] as const;
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];

export const COMMISSION_TYPES = ['sale', 'subpartner', 'custom_form', 'refund'] as const;
export type CommissionType = (typeof COMMISSION_TYPES)[number];

/** Origins of conversions. */
export const ORIGINS = ['form', 'api', 'host', 'manual'] as const;
export type Origin = (typeof ORIGINS)[number];

export type RateType = 'percentage' | 'flat';

/** Row of the ledger. Amounts are minor units. */
export interface Commission {
  readonly id: number;
  readonly affiliateId: number;
  readonly conversionId: number;
  readonly type: CommissionType;
  readonly status: CommissionStatus;
  /** Amount owed now; negative for a refund. */
  readonly amount: number;
  /** Amount as earned. */
  readonly originalAmount: number;
  readonly baseAmount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  /** Null for a refund. */
  readonly rateType: RateType | null;
  readonly rate: number;
  readonly rateRule: string;
  readonly origin: Origin;
  /** Null if the caller gave none. */
  readonly reference: string | null;
  readonly formId: string;
  readonly clickId: string;
  readonly campaign: string;
  readonly parentId: number;
  readonly payoutId: number;
  readonly flags: readonly string[];
  readonly rejectReason: string;
  readonly note: string;
  readonly description: string;
  readonly customerEmail: string;
  readonly holdUntil: Date;
  readonly createdAt: Date;
  readonly approvedAt: Date | null;
  readonly paidAt: Date | null;
  readonly rejectedAt: Date | null;
  readonly refundedAt: Date | null;
  readonly updatedAt: Date;
}

export type CommissionRow = Selectable<TableOf<typeof commissionsTable>>;

export function toCommission(row: CommissionRow): Commission {
  const date = (text: string | null): Date | null => (text === null ? null : utc.decode(text));
  return {
    id: row.id,
    affiliateId: row.affiliate_id,
    conversionId: row.conversion_id,
    // The columns only ever receive values of these types.
    type: row.type as CommissionType,
    status: row.status as CommissionStatus,
    amount: row.amount,
    originalAmount: row.original_amount,
    baseAmount: row.base_amount,
    refundedAmount: row.refunded_amount,
    currency: row.currency,
    rateType: row.rate_type === '' ? null : (row.rate_type as RateType),
    rate: row.rate,
    rateRule: row.rate_rule,
    origin: row.origin as Origin,
    reference: givenId(row.reference),
    formId: row.form_id,
    clickId: row.click_id,
    campaign: row.campaign,
    parentId: row.parent_id,
    payoutId: row.payout_id,
    flags: bool.decode(row.is_flagged) ? (json.decode(row.flags) as string[]) : [],
    rejectReason: row.reject_reason,
    note: row.note,
    description: row.description,
    customerEmail: row.customer_email,
    holdUntil: utc.decode(row.hold_until),
    createdAt: utc.decode(row.created_at),
    approvedAt: date(row.approved_at),
    paidAt: date(row.paid_at),
    rejectedAt: date(row.rejected_at),
    refundedAt: date(row.refunded_at),
    updatedAt: utc.decode(row.updated_at),
  };
}

/**
 * List of commissions: its SQL, REST list and export, CSV file, command and admin list. A field or a filter added here
 * is on all of them.
 */
export const commissionList = defineResource({
  table: 'affiliate_commissions',
  read: (rows) => rows.map(toCommission),
  title: 'AffiliateCommission',
  errors: { page: 'vendor_affiliate_invalid_page', argument: invalidParam },
  fields: (field) => ({
    id: field.integer(({ id }) => id, { csv: true, cli: true }),
    affiliate_id: field.integer(({ affiliateId }) => affiliateId, {
      label: 'commissions.affiliate',
      csv: true,
      cli: 'affiliate',
    }),
    conversion_id: field.integer(({ conversionId }) => conversionId, { csv: true }),
    type: field.enum(COMMISSION_TYPES, ({ type }) => type, {
      label: 'commissions.type',
      text: 'commission.type-',
      csv: true,
      cli: true,
    }),
    status: field.enum(COMMISSION_STATUSES, ({ status }) => status, {
      label: 'commissions.status',
      text: 'commission.status-',
      csv: true,
      cli: true,
    }),
    amount: field.money(({ amount, currency }) => [amount, currency], {
      description:
        'Current balance in major units; below 0 for a refund. A refunded commission shows the earned amount.',
      label: 'commissions.amount',
      csv: true,
      cli: true,
    }),
    amount_minor: field.integer(({ amount }) => amount, { description: 'Minor units of the currency.' }),
    original_amount: field.money(({ originalAmount, currency }) => [originalAmount, currency], {
      description: 'Original amount.',
    }),
    base_amount: field.money(({ baseAmount, currency }) => [baseAmount, currency], {
      description: 'Amount that the rate applies to.',
      label: 'commissions.base',
      csv: true,
    }),
    refunded_amount: field.money(({ refundedAmount, currency }) => [refundedAmount, currency], {
      description: 'Refunded part of the base amount.',
      csv: true,
    }),
    currency: field.text(({ currency }) => currency, { csv: true, cli: true }),
    rate_type: field.custom(
      { type: ['string', 'null'], enum: ['percentage', 'flat', null] },
      ({ rateType }) => rateType,
      { csv: true },
    ),
    rate: field.custom(
      { type: ['number', 'null'] },
      ({ rateType, rate, currency }) =>
        rateType === null ? null : rateType === 'flat' ? majorUnits(rate, currency) : rate / 100,
      { description: 'Percent, or major units.', csv: true },
    ),
    rate_rule: field.textOrNull(({ rateRule }) => rateRule, { description: 'Rule that set the rate.' }),
    origin: field.enum(ORIGINS, ({ origin }) => origin, { csv: true }),
    reference: field.textOrNull(({ reference }) => reference, {
      description: 'External ID from the caller.',
      csv: true,
      cli: true,
    }),
    form_id: field.textOrNull(({ formId }) => formId, { csv: true }),
    click_id: field.textOrNull(({ clickId }) => clickId),
    campaign: field.textOrNull(({ campaign }) => campaign, { csv: true }),
    parent_id: field.idOrNull(({ parentId }) => parentId, {
      description: 'Commission that this is a share or refund of.',
      csv: true,
    }),
    payout_id: field.idOrNull(({ payoutId }) => payoutId, { csv: true, cli: 'payout' }),
    flags: field.strings(({ flags }) => flags, {
      description: 'Reasons for suspicion; only for administrators.',
      capability: 'manage_options',
      fallback: () => [],
      csv: true,
      cli: true,
    }),
    reject_reason: field.textOrNull(({ rejectReason }) => rejectReason),
    note: field.textOrNull(({ note }) => note, {
      description: 'For administrators.',
      capability: 'manage_options',
      fallback: () => null,
    }),
    description: field.text(({ description }) => description),
    customer: field.textOrNull(({ customerEmail }) => customerEmail, {
      description: 'Email address, masked for affiliates.',
      capability: 'manage_options',
      fallback: ({ customerEmail }) => maskEmail(customerEmail) || null,
      csv: true,
    }),
    created_at: field.dateTime(({ createdAt }) => createdAt, {
      label: 'commissions.commission',
      csv: true,
      cli: 'created',
    }),
    hold_until: field.dateTime(({ holdUntil }) => holdUntil, { csv: true }),
    approved_at: field.dateTimeOrNull(({ approvedAt }) => approvedAt, { csv: true }),
    paid_at: field.dateTimeOrNull(({ paidAt }) => paidAt, { csv: true }),
    rejected_at: field.dateTimeOrNull(({ rejectedAt }) => rejectedAt, { csv: true }),
    refunded_at: field.dateTimeOrNull(({ refundedAt }) => refundedAt, { csv: true }),
    updated_at: field.dateTime(({ updatedAt }) => updatedAt),
  }),
  filters: (filter) => ({
    status: filter.enum('status', COMMISSION_STATUSES, {
      label: 'commissions.status',
      text: 'commission.status-',
      all: 'admin.all-states',
      cli: ['status <status>', 'only those'],
    }),
    type: filter.enum('type', COMMISSION_TYPES, {
      label: 'commissions.type',
      text: 'commission.type-',
      all: 'commissions.all-types',
      cli: ['type <type>', 'only those'],
    }),
    affiliate_id: filter.id('affiliate_id', {
      label: 'commissions.filter-affiliate',
      cli: ['affiliate <id>', 'only of this affiliate'],
    }),
    payout_id: filter.id('payout_id', {
      label: 'commissions.payout',
      cli: ['payout <id>', 'only in this payout'],
      isFolded: true,
    }),
    from: filter.from('created_at', {
      description: 'Created at or after this time.',
      label: 'commissions.filter-from',
      cli: ['from <day>', 'created on or after this day, such as 2026-01-31'],
    }),
    to: filter.until('created_at', {
      description: 'Created at or before this time.',
      label: 'commissions.filter-to',
      cli: ['to <day>', 'created on or before this day'],
    }),
    reference: filter.custom(
      { type: 'string', minLength: 1, maxLength: 191 },
      {
        label: 'commissions.reference',
        cli: ['reference <reference>', 'only with this external ID'],
        isFolded: true,
        read: String,
        where: (eb, id) => hasGivenId(eb.ref('reference'), id),
      },
    ),
  }),
  sort: { created_at: 'created_at', amount: 'amount', status: 'status', affiliate_id: 'affiliate_id' },
  order: ['created_at', 'desc'],
});

/** A commission as REST and actions return it. */
export type CommissionRecord = RecordOf<typeof commissionList>;

/** Permissions of affiliates, for records of their own commissions. */
export const AS_AFFILIATE = (): boolean => false;

/** Masks `jane@example.com` as `j***@e***.com`; '' stays ''. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return email === '' ? '' : '***';
  const [first = ''] = email;
  const host = email.slice(at + 1);
  const dot = host.lastIndexOf('.');
  const [initial = ''] = host;
  return `${first}***@${initial}***${dot > 0 ? host.slice(dot) : ''}`;
}
