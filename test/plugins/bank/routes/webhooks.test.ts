import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bankCatalogues } from '../../../../src/plugins/bank/catalogues.js';
import { type Receiver, startReceiver } from '../../../core/webhooks/receiver.js';
import { entry, lines, statementOf } from '../importing/import-site.js';
import { type BankSite, openBankSite } from './bank-site.js';

describe('bank webhooks', () => {
  let site: BankSite;
  let receiver: Receiver;
  beforeEach(async () => {
    site = await openBankSite({ webhooks: { allowPrivate: true } });
    site.host.hooks.addFilter('vendor_bank_parsers', (formats) => [lines(), ...formats]);
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await site.close();
  });

  const topics = () => site.host.webhooks.topics().filter(({ owner }) => owner === 'bank');

  const listen = async (names = topics().map(({ name }) => name)) => {
    const body = { url: receiver.url, topics: names };
    expect((await site.host.request('POST', '/mortise/v1/webhooks', { as: site.admin.id, body })).status).toBe(201);
  };
  /** Returns the received messages once there are this many. */
  const received = async (count: number) => {
    await site.host.work();
    await expect.poll(() => receiver.messages.length).toBe(count);
    return receiver.messages.map(({ body }) => JSON.parse(body) as { topic: string; data: Record<string, unknown> });
  };
  const drop = (...args: Parameters<typeof entry>) => {
    const parts = statementOf([entry(...args)]);
    return writeFile(
      path.join(site.inbox, 'DE89370400440532013000.jsonl'),
      parts.map((part) => JSON.stringify(part)).join('\n'),
    );
  };
  const run = () =>
    site.bank.processing.process({ trigger: 'schedule', startedBy: null, isForced: true, isDryRun: false });

  it('send transactions and payments, without names, accounts and texts', async () => {
    await listen();
    const { id } = await site.bank.receivables.create({
      reference: '2026007',
      amountDue: 100_00,
      currency: 'CZK',
      customer: 'customer-jane',
      iban: 'CZ6508000000192000145399',
    });
    await drop({
      amount: 100_00,
      variableSymbol: '2026007',
      remittance: 'Shoes for Jane',
      counterparty: { name: 'Jane Doe', iban: 'CZ6508000000192000145399', account: '', bankCode: '', bic: '' },
    });
    await run();
    const deliveries = await received(5);
    expect(deliveries.map(({ topic }) => topic.replace('vendor_bank_', '')).toSorted()).toEqual([
      ...['file_imported', 'order_paid', 'run_finished', 'transaction_imported', 'transaction_matched'],
    ]);
    const data = (name: string) => deliveries.find(({ topic }) => topic.endsWith(name))?.data;
    expect(data('order_paid')).toMatchObject({
      order: { id, reference: '2026007', amount_due: 100, amount_left_minor: 0, status: 'paid' },
      payment: { order_id: id, amount: 100, amount_minor: 100_00, currency: 'CZK' },
    });
    expect(data('_matched')).toMatchObject({
      transaction: { direction: 'credit', amount: 100, status: 'matched', matches: [{ order_id: id, amount: 100 }] },
    });
    expect(data('file_imported')).toMatchObject({ file: { format: 'lines', fetched: 1, new: 1 } });
    expect(data('run_finished')).toMatchObject({
      run: { status: 'finished', totals: { matched: 1 }, sources: [{ id: 'inbox', status: 'ok', error: null }] },
    });
    expect(JSON.stringify(deliveries)).not.toMatch(/jane|shoes|CZ65|DE89/i);
  });

  it('send a reversed payment, and the transaction that now pays nothing', async () => {
    const { id: order } = await site.bank.receivables.create({ reference: '7', amountDue: 150_00, currency: 'CZK' });
    const [id = 0] = await site.come({});
    await listen();
    await site.bank.matching.match(id, [{ orderId: String(order) }], site.admin.id);
    await site.bank.matching.unmatch(id, site.admin.id);
    const deliveries = await received(4);
    expect(deliveries.map(({ topic, data }) => [topic.replace('vendor_bank_', ''), data]).toSorted()).toMatchObject([
      ['order_partially_paid', { order: { amount_left: 50 }, payment: { transaction_id: id } }],
      ['payment_reversed', { order: { amount_left: 150 }, payment: { transaction_id: id } }],
      ['transaction_matched', { transaction: { id, status: 'partial' } }],
      ['transaction_unmatched', { transaction: { id, status: 'unmatched', matches: [] } }],
    ]);
  });

  it('send an overpayment with its surplus', async () => {
    await site.bank.receivables.create({ reference: '2026007', amountDue: 95_50, currency: 'CZK' });
    await listen(['vendor_bank_order_overpaid']);
    await drop({ amount: 100_00, variableSymbol: '2026007' });
    await run();
    expect(await received(1)).toMatchObject([
      { data: { order: { status: 'paid' }, surplus: { amount: 4.5, amount_minor: 450, currency: 'CZK' } } },
    ]);
  });

  it('send a failed source, without its response', async () => {
    await listen(['vendor_bank_source_failed']);
    await writeFile(path.join(site.inbox, 'letter.txt'), 'What is this?');
    await expect(run()).rejects.toMatchObject({ code: 'vendor_bank_source_failed' });
    expect((await received(1)).map(({ data }) => data)).toEqual([
      { source: 'inbox', run_id: expect.any(Number), code: 'source_failed', failed_at: expect.stringMatching(/Z$/) },
    ]);
  });

  it('have a title in every language and a sample for each event', () => {
    expect(topics()).toHaveLength(Object.keys(bankCatalogues.en).filter((key) => key.startsWith('webhooks.')).length);
    for (const { title, sample } of topics()) {
      expect(Object.keys(sample as object)).not.toEqual([]);
      const titles = Object.keys(bankCatalogues).map((locale) => (typeof title === 'function' ? title(locale) : title));
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});
