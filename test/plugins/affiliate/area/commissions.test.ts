import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite, type TestAffiliate } from '../routes/program-site.js';

describe("an affiliate's own commissions", () => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  let bob: TestAffiliate;
  beforeAll(async () => {
    site = await openProgramSite();
    [ada, bob] = [await site.add('ada'), await site.add('bob')];
    for (const [reference, affiliateCode] of [
      ['A-1', 'ada'],
      ['A-2', 'ada'],
      ['B-1', 'bob'],
    ] as const) {
      const sale = { reference, affiliateCode, amount: 100, customerEmail: 'jane@example.com' };
      await site.program.ledger.recordSale(sale);
    }
  });
  afterAll(() => site.close());

  const see = async (query: string) =>
    (await site.host.visit(`/admin/affiliate/commissions?${query}`, { as: { id: ada.userId } })).text();
  const count = (page: string) => page.split('j***@e***.com').length - 1;

  it('are filtered, with masked customers', async () => {
    const page = await see('');
    expect(count(page)).toBe(2);
    expect(page).not.toContain('jane@');
    expect(count(await see('reference=A-2'))).toBe(1);
    expect(count(await see('status=paid'))).toBe(0);
    expect(count(await see('from=2020-01-01&type=sale'))).toBe(2);
    expect(count(await see('to=2020-01-01'))).toBe(0);
  });

  it.each(['affiliate_id', 'affiliate', 'reference=B-1&affiliate_id'])('cannot be widened with %s', async (name) => {
    const page = await see(`${name}=${bob.id}`);
    expect(count(page)).toBe(name.startsWith('reference') ? 0 : 2);
  });
});
