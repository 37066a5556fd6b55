import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdminSite, openAdminSite } from './admin-site.js';

describe('commission administration', () => {
  let site: AdminSite;
  /** Actions fired since the test began. */
  let calls: string[] = [];
  beforeAll(async () => {
    site = await openAdminSite();
    await site.add('ada');
    await site.add('bob');
    const { hooks } = site.host;
    hooks.addFilter('vendor_affiliate_fraud_checks', () => []);
    hooks.addAction('vendor_affiliate_commission_approved', ({ id }) => void calls.push(`approved ${id}`));
    hooks.addAction('vendor_affiliate_commission_refunded', ({ id }) => void calls.push(`refunded ${id}`));
  });
  afterAll(() => site.close());
  beforeEach(() => {
    calls = [];
  });
  const commissions = () => site.program.ledger.commissions;
  const get = (id: number) => commissions().get(id);
  const act = (id: number, action: string, fields = {}) => site.act(`/commissions/${id}`, action, fields);
  const approved = async (amount?: number) => {
    const id = await site.earn('ada', amount);
    await commissions().approve(id);
    return id;
  };

  describe('list', () => {
    const listed = async (query: string) =>
      [...(await site.see(`/commissions?${query}`)).text.matchAll(/>Commission (\d+)<\/a>/g)].map(([, id]) =>
        Number(id),
      );

    it('filters by status, type, affiliate and date range, and sorts', async () => {
      const small = await site.earn('bob', 10);
      const large = await site.earn('bob', 5000);
      await commissions().approve(large);
      const today = site.program.calendar.dayOf(new Date());
      expect(await listed('affiliate=bob')).toEqual([large, small]);
      expect(await listed('affiliate=BOB&orderby=amount&order=asc')).toEqual([small, large]);
      expect(await listed('affiliate=bob&status=approved')).toEqual([large]);
      expect(await listed('affiliate=bob&type=refund')).toEqual([]);
      expect(await listed(`affiliate=bob&from=${today}&to=${today}`)).toEqual([large, small]);
      expect(await listed('affiliate=bob&from=2031-01-01')).toEqual([]);
      expect(await listed('affiliate=bob&to=2020-01-01')).toEqual([]);
      await site.program.ledger.recordSale({ reference: 'R-9', affiliateCode: 'bob', amount: 1 });
      expect(await listed('affiliate=bob&reference=R-9')).toHaveLength(1);
      expect(await listed('affiliate=bob&payout=1')).toEqual([]);
    });

    it('exports the filtered list as CSV, and returns 422 for an unknown affiliate', async () => {
      await site.add('fil');
      const id = await site.earn('fil', 70);
      expect((await site.see('/commissions?affiliate=fil')).text).toContain('/commissions/export.csv?affiliate=fil"');
      const file = await site.see('/commissions/export.csv?affiliate=fil');
      expect(file.headers['content-disposition']).toBe('attachment; filename="commissions.csv"');
      const [, ...rows] = file.text.trim().split('\r\n');
      expect(rows.map((row) => row.split(',')[0])).toEqual([String(id)]);
      expect((await site.see('/commissions/export.csv?affiliate=nobody-at-all')).status).toBe(422);
    });

    it.each([
      ['affiliate=nobody-at-all', 'No affiliate has the code “nobody-at-all”.'],
      ['from=yesterday', '“yesterday” is not a valid date.'],
      ['to=2026-02-30', '“2026-02-30” is not a valid date.'],
    ])('shows an error and no rows for %s', async (query, sentence) => {
      const { status, text } = await site.see(`/commissions?${query}`);
      expect(status).toBe(200);
      expect(text).toContain(sentence);
      expect(await listed(query)).toEqual([]);
    });

    it('approves each selected commission once when two admins submit the bulk action', async () => {
      const ids = [await site.earn('ada'), await site.earn('ada', 20)];
      const other = await site.signIn('administrator');
      const fields = { bulk: 'approve', ids: ids.map(String) };
      const answers = await Promise.all([
        site.act('/commissions', 'bulk', fields),
        site.act('/commissions', 'bulk', fields, other),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      await expect.poll(() => calls.toSorted()).toEqual(ids.map((id) => `approved ${id}`).toSorted());
      expect((await get(ids[0] ?? 0)).status).toBe('approved');
    });

    it('rejects in bulk only with a valid reason, and reports the rows it could not change', async () => {
      const ids = [await site.earn('ada'), await approved(30)].map(String);
      for (const reason of ['', 'because', 'constructor']) {
        const { status, text } = await site.act('/commissions', 'bulk', { bulk: 'reject', ids, reason });
        expect([reason, status, text.includes('Choose a reason.')]).toEqual([reason, 422, true]);
      }
      const done = await site.act('/commissions', 'bulk', { bulk: 'reject', ids: [...ids, '999999'], reason: 'fraud' });
      const { text } = await site.after(done);
      expect(text).toContain('2 commissions rejected.');
      expect(text).toContain('1 failed: This item no longer exists.');
      expect(await get(Number(ids[0]))).toMatchObject({ status: 'rejected', rejectReason: 'fraud' });
    });
  });

  describe('detail page', () => {
    const actions = async (id: number) =>
      [...(await site.see(`/commissions/${id}`)).text.matchAll(/name="_action" value="(\w+)"/g)].map(
        ([, name]) => name,
      );

    it('offers the actions that the status allows, and reports the result', async () => {
      const id = await site.earn('ada');
      expect(await actions(id)).toEqual(['step', 'reject', 'refund']);
      await act(id, 'step', { step: 'approve' });
      expect(await actions(id)).toEqual(['reject', 'refund', 'pay']);
      await act(id, 'reject', { reason: 'test', note: 'Line one\r\nline two' });
      expect(await get(id)).toMatchObject({ status: 'rejected', rejectReason: 'test', note: 'Line one\nline two' });
      expect(await actions(id)).toEqual(['step']);
      const { text } = await site.after(await act(id, 'step', { step: 'reopen' }));
      expect(text).toContain('Commission reopened.');
      await act(id, 'step', { step: 'approve' });
      await act(id, 'pay');
      expect((await get(id)).status).toBe('paid');
      expect(await actions(id)).toEqual(['refund']);
    });

    it('refuses actions that the status does not allow', async () => {
      const id = await site.earn('ada');
      const stale = await site.act(`/commissions/${id}`, 'step', { step: 'reopen' });
      expect(stale.status).toBe(422);
      expect(stale.text).toContain('Its status has changed');
      expect((await act(id, 'step', { step: 'refund' })).status).toBe(422);
      expect((await get(id)).status).toBe('pending');
    });

    it('refuses to approve while the affiliate is inactive, and says why', async () => {
      const { id: person } = await site.add('carl');
      const id = await site.earn('carl');
      await site.program.affiliates.setStatus(person, 'inactive');
      const { status, text } = await act(id, 'step', { step: 'approve' });
      expect(status).toBe(422);
      expect(text).toContain('The affiliate is not active');
    });

    it.each(['12,50', 'abc', '-1', '1e400', '1.005', '0', '100.01', '1e1', ' 5 5'])(
      'refuses to refund the amount %s',
      async (amount) => {
        const id = await site.earn('ada', 100);
        const { status, text } = await act(id, 'refund', { amount });
        expect(status).toBe(422);
        expect(text).toContain('id="refund-amount-error"');
        expect(text).toContain(`value="${amount}"`);
        expect(await get(id)).toMatchObject({ status: 'pending', refundedAmount: 0 });
      },
    );

    it('refunds in part, once for a repeated submit, and then in full', async () => {
      const id = await site.earn('ada', 100);
      const fields = { amount: '12.50', ticket: '00000000-0000-4000-8000-000000000001' };
      const first = await site.after(await act(id, 'refund', fields));
      expect(first.text).toContain('€12.50 refunded to customer; commission reduced by €1.25');
      await act(id, 'refund', fields);
      expect(await get(id)).toMatchObject({ amount: 875, refundedAmount: 1250 });
      await act(id, 'refund', { amount: '', reference: 'R-7' });
      expect(await get(id)).toMatchObject({ status: 'refunded' });
      expect((await site.see(`/commissions/${id}`)).text).toContain('(R-7)');
      await expect.poll(() => calls).toEqual([`refunded ${id}`, `refunded ${id}`]);
      const other = await site.earn('ada', 100);
      expect((await act(other, 'refund', { amount: '1', reference: '~mine' })).status).toBe(422);
    });

    it('shows that a refund waits for the payout to end', async () => {
      await site.add('wes');
      const { recordSale, refundSale, payouts } = site.program.ledger;
      const { commission } = await recordSale({ reference: 'w-1', affiliateCode: 'wes', amount: 1000 });
      const { id = 0, affiliateId = 0 } = commission ?? {};
      await commissions().approve(id);
      const { payout } = await payouts.create({ method: 'manual', affiliateIds: [affiliateId] });
      await refundSale({ reference: 'w-1', amount: 25 });
      const waits = `€25.00 refunded to customer; deducted after payout ${payout?.id} ends`;
      expect((await site.see(`/commissions/${id}`)).text).toContain(waits);
      await payouts.cancel(payout?.id ?? 0);
      expect((await site.see(`/commissions/${id}`)).text).toContain(
        '€25.00 refunded to customer; commission reduced by €2.50',
      );
    });

    it('deducts the refund of a paid commission from the next payout', async () => {
      const id = await approved(100);
      await act(id, 'pay');
      const { text } = await site.after(await act(id, 'refund', { amount: '' }));
      expect(text).toContain('€10.00 will be deducted from the next payout.');
      expect(text).toContain('-€10.00');
      expect((await get(id)).status).toBe('paid');
    });

    it.each(['0', '999999', 'x', '1e3', '-1'])('returns 404 for the id %s', async (id) => {
      expect((await site.see(`/commissions/${id}`)).status).toBe(404);
    });

    it('escapes the description and metadata', async () => {
      const { commission } = await site.program.ledger.record({
        affiliateCode: 'ada',
        origin: 'manual',
        amount: 10,
        description: '<script>alert(1)</script>',
        meta: { '<b>plan</b>': '<i>gold</i>' },
      });
      const { text } = await site.see(`/commissions/${commission?.id}`);
      expect(text).not.toMatch(/<script>alert|<b>plan|<i>gold/);
      expect(text).toContain('gold');
    });
  });
});
