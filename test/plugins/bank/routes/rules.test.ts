import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BankSite, openBankSite } from './bank-site.js';

describe('matching rules REST API', () => {
  let site: BankSite;
  beforeEach(async () => {
    site = await openBankSite();
  });
  afterEach(() => site.close());

  const names = async (): Promise<string[]> =>
    ((await site.call('GET', '/rules')).data.data as { name: string }[]).map(({ name }) => name);

  it('lists the rules in the order of evaluation', async () => {
    expect((await names()).slice(0, 3)).toEqual(['nothing_paid', 'reference', 'split']);
    expect(await site.call('GET', '/rules?per_page=2&page=2')).toMatchObject({
      data: { success: true, data: [{ name: 'split' }, {}], pagination: { page: 2, per_page: 2, total: 13 } },
      headers: { 'X-CMS-Total': '13' },
    });
    expect((await site.call('GET', '/rules/split')).data).toEqual({
      name: 'split',
      enabled: true,
      position: 30,
      direction: 'credit',
      outcome: 'matched',
      score: 100,
      needs: expect.any(String),
    });
  });

  it('moves and disables a rule, and resets it', async () => {
    const before = await names();
    expect(await site.call('PUT', '/rules/split', { body: { position: 15 } })).toMatchObject({
      status: 200,
      data: { name: 'split', enabled: true, position: 15 },
    });
    expect((await names()).slice(0, 3)).toEqual(['nothing_paid', 'split', 'reference']);
    const { data } = await site.call('POST', '/rules', { body: { name: 'split', enabled: false } });
    expect(data).toMatchObject({ enabled: false, position: 15 });
    expect((await site.bank.matching.rules.used()).map(({ name }) => name)).not.toContain('split');
    expect((await site.call('DELETE', '/rules/split')).data).toMatchObject({ enabled: true, position: 30 });
    expect(await names()).toEqual(before);
  });

  it('reorders all rules, each of which has to be named once', async () => {
    const { rules } = site.bank.matching;
    const before = await names();
    await rules.set('split', { isEnabled: false });
    await rules.arrange(before.toReversed());
    expect(await names()).toEqual(before.toReversed());
    expect((await rules.used()).map(({ name }) => name)).not.toContain('split');
    const [first = '', ...others] = before;
    for (const order of [others, [...before, first], [first, first, ...others.slice(1)], [...others, 'luck']]) {
      const refused = {
        code: 'vendor_bank_invalid_param',
        status: 400,
        data: { params: { order: expect.any(String) } },
      };
      await expect(rules.arrange(order)).rejects.toMatchObject(refused);
    }
    expect(await names()).toEqual(before.toReversed());
    await rules.resetAll();
    expect(await names()).toEqual(before);
    expect(await rules.used()).toHaveLength(before.length);
  });

  it('rejects unknown rules and invalid values', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await site.call(method, '/rules/luck', method === 'PUT' ? { body: {} } : {});
      expect(answer).toMatchObject({ status: 404, data: { code: 'vendor_bank_not_found' } });
    }
    expect((await site.call('POST', '/rules', { body: { name: 'luck' } })).status).toBe(400);
    for (const body of [{ position: -1 }, { position: 'first' }, { enabled: 'perhaps' }, { color: 'red' }]) {
      expect(await site.call('PUT', '/rules/split', { body })).toMatchObject({
        status: 400,
        data: { code: 'rest_invalid_param' },
      });
    }
  });
});
