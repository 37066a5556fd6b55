import { type Selectable, type TableOf, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import { defineResource, type RecordOf } from '../../../resource.js';
import { invalidParam, invalidTransition } from '../commissions/errors.js';
import type { payoutsTable } from '../tables/payouts.js';

export const PAYOUT_STATUSES = ['draft', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** Allowed status changes. A failed or cancelled payout releases its commissions. */
export const PAYOUT_TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  draft: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Payment to one affiliate. Amounts are minor units. */
export interface Payment {
  readonly affiliateId: number;
  readonly amount: number;
  readonly currency: string;
  /** Number of ledger rows. */
  readonly commissions: number;
  readonly code: string;
  readonly name: string;
  readonly paymentEmail: string;
  /** Sealed; empty for none. */
  readonly paymentDetails: string;
  readonly method: string;
}

export interface Payout {
  readonly id: number;
  readonly status: PayoutStatus;
  readonly method: string;
  readonly currency: string;
  readonly amount: number;
  /** Number of affiliates paid. */
  readonly payments: number;
  readonly commissions: number;
  readonly createdBy: number | null;
  readonly note: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export const SKIP_REASONS = ['below_minimum', 'held', 'inactive', 'other_method'] as const;

/** An affiliate who is owed money but left out. */
export interface SkippedAffiliate {
  readonly affiliateId: number;
  readonly code: string;
  readonly reason: (typeof SKIP_REASONS)[number];
  /** Minor units. */
  readonly amount: number;
}

export function toPayout(row: Selectable<TableOf<typeof payoutsTable>>): Payout {
  return {
    id: row.id,
    status: row.status as PayoutStatus,
    method: row.method,
    currency: row.currency,
    amount: row.amount,
    payments: row.payments,
    commissions: row.commissions,
    createdBy: row.created_by,
    note: row.note,
    createdAt: utc.decode(row.created_at),
    startedAt: row.started_at === null ? null : utc.decode(row.started_at),
    endedAt: row.ended_at === null ? null : utc.decode(row.ended_at),
  };
}

/** @throws HostError 409 `vendor_affiliate_invalid_transition` */
export function assertPayoutTransition(from: PayoutStatus, to: PayoutStatus): void {
  const allowed = PAYOUT_TRANSITIONS[from];
  if (!allowed.includes(to)) throw invalidTransition(from, to, allowed);
}

/** List of payouts: its SQL, REST list and admin list. */
export const payoutList = defineResource({
  table: 'affiliate_payouts',
  read: (rows) => rows.map(toPayout),
  title: 'AffiliatePayout',
  errors: { page: 'vendor_affiliate_invalid_page', argument: invalidParam },
  fields: (field) => ({
    id: field.integer(({ id }) => id, { label: 'payouts.payout' }),
    status: field.enum(PAYOUT_STATUSES, ({ status }) => status, { label: 'payouts.status' }),
    method: field.text(({ method }) => method, { label: 'payouts.method' }),
    currency: field.text(({ currency }) => currency),
    amount: field.money(({ amount, currency }) => [amount, currency], { label: 'payouts.amount' }),
    amount_minor: field.integer(({ amount }) => amount, { description: 'Minor units of the currency.' }),
    payments_count: field.count(({ payments }) => payments, {
      description: 'Number of affiliates.',
      label: 'payouts.payments',
    }),
    commissions_count: field.count(({ commissions }) => commissions),
    created_by: field.integerOrNull(({ createdBy }) => createdBy, { description: 'Null if created by a command.' }),
    note: field.textOrNull(({ note }) => note, { description: 'Reason for failure or cancellation.' }),
    created_at: field.dateTime(({ createdAt }) => createdAt),
    started_at: field.dateTimeOrNull(({ startedAt }) => startedAt),
    ended_at: field.dateTimeOrNull(({ endedAt }) => endedAt),
  }),
  filters: (filter) => ({
    status: filter.enum('status', PAYOUT_STATUSES, {
      label: 'payouts.status',
      text: 'payout.status-',
      all: 'admin.all-states',
    }),
  }),
  sort: { id: 'id' },
  order: ['id', 'desc'],
});

/** A payout as REST and actions return it. */
export type PayoutRecord = RecordOf<typeof payoutList>;

export interface PaymentRecord {
  readonly affiliate_id: number;
  readonly code: string;
  readonly name: string;
  readonly payment_email: string | null;
  readonly method: string;
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
  readonly commissions_count: number;
}

export function paymentRecord(payment: Payment): PaymentRecord {
  return {
    affiliate_id: payment.affiliateId,
    code: payment.code,
    name: payment.name,
    payment_email: payment.paymentEmail || null,
    method: payment.method,
    amount: majorUnits(payment.amount, payment.currency),
    amount_minor: payment.amount,
    currency: payment.currency,
    commissions_count: payment.commissions,
  };
}
