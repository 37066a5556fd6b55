import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

describeDatabases('recording conversions', (database) => {
  let site: LedgerSite;
  beforeEach(async () => {
    site = await openLedger(await database());
  });

  const count = async (table: 'affiliate_conversions' | 'affiliate_commissions') =>
    (await site.db.query.selectFrom(table).select('id').execute()).length;

  it('applies the program rate, and rounds half a cent up', async () => {
    site.settings = { ...SETTINGS, rate: { type: 'percentage', value: 1250 } };
    const { conversion, commission, duplicate } = await site.convert({ amount: '10.04', formId: 'trial' });
    expect(conversion).toMatchObject({ amount: 1004, currency: 'EUR', formId: 'trial', reference: null });
    expect(commission).toMatchObject({ type: 'custom_form', amount: 126, rate: 1250, rateType: 'percentage' });
    expect(duplicate).toBe(false);
  });

  it.each(['12,50', 'abc', -1, 1e-7, '1e400', '1.005', 1_000_000.01, '1000000.01'])(
    'rejects the amount %s and stores nothing',
    async (amount) => {
      await expect(site.convert({ amount })).rejects.toMatchObject({
        code: 'vendor_affiliate_invalid_param',
        status: 400,
      });
      expect(await count('affiliate_conversions')).toBe(0);
    },
  );

  it('accepts an amount of one million', async () => {
    expect((await site.convert({ amount: 1_000_000 })).commission?.amount).toBe(10_000_000);
  });

  it('accepts and refunds larger sales from shops of the site, up to the limit of exact sums', async () => {
    const { recordSale, refundSale, earningsOf } = site.ledger;
    const house = { reference: 'house', affiliateCode: 'ada', amount: 1_500_000 };
    expect((await recordSale(house)).commission?.amount).toBe(15_000_000);
    const part = await refundSale({ reference: 'house', amount: '1200000.50' });
    expect(part?.commission).toMatchObject({ amount: 2_999_995, refundedAmount: 120_000_050 });
    const most = { affiliateCode: 'ada', amount: '10000000000' };
    const { commission } = await recordSale({ ...most, reference: 'first' });
    await recordSale({ ...most, reference: 'second' });
    await expect(recordSale({ ...most, amount: '10000000000.01', reference: 'third' })).rejects.toMatchObject({
      code: 'vendor_affiliate_invalid_param',
      message: expect.stringContaining('10000000000 '),
    });
    const id = commission?.affiliateId ?? 0;
    expect((await earningsOf([id])).get(id)?.revenue).toBe(2_000_150_000_000);
    // More sales of the maximum amount than a program will ever have.
    expect(Number.isSafeInteger(9000 * 1_000_000_000_000)).toBe(true);
  });

  it('rejects another currency and names the supported one', async () => {
    const refused = { code: 'vendor_affiliate_invalid_param', message: expect.stringContaining('EUR') };
    await expect(site.convert({ currency: 'USD' })).rejects.toMatchObject(refused);
    await expect(site.convert({ currency: 'EURO' })).rejects.toMatchObject(refused);
    await site.convert({ currency: 'EUR' });
  });

  it('rejects an unknown or inactive affiliate', async () => {
    await site.addAffiliate('bob', { user_id: 2, status: 'inactive' });
    await expect(site.convert({ affiliateCode: 'nobody' })).rejects.toMatchObject({
      code: 'vendor_affiliate_affiliate_not_found',
    });
    await expect(site.convert({ affiliateCode: 'bob' })).rejects.toMatchObject({
      code: 'vendor_affiliate_inactive',
      status: 403,
    });
    expect((await site.convert({ affiliateCode: 'ADA' })).duplicate).toBe(false);
  });

  it('stores a repeated external id once, and rejects it with different data', async () => {
    const first = await site.convert({ externalId: 'order-1', customerEmail: 'Jo@Example.com' });
    site.calls.length = 0;
    const again = await site.convert({ externalId: 'order-1', customerEmail: 'jo@example.com', amount: '100.00' });
    expect(again).toMatchObject({ duplicate: true, conversion: first.conversion, commission: first.commission });
    expect([await count('affiliate_conversions'), await count('affiliate_commissions'), site.calls]).toEqual([
      1,
      1,
      [],
    ]);
    const mismatch = { code: 'vendor_affiliate_idempotency_mismatch', status: 422 };
    await expect(site.convert({ externalId: 'order-1', amount: 99 })).rejects.toMatchObject(mismatch);
    await site.addAffiliate('bob', { user_id: 2 });
    const ofBob = { externalId: 'order-1', affiliateCode: 'bob', customerEmail: 'jo@example.com' };
    await expect(site.convert(ofBob)).rejects.toMatchObject(mismatch);
    expect((await site.convert({ externalId: 'order-1', origin: 'form' })).duplicate).toBe(false);
  });

  const calls = {
    externalId: 'order-1',
    clickId: 'c'.repeat(26),
    campaign: 'winter',
    meta: { size: 7, of: { a: 1, b: [2] } },
  };
  it.each([
    ['another campaign', { campaign: 'summer' }],
    ['no campaign', { campaign: undefined }],
    ['another click', { clickId: 'd'.repeat(26) }],
    ['another description', { description: 'Shoes' }],
    ['other meta', { meta: { size: 7, of: { a: 1, b: [3] } } }],
    ['no meta', { meta: undefined }],
    ['meta of another kind', { meta: { size: '7', of: { a: 1, b: [2] } } }],
    ['another rate', { rate: { type: 'flat', value: 1 } as const }],
  ])('rejects a repeated external id with %s', async (_, other) => {
    await site.convert(calls);
    await expect(site.convert({ ...calls, ...other })).rejects.toMatchObject({
      code: 'vendor_affiliate_idempotency_mismatch',
      status: 422,
    });
    expect(await count('affiliate_conversions')).toBe(1);
  });

  it('ignores the key order of a repeated conversion', async () => {
    await site.convert(calls);
    expect((await site.convert({ ...calls, meta: { of: { b: [2], a: 1 }, size: 7 } })).duplicate).toBe(true);
  });

  it('recognizes a repeat of a conversion stored by an earlier version', async () => {
    const { conversion } = await site.convert({ ...calls, formId: 'trial' });
    const stored = [conversion.affiliateId, 'custom_form', 10_000, 'trial', '', '', ''];
    const digest = createHash('sha256').update(JSON.stringify(stored)).digest('base64url');
    await site.db.query.updateTable('affiliate_conversions').set({ digest }).execute();
    expect((await site.convert({ ...calls, formId: 'trial' })).duplicate).toBe(true);
    const mismatch = { code: 'vendor_affiliate_idempotency_mismatch' };
    await expect(site.convert({ ...calls, formId: 'trial', amount: 99 })).rejects.toMatchObject(mismatch);
  });

  it('recognizes a repeat after the affiliate became inactive', async () => {
    await site.convert({ externalId: 'order-1' });
    await site.db.query.updateTable('affiliate_affiliates').set({ status: 'inactive' }).execute();
    expect((await site.convert({ externalId: 'order-1' })).duplicate).toBe(true);
  });

  it('stores fifty concurrent repeats once', { timeout: 60_000 }, async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => site.convert({ externalId: 'order-1' })));
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(all.map(({ commission }) => commission?.id)).size).toBe(1);
    expect([await count('affiliate_conversions'), await count('affiliate_commissions')]).toEqual([1, 1]);
    const total = await site.db.query
      .selectFrom('affiliate_rollups')
      .select('conversions')
      .where('dim', '=', 0)
      .execute();
    expect(total.map(({ conversions }) => conversions)).toEqual([1, 1]);
  });

  it('sees repeats and refunds that were committed after its transaction began', async () => {
    const before = await site.convert();
    const order = { externalId: 'order-1' };
    const part = { amount: 100, reference: 'r1' };
    const commission = before.commission?.id ?? 0;
    await site.db.transaction(async () => {
      // From here on the transaction does not see the writes of others.
      expect(await count('affiliate_conversions')).toBe(1);
      const elsewhere = () =>
        site.db.apart(async () => {
          await site.convert(order);
          await site.ledger.commissions.refund(commission, part);
        });
      const isAlone = await elsewhere().then(
        () => false,
        ({ code }) => code === 'database_single_writer',
      );
      if (isAlone) {
        await site.convert(order);
        await site.ledger.commissions.refund(commission, part);
      }
      const again = await site.convert(order);
      expect(again).toMatchObject({ duplicate: true, commission: { reference: 'order-1' } });
      expect(await site.ledger.commissions.refund(commission, part)).toMatchObject({
        changed: false,
        commission: { refundedAmount: 100 },
      });
    });
    expect(await count('affiliate_conversions')).toBe(2);
  });

  it('flags a similar conversion without an id within a minute, but stores it', async () => {
    const same = { customerEmail: 'jo@example.com', formId: 'trial' };
    const first = await site.convert(same);
    site.at = new Date(site.at.getTime() + 59_000);
    const second = await site.convert(same);
    expect([first.conversion.flags, second.conversion.flags]).toEqual([[], ['possible_duplicate']]);
    expect(second).toMatchObject({
      duplicate: false,
      commission: { status: 'pending', flags: ['possible_duplicate'] },
    });
    expect(site.calls).toContain(`fraud_flagged ${second.commission?.id}`);
    expect((await site.convert({ ...same, amount: 99 })).conversion.flags).toEqual([]);
    expect((await site.convert({ ...same, externalId: 'x' })).conversion.flags).toEqual([]);
    site.at = new Date(site.at.getTime() + 61_000);
    expect((await site.convert(same)).conversion.flags).toEqual([]);
  });

  it('flags all but one of several similar conversions without an id at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => site.convert()));
    expect(all.filter(({ conversion }) => conversion.flags.length === 0)).toHaveLength(1);
    expect(await count('affiliate_conversions')).toBe(5);
  });

  it('earns nothing for a zero amount, except at a flat rate', async () => {
    expect((await site.convert({ amount: 0 })).commission).toBeNull();
    const flat = await site.convert({ amount: 0, formId: 'lead', rate: { type: 'flat', value: 250 } });
    expect(flat.commission).toMatchObject({ amount: 250, baseAmount: 0, rateType: 'flat', rateRule: 'explicit' });
    const { commission } = await site.ledger.commissions.refund(flat.commission?.id ?? 0);
    expect(commission).toMatchObject({ status: 'refunded', refundedAmount: 250 });
    expect(await count('affiliate_conversions')).toBe(2);
  });

  it('applies the first matching rate rule', async () => {
    const { rates } = site.ledger;
    const ada = (await site.convert()).conversion.affiliateId;
    const ruleOf = async (more: Parameters<LedgerSite['convert']>[0]) => {
      const { commission } = await site.convert({ ...more, customerRef: crypto.randomUUID() });
      return `${commission?.rateRule} ${commission?.amount}`;
    };
    const product = { productId: 'p', formId: 'f' };
    expect(await ruleOf(product)).toBe('programme 1000');
    await rates.set({ kind: 'tier', affiliateId: 0, target: '0' }, { type: 'percentage', value: 1100 });
    expect(await ruleOf(product)).toBe('tier 1100');
    await site.db.query.updateTable('affiliate_affiliates').set({ rate_type: 'percentage', rate: 1200 }).execute();
    expect(await ruleOf(product)).toBe('affiliate 1200');
    await rates.set({ kind: 'product', affiliateId: 0, target: 'p' }, { type: 'percentage', value: 1300 });
    expect(await ruleOf(product)).toBe('product 1300');
    await rates.set({ kind: 'form', affiliateId: 0, target: 'f' }, { type: 'percentage', value: 1400 });
    expect(await ruleOf(product)).toBe('form 1400');
    await rates.set({ kind: 'form', affiliateId: ada, target: 'f' }, { type: 'flat', value: 99 });
    expect(await ruleOf(product)).toBe('affiliate_form 99');
    expect(await ruleOf({ ...product, rate: { type: 'percentage', value: 1 } })).toBe('explicit 1');
    const stored = (await rates.list()).find(({ kind, affiliateId }) => kind === 'form' && affiliateId === ada);
    expect(await rates.remove(stored?.id ?? 0)).toBe(true);
    expect(await ruleOf(product)).toBe('form 1400');
    expect(await ruleOf({})).toBe('affiliate 1200');
  });

  it('applies the highest tier reached by the approved sales of the month', async () => {
    await site.ledger.rates.set({ kind: 'tier', affiliateId: 0, target: '10000' }, { type: 'percentage', value: 2000 });
    await site.ledger.rates.set({ kind: 'tier', affiliateId: 0, target: '20000' }, { type: 'percentage', value: 3000 });
    const first = await site.commission({ externalId: '1' });
    expect((await site.ledger.commissions.approve(first)).commission.rateRule).toBe('programme');
    const second = await site.convert({ externalId: '2' });
    expect(second.commission?.amount).toBe(2000);
    await site.ledger.commissions.approve(second.commission?.id ?? 0);
    expect((await site.convert({ externalId: '3' })).commission?.amount).toBe(3000);
    await site.ledger.commissions.refund(first, { amount: 1 });
    expect((await site.convert({ externalId: '4' })).commission?.amount).toBe(2000);
    site.passDays(10);
    expect((await site.convert({ externalId: '5' })).commission?.amount).toBe(1000);
  });

  it('earns again for a returning customer within the recurring months', async () => {
    site.settings = { ...SETTINGS, recurringMonths: 1 };
    const earned = async (customerRef: string) => (await site.convert({ customerRef })).commission?.amount ?? null;
    expect(await earned('c1')).toBe(1000);
    site.passDays(20);
    expect([await earned('c1'), await earned('c2')]).toEqual([1000, 1000]);
    site.passDays(20);
    expect([await earned('c1'), await earned('c2')]).toEqual([null, 1000]);
    site.settings = { ...SETTINGS, recurringMonths: 0 };
    expect([await earned('c3'), await earned('c3')]).toEqual([1000, null]);
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => earned('c4')));
    expect(atOnce.filter((amount) => amount !== null)).toEqual([1000]);
  });

  it('ends a recurring month that starts on January 31 with February', async () => {
    site.settings = { ...SETTINGS, recurringMonths: 1 };
    const earnedOn = async (day: string) => {
      site.at = new Date(`${day}T12:00:00Z`);
      return (await site.convert({ customerRef: 'c1' })).commission?.amount ?? null;
    };
    expect(await earnedOn('2027-01-31')).toBe(1000);
    expect(await earnedOn('2027-02-27')).toBe(1000);
    expect(await earnedOn('2027-03-01')).toBe(null);
  });

  it('applies the rate and amount filters, and caps a percentage at its base', async () => {
    site.hooks.addFilter('vendor_affiliate_rate', (rate, { formId }) =>
      formId === 'vip' ? { type: 'percentage', value: 5000 } : rate,
    );
    expect((await site.convert({ formId: 'vip' })).commission).toMatchObject({ amount: 5000, rateRule: 'filter' });
    site.hooks.addFilter('vendor_affiliate_commission_amount', (amount, { type }) =>
      type === 'flat' ? amount : amount * 3,
    );
    expect((await site.convert()).commission?.amount).toBe(3000);
    expect((await site.convert({ formId: 'vip' })).commission?.amount).toBe(10_000);
    site.hooks.addFilter('vendor_affiliate_commission_amount', () => -5);
    expect((await site.convert()).commission).toBeNull();
  });

  it('adds a share for the parent affiliate, but not for an inactive one', async () => {
    const parent = await site.addAffiliate('eve', { user_id: 2 });
    await site.db.query
      .updateTable('affiliate_affiliates')
      .set({ parent_id: parent })
      .where('code', '=', 'ada')
      .execute();
    site.settings = { ...SETTINGS, subpartnerRate: 1250 };
    const { commission } = await site.convert({ amount: '10.03', customerEmail: 'jo@example.com' });
    const { rows } = await site.ledger.commissions.list({ page: 1, perPage: 10, affiliate_id: parent });
    expect(rows).toMatchObject([
      {
        type: 'subpartner',
        parentId: commission?.id,
        amount: 13,
        baseAmount: 100,
        status: 'pending',
        customerEmail: '',
      },
    ]);
    await site.db.query
      .updateTable('affiliate_affiliates')
      .set({ status: 'inactive' })
      .where('id', '=', parent)
      .execute();
    await site.convert({ externalId: 'x' });
    expect(await count('affiliate_commissions')).toBe(3);
  });

  it.each([
    [1, [1000]],
    [2, [1000, 500]],
    [3, [1000, 500, 250]],
  ])('shares over %i levels, each with a part of the previous share', async (subpartnerLevels, amounts) => {
    const grandparents = await site.addAffiliate('top', { user_id: 4 });
    const above = await site.addAffiliate('mid', { user_id: 3, parent_id: grandparents });
    const parent = await site.addAffiliate('eve', { user_id: 2, parent_id: above });
    const setParent = (code: string, parentId: number) =>
      site.db.query.updateTable('affiliate_affiliates').set({ parent_id: parentId }).where('code', '=', code).execute();
    await setParent('ada', parent);
    site.settings = { ...SETTINGS, subpartnerRate: 5000, subpartnerLevels };
    const shares = async () =>
      (await site.ledger.commissions.list({ page: 1, perPage: 10, type: 'subpartner', order: 'asc' })).rows;
    const { commission } = await site.convert({ amount: 200 });
    expect((await shares()).map(({ amount, affiliateId }) => ({ amount, affiliateId }))).toEqual(
      amounts.map((amount, level) => ({ amount, affiliateId: [parent, above, grandparents][level] })),
    );
    await site.ledger.commissions.refund(commission?.id ?? 0, { amount: 5000 });
    expect((await shares()).map(({ amount }) => amount)).toEqual(amounts.map((amount) => Math.round(amount * 0.75)));
    await site.ledger.commissions.reject(commission?.id ?? 0);
    expect(new Set((await shares()).map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('ends the shares at an inactive parent and at a cycle', async () => {
    const idle = await site.addAffiliate('mid', { user_id: 3, status: 'inactive' });
    const parent = await site.addAffiliate('eve', { user_id: 2, parent_id: idle });
    const link = (code: string, parentId: number) =>
      site.db.query.updateTable('affiliate_affiliates').set({ parent_id: parentId }).where('code', '=', code).execute();
    await link('ada', parent);
    site.settings = { ...SETTINGS, subpartnerRate: 5000, subpartnerLevels: 3 };
    const { commission } = await site.convert({ externalId: 'first' });
    expect(await count('affiliate_commissions')).toBe(2);
    await link('eve', commission?.affiliateId ?? expect.unreachable());
    await site.convert({ externalId: 'second' });
    expect(await count('affiliate_commissions')).toBe(4);
  });

  it('stores nothing when a step fails', async () => {
    const spoilt = { ...site.rollups, addConversions: () => Promise.reject(new Error('no sums')) };
    const { createLedger } = await import('../../../../src/plugins/affiliate/ledger.js');
    const { db, hooks, versions } = site;
    const parts = { db, hooks, versions, rollups: spoilt, settings: () => SETTINGS, now: () => site.at };
    const ledger = createLedger({
      ...parts,
      outbox: { announce: async () => {}, announceAll: async () => {}, current: () => null },
    });
    await expect(ledger.record({ affiliateCode: 'ada', origin: 'api', amount: 1 })).rejects.toThrow('no sums');
    expect([await count('affiliate_conversions'), await count('affiliate_commissions')]).toEqual([0, 0]);
  });

  it('records shop sales, and refunds them by order number', async () => {
    const { recordSale, refundSale } = site.ledger;
    const sale = { reference: '1001', affiliateCode: 'ada', amount: '49.99', productId: 'p' };
    const { commission } = await recordSale(sale);
    expect(commission).toMatchObject({ type: 'sale', origin: 'host', reference: '1001', amount: 500 });
    expect((await recordSale(sale)).duplicate).toBe(true);
    const part = { reference: '1001', amount: '9.99', refundReference: 'r1' };
    expect(await refundSale(part)).toMatchObject({ changed: true, commission: { amount: 400, refundedAmount: 999 } });
    expect(await refundSale(part)).toMatchObject({ changed: false, commission: { amount: 400, refundedAmount: 999 } });
    await expect(refundSale({ ...part, amount: 5 })).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_param' });
    expect((await refundSale({ reference: '1001' }))?.commission.status).toBe('refunded');
    await expect(refundSale({ reference: '1002' })).rejects.toMatchObject({ code: 'vendor_affiliate_not_found' });
    await recordSale({ reference: '1003', affiliateCode: 'ada', amount: 0 });
    expect(await refundSale({ reference: '1003' })).toBeNull();
  });

  it('erases a customer and keeps the earnings', async () => {
    const order = {
      externalId: 'order-1',
      customerEmail: 'jo@example.com',
      customerRef: 'customer-77',
      meta: { phone: '1' },
    };
    const { commission } = await site.convert(order);
    await site.convert({ externalId: 'order-2', customerEmail: 'al@example.com' });
    const { customers, commissions } = site.ledger;
    expect(await customers.find(' JO@example.com')).toMatchObject([
      { reference: 'order-1', customerRef: 'customer-77' },
    ]);
    expect([await customers.forget('Jo@example.com'), await customers.forget('')]).toEqual([1, 0]);
    expect(await customers.find('jo@example.com')).toEqual([]);
    const rows = await site.db.query.selectFrom('affiliate_conversions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/jo@example|customer-77|phone/);
    expect(await commissions.get(commission?.id ?? 0)).toMatchObject({ amount: 1000, customerEmail: '' });
    expect(await customers.find('al@example.com')).toHaveLength(1);
    expect((await site.convert(order)).duplicate).toBe(true);
  });

  it('returns the conversions of a click, a period and an affiliate', async () => {
    const { conversion } = await site.convert({ clickId: 'c'.repeat(26), customerEmail: 'jane@example.com' });
    await site.convert({ amount: 0, externalId: 'x' });
    const { history, convertedOf, recentConversions, earningsOf } = site.ledger;
    expect(await convertedOf(['c'.repeat(26), 'd'.repeat(26)])).toEqual(new Set(['c'.repeat(26)]));
    expect(await history.between(new Date(site.at.getTime() - 1), site.at)).toEqual([]);
    const day = await history.between(site.at, new Date(site.at.getTime() + 1));
    expect(day.map(({ revenueMinor }) => revenueMinor)).toEqual([10_000, 0]);
    const recent = await recentConversions(conversion.affiliateId, 10);
    expect(recent).toMatchObject([
      { status: null, amount: 0 },
      { status: 'pending', amount: 1000, customer: 'j***@e***.com' },
    ]);
    const earnings = (await earningsOf([conversion.affiliateId, 99])).get(conversion.affiliateId);
    expect(earnings).toMatchObject({ pending: 1000, balance: 0, conversions: 2, revenue: 10_000 });
  });
});
