import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliateCatalogues } from '../../../../src/plugins/affiliate/catalogues.js';
import { ledgerSettingsOf } from '../../../../src/plugins/affiliate/settings/current.js';
import { programSettings } from '../../../../src/plugins/affiliate/settings/schema.js';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

const ofForm = { kind: 'form', affiliateId: 0, target: 'contact' } as const;
const fromTenEuros = { kind: 'tier', affiliateId: 0, target: '1000' } as const;

describe('affiliate program settings', () => {
  let site: ProgramSite;
  beforeEach(async () => {
    site = await openProgramSite();
  });
  afterEach(() => site.close());

  const save = (changes: object) => site.host.settings.save('affiliate', { ...changes });
  const faults = async (changes: object): Promise<string[]> => {
    const error: unknown = await save(changes).then(
      () => expect.fail('It was saved.'),
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'settings_value_invalid', status: 400 });
    return Object.keys((error as { data: { params: object } }).data.params);
  };

  it.each([
    [{ currency: 'XXQ' }, ['currency']],
    [{ rate: 100.5 }, ['rate']],
    [{ rate: 12.345 }, ['rate']],
    [{ subpartnerRate: 1.005 }, ['subpartnerRate']],
    [{ rateType: 'flat', rate: 1.005 }, ['rate']],
    [{ minimumPayout: 50.001 }, ['minimumPayout']],
    [{ currency: 'JPY', minimumPayout: 50.5 }, ['minimumPayout']],
    [{ allowedHosts: ['https://shop.example.com'] }, ['allowedHosts']],
    [{ allowedHosts: ['shop.example.com/path'] }, ['allowedHosts']],
    [{ allowedHosts: ['user@shop.example.com'] }, ['allowedHosts']],
    [{ refParameter: 'a b' }, ['refParameter']],
    [{ cookieDays: 0 }, ['cookieDays']],
    [{ blockedDomains: ['not a domain'] }, ['blockedDomains']],
  ])('reject %j', async (changes, fields) => {
    expect(await faults(changes)).toEqual(fields);
  });

  it('are converted to minor units', async () => {
    await save({ rate: 12.35, subpartnerRate: 0.07, minimumPayout: 50.05, allowedHosts: ['shop.example.com:8443'] });
    expect(ledgerSettingsOf(await site.program.settings.get())).toMatchObject({
      currency: 'EUR',
      rate: { type: 'percentage', value: 1235 },
      subpartnerRate: 7,
      minimumPayout: 5005,
      holdDays: 30,
      autoApprove: false,
      approveAfterHold: true,
      recurringMonths: 0,
    });
    await save({ currency: 'JPY', rateType: 'flat', rate: 500, minimumPayout: 5000 });
    expect(ledgerSettingsOf(await site.program.settings.get())).toMatchObject({
      currency: 'JPY',
      rate: { type: 'flat', value: 500 },
      minimumPayout: 5000,
    });
  });

  it('lock the currency once an amount was recorded in it', async () => {
    await save({ currency: 'CZK' });
    await save({ currency: 'EUR' });
    await site.add('ada');
    await site.program.ledger.record({ affiliateCode: 'ada', origin: 'api', amount: 10, externalId: 'A-1' });
    expect(await faults({ currency: 'CZK' })).toEqual(['currency']);
    await save({ rate: 20 });
    expect((await site.program.settings.get()).currency).toBe('EUR');
  });

  it.each([
    ['an affiliate', () => site.program.affiliates.update(1, { rate_type: 'flat', rate: 5 })],
    ['a form', () => site.program.ledger.rates.set(ofForm, { type: 'flat', value: 250 })],
    ['a tier', () => site.program.ledger.rates.set(fromTenEuros, { type: 'percentage', value: 2000 })],
  ])('lock the currency while the rate of %s is an amount in it', async (_, addAmount) => {
    const { id } = await site.add('ada');
    await addAmount();
    expect(await faults({ currency: 'JPY' })).toEqual(['currency']);
    await site.program.affiliates.update(id, { rate_type: null, rate: null });
    for (const rate of await site.program.ledger.rates.list()) await site.program.ledger.rates.remove(rate.id);
    await save({ currency: 'JPY', minimumPayout: 5000 });
  });

  it('apply a new currency to affiliates', async () => {
    const { id, userId } = await site.add('ada');
    await save({ currency: 'JPY', minimumPayout: 5000 });
    await site.program.ledger.record({ affiliateCode: 'ada', origin: 'api', amount: 1000, externalId: 'A-1' });
    const { data } = await site.call('GET', `/affiliates/${id}`, { as: userId });
    expect(data).toMatchObject({ currency: 'JPY', totals: { pending: 100 } });
  });

  it('have a page for admins that reports invalid values', async () => {
    const as = site.admin;
    const page = await (await site.host.visit('/admin/settings/affiliate', { as })).text();
    expect(page).toContain('Attribution window (days)');
    const values = Object.entries(await site.program.settings.get());
    const filled = Object.fromEntries(values.map(([name, value]) => [name, [value].flat().join('\n')]));
    const form = { ...filled, currency: 'XXQ' };
    const sent = await site.host.submit('/admin/settings/affiliate', 'save', form, { as });
    expect(sent.status).toBe(400);
    expect(await sent.text()).toContain('three-letter currency code');
    const subscriber = await site.host.createUser('subscriber');
    expect((await site.host.visit('/admin/settings/affiliate', { as: subscriber })).status).toBe(403);
  });

  it('have a title in every language', () => {
    for (const locale of Object.keys(affiliateCatalogues)) {
      for (const { title } of Object.values(programSettings.schema.properties)) {
        expect(typeof title === 'function' ? title(locale) : title).not.toBe('');
      }
    }
  });
});
