import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AdminSite, openAdminSite } from './admin-site.js';

describe('payout administration', () => {
  let site: AdminSite;
  beforeEach(async () => {
    site = await openAdminSite();
    for (const code of ['ada', 'bob']) {
      const { id } = await site.add(code);
      await site.program.affiliates.update(id, { payment_method: code === 'ada' ? 'paypal' : 'bank' });
    }
  });
  afterEach(() => site.close());

  const payouts = () => site.program.ledger.payouts;
  const earned = async (code: string, amount: number) => {
    const id = await site.earn(code, amount);
    await site.program.ledger.commissions.approve(id);
    return id;
  };
  const find = async () => (await payouts().list({ page: 1, perPage: 100 })).rows;
  const DRY_RUN = '/payouts/new?method=paypal&before=&affiliates=';
  const create = () => site.act(DRY_RUN, 'create');
  const step = (id: number, action: string, fields = {}) => site.act(`/payouts/${id}`, action, fields);

  it('shows payments and skipped affiliates in a dry run, and stores nothing', async () => {
    await earned('ada', 1000);
    await earned('bob', 2000);
    const tried = await site.act('/payouts/new', 'try', { method: 'paypal', before: '', affiliates: '' });
    const { text } = await site.after(tried);
    expect(text).toContain('1 payment, €100.00');
    expect(text).toContain('Different payout method');
    expect(text).toContain('€200.00');
    expect(await find()).toEqual([]);
    expect(
      (await site.program.ledger.commissions.list({ page: 1, perPage: 10 })).rows.map((row) => row.payoutId),
    ).toEqual([0, 0]);
  });

  it('creates, starts and completes a payout, and exports it as CSV', async () => {
    const commission = await earned('ada', 1000);
    const created = await create();
    const [payout] = await find();
    const id = payout?.id ?? 0;
    expect(created.headers.location).toBe(`/admin/affiliates/payouts/${id}`);
    expect(payout).toMatchObject({ status: 'draft', amount: 10_000, createdBy: site.admin.id });
    expect((await site.see(`/commissions/${commission}`)).text).toContain('This commission is part of an open payout');
    await step(id, 'start', { step: 'start' });
    await step(id, 'complete');
    expect((await payouts().get(id)).status).toBe('completed');
    expect((await site.program.ledger.commissions.get(commission)).status).toBe('paid');
    const csv = await site.see(`/payouts/${id}/export.csv`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="payout-${id}.csv"`);
    expect(csv.text).toBe(await site.program.exports.payout(id));
    expect(csv.text).toContain('"100.00","EUR"');
    expect((await site.see(`/payouts/${id}`)).text).not.toContain('name="_action"');
  });

  it('fails or cancels a payout with a note, and releases its commissions', async () => {
    const commission = await earned('ada', 1000);
    for (const end of ['fail', 'cancel'] as const) {
      await create();
      const id = (await find())[0]?.id ?? 0;
      if (end === 'fail') await step(id, 'start', { step: 'start' });
      const { text } = await site.after(await step(id, end, { note: 'The bank <b>said</b> no.' }));
      expect(text).toContain('The bank &#60;b&#62;said');
      expect(await payouts().get(id)).toMatchObject({ note: 'The bank <b>said</b> no.' });
      expect(await site.program.ledger.commissions.get(commission)).toMatchObject({
        status: 'approved',
        payoutId: 0,
      });
    }
  });

  it('creates one payout when the form is sent twice at the same time', async () => {
    await earned('ada', 1000);
    const hidden = await site.browser.hiddenFields(`/admin/affiliates${DRY_RUN}`, 'create');
    const send = () => site.browser.postForm(`/admin/affiliates${DRY_RUN}`, hidden);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    expect(await find()).toHaveLength(1);
  });

  it('refuses to create a payout when the total has changed since the dry run', async () => {
    await earned('ada', 1000);
    const hidden = await site.browser.hiddenFields(`/admin/affiliates${DRY_RUN}`, 'create');
    await earned('ada', 500);
    const { status, text } = await site.browser.postForm(`/admin/affiliates${DRY_RUN}`, hidden);
    expect(status).toBe(422);
    expect(text).toContain('The amount has changed, so no payout was created');
    expect(text).toContain('€150.00');
    expect(await find()).toEqual([]);
  });

  it('filters by affiliate and by date earned', async () => {
    await earned('ada', 1000);
    const page = async (query: string) => (await site.see(`/payouts/new?method=paypal&${query}`)).text;
    expect(await page('affiliates=ADA')).toContain('1 payment, €100.00');
    expect(await page('affiliates=bob')).toContain('0 payments');
    expect(await page('before=2020-01-01')).toContain('0 payments');
    expect(await page('before=2020-01-01')).not.toContain('value="create"');
  });

  it.each([
    ['method', { method: 'gold' }],
    ['method', { method: '' }],
    ['before', { before: 'soon' }],
    ['before', { before: '2026-02-30' }],
    ['affiliates', { affiliates: 'ada, nobody-at-all' }],
  ])('rejects an invalid value in the field %s: %o', async (field, fields) => {
    const all = { method: 'paypal', before: '', affiliates: '', ...fields };
    const { status, text } = await site.act('/payouts/new', 'try', all);
    expect(status).toBe(422);
    expect(text).toContain(`id="try-${field}-error"`);
    // The same values in the query string only hide the create button.
    const address = await site.see(`/payouts/new?${new URLSearchParams(all)}`);
    expect(address.status).toBe(200);
    expect(address.text).not.toContain('value="create"');
  });

  it('refuses a step that the status does not allow, and returns 404 for unknown ids', async () => {
    await earned('ada', 1000);
    await create();
    const id = (await find())[0]?.id ?? 0;
    const hidden = await site.browser.hiddenFields(`/admin/affiliates/payouts/${id}`, 'cancel');
    await step(id, 'cancel');
    const again = await site.browser.postForm(`/admin/affiliates/payouts/${id}`, hidden);
    expect(again.status).toBe(422);
    expect(again.text).toContain('Its status has changed');
    for (const other of ['0', '999', 'x', '999/export.csv']) {
      expect([other, (await site.see(`/payouts/${other}`)).status]).toEqual([other, 404]);
    }
  });
});
