import { bool, json, majorUnits, type Selectable, type TableOf, utc } from '../../../index.js';
import type { commissionsTable } from '../tables/commissions.js';

export const COMMISSION_STATUSES = ['pending', 'approved', 'paid', 'rejected', 'refunded'] as const;
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];

export const COMMISSION_TYPES = ['sale', 'subpartner', 'custom_form', 'refund'] as const;
export type CommissionType = (typeof COMMISSION_TYPES)[number];

/** Where conversions come from. */
export const ORIGINS = ['form', 'api', 'host', 'manual'] as const;
export type Origin = (typeof ORIGINS)[number];

export type RateType = 'percentage' | 'flat';

/** A row of the ledger. Amounts are minor units. */
export interface Commission {
  readonly id: number;
  readonly affiliateId: number;
  readonly conversionId: number;
  readonly type: CommissionType;
  readonly status: CommissionStatus;
  /** What is owed now; below 0 for a refund. */
  readonly amount: number;
  /** As it was earned. */
  readonly originalAmount: number;
  readonly baseAmount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  /** Null for a refund. */
  readonly rateType: RateType | null;
  readonly rate: number;
  readonly rateRule: string;
  readonly origin: Origin;
  /** Null for who gave none. */
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

/** What references of ours begin with. */
export const OWN_REFERENCE = '~';

export function toCommission(row: CommissionRow): Commission {
  const date = (text: string | null): Date | null => (text === null ? null : utc.decode(text));
  return {
    id: row.id,
    affiliateId: row.affiliate_id,
    conversionId: row.conversion_id,
    // What is written there was one of them.
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
    reference: row.reference.startsWith(OWN_REFERENCE) ? null : row.reference,
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

/** A commission as REST shows it, and as actions tell it. */
export interface CommissionRecord {
  readonly id: number;
  readonly affiliate_id: number;
  readonly conversion_id: number;
  readonly type: CommissionType;
  readonly status: CommissionStatus;
  /** Major units. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly original_amount: number;
  readonly base_amount: number;
  readonly refunded_amount: number;
  readonly currency: string;
  readonly rate_type: RateType | null;
  /** Percent, or major units. */
  readonly rate: number | null;
  readonly rate_rule: string | null;
  readonly origin: Origin;
  readonly reference: string | null;
  readonly form_id: string | null;
  readonly click_id: string | null;
  readonly campaign: string | null;
  readonly parent_id: number | null;
  readonly payout_id: number | null;
  readonly flags: readonly string[];
  readonly reject_reason: string | null;
  readonly note: string | null;
  readonly description: string;
  /** E-mail address; masked for affiliates. */
  readonly customer: string | null;
  readonly hold_until: string;
  readonly created_at: string;
  readonly approved_at: string | null;
  readonly paid_at: string | null;
  readonly rejected_at: string | null;
  readonly refunded_at: string | null;
  readonly updated_at: string;
}

/**
 * @param viewer an affiliate sees the customer masked, and neither flags nor notes
 */
export function commissionRecord(commission: Commission, viewer: 'admin' | 'owner' = 'admin'): CommissionRecord {
  const { currency, rateType, rate } = commission;
  const money = (minor: number): number => majorUnits(minor, currency);
  const forAdmin = viewer === 'admin';
  return {
    id: commission.id,
    affiliate_id: commission.affiliateId,
    conversion_id: commission.conversionId,
    type: commission.type,
    status: commission.status,
    amount: money(commission.amount),
    amount_minor: commission.amount,
    original_amount: money(commission.originalAmount),
    base_amount: money(commission.baseAmount),
    refunded_amount: money(commission.refundedAmount),
    currency,
    rate_type: rateType,
    rate: rateType === null ? null : rateType === 'flat' ? money(rate) : rate / 100,
    rate_rule: commission.rateRule === '' ? null : commission.rateRule,
    origin: commission.origin,
    reference: commission.reference,
    form_id: textOrNull(commission.formId),
    click_id: textOrNull(commission.clickId),
    campaign: textOrNull(commission.campaign),
    parent_id: commission.parentId === 0 ? null : commission.parentId,
    payout_id: commission.payoutId === 0 ? null : commission.payoutId,
    flags: forAdmin ? commission.flags : [],
    reject_reason: textOrNull(commission.rejectReason),
    note: forAdmin ? textOrNull(commission.note) : null,
    description: commission.description,
    customer: textOrNull(forAdmin ? commission.customerEmail : maskEmail(commission.customerEmail)),
    hold_until: commission.holdUntil.toISOString(),
    created_at: commission.createdAt.toISOString(),
    approved_at: commission.approvedAt?.toISOString() ?? null,
    paid_at: commission.paidAt?.toISOString() ?? null,
    rejected_at: commission.rejectedAt?.toISOString() ?? null,
    refunded_at: commission.refundedAt?.toISOString() ?? null,
    updated_at: commission.updatedAt.toISOString(),
  };
}

/** `jane@example.com` as `j***@e***.com`; '' stays ''. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return email === '' ? '' : '***';
  const [first = ''] = email;
  const host = email.slice(at + 1);
  const dot = host.lastIndexOf('.');
  const [initial = ''] = host;
  return `${first}***@${initial}***${dot > 0 ? host.slice(dot) : ''}`;
}

function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}
