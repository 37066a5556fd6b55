import fc from 'fast-check';
import { HostError } from 'mortise';
import { beforeEach, expect, it } from 'vitest';
import { type Commission, toCommission } from '../../../../src/plugins/affiliate/commissions/commission.js';
import { wholeOf } from '../../../../src/plugins/affiliate/commissions/refund-steps.js';
import { TRANSITIONS } from '../../../../src/plugins/affiliate/commissions/transitions.js';
import { leftOf } from '../../../../src/plugins/affiliate/rates/rate.js';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

const nth = fc.nat(30);
const codes = fc.constantFrom('ada', 'bob');
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('convert' as const),
      code: codes,
      cents: fc.integer({ min: 0, max: 99_999 }),
      external: fc.option(fc.nat(5)),
      flat: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('approve' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('reject' as const, 'reopen' as const, 'pay' as const), nth }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'give back' as const),
      nth,
      part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payout' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('start' as const, 'complete' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('fail' as const, 'cancel' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
/** Steps in one group run concurrently. */
const histories = fc.array(fc.array(steps, { minLength: 1, maxLength: 3 }), { minLength: 25, maxLength: 40 });

const TABLES = [
  ...['affiliate_conversions', 'affiliate_commissions', 'affiliate_refunds', 'affiliate_payouts'],
  ...['affiliate_payments', 'affiliate_rollups'],
] as ('affiliate_conversions' | 'affiliate_rollups')[];

const RUNS = process.env.MORTISE_FULL ? 300 : 8;

describeDatabases('random ledger histories', (database) => {
  let site: LedgerSite;
  let changes: { id: number; from: string; to: string }[];
  beforeEach(async () => {
    site = await openLedger(await database());
    const eve = await site.addAffiliate('eve', { user_id: 2 });
    const bob = await site.addAffiliate('bob', { user_id: 3, parent_id: eve });
    await site.db.query.updateTable('affiliate_affiliates').set({ parent_id: bob }).where('code', '=', 'ada').execute();
    site.settings = {
      ...SETTINGS,
      rate: { type: 'percentage', value: 1250 },
      subpartnerRate: 3333,
      subpartnerLevels: 3,
    };
    site.hooks.addAction('vendor_affiliate_commission_status_changed', ({ id }, from, to) => {
      changes.push({ id, from, to });
    });
  });

  async function empty(): Promise<void> {
    for (const table of TABLES) await site.db.query.deleteFrom(table).execute();
    site.calls.length = 0;
    changes = [];
  }

  async function rows(): Promise<Commission[]> {
    return (await site.db.query.selectFrom('affiliate_commissions').selectAll().orderBy('id').execute()).map(
      toCommission,
    );
  }

  /** Picks an id in one of the given statuses, and sometimes any id. */
  function pick(all: readonly { id: number; status: string }[], from: readonly string[], nth: number): number {
    const able = nth % 5 === 4 ? all : all.filter(({ status }) => from.includes(status));
    return able[able.length - 1 - (nth % Math.max(1, able.length))]?.id ?? 1;
  }

  async function commissionFor(step: { do: string; nth: number }): Promise<number> {
    const from =
      step.do === 'refund' || step.do === 'give back'
        ? ['paid', 'approved']
        : TRANSITIONS.find(({ action }) => action === step.do)?.from;
    return pick(await rows(), from ?? [], step.nth);
  }

  async function payoutFor(step: { do: string; nth: number }): Promise<number> {
    const { rows: payouts } = await site.ledger.payouts.list({ page: 1, perPage: 100 });
    return pick(payouts, step.do === 'start' ? ['draft'] : ['processing'], step.nth);
  }

  async function take(step: Step): Promise<void> {
    const { commissions, payouts } = site.ledger;
    if (step.do === 'convert') {
      const externalId = step.external === null ? {} : { externalId: `order-${step.external}` };
      const rate = step.flat ? { rate: { type: 'flat', value: 777 } as const } : {};
      await site.convert({ affiliateCode: step.code, amount: step.cents / 100, ...externalId, ...rate });
    } else if (step.do === 'payout') await payouts.create({ method: 'paypal' });
    else if (step.do === 'wait') {
      site.passDays(3);
      await commissions.approveDue(site.at);
    } else {
      const isOfPayout = step.do === 'start' || step.do === 'complete' || step.do === 'fail' || step.do === 'cancel';
      const id = isOfPayout ? await payoutFor(step) : await commissionFor(step);
      if (step.do === 'refund' || step.do === 'give back') {
        const { baseAmount, originalAmount } = await commissions.get(id);
        const whole = baseAmount || originalAmount;
        const refund = step.do === 'refund' ? commissions.refund : commissions.refundInTime;
        await refund(id, step.part === null ? {} : { amount: Math.ceil(step.part * whole) });
      } else if (isOfPayout) await payouts[step.do as 'start'](id);
      else await commissions[step.do as 'approve'](id);
    }
  }

  /** Ignores refusals (HostError below 500), and throws every other error. */
  async function attempt(step: Step): Promise<void> {
    await take(step).catch((error: unknown) => {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
    });
  }

  const sum = (some: readonly Commission[]): number => some.reduce((total, { amount }) => total + amount, 0);

  async function expectBalances(all: readonly Commission[]): Promise<void> {
    const people = [...new Set(all.map(({ affiliateId }) => affiliateId))];
    const earnings = await site.ledger.earningsOf(people);
    for (const id of people) {
      const mine = all.filter(({ affiliateId }) => affiliateId === id);
      const found = earnings.get(id);
      expect(found?.balance).toBe(sum(mine.filter(({ status }) => status === 'approved')));
      // Every earned amount is either owed, paid or refunded.
      const earned = mine.filter(({ type, status }) => type !== 'refund' && status !== 'rejected');
      const { pending = 0, approved = 0, paid = 0, refunded = 0 } = found ?? {};
      expect(pending + approved + paid + refunded).toBe(earned.reduce((total, one) => total + one.originalAmount, 0));
    }
    const program = await site.ledger.programEarnings();
    expect(program.unpaid).toBe(sum(all.filter(({ status }) => status === 'approved')));
    expect(program.paid).toBe(sum(all.filter(({ status }) => status === 'paid')));
  }

  function expectRefunds(all: readonly Commission[]): void {
    for (const one of all.filter(({ type }) => type !== 'refund')) {
      const left = leftOf(one.originalAmount, one.refundedAmount, wholeOf(one));
      const refunded = sum(all.filter(({ type, parentId }) => type === 'refund' && parentId === one.id));
      if (one.status === 'refunded') {
        expect([one.refundedAmount, one.amount, refunded]).toEqual([wholeOf(one), one.originalAmount, 0]);
      } else expect(one.amount + refunded).toBe(left);
      if (one.status !== 'paid') expect(refunded).toBe(0);
    }
  }

  /** Checks that each waiting refund belongs to the payout of its commission and fits into the rest. */
  async function expectWaiting(all: readonly Commission[]): Promise<number> {
    const waiting = await site.db.query
      .selectFrom('affiliate_refunds')
      .selectAll()
      .where('waits_for', '>', 0)
      .execute();
    for (const { commission_id: id, waits_for: payoutId } of waiting) {
      const one = all.find((row) => row.id === id);
      expect(one).toMatchObject({ status: 'approved', payoutId });
      const base = waiting.filter((row) => row.commission_id === id).reduce((total, row) => total + row.base_amount, 0);
      if (one) expect(one.refundedAmount + base).toBeLessThanOrEqual(wholeOf(one));
    }
    return waiting.length;
  }

  async function expectPayouts(all: readonly Commission[]): Promise<void> {
    const { rows: payouts } = await site.ledger.payouts.list({ page: 1, perPage: 100 });
    for (const { id, status, amount, commissions } of payouts) {
      const inside = all.filter(({ payoutId }) => payoutId === id);
      const isOver = status === 'failed' || status === 'cancelled';
      expect([inside.length, sum(inside)]).toEqual(isOver ? [0, 0] : [commissions, amount]);
      const payments = await site.ledger.payouts.paymentsOf(id);
      expect(payments.every((payment) => payment.amount > 0)).toBe(true);
      expect(payments.reduce((total, payment) => total + payment.amount, 0)).toBe(amount);
      for (const row of inside) expect(row.status).toBe(status === 'completed' ? 'paid' : 'approved');
    }
    const paid = changes.filter(({ to }) => to === 'paid').map(({ id }) => id);
    expect(new Set(paid).size).toBe(paid.length);
    expect(paid.toSorted((one, other) => one - other)).toEqual(
      all.filter(({ status }) => status === 'paid').map(({ id }) => id),
    );
  }

  function expectEvents(all: readonly Commission[]): void {
    for (const { from, to } of changes) {
      expect(TRANSITIONS.some((row) => (row.from as readonly string[]).includes(from) && row.to === to)).toBe(true);
    }
    for (const { id, status, type } of all) {
      const last = changes.findLast((change) => change.id === id)?.to;
      expect(status).toBe(last ?? (type === 'refund' ? 'approved' : 'pending'));
    }
    const created = site.calls.filter((event) => event.startsWith('commission_created'));
    expect(created.toSorted()).toEqual(all.map(({ id }) => `commission_created ${id}`).toSorted());
  }

  /** Skips empty rows. They only serve as locks for days. */
  async function sums(): Promise<string[]> {
    const all = await site.db.query.selectFrom('affiliate_rollups').selectAll().where('conversions', '>', 0).execute();
    return all.map((row) => JSON.stringify(row)).sort();
  }

  async function expectSums(): Promise<void> {
    const before = await sums();
    const days = await site.db.query.selectFrom('affiliate_rollups').select('day').distinct().execute();
    for (const { day } of days) await site.rollups.rebuildDay(day);
    expect(await sums()).toEqual(before);
  }

  it('lose no money, pay nothing twice, announce every change and match the rebuilt sums', {
    timeout: 600_000,
  }, async () => {
    let refunds = 0;
    let paid = 0;
    let waiting = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await empty();
        for (const group of history) await Promise.all(group.map(attempt));
        const all = await rows();
        await expectBalances(all);
        expectRefunds(all);
        await expectPayouts(all);
        waiting += await expectWaiting(all);
        expectEvents(all);
        await expectSums();
        refunds += all.filter(({ type }) => type === 'refund').length;
        paid += all.filter(({ payoutId, status }) => payoutId > 0 && status === 'paid').length;
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    // Ensures that the histories reach refunds, payments and waiting refunds.
    expect(Math.min(refunds, paid)).toBeGreaterThan(0);
    // Few histories have a waiting refund.
    if (process.env.MORTISE_FULL) expect(waiting).toBeGreaterThan(0);
  });
});
