import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { maskEmail } from '../../../../src/plugins/affiliate/commissions/commission.js';
import { leftOf } from '../../../../src/plugins/affiliate/rates/rate.js';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

describe('remaining commission', () => {
  it('is the same for any sequence of refunds, and zero at the end', () => {
    const bases = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(
        bases,
        fc.nat(100_000_000),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (base, earned, cuts) => {
          const points = [0, ...cuts.map((cut) => Math.floor(cut * base)), base].sort((one, other) => one - other);
          const refunded = points
            .slice(1)
            .map((point, index) => leftOf(earned, points[index] ?? 0, base) - leftOf(earned, point, base));
          expect(refunded.every((amount) => amount >= 0)).toBe(true);
          expect(refunded.reduce((sum, amount) => sum + amount, 0)).toBe(earned);
        },
      ),
    );
  });
});

describe('customer email', () => {
  it('is masked for affiliates', () => {
    expect(['jane@example.com', 'j@mail.example.co.uk', 'x@localhost', '', 'broken'].map(maskEmail)).toEqual([
      'j***@e***.com',
      'j***@m***.uk',
      'x***@l***',
      '',
      '***',
    ]);
  });
});

describeDatabases('refund ledger', (database) => {
  let site: LedgerSite;
  let commissions: LedgerSite['ledger']['commissions'];
  beforeEach(async () => {
    site = await openLedger(await database());
    ({ commissions } = site.ledger);
  });

  /** Creates a commission with a share for the parent affiliate. */
  async function withShare(): Promise<{ id: number; share: number }> {
    const parent = await site.addAffiliate('eve', { user_id: 2 });
    await site.db.query
      .updateTable('affiliate_affiliates')
      .set({ parent_id: parent })
      .where('code', '=', 'ada')
      .execute();
    site.settings = { ...SETTINGS, subpartnerRate: 1000 };
    const id = await site.commission();
    const { rows } = await commissions.list({ page: 1, perPage: 1, type: 'subpartner' });
    return { id, share: rows[0]?.id ?? 0 };
  }
  const balanceOf = async (id: number) => {
    const { affiliateId } = await commissions.get(id);
    return (await site.ledger.earningsOf([affiliateId])).get(affiliateId)?.balance;
  };

  it('adds up partial refunds without rounding drift', async () => {
    const id = await site.commission({ amount: '0.99', rate: { type: 'flat', value: 100 } });
    const amounts: number[] = [];
    for (let part = 0; part < 2; part += 1)
      amounts.push((await commissions.refund(id, { amount: 33 })).commission.amount);
    expect(amounts).toEqual([67, 33]);
    expect((await commissions.refund(id, { amount: 33 })).commission).toMatchObject({
      status: 'refunded',
      refundedAmount: 99,
    });
  });

  it.each([
    ['at once', [undefined]],
    ['in parts', [3333, 3333, undefined]],
  ])('keeps the earned amount, but out of the totals, after a full refund %s', async (_, parts) => {
    const id = await site.commission();
    await commissions.approve(id);
    for (const amount of parts) await commissions.refund(id, { amount });
    expect(await commissions.get(id)).toMatchObject({ status: 'refunded', amount: 1000, refundedAmount: 10_000 });
    const { affiliateId } = await commissions.get(id);
    const earnings = (await site.ledger.earningsOf([affiliateId])).get(affiliateId);
    expect(earnings).toMatchObject({ approved: 0, balance: 0, refunded: 1000 });
    const { byStatus, refunded } = await site.ledger.programEarnings();
    expect([byStatus.refunded.amountMinor, refunded]).toEqual([1000, 1000]);
  });

  it.each([0, -1, 10_001, 1.5])('rejects a refund of %s', async (amount) => {
    const id = await site.commission();
    await expect(commissions.refund(id, { amount })).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_param' });
    expect(await commissions.get(id)).toMatchObject({ amount: 1000, refundedAmount: 0 });
  });

  it('ends in a full refund when the rest follows a partial one', async () => {
    const id = await site.commission();
    await commissions.refund(id, { amount: 9999 });
    expect((await commissions.refund(id, { amount: 1 })).commission.status).toBe('refunded');
  });

  it('counts concurrent refunds once per reference', async () => {
    const id = await site.commission();
    await commissions.approve(id);
    const references = Array.from({ length: 20 }, (_, index) => `r${index % 10}`);
    const done = await Promise.all(references.map((reference) => commissions.refund(id, { amount: 500, reference })));
    expect(done.filter(({ changed }) => changed)).toHaveLength(10);
    expect(await commissions.get(id)).toMatchObject({ amount: 500, refundedAmount: 5000 });
  });

  it('deducts refunds of a paid commission from the balance, up to the paid amount', async () => {
    const id = await site.commission();
    await commissions.approve(id);
    await commissions.pay(id);
    await Promise.all([1, 2, 3].map(() => commissions.refund(id, { amount: 3333 })));
    expect(await balanceOf(id)).toBe(-1000);
    await commissions.refund(id, { amount: 1 });
    expect(await balanceOf(id)).toBe(-1000);
    const { affiliateId } = await commissions.get(id);
    expect((await site.ledger.earningsOf([affiliateId])).get(affiliateId)).toMatchObject({
      paid: 1000,
      refunded: 1000,
    });
    await expect(commissions.refund(id, { amount: 1 })).rejects.toMatchObject({ status: 409 });
  });

  it('reduces the share along with the commission', async () => {
    const { id, share } = await withShare();
    expect(await commissions.get(share)).toMatchObject({ amount: 100 });
    await commissions.refund(id, { amount: 2555 });
    expect(await commissions.get(id)).toMatchObject({ amount: 745 });
    expect(await commissions.get(share)).toMatchObject({ amount: 75, status: 'pending' });
    await commissions.refund(id);
    expect(await commissions.get(share)).toMatchObject({ status: 'refunded' });
  });

  it('reverses a paid share along with the paid commission', async () => {
    const { id, share } = await withShare();
    for (const one of [id, share]) await commissions.approve(one).then(() => commissions.pay(one));
    await commissions.refund(id, { amount: 5000 });
    expect([await balanceOf(id), await balanceOf(share)]).toEqual([-500, -50]);
    await commissions.refund(id);
    expect([await balanceOf(id), await balanceOf(share)]).toEqual([-1000, -100]);
  });

  it('refunds an unpaid share of a paid commission', async () => {
    const { id, share } = await withShare();
    await commissions.approve(id).then(() => commissions.pay(id));
    await commissions.refund(id);
    expect((await commissions.get(share)).status).toBe('refunded');
  });

  it('reduces a rejected share, which shows after it is reopened', async () => {
    const { id, share } = await withShare();
    await commissions.reject(share, { reason: 'own' });
    await commissions.refund(id, { amount: 5000 });
    await commissions.reopen(share);
    expect(await commissions.get(share)).toMatchObject({ status: 'pending', amount: 50 });
  });

  it('rejects and reopens a share with its commission, unless it was rejected separately', async () => {
    const { id, share } = await withShare();
    await commissions.reject(id, { reason: 'fraud' });
    expect(await commissions.get(share)).toMatchObject({ status: 'rejected', rejectReason: 'parent_rejected' });
    await expect(commissions.reopen(share)).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_transition' });
    await commissions.reopen(id);
    expect((await commissions.get(share)).status).toBe('pending');
    await commissions.reject(share, { reason: 'own' });
    await commissions.reject(id).then(() => commissions.reopen(id));
    expect((await commissions.get(share)).status).toBe('rejected');
  });

  it('reverses a paid share once when its commission is rejected', async () => {
    const { id, share } = await withShare();
    await commissions.approve(share).then(() => commissions.pay(share));
    await commissions.refund(id, { amount: 5000 });
    expect(await balanceOf(share)).toBe(-50);
    site.calls.length = 0;
    await commissions.reject(id, { reason: 'fraud' });
    expect((await commissions.get(id)).status).toBe('rejected');
    expect(await commissions.get(share)).toMatchObject({ status: 'paid', amount: 100, refundedAmount: 1000 });
    expect(await balanceOf(share)).toBe(-100);
    expect(site.calls).toContain(`commission_refunded ${share}`);
    await commissions.reopen(id).then(() => commissions.reject(id));
    expect(await balanceOf(share)).toBe(-100);
  });

  it('refuses to reject a commission while its share is in a payout', async () => {
    const { id, share } = await withShare();
    await commissions.approve(share);
    const { payout } = await site.ledger.payouts.create({ method: 'paypal' });
    await expect(commissions.reject(id)).rejects.toMatchObject({ code: 'vendor_affiliate_payout_locked' });
    expect((await commissions.get(id)).status).toBe('pending');
    await site.ledger.payouts.cancel(payout?.id ?? 0);
    await commissions.reject(id);
    expect((await commissions.get(share)).status).toBe('rejected');
  });

  it('approves a share automatically once its commission is approved', async () => {
    const { id, share } = await withShare();
    await site.db.query
      .updateTable('affiliate_commissions')
      .set({ is_flagged: 1, flags: '["velocity"]' })
      .where('id', '=', id)
      .execute();
    site.passDays(31);
    expect(await commissions.approveDue(site.at)).toBe(0);
    await commissions.approve(id);
    expect(await commissions.approveDue(site.at)).toBe(1);
    expect((await commissions.get(share)).status).toBe('approved');
  });
});
