import { type Database, utc } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import { isCurrency } from '../../../money.js';
import type { ListOf, ListPage } from '../../../resource.js';
import type { Outbox } from '../../../webhooks.js';
import { createCommissionAnnouncements } from '../commissions/announce.js';
import { toCommission } from '../commissions/commission.js';
import { invalidParam, nothingToPay, payoutNotFound } from '../commissions/errors.js';
import type { ReadLedgerSettings } from '../commissions/ledger-settings.js';
import type { RefundSteps } from '../commissions/refund-steps.js';
import { assertCurrency } from '../conversions/read-input.js';
import { collect, type PayoutScope } from './collect.js';
import { addPayments, paymentMethods, readPayments } from './payments.js';
import {
  assertPayoutTransition,
  type Payment,
  type Payout,
  type PayoutStatus,
  payoutList,
  type SkippedAffiliate,
  toPayout,
} from './payout.js';

export interface NewPayout extends PayoutScope {
  /** Must be the program's currency, which is also the default. */
  readonly currency?: string | undefined;
  /** Calculates the payout without saving it. */
  readonly dryRun?: boolean | undefined;
  readonly createdBy?: number | null | undefined;
}

export interface CreatedPayout {
  /** Null for a dry run. */
  readonly payout: Payout | null;
  readonly payments: readonly Payment[];
  readonly skipped: readonly SkippedAffiliate[];
  readonly currency: string;
  /** Minor units of all payments. */
  readonly amount: number;
}

/** Payouts, which are batches of payments. A draft locks its commissions until it ends. */
export interface Payouts {
  /** @throws HostError 409 `vendor_affiliate_nothing_to_pay`, 400 `vendor_affiliate_invalid_param` */
  create(input: NewPayout): Promise<CreatedPayout>;
  /** @throws HostError 404 `vendor_affiliate_not_found` */
  get(id: number): Promise<Payout>;
  paymentsOf(id: number): Promise<readonly Payment[]>;
  list(query: ListOf<typeof payoutList>): Promise<ListPage<Payout>>;
  /** @throws HostError 409 `vendor_affiliate_invalid_transition`, as do the following methods */
  start(id: number): Promise<Payout>;
  /** Marks all its commissions as paid. Separate rows apply the refunds that waited. */
  complete(id: number): Promise<Payout>;
  /** Releases its commissions, which stay approved. Refunds that waited are applied. */
  fail(id: number, note?: string): Promise<Payout>;
  cancel(id: number, note?: string): Promise<Payout>;
}

export interface PayoutParts {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  /** Applies the refunds that waited for the end of a payout. */
  readonly refunds: Pick<RefundSteps, 'carryOut'>;
  readonly settings: ReadLedgerSettings;
  readonly now: () => Date;
}

/** Rolls back a dry run. */
class DryRun extends Error {}

export function createPayouts({ db, hooks, outbox, refunds, settings, now }: PayoutParts): Payouts {
  const announcements = createCommissionAnnouncements(outbox);

  async function get(id: number): Promise<Payout> {
    const row = await db.query.selectFrom('affiliate_payouts').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw payoutNotFound(id);
    return toPayout(row);
  }

  async function make(input: NewPayout, currency: string, minimum: number): Promise<CreatedPayout> {
    const at = now();
    const row = {
      status: 'draft',
      method: input.method,
      currency,
      amount: 0,
      payments: 0,
      commissions: 0,
      created_by: input.createdBy ?? null,
      note: '',
      created_at: utc.encode(at),
      started_at: null,
      ended_at: null,
      updated_at: utc.encode(at),
    };
    const payoutId = await db.insert('affiliate_payouts', row);
    const { payments, skipped } = await collect(db, { ...input, payoutId, currency, minimum, at });
    const amount = payments.reduce((sum, payment) => sum + payment.amount, 0);
    if (input.dryRun) return { payout: null, payments, skipped, currency, amount };
    if (payments.length === 0) throw nothingToPay(skipped.map(({ code, reason }) => ({ code, reason })));
    await addPayments(db, payoutId, payments);
    const commissions = payments.reduce((sum, payment) => sum + payment.commissions, 0);
    await db.query
      .updateTable('affiliate_payouts')
      .set({ amount, payments: payments.length, commissions })
      .where('id', '=', payoutId)
      .execute();
    const payout = await get(payoutId);
    await outbox.announce('vendor_affiliate_payout_created', payoutList.record(payout));
    return { payout, payments, skipped, currency, amount };
  }

  /** Calculates a payout by creating it and rolling back. */
  async function tryOut(input: NewPayout, currency: string, minimum: number): Promise<CreatedPayout> {
    let found: CreatedPayout | undefined;
    try {
      await db.transaction(async () => {
        found = await make(input, currency, minimum);
        throw new DryRun();
      });
    } catch (error) {
      if (!(error instanceof DryRun) || !found) throw error;
    }
    if (!found) throw new Error('The dry run returned no result.');
    return found;
  }

  function end(
    id: number,
    to: PayoutStatus,
    changes: { readonly note?: string },
    step: (payout: Payout, at: Date) => Promise<void>,
  ): Promise<Payout> {
    return db.transaction(async () => {
      const payout = await lock(id);
      assertPayoutTransition(payout.status, to);
      const at = now();
      const moment = to === 'processing' ? { started_at: utc.encode(at) } : { ended_at: utc.encode(at) };
      const { numUpdatedRows } = await db.query
        .updateTable('affiliate_payouts')
        .set({ status: to, updated_at: utc.encode(at), ...moment, ...changes })
        .where('id', '=', id)
        .where('status', '=', payout.status)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Error(`Another user changed payout ${id}. Reload it and try again.`);
      await step(payout, at);
      return get(id);
    });
  }

  async function lock(id: number): Promise<Payout> {
    const row = await db.query
      .selectFrom('affiliate_payouts')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw payoutNotFound(id);
    return toPayout(row);
  }

  async function payAll({ id, commissions, amount }: Payout, at: Date): Promise<void> {
    const stamped = await db.query
      .selectFrom('affiliate_commissions')
      .selectAll()
      .where('payout_id', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute();
    const sum = stamped.reduce((total, row) => total + row.amount, 0);
    if (stamped.length !== commissions || sum !== amount) {
      throw new Error(
        `Payout ${id} is for ${amount} and ${commissions} rows, but its ${stamped.length} rows total ${sum}.`,
      );
    }
    const changes = { status: 'paid', paid_at: utc.encode(at), updated_at: utc.encode(at) };
    const { numUpdatedRows } = await db.query
      .updateTable('affiliate_commissions')
      .set(changes)
      .where('payout_id', '=', id)
      .where('status', '=', 'approved')
      .executeTakeFirstOrThrow();
    const others = stamped.filter(({ status }) => status !== 'approved').map((row) => row.id);
    if (Number(numUpdatedRows) !== stamped.length) {
      throw new Error(`These commissions of payout ${id} are not approved: ${others.join(', ')}.`);
    }
    // The rows are locked, so the values read and written are current.
    for (const row of stamped) await announcements.moved(toCommission({ ...row, ...changes }), 'approved');
  }

  async function giveBack({ id }: Payout, at: Date): Promise<void> {
    await db.query
      .updateTable('affiliate_commissions')
      .set({ payout_id: 0, updated_at: utc.encode(at) })
      .where('payout_id', '=', id)
      .where('status', '=', 'approved')
      .execute();
    await refunds.carryOut(id, at);
  }

  return {
    get,
    paymentsOf: (id) => readPayments(db, id),
    async create(input) {
      const { currency, minimumPayout } = await settings();
      if (input.currency !== undefined && !isCurrency(input.currency)) {
        throw invalidParam('currency', `"${input.currency}" is not a currency.`);
      }
      assertCurrency(input.currency, currency);
      const methods = await paymentMethods(hooks);
      if (!methods.includes(input.method)) throw invalidParam('method', `Payout methods: ${methods.join(', ')}.`);
      if (input.dryRun) return tryOut(input, currency, minimumPayout);
      return db.transaction(() => make(input, currency, minimumPayout));
    },
    list: (query) => payoutList.list(db, query),
    start: (id) => end(id, 'processing', {}, async () => {}),
    complete: (id) =>
      end(id, 'completed', {}, async (payout, at) => {
        await payAll(payout, at);
        await refunds.carryOut(id, at);
        await outbox.announce('vendor_affiliate_payout_completed', payoutList.record(await get(id)));
      }),
    fail: (id, note = '') => end(id, 'failed', { note }, giveBack),
    cancel: (id, note = '') => end(id, 'cancelled', { note }, giveBack),
  };
}
