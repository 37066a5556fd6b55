import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite, type TestAffiliate } from './program-site.js';

describe('privacy request for affiliate data', () => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  beforeEach(async () => {
    site = await openProgramSite();
    ada = await site.add('ada');
    await site.call('POST', '/links/generate', { as: ada.userId, body: { campaign: 'winter' } });
    await site.program.ledger.record({
      affiliateCode: 'ada',
      origin: 'api',
      amount: 50,
      externalId: 'A-1',
      description: 'Shoes for Jane',
      customerEmail: 'Jane@example.org',
      customerRef: 'jane-7',
      meta: { street: 'Elm 7' },
    });
  });
  afterEach(() => site.close());

  const everything = async () => {
    const tables = [
      'affiliate_affiliates',
      'affiliate_links',
      'affiliate_conversions',
      'affiliate_commissions',
    ] as const;
    const rows = await Promise.all(tables.map((table) => site.host.db.query.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows);
  };
  const ours = <Named extends { readonly name: string }>(groups: readonly Named[]) =>
    groups.filter(({ name }) => name.startsWith('affiliate/'));

  it('exports affiliate data, and anonymizes the rows that must be kept', async () => {
    const { privacy, users, db } = site.host;
    const user = await users.get(ada.userId);
    const person = await privacy.find(ada.login);
    const handed = ours(await privacy.export(person));
    expect(handed.map(({ name, records }) => [name, records.length])).toEqual([
      ['affiliate/affiliates', 1],
      ['affiliate/links', 1],
      ['affiliate/commissions', 1],
    ]);
    expect(handed[0]?.records[0]).toMatchObject({ code: 'ada', email: user?.email, display_name: 'Name of ada' });
    expect(handed[2]?.records[0]).toMatchObject({ amount: 5, currency: 'EUR' });

    const before = await everything();
    expect(ours(await privacy.erase(person, { dryRun: true })).map(({ count, outcome }) => [count, outcome])).toEqual([
      [1, 'detached'],
      [1, 'erased'],
      [1, 'detached'],
    ]);
    expect(await everything()).toBe(before);
    await privacy.erase(person);
    const after = await everything();
    expect(after).not.toContain(user?.email);
    expect(after).not.toContain('Name of ada');
    const [row] = await db.query.selectFrom('affiliate_affiliates').selectAll().execute();
    expect(row).toMatchObject({ id: ada.id, user_id: null, code: `gone-${ada.id}`, status: 'inactive' });
    expect((await site.open('/go/ada')).headers.location).toBe('http://localhost:8080/');
  });

  it('exports customer data, and removes it from conversions and commissions', async () => {
    const { privacy } = site.host;
    const jane = await privacy.find('jane@example.org');
    const [purchases] = ours(await privacy.export(jane)).filter(({ name }) => name === 'affiliate/purchases');
    expect(purchases?.records).toMatchObject([{ amount: 50, customer_ref: 'jane-7', meta: { street: 'Elm 7' } }]);
    await privacy.erase(jane);
    expect(await everything()).not.toMatch(/jane|Elm/i);
    const { data } = await site.call('GET', `/stats/affiliate/${ada.id}`, { as: ada.userId });
    expect(data.basic).toMatchObject({ conversions: 1, revenue: 50, earnings_pending: 5 });
  });

  it('keeps the affiliate when the account is deleted', async () => {
    await site.host.users.delete(ada.userId, { reassignTo: site.admin.id });
    const [row] = await site.host.db.query.selectFrom('affiliate_affiliates').selectAll().execute();
    expect(row).toMatchObject({ user_id: null, code: 'ada', status: 'active' });
  });
});
