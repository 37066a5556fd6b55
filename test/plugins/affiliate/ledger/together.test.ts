import { expect, it } from 'vitest';
import type { NewConversion } from '../../../../src/plugins/affiliate/conversions/conversion.js';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

const CODES = ['ada', 'bob', 'eve', 'idle'] as const;

/** Conversions of a busy day: all types, including some that are refused. */
function busyDay(): Partial<NewConversion>[] {
  const sales = Array.from({ length: 24 }, (_, number) => ({
    affiliateCode: CODES[number % 3],
    externalId: `order-${number}`,
    amount: 10 + number,
    customerEmail: `customer-${number}@example.com`,
  }));
  return [
    ...sales,
    ...[3, 4].map((number) => ({ ...sales[number] })),
    { ...sales[5], amount: 999 },
    { affiliateCode: 'idle', externalId: 'order-of-nobody', amount: 5 },
    { affiliateCode: 'ada', externalId: 'nothing', amount: 0 },
    ...[1, 2, 3].map((number) => ({
      affiliateCode: 'bob',
      externalId: `again-${number}`,
      customerRef: 'c-1',
      amount: 7,
    })),
    { affiliateCode: 'eve', externalId: 'flat', amount: 3, rate: { type: 'flat', value: 55 } as const },
    { affiliateCode: 'eve', externalId: 'spring', amount: 3, campaign: 'spring' },
  ];
}

describeDatabases('concurrent recording of conversions', (database) => {
  let site: LedgerSite;

  async function open(): Promise<void> {
    site = await openLedger(await database());
    const top = await site.addAffiliate('top', { user_id: 9 });
    await site.addAffiliate('bob', { user_id: 2, parent_id: top, rate_type: 'percentage', rate: 2000 });
    await site.addAffiliate('eve', { user_id: 3, parent_id: top });
    await site.addAffiliate('idle', { user_id: 4, status: 'inactive' });
    site.settings = { ...SETTINGS, subpartnerRate: 5000, subpartnerLevels: 2, recurringMonths: 0 };
  }

  /** Reads the stored rows and fired actions in a comparable form. */
  async function stored() {
    const { query } = site.db;
    const conversions = await query
      .selectFrom('affiliate_conversions')
      .select(['affiliate_id', 'reference', 'amount', 'campaign', 'customer_ref'])
      .orderBy('reference')
      .execute();
    const commissions = await query
      .selectFrom('affiliate_commissions as commission')
      .innerJoin('affiliate_conversions as of', 'of.id', 'commission.conversion_id')
      .select(['commission.affiliate_id', 'commission.type', 'commission.amount', 'commission.reference'])
      .select(['commission.rate_rule', 'of.reference as conversion'])
      .orderBy('commission.reference')
      .orderBy('commission.type')
      .execute();
    const sums = await query
      .selectFrom('affiliate_rollups')
      .selectAll()
      .orderBy('affiliate_id')
      .orderBy('dim')
      .orderBy('value')
      .execute();
    return { conversions, commissions: commissions.map(withoutTurns), sums, calls: site.calls.map(nameOf).toSorted() };
  }

  it('gives the same result as recording one after the other', async () => {
    await open();
    const outcomes: string[][] = [];
    const worlds = [];
    for (const isTogether of [false, true]) {
      await open();
      const record = async (conversion: Partial<NewConversion>) =>
        site.convert(conversion).then(
          ({ duplicate }) => (duplicate ? 'duplicate' : 'stored'),
          ({ code }) => String(code),
        );
      const day = busyDay();
      const ends: string[] = [];
      if (isTogether) ends.push(...(await Promise.all(day.map(record))));
      else for (const conversion of day) ends.push(await record(conversion));
      outcomes.push(ends.toSorted());
      worlds.push(await stored());
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(worlds[1]).toEqual(worlds[0]);
    expect(new Set(outcomes[0])).toEqual(
      new Set(['stored', 'duplicate', 'vendor_affiliate_idempotency_mismatch', 'vendor_affiliate_inactive']),
    );
  });

  it('stores all but the one that fails', async () => {
    await open();
    const huge = { text: 'x'.repeat(20_000_000) };
    const all = [1, 2, 3, 4].map((number) => ({ externalId: `${number}`, ...(number === 3 ? { meta: huge } : {}) }));
    const ends = await Promise.allSettled(all.map((conversion) => site.convert(conversion)));
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(3);
    const { conversions } = await stored();
    expect(conversions.map(({ reference }) => reference)).toEqual(expect.arrayContaining(['1', '2', '4']));
  });

  it('uses the rate and status of the affiliate at the moment of storing', async () => {
    await open();
    await site.convert({ externalId: 'remembered' });
    const change = (columns: object) =>
      site.db.query.updateTable('affiliate_affiliates').set(columns).where('code', '=', 'ada').execute();
    let changes: object[] = [{ rate_type: 'percentage', rate: 3000 }];
    site.hooks.addFilter('vendor_affiliate_rate', async (rate) => {
      const next = changes.shift();
      if (next) await change(next);
      return rate;
    });
    const { commission } = await site.convert({ externalId: 'dearer' });
    expect(commission).toMatchObject({ amount: 3000, rateRule: 'affiliate' });
    changes = [{ status: 'inactive' }];
    await expect(site.convert({ externalId: 'late' })).rejects.toMatchObject({ code: 'vendor_affiliate_inactive' });
    await change({ status: 'active' });
    expect((await site.convert({ externalId: 'late' })).duplicate).toBe(false);
  });

  it('lets a listener record another conversion and wait for it', async () => {
    await open();
    site.hooks.addAction('vendor_affiliate_conversion_recorded', async ({ reference }) => {
      if (reference?.startsWith('order-')) await site.convert({ externalId: `bonus-${reference}`, amount: 1 });
    });
    await Promise.all([1, 2, 3].map((number) => site.convert({ externalId: `order-${number}` })));
    expect((await stored()).conversions.map(({ reference }) => reference)).toEqual([
      ...['bonus-order-1', 'bonus-order-2', 'bonus-order-3'],
      ...['order-1', 'order-2', 'order-3'],
    ]);
  });

  it('rolls back with the enclosing transaction', async () => {
    await open();
    const undone = site.db.transaction(async () => {
      await site.convert({ externalId: 'undone' });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect((await stored()).conversions).toEqual([]);
  });
});

/** Removes the order of one customer's conversions, which depends on timing. */
function withoutTurns<Row extends { reference: string; conversion: string }>(row: Row): Row {
  const free = (text: string): string => text.replace(/^again-\d$/, 'again');
  return { ...row, reference: free(row.reference), conversion: free(row.conversion) };
}

/** Removes the record id from a fired action. */
function nameOf(call: string): string {
  return call.replace(/ \d+$/, '');
}
