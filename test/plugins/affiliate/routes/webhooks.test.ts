import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webhookCatalogues } from '../../../../src/plugins/affiliate/webhooks/strings.js';
import { type Receiver, startReceiver } from '../../../core/webhooks/receiver.js';
import { openProgrammeSite, type ProgrammeSite } from './programme-site.js';

describe('other machines', () => {
  let site: ProgrammeSite;
  let receiver: Receiver;
  beforeEach(async () => {
    site = await openProgrammeSite({ webhooks: { allowPrivate: true } });
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await site.close();
  });

  const topics = () => site.host.webhooks.topics().filter(({ owner }) => owner === 'affiliate');

  it('are told of conversions and commissions, and not who bought', async () => {
    const ada = await site.add('ada');
    const { status } = await site.host.request('POST', '/mortise/v1/webhooks', {
      as: site.admin.id,
      body: { url: receiver.url, topics: topics().map(({ name }) => name) },
    });
    expect(status).toBe(201);
    const { commission } = await site.programme.ledger.record({
      ...{ affiliateCode: 'ada', origin: 'api', amount: 80.5, externalId: 'A-1', customerEmail: 'jane@example.org' },
      ...{ customerRef: 'jane-7', description: 'Shoes for Jane', meta: { street: 'Elm 7' } },
    });
    await site.programme.ledger.commissions.approve(commission?.id ?? 0);
    await site.call('POST', '/links/generate', { as: ada.userId, body: { campaign: 'winter' } });
    await site.host.work();
    await expect.poll(() => receiver.messages.length).toBe(4);
    const told = receiver.messages.map(({ body }) => JSON.parse(body) as { topic: string; data: object });
    expect(told.map(({ topic }) => topic).toSorted()).toEqual([
      'vendor_affiliate_commission_approved',
      'vendor_affiliate_commission_created',
      'vendor_affiliate_conversion_recorded',
      'vendor_affiliate_link_generated',
    ]);
    expect(told.find(({ topic }) => topic.endsWith('commission_created'))?.data).toMatchObject({
      commission: { affiliate_id: ada.id, amount: 8.05, amount_minor: 805, currency: 'EUR', status: 'pending' },
    });
    expect(JSON.stringify(told)).not.toMatch(/jane|Elm/i);
  });

  it('are offered what happens in the programme, in all languages, with samples of what is sent', () => {
    expect(topics()).toHaveLength(Object.keys(webhookCatalogues.en).length);
    for (const { title, sample } of topics()) {
      expect(Object.keys(sample as object)).not.toEqual([]);
      const titles = Object.keys(webhookCatalogues).map((locale) =>
        typeof title === 'function' ? title(locale) : title,
      );
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});
