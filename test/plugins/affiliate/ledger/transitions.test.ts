import { beforeEach, describe, expect, it } from 'vitest';
import { COMMISSION_STATUSES, COMMISSION_TYPES } from '../../../../src/plugins/affiliate/commissions/commission.js';
import { allowedFrom, TRANSITIONS } from '../../../../src/plugins/affiliate/commissions/transitions.js';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

describe('commission transition table', () => {
  it('matches the specification', () => {
    const rows = TRANSITIONS.map(({ action, from, to }) => `${action}: ${from.join(', ')} -> ${to}`);
    expect(rows).toEqual([
      'approve: pending -> approved',
      'reject: pending, approved -> rejected',
      'reopen: rejected -> pending',
      'refund: pending, approved -> refunded',
      'pay: approved -> paid',
    ]);
  });

  it('allows nothing after refunded and paid, and only payment of a refund row', () => {
    for (const status of COMMISSION_STATUSES) {
      for (const type of COMMISSION_TYPES) {
        const allowed = allowedFrom({ status, type });
        if (status === 'paid' || status === 'refunded') expect(allowed).toEqual([]);
        if (type === 'refund') expect(allowed).toEqual(status === 'approved' ? ['paid'] : []);
      }
    }
  });
});

describeDatabases('commission status', (database) => {
  let site: LedgerSite;
  let commissions: LedgerSite['ledger']['commissions'];
  beforeEach(async () => {
    site = await openLedger(await database());
    ({ commissions } = site.ledger);
  });

  const ADA = { affiliateCode: 'ada' };
  const statusOf = async (id: number) => (await commissions.get(id)).status;
  const eventsOf = (id: number) =>
    site.calls
      .filter((event) => event.startsWith('commission_') && event.endsWith(` ${id}`))
      .map((event) => event.split(' ')[0]);

  /** Creates a commission with the given status. */
  async function inState(status: string): Promise<number> {
    const id = await site.commission();
    if (status === 'rejected') await commissions.reject(id);
    if (status === 'refunded') await commissions.refund(id);
    if (status === 'approved' || status === 'paid') await commissions.approve(id);
    if (status === 'paid') await commissions.pay(id);
    site.calls.length = 0;
    return id;
  }

  it('new to pending: held for the days of the program', async () => {
    const { conversion, commission } = await site.convert(ADA);
    expect(commission).toMatchObject({ status: 'pending', amount: 1000, baseAmount: 10_000, rateRule: 'programme' });
    expect(commission?.holdUntil.toISOString()).toBe('2026-11-26T12:00:00.000Z');
    expect(site.calls).toEqual([`conversion_recorded ${conversion.id}`, `commission_created ${commission?.id}`]);
  });

  it('new to approved: when the program approves automatically', async () => {
    site.settings = { ...SETTINGS, autoApprove: true };
    const { commission } = await site.convert(ADA);
    expect(commission).toMatchObject({ status: 'approved', approvedAt: site.at });
    expect(eventsOf(commission?.id ?? 0)).toEqual(['commission_created', 'commission_approved']);
  });

  it('pending to approved: by an admin', async () => {
    const id = await inState('pending');
    expect(await commissions.approve(id)).toMatchObject({
      changed: true,
      commission: { status: 'approved', approvedAt: site.at },
    });
    expect(eventsOf(id)).toEqual(['commission_approved', 'commission_status_changed']);
  });

  it('pending to approved: automatically after the hold, unless flagged', async () => {
    const id = await inState('pending');
    const flagged = await site.commission({ visitor: { userId: 1 } });
    site.passDays(29);
    expect(await commissions.approveDue(site.at)).toBe(0);
    site.passDays(1);
    expect(await commissions.approveDue(site.at)).toBe(1);
    expect([await statusOf(id), await statusOf(flagged)]).toEqual(['approved', 'pending']);
    expect(await commissions.approveDue(site.at)).toBe(0);
  });

  it('pending to approved: refused for an inactive affiliate', async () => {
    const id = await inState('pending');
    await site.db.query.updateTable('affiliate_affiliates').set({ status: 'inactive' }).execute();
    const refusal = { code: 'vendor_affiliate_affiliate_inactive', status: 409 };
    await expect(commissions.approve(id)).rejects.toMatchObject(refusal);
    site.passDays(31);
    expect(await commissions.approveDue(site.at)).toBe(0);
    expect(site.calls).toEqual([]);
    expect(await statusOf(id)).toBe('pending');
  });

  it('approved to approved: changes and announces nothing', async () => {
    const id = await inState('approved');
    expect(await commissions.approve(id)).toMatchObject({ changed: false, commission: { status: 'approved' } });
    expect(site.calls).toEqual([]);
  });

  it.each(['pending', 'approved'])('%s to rejected: with reason and note', async (from) => {
    const id = await inState(from);
    const { commission } = await commissions.reject(id, { reason: 'fraud', note: 'The same card.' });
    expect(commission).toMatchObject({ status: 'rejected', rejectReason: 'fraud', note: 'The same card.' });
    expect(eventsOf(id)).toEqual(['commission_rejected', 'commission_status_changed']);
    expect(await commissions.reject(id)).toMatchObject({ changed: false, commission: { rejectReason: 'fraud' } });
  });

  it('rejected to pending: reopened', async () => {
    const id = await inState('rejected');
    const { commission } = await commissions.reopen(id);
    expect(commission).toMatchObject({ status: 'pending', rejectedAt: null, rejectReason: '' });
    expect(eventsOf(id)).toEqual(['commission_status_changed']);
  });

  it.each(['pending', 'approved'])('%s to refunded: full refund', async (from) => {
    const id = await inState(from);
    const { commission, refund } = await commissions.refund(id);
    expect(commission).toMatchObject({ status: 'refunded', refundedAmount: 10_000, refundedAt: site.at });
    expect(refund).toBeNull();
    expect(eventsOf(id)).toEqual(['commission_refunded', 'commission_status_changed']);
  });

  it.each(['pending', 'approved'])('%s stays %s: partial refund', async (from) => {
    const id = await inState(from);
    const { commission } = await commissions.refund(id, { amount: 2500 });
    expect(commission).toMatchObject({ status: from, amount: 750, originalAmount: 1000, refundedAmount: 2500 });
    expect(eventsOf(id)).toEqual(['commission_refunded']);
  });

  it('approved to paid: without a payout', async () => {
    const id = await inState('approved');
    expect((await commissions.pay(id)).commission).toMatchObject({ status: 'paid', paidAt: site.at });
    expect(eventsOf(id)).toEqual(['commission_paid', 'commission_status_changed']);
    expect(await commissions.pay(id)).toMatchObject({ changed: false });
  });

  it('paid stays paid: a refund is a separate approved row with a negative amount', async () => {
    const id = await inState('paid');
    const { commission, refund } = await commissions.refund(id, { amount: 2500 });
    expect(commission).toMatchObject({ status: 'paid', amount: 1000, refundedAmount: 2500 });
    expect(refund).toMatchObject({ type: 'refund', status: 'approved', amount: -250, parentId: id, payoutId: 0 });
    expect(eventsOf(refund?.id ?? 0)).toEqual(['commission_created', 'commission_approved']);
    expect(eventsOf(id)).toEqual(['commission_refunded']);
    const rest = await commissions.refund(id);
    expect([rest.commission.status, rest.refund?.amount]).toEqual(['paid', -750]);
    await expect(commissions.refund(id)).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_transition' });
  });

  it.each([
    ...['approve rejected', 'approve refunded', 'approve paid', 'reject refunded', 'reject paid', 'reopen pending'],
    ...['reopen approved', 'reopen paid', 'reopen refunded', 'refund rejected', 'refund refunded', 'pay pending'],
    ...['pay rejected', 'pay refunded'],
  ])('%s: refused with the allowed transitions', async (what) => {
    const [action = '', from = ''] = what.split(' ');
    const id = await inState(from);
    const refused = commissions[action as 'approve'](id);
    const data = { status: 409, from, allowed: allowedFrom({ status: from as 'paid', type: 'sale' }) };
    await expect(refused).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_transition', data });
    expect(site.calls).toEqual([]);
    expect(await statusOf(id)).toBe(from);
  });

  it('allows only payment of a refund row', async () => {
    const { refund } = await commissions.refund(await inState('paid'));
    const id = refund?.id ?? 0;
    for (const action of ['reject', 'reopen', 'refund'] as const) {
      await expect(commissions[action](id)).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_transition' });
    }
    expect((await commissions.pay(id)).commission).toMatchObject({ status: 'paid', amount: -1000 });
  });

  it('returns 404 for an unknown commission', async () => {
    for (const action of ['approve', 'reject', 'reopen', 'refund', 'pay', 'get'] as const) {
      await expect(commissions[action](4711)).rejects.toMatchObject({
        code: 'vendor_affiliate_not_found',
        status: 404,
      });
    }
  });

  it('changes and announces once for concurrent requests', async () => {
    const id = await inState('pending');
    const moves = await Promise.all(Array.from({ length: 20 }, () => commissions.approve(id)));
    expect(moves.filter(({ changed }) => changed)).toHaveLength(1);
    expect(eventsOf(id)).toEqual(['commission_approved', 'commission_status_changed']);
  });

  it('lets one of several conflicting changes win', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await inState('approved');
      const outcomes = await Promise.allSettled([commissions.pay(id), commissions.reject(id), commissions.refund(id)]);
      const paid = (await statusOf(id)) === 'paid';
      expect(eventsOf(id).filter((event) => event === 'commission_status_changed')).toHaveLength(1);
      // A paid commission can still be refunded by a separate row, so two may succeed.
      const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
      expect(done === 1 || (paid && done === 2)).toBe(true);
    }
  });

  it('changes several one by one, and reports each failure', async () => {
    const [one, paid] = [await inState('pending'), await inState('paid')];
    expect(await commissions.bulk('approve', [one, paid, 4711, one])).toEqual([
      { id: one, success: true, changed: true, status: 'approved' },
      {
        id: paid,
        success: false,
        error: expect.objectContaining({ code: 'vendor_affiliate_invalid_transition', status: 409 }),
      },
      { id: 4711, success: false, error: expect.objectContaining({ code: 'vendor_affiliate_not_found', status: 404 }) },
    ]);
    expect(await commissions.bulk('reject', [one], { reason: 'fraud' })).toMatchObject([{ status: 'rejected' }]);
  });
});
