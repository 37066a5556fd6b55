import { beforeEach, expect, it } from 'vitest';
import type { RefundSale } from '../../../../src/plugins/affiliate/conversions/sales.js';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

describeDatabases('shop refund', (database) => {
  let site: LedgerSite;
  let commissions: LedgerSite['ledger']['commissions'];
  let payouts: LedgerSite['ledger']['payouts'];
  beforeEach(async () => {
    site = await openLedger(await database());
    ({ commissions, payouts } = site.ledger);
  });

  /** Records an order over 100.00 and returns its commission id. */
  async function sell(reference = '1001'): Promise<number> {
    const { commission } = await site.ledger.recordSale({ reference, affiliateCode: 'ada', amount: 100 });
    return commission?.id ?? 0;
  }
  const giveBack = (more: Partial<RefundSale> = {}) => site.ledger.refundSale({ reference: '1001', ...more });
  const draft = async () => (await payouts.create({ method: 'paypal' })).payout?.id ?? 0;
  const balanceOf = async (id: number) => {
    const { affiliateId } = await commissions.get(id);
    return (await site.ledger.earningsOf([affiliateId])).get(affiliateId)?.balance;
  };
  const refundsOf = async (id: number) =>
    (await commissions.list({ page: 1, perPage: 20, type: 'refund' })).rows.filter(({ parentId }) => parentId === id);

  it('accepts a refund of a rejected commission, which counts after it is reopened', async () => {
    const id = await sell();
    await commissions.reject(id);
    site.calls.length = 0;
    const part = { amount: 25, refundReference: 'r1' };
    expect(await giveBack(part)).toMatchObject({ changed: false, waits: false, commission: { status: 'rejected' } });
    expect(await giveBack(part)).toMatchObject({ changed: false, commission: { refundedAmount: 2500 } });
    expect(site.calls).toEqual([]);
    await commissions.reopen(id);
    expect(await commissions.get(id)).toMatchObject({ status: 'pending', amount: 750, refundedAmount: 2500 });
  });

  it('keeps a rejected commission rejected once it is fully refunded', async () => {
    const id = await sell();
    await commissions.reject(id);
    expect(await giveBack()).toMatchObject({ changed: false, commission: { status: 'rejected', amount: 0 } });
    await expect(commissions.reopen(id)).rejects.toMatchObject({
      code: 'vendor_affiliate_invalid_transition',
      message: expect.stringContaining('stays rejected'),
    });
  });

  it.each(['approved', 'paid'])('accepts a repeated refund, with an id or without: %s', async (status) => {
    const id = await sell();
    await commissions.approve(id);
    if (status === 'paid') await commissions.pay(id);
    expect(await giveBack()).toMatchObject({ changed: true });
    for (const more of [{}, { refundReference: 'again' }, { amount: 100 }]) {
      expect(await giveBack(more)).toMatchObject({ changed: false, refund: null, waits: false });
    }
    expect(await balanceOf(id)).toBe(status === 'paid' ? -1000 : 0);
  });

  it('waits for the payout to end, and adds a refund row for the paid commission', async () => {
    const id = await sell();
    await commissions.approve(id);
    const payout = await draft();
    site.calls.length = 0;
    const part = { amount: 25, refundReference: 'r1' };
    for (const _ of [1, 2]) expect(await giveBack(part)).toMatchObject({ changed: false, waits: true, refund: null });
    expect(await commissions.get(id)).toMatchObject({ status: 'approved', amount: 1000, refundedAmount: 0 });
    expect(site.calls).toEqual([]);
    await payouts.start(payout);
    await payouts.complete(payout);
    expect(await commissions.get(id)).toMatchObject({ status: 'paid', amount: 1000, refundedAmount: 2500 });
    expect(await refundsOf(id)).toMatchObject([{ status: 'approved', amount: -250, payoutId: 0, reference: 'r1' }]);
    expect(await balanceOf(id)).toBe(-250);
    expect(site.calls.filter((event) => event === `commission_refunded ${id}`)).toHaveLength(1);
    expect(await giveBack(part)).toMatchObject({ changed: false, waits: false });
  });

  it.each(['cancel', 'fail'] as const)('waits for the payout to end, and then refunds normally: %s', async (end) => {
    const id = await sell();
    await commissions.approve(id);
    const payout = await draft();
    await giveBack({ amount: 25 });
    expect(await giveBack()).toMatchObject({ waits: true });
    expect(await giveBack()).toMatchObject({ waits: true, changed: false });
    if (end === 'fail') await payouts.start(payout);
    await payouts[end](payout);
    expect(await commissions.get(id)).toMatchObject({ status: 'refunded', payoutId: 0, refundedAmount: 10_000 });
    expect([await refundsOf(id), await balanceOf(id)]).toEqual([[], 0]);
  });

  it('rejects an amount above the rest, counting waiting refunds', async () => {
    const id = await sell();
    await commissions.approve(id);
    await draft();
    await giveBack({ amount: 75 });
    await expect(giveBack({ amount: '25.01' })).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_param' });
    expect(await giveBack({ amount: 25 })).toMatchObject({ waits: true });
  });

  it('waits for the payout of a share as well', async () => {
    const eve = await site.addAffiliate('eve', { user_id: 2 });
    await site.db.query.updateTable('affiliate_affiliates').set({ parent_id: eve }).where('code', '=', 'ada').execute();
    site.settings = { ...SETTINGS, subpartnerRate: 1000 };
    const id = await sell();
    const { rows } = await commissions.list({ page: 1, perPage: 1, type: 'subpartner' });
    const share = rows[0]?.id ?? 0;
    await commissions.approve(share);
    const payout = await draft();
    await expect(commissions.refund(id)).rejects.toMatchObject({ code: 'vendor_affiliate_payout_locked' });
    expect(await giveBack({ amount: 50 })).toMatchObject({ changed: true, commission: { amount: 500 } });
    expect(await giveBack()).toMatchObject({ changed: true, commission: { status: 'refunded' } });
    expect(await commissions.get(share)).toMatchObject({ status: 'approved', refundedAmount: 0 });
    await payouts.start(payout).then(() => payouts.complete(payout));
    expect(await commissions.get(share)).toMatchObject({ status: 'paid', refundedAmount: 1000 });
    expect(await balanceOf(share)).toBe(-100);
  });

  it('refuses refunds by admins during a payout, and names the payout', async () => {
    const id = await sell();
    await commissions.approve(id);
    const payout = await draft();
    await giveBack();
    for (const amount of [undefined, 100]) {
      await expect(commissions.refund(id, { amount })).rejects.toMatchObject({ status: 409 });
    }
    await expect(commissions.refund(id)).rejects.toMatchObject({
      code: 'vendor_affiliate_payout_locked',
      data: { payout_id: payout },
    });
  });

  it('applies a refund once when the payout ends at the same time', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const reference = `order-${round}`;
      const id = await sell(reference);
      await commissions.approve(id);
      const payout = await draft();
      await payouts.start(payout);
      const end = round % 2 === 0 ? payouts.complete : payouts.fail;
      await Promise.all([giveBack({ reference }), end(payout), giveBack({ reference })]);
      const { status, refundedAmount } = await commissions.get(id);
      expect([status, refundedAmount]).toEqual([round % 2 === 0 ? 'paid' : 'refunded', 10_000]);
      expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual(round % 2 === 0 ? [-1000] : []);
      // Otherwise the next draft would deduct it.
      for (const row of await refundsOf(id)) await commissions.pay(row.id);
    }
  });
});
