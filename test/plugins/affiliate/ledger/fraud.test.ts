import { utc } from 'mortise/database';
import { beforeEach, expect, it } from 'vitest';
import type { NewConversion } from '../../../../src/plugins/affiliate/conversions/conversion.js';
import { describeDatabases } from '../../../support/databases.js';
import { type LedgerSite, openLedger, SETTINGS } from './ledger-site.js';

describeDatabases('fraud check', (database) => {
  let site: LedgerSite;
  beforeEach(async () => {
    site = await openLedger(await database());
    site.settings = { ...SETTINGS, autoApprove: true, disabledFraudChecks: [] };
  });

  const flagsOf = async (more: Partial<NewConversion> = {}) => {
    const { commission } = await site.convert({ externalId: crypto.randomUUID(), origin: 'manual', ...more });
    expect(commission?.status).toBe(commission?.flags.length === 0 ? 'approved' : 'pending');
    return commission?.flags ?? [];
  };

  async function click(secondsAgo: number, more: { visitor?: string; source?: string; affiliate_id?: number } = {}) {
    const click_id = crypto.randomUUID().slice(0, 26);
    const clicked_at = utc.encode(new Date(site.at.getTime() - secondsAgo * 1000));
    const row = { click_id, affiliate_id: 1, clicked_at, campaign: '', source: '', device: 'desktop', is_unique: 1 };
    await site.db.query
      .insertInto('affiliate_clicks')
      .values({ ...row, visitor: crypto.randomUUID().slice(0, 22), landing_path: '/', ...more })
      .execute();
    return click_id;
  }

  it('approves a conversion without flags automatically', async () => {
    expect(await flagsOf({ clickId: await click(60), origin: 'api', customerEmail: 'jo@example.com' })).toEqual([]);
  });

  it('self_referral: flags the account, email or payment email of the affiliate', async () => {
    await site.db.query.updateTable('affiliate_affiliates').set({ payment_email: 'Pay@Example.com' }).execute();
    expect(await flagsOf({ visitor: { userId: 1 } })).toEqual(['self_referral']);
    expect(await flagsOf({ customerEmail: 'ADA@example.com' })).toEqual(['self_referral']);
    expect(await flagsOf({ customerEmail: 'pay@example.com' })).toEqual(['self_referral']);
    expect(await flagsOf({ customerEmail: 'jo@example.com', visitor: { userId: 2 } })).toEqual([]);
  });

  it('same_visitor: flags a visitor who converted within the last day', async () => {
    const visitor = 'v'.repeat(22);
    expect(await flagsOf({ clickId: await click(60, { visitor }) })).toEqual([]);
    expect(await flagsOf({ clickId: await click(60, { visitor }) })).toEqual(['same_visitor']);
    site.passDays(2);
    expect(await flagsOf({ clickId: await click(60, { visitor }) })).toEqual([]);
  });

  it('duplicate_customer: flags a customer of the last thirty days without a customer reference', async () => {
    const customerEmail = 'jo@example.com';
    expect(await flagsOf({ customerEmail })).toEqual([]);
    expect(await flagsOf({ customerEmail })).toEqual(['duplicate_customer']);
    expect(await flagsOf({ customerEmail, customerRef: 'c1' })).toEqual([]);
    site.passDays(31);
    expect(await flagsOf({ customerEmail })).toEqual([]);
  });

  it('no_click: flags a missing, an unknown or a foreign click', async () => {
    expect(await flagsOf({ origin: 'api' })).toEqual(['no_click']);
    expect(await flagsOf({ origin: 'form', clickId: 'nowhere' })).toEqual(['no_click']);
    expect(await flagsOf({ origin: 'host', clickId: await click(60, { affiliate_id: 2 }) })).toEqual(['no_click']);
  });

  it('velocity: flags more than twenty conversions in an hour', async () => {
    const flags: string[] = [];
    for (let index = 0; index < 21; index += 1) flags.push(...(await flagsOf()));
    expect(flags).toEqual(['velocity']);
    site.at = new Date(site.at.getTime() + 3_600_001);
    expect(await flagsOf()).toEqual([]);
  });

  it('high_amount: flags more than ten times the usual amount', async () => {
    for (const amount of [1, 90, 100, 110]) expect(await flagsOf({ amount })).toEqual([]);
    expect(await flagsOf({ amount: 5000 })).toEqual([]);
    expect(await flagsOf({ amount: 1000 })).toEqual([]);
    expect(await flagsOf({ amount: 5000 })).toEqual(['high_amount']);
  });

  it('fast_conversion: flags a conversion within five seconds of the click', async () => {
    expect(await flagsOf({ clickId: await click(4.9) })).toEqual(['fast_conversion']);
    expect(await flagsOf({ clickId: await click(5) })).toEqual([]);
  });

  it('bot_ua: flags bots and empty user agents', async () => {
    const by = (userAgent: string) => flagsOf({ visitor: { userAgent } });
    expect([await by('curl/8.5.0'), await by('')]).toEqual([['bot_ua'], ['bot_ua']]);
    expect(await by('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toEqual([]);
  });

  it('blocked_domain: flags the domain of the customer email or of the referring page', async () => {
    site.settings = { ...site.settings, blockedDomains: ['bad.example'] };
    expect(await flagsOf({ customerEmail: 'jo@mail.bad.example' })).toEqual(['blocked_domain']);
    expect(await flagsOf({ clickId: await click(60, { source: 'bad.example' }) })).toEqual(['blocked_domain']);
    expect(await flagsOf({ customerEmail: 'jo@notbad.example' })).toEqual([]);
  });

  it('announces a flagged conversion, and never approves it automatically', async () => {
    const { commission } = await site.convert();
    expect(site.calls).toContain(`fraud_flagged ${commission?.id}`);
    site.passDays(100);
    expect(await site.ledger.commissions.approveDue(site.at)).toBe(0);
  });

  it('adds and removes checks through a filter, and skips disabled ones', async () => {
    site.hooks.addFilter('vendor_affiliate_fraud_checks', (checks) => [
      ...checks.filter(({ name }) => name !== 'no_click'),
      { name: 'acme_moon', isSuspicious: async ({ customerEmail }) => customerEmail.endsWith('@moon.example') },
    ]);
    expect(await flagsOf({ origin: 'api', customerEmail: 'jo@moon.example' })).toEqual(['acme_moon']);
    site.settings = { ...site.settings, disabledFraudChecks: ['acme_moon'] };
    expect(await flagsOf({ origin: 'api', customerEmail: 'al@moon.example' })).toEqual([]);
  });
});
