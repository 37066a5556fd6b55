import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliateCatalogues } from '../../../../src/plugins/affiliate/catalogues.js';
import { type Receiver, startReceiver } from '../../../core/webhooks/receiver.js';
import { openProgramSite, type ProgramSite } from './program-site.js';

/** Actions in the specification of the affiliate program. */
const EVENTS = [
  ...['registered', 'status_changed', 'updated', 'payment_details_changed', 'click_recorded', 'conversion_recorded'],
  ...['commission_created', 'commission_approved', 'commission_rejected', 'commission_refunded', 'commission_paid'],
  ...['commission_status_changed', 'payout_created', 'payout_completed', 'link_generated', 'fraud_flagged'],
];

describe('affiliate webhooks', () => {
  let site: ProgramSite;
  let receiver: Receiver;
  beforeEach(async () => {
    site = await openProgramSite({ webhooks: { allowPrivate: true } });
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await site.close();
  });

  const topics = () => site.host.webhooks.topics().filter(({ owner }) => owner === 'affiliate');

  const listen = async (names = topics().map(({ name }) => name)) => {
    const body = { url: receiver.url, topics: names };
    const { status } = await site.host.request('POST', '/mortise/v1/webhooks', { as: site.admin.id, body });
    expect(status).toBe(201);
  };
  /** Returns the received messages once there are this many. */
  const received = async (count: number) => {
    await site.host.work();
    await expect.poll(() => receiver.messages.length).toBe(count);
    return receiver.messages.map(({ body }) => JSON.parse(body) as { topic: string; data: object });
  };
  const sell = async (externalId: string, more: object = {}) => {
    const sale = { affiliateCode: 'ada', origin: 'api', amount: 80.5, externalId, ...more } as const;
    return (await site.program.ledger.record(sale)).commission?.id ?? 0;
  };

  it('send conversions and commissions without customer data', async () => {
    const ada = await site.add('ada');
    await listen();
    const { commission } = await site.program.ledger.record({
      affiliateCode: 'ada',
      origin: 'api',
      amount: 80.5,
      externalId: 'A-1',
      customerEmail: 'jane@example.org',
      customerRef: 'jane-7',
      description: 'Shoes for Jane',
      meta: { street: 'Elm 7' },
    });
    await site.program.ledger.commissions.approve(commission?.id ?? 0);
    await site.call('POST', '/links/generate', { as: ada.userId, body: { campaign: 'winter' } });
    const deliveries = await received(6);
    expect(deliveries.map(({ topic }) => topic).toSorted()).toEqual([
      'vendor_affiliate_commission_approved',
      'vendor_affiliate_commission_created',
      'vendor_affiliate_commission_status_changed',
      'vendor_affiliate_conversion_recorded',
      'vendor_affiliate_fraud_flagged',
      'vendor_affiliate_link_generated',
    ]);
    expect(deliveries.find(({ topic }) => topic.endsWith('commission_created'))?.data).toMatchObject({
      commission: { affiliate_id: ada.id, amount: 8.05, amount_minor: 805, currency: 'EUR', status: 'pending' },
    });
    expect(JSON.stringify(deliveries)).not.toMatch(/jane|Elm/i);
  });

  it('send the refunded amount and the refund row', async () => {
    await site.add('ada');
    await listen(['vendor_affiliate_commission_refunded']);
    const { commissions } = site.program.ledger;
    const id = await sell('A-1');
    await commissions.refund(id, { amount: 805, reference: 'return-7' });
    await commissions.approve(id);
    await commissions.pay(id);
    const { refund } = await commissions.refund(id, { amount: 1610 });
    const deliveries = await received(2);
    expect(deliveries.map(({ data }) => data)).toMatchObject([
      {
        commission: { id, refunded_amount: 8.05 },
        refund: { base_amount: 8.05, amount_minor: 80, currency: 'EUR', reference: 'return-7', refund_id: null },
      },
      {
        commission: { id, status: 'paid', refunded_amount: 24.15 },
        refund: { base_amount: 16.1, amount_minor: 161, reference: null, refund_id: refund?.id },
      },
    ]);
  });

  it('send changed affiliates without payment details, and clicks', async () => {
    const ada = await site.add('ada');
    await listen([
      'vendor_affiliate_updated',
      'vendor_affiliate_payment_details_changed',
      'vendor_affiliate_click_recorded',
    ]);
    await site.call('PUT', `/affiliates/${ada.id}`, { as: ada.userId, body: { payment_email: 'secret@example.org' } });
    await site.open('/go/ada');
    await site.program.tracking.clicks.flush();
    const deliveries = await received(3);
    expect(deliveries.find(({ topic }) => topic.endsWith('payment_details_changed'))?.data).toMatchObject({
      affiliate: { id: ada.id, code: 'ada' },
      fields: ['payment_email'],
      held_until: expect.stringMatching(/Z$/),
    });
    expect(deliveries.find(({ topic }) => topic.endsWith('_updated'))?.data).toMatchObject({
      affiliate: { id: ada.id },
    });
    expect(deliveries.find(({ topic }) => topic.endsWith('click_recorded'))?.data).toMatchObject({
      click: { affiliate_id: ada.id, landing_path: '/', unique: true },
    });
    expect(JSON.stringify(deliveries)).not.toContain('secret@');
  });

  it('offer all events of the program', () => {
    const names = topics().map(({ name }) => name.replace(/^vendor_affiliate_/, ''));
    expect(names.toSorted()).toEqual(EVENTS.toSorted());
  });

  it('have a title in every language and a sample for each event', () => {
    expect(topics()).toHaveLength(
      Object.keys(affiliateCatalogues.en).filter((key) => key.startsWith('webhooks.')).length,
    );
    for (const { title, sample } of topics()) {
      expect(Object.keys(sample as object)).not.toEqual([]);
      const titles = Object.keys(affiliateCatalogues).map((locale) =>
        typeof title === 'function' ? title(locale) : title,
      );
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});
