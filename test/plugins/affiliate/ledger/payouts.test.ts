import { utc } from 'mortise/database';
import { beforeEach, expect, it } from 'vitest';
import { PAYOUT_TRANSITIONS } from '../../../../src/plugins/affiliate/payouts/payout.js';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

describeDatabases('payout ledger', (database) => {
  let site: LedgerSite;
  let commissions: LedgerSite['ledger']['commissions'];
  let payouts: LedgerSite['ledger']['payouts'];
  beforeEach(async () => {
    site = await openLedger(await database());
    ({ commissions, payouts } = site.ledger);
  });

  async function approved(more: Parameters<LedgerSite['commission']>[0] = {}): Promise<number> {
    const id = await site.commission({ externalId: crypto.randomUUID(), ...more });
    await commissions.approve(id);
    return id;
  }
  const payoutOf = async (id: number) => (await commissions.get(id)).payoutId;
  const create = async () => (await payouts.create({ method: 'paypal' })).payout?.id ?? 0;

  it('pays each affiliate the total owed in one payment', async () => {
    const bob = await site.addAffiliate('bob', {
      user_id: 2,
      email: 'bob@example.com',
      payment_email: 'pay@example.com',
    });
    const ids = [await approved(), await approved({ amount: 50 }), await approved({ affiliateCode: 'bob' })];
    const pending = await site.commission();
    site.calls.length = 0;
    const { payout, payments, skipped } = await payouts.create({ method: 'paypal', createdBy: 7 });
    expect(payout).toMatchObject({ status: 'draft', amount: 2500, payments: 2, commissions: 3, createdBy: 7 });
    expect(payments).toMatchObject([
      { code: 'ada', name: 'Ada', amount: 1500, commissions: 2, paymentEmail: 'ada@example.com' },
      { affiliateId: bob, amount: 1000, commissions: 1, paymentEmail: 'pay@example.com' },
    ]);
    expect(skipped).toEqual([]);
    const id = payout?.id ?? 0;
    await payouts.start(id);
    expect(await payouts.complete(id)).toMatchObject({ status: 'completed', endedAt: site.at });
    for (const one of ids)
      expect(await commissions.get(one)).toMatchObject({ status: 'paid', payoutId: id, paidAt: site.at });
    expect((await commissions.get(pending)).status).toBe('pending');
    expect(site.calls.filter((event) => event.startsWith('commission_paid'))).toHaveLength(3);
    expect(site.calls).toEqual(expect.arrayContaining([`payout_created ${id}`, `payout_completed ${id}`]));
    expect(await payouts.paymentsOf(id)).toEqual(payments);
  });

  it('deducts refunds of paid commissions, and skips affiliates who owe more than they earned', async () => {
    const paid = await approved();
    await commissions.pay(paid);
    await commissions.refund(paid);
    await approved({ amount: 80 });
    await expect(payouts.create({ method: 'paypal' })).rejects.toMatchObject({
      code: 'vendor_affiliate_nothing_to_pay',
    });
    await approved({ amount: 70 });
    const { payout, payments } = await payouts.create({ method: 'paypal' });
    expect(payments).toMatchObject([{ amount: 500, commissions: 3 }]);
    await payouts.start(payout?.id ?? 0).then(({ id }) => payouts.complete(id));
    const { affiliateId } = await commissions.get(paid);
    expect((await site.ledger.earningsOf([affiliateId])).get(affiliateId)).toMatchObject({ balance: 0, paid: 1500 });
  });

  it('skips held, inactive, low and differently paid affiliates, and returns the reasons', async () => {
    site.settings = { ...SETTINGS, minimumPayout: 1000 };
    const hold = utc.encode(new Date(site.at.getTime() + 1));
    await site.addAffiliate('held', { user_id: 2, hold_payouts_until: hold });
    await site.addAffiliate('gone', { user_id: 3 });
    await site.addAffiliate('poor', { user_id: 4 });
    await site.addAffiliate('bank', { user_id: 5, payment_method: 'bank' });
    await site.addAffiliate('none', { user_id: 6, payment_method: '' });
    for (const code of ['held', 'gone', 'bank', 'none', 'ada']) await approved({ affiliateCode: code });
    const poor = await approved({ affiliateCode: 'poor', amount: '99.90' });
    await site.db.query
      .updateTable('affiliate_affiliates')
      .set({ status: 'inactive' })
      .where('code', '=', 'gone')
      .execute();
    const { payments, skipped } = await payouts.create({ method: 'paypal' });
    expect(payments.map(({ code }) => code)).toEqual(['ada']);
    expect(skipped.map(({ code, reason, amount }) => `${code} ${reason} ${amount}`).sort()).toEqual([
      'bank other_method 1000',
      'gone inactive 1000',
      'held held 1000',
      'none other_method 1000',
      'poor below_minimum 999',
    ]);
    expect(await payoutOf(poor)).toBe(0);
    expect((await payouts.create({ method: 'manual' })).payments.map(({ code }) => code)).toEqual(['none']);
  });

  it('filters by affiliate and by date earned', async () => {
    const bob = await site.addAffiliate('bob', { user_id: 2 });
    const [early] = [await approved(), await approved({ affiliateCode: 'bob' })];
    const paid = await approved();
    await commissions.pay(paid);
    site.passDays(2);
    const late = await approved();
    await commissions.refund(paid, { amount: 1000 });
    const before = new Date(site.at.getTime() - 86_400_000);
    const ada = (await commissions.get(late)).affiliateId;
    const { payments } = await payouts.create({ method: 'paypal', affiliateIds: [ada], before });
    expect(payments).toMatchObject([{ affiliateId: ada, amount: 900, commissions: 2 }]);
    expect([(await payoutOf(early)) > 0, await payoutOf(late)]).toEqual([true, 0]);
    expect((await payouts.create({ method: 'paypal', affiliateIds: [bob] })).payments).toHaveLength(1);
    await expect(payouts.create({ method: 'paypal', affiliateIds: [] })).rejects.toMatchObject({ status: 409 });
  });

  it('changes nothing in a dry run', async () => {
    const id = await approved();
    site.calls.length = 0;
    const tried = await payouts.create({ method: 'paypal', dryRun: true });
    expect(tried).toMatchObject({ payout: null, amount: 1000, currency: 'EUR', payments: [{ amount: 1000 }] });
    expect([await payoutOf(id), site.calls]).toEqual([0, []]);
    expect(await payouts.list({ page: 1, perPage: 10 })).toMatchObject({ rows: [], total: 0 });
    await commissions.reject(id);
    expect(await payouts.create({ method: 'paypal', dryRun: true })).toMatchObject({ payments: [], amount: 0 });
  });

  it('locks its commissions against rejection, refund and payment until it ends', async () => {
    const id = await approved();
    const payout = await create();
    for (const action of ['reject', 'refund', 'pay'] as const) {
      await expect(commissions[action](id)).rejects.toMatchObject({
        code: 'vendor_affiliate_payout_locked',
        data: { status: 409, payout_id: payout },
      });
    }
    expect(await commissions.approve(id)).toMatchObject({ changed: false });
    await payouts.cancel(payout, 'Wrong month');
    expect(await payouts.get(payout)).toMatchObject({ status: 'cancelled', note: 'Wrong month', amount: 1000 });
    expect(await commissions.get(id)).toMatchObject({ status: 'approved', payoutId: 0 });
    expect((await commissions.reject(id)).changed).toBe(true);
  });

  it('releases the commissions of a failed payout, and the next one pays them', async () => {
    const id = await approved();
    const failed = await create();
    await payouts.start(failed);
    await payouts.fail(failed, 'The bank said no.');
    expect(await commissions.get(id)).toMatchObject({ status: 'approved', payoutId: 0 });
    const next = await create();
    await payouts.start(next).then(() => payouts.complete(next));
    expect(await commissions.get(id)).toMatchObject({ status: 'paid', payoutId: next });
  });

  it('allows only the defined status transitions', async () => {
    const steps = { processing: 'start', completed: 'complete', failed: 'fail', cancelled: 'cancel' } as const;
    const ways = {
      draft: [],
      processing: ['start'],
      cancelled: ['cancel'],
      failed: ['start', 'fail'],
      completed: ['start', 'complete'],
    } as const;
    for (const [from, way] of Object.entries(ways)) {
      for (const [to, step] of Object.entries(steps)) {
        const id = await approved().then(create);
        for (const before of way) await payouts[before](id);
        const isAllowed = PAYOUT_TRANSITIONS[from as keyof typeof ways].includes(to as 'failed');
        const moved = payouts[step](id).then(
          ({ status }) => status,
          ({ code, data }) => [code, data.allowed],
        );
        expect(await moved).toEqual(
          isAllowed ? to : ['vendor_affiliate_invalid_transition', PAYOUT_TRANSITIONS[from as 'draft']],
        );
        const { status } = await payouts.get(id);
        if (status === 'draft' || status === 'processing') await payouts.cancel(id);
      }
    }
    await expect(payouts.start(4711)).rejects.toMatchObject({ code: 'vendor_affiliate_not_found', status: 404 });
  });

  it('never puts a row into two payouts created at the same time', { timeout: 60_000 }, async () => {
    await site.addAffiliate('bob', { user_id: 2 });
    for (let round = 0; round < 4; round += 1) {
      const ids: number[] = [];
      for (let index = 0; index < 6; index += 1) {
        ids.push(await approved({ affiliateCode: index % 2 ? 'bob' : 'ada', amount: 10 + index }));
      }
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => payouts.create({ method: 'paypal' })));
      const createdPayouts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(createdPayouts.length).toBeGreaterThan(0);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ code: 'vendor_affiliate_nothing_to_pay' });
      }
      const rows = (await Promise.all(ids.map((id) => commissions.get(id)))).filter(({ payoutId }) => payoutId > 0);
      expect(rows).toHaveLength(6);
      expect(createdPayouts.reduce((sum, { amount }) => sum + amount, 0)).toBe(
        rows.reduce((sum, { amount }) => sum + amount, 0),
      );
      for (const { payout } of createdPayouts) {
        const id = payout?.id ?? 0;
        await payouts.start(id).then(() => payouts.complete(id));
      }
      for (const id of ids) expect((await commissions.get(id)).status).toBe('paid');
    }
  });

  it('stays consistent while its commissions are rejected, refunded and paid', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = await Promise.all(Array.from({ length: 4 }, () => approved()));
      const [one = 0, two = 0, three = 0] = ids;
      await Promise.allSettled([
        payouts.create({ method: 'paypal' }),
        commissions.reject(one),
        commissions.refund(two),
        commissions.pay(three),
      ]);
      const rows = await Promise.all(ids.map((id) => commissions.get(id)));
      for (const { status, payoutId } of rows) expect(payoutId > 0 ? status === 'approved' : true).toBe(true);
      const { rows: open } = await payouts.list({ page: 1, perPage: 10, status: 'draft' });
      for (const { id, amount } of open) {
        const inside = rows.filter(({ payoutId }) => payoutId === id);
        expect(inside.reduce((sum, row) => sum + row.amount, 0)).toBe(amount);
        await payouts.cancel(id);
      }
      for (const { id, status } of rows) if (status === 'approved') await commissions.reject(id);
    }
  });

  it('completes once for concurrent requests', async () => {
    await approved();
    const id = await create();
    await payouts.start(id);
    const done = await Promise.allSettled([1, 2, 3, 4].map(() => payouts.complete(id)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(site.calls.filter((event) => event.startsWith('commission_paid'))).toHaveLength(1);
  });
});
