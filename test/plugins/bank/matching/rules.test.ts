import { beforeEach, describe, expect, it } from 'vitest';
import { describeDatabases } from '../../../support/databases.js';
import { type MatchSite, openMatching } from './match-site.js';

const IBAN = 'CZ6508000000192000145399';

describeDatabases('rule matching', (database) => {
  let site: MatchSite;

  beforeEach(async () => {
    site = await openMatching(await database());
  });

  describe('exact reference, currency and amount', () => {
    it('pays the order', async () => {
      const order = await site.owe('1001');
      const paid = await site.matched({ variableSymbol: '1001' });
      expect(paid).toMatchObject({ status: 'matched', allocated: 100_00, findings: { rule: 'reference', score: 100 } });
      expect(await site.orderStatus(order)).toEqual(['paid', 100_00]);
      expect(site.calls).toEqual([`order_paid ${order}`, `transaction_matched ${paid.id}`]);
    });

    it.each([
      ['a variable symbol, whatever zeros it begins with', '0001001', { variableSymbol: '1001' }],
      ['an RF reference', 'RF18539007547034', { creditorReference: 'RF18539007547034' }],
      ['the number within an RF reference', '539007547034', { creditorReference: 'RF18539007547034' }],
      [
        'a QRR reference as it is printed',
        '21 00000 00003 13947 14300 09017',
        { creditorReference: '210000000003139471430009017' },
      ],
      ['the number within a QRR reference', '313947143', { creditorReference: '000000000000000003139471432' }],
      ['an end-to-end id, in whatever case and with whatever hyphens', 'INV-2026/17', { endToEndId: 'inv 2026-17' }],
    ])('accepts %s as a reference', async (_, reference, input) => {
      await site.owe(reference);
      expect((await site.matched(input)).status).toBe('matched');
    });

    it('allows the larger of the two tolerances', async () => {
      site.settings = { ...site.settings, toleranceAmount: 50, tolerancePercent: 100 };
      const [less, more, short] = [await site.owe('1001'), await site.owe('1002'), await site.owe('1003')];
      // One percent of 100.00 is more than 0.50.
      expect((await site.matched({ variableSymbol: '1001', amount: 99_00 })).status).toBe('matched');
      expect((await site.matched({ variableSymbol: '1002', amount: 101_00 })).status).toBe('matched');
      expect((await site.matched({ variableSymbol: '1003', amount: 98_99 })).status).toBe('partial');
      expect(await site.orderStatus(less)).toEqual(['paid', 99_00]);
      expect(await site.orderStatus(more)).toEqual(['paid', 101_00]);
      expect(await site.orderStatus(short)).toEqual(['partial', 98_99]);
    });

    it('allows the tolerance that a filter sets for the order', async () => {
      site.hooks.addFilter('vendor_bank_tolerance', (own, order, { currency }) =>
        order.reference === '1001' && currency === 'CZK' ? 5_00 : own,
      );
      await site.owe('1001');
      await site.owe('1002');
      expect((await site.matched({ variableSymbol: '1001', amount: 95_00 })).status).toBe('matched');
      expect((await site.matched({ variableSymbol: '1002', amount: 95_00 })).status).toBe('partial');
    });

    it('sends a transaction to review when two orders match', async () => {
      await site.owe('1001');
      await site.owe('E-1002');
      const unclear = await site.matched({ variableSymbol: '1001', endToEndId: 'E1002' });
      expect(unclear).toMatchObject({
        status: 'review',
        allocated: 0,
        findings: { rule: 'unclear', flags: ['ambiguous'] },
      });
      expect(unclear.findings.candidates.map(({ reference, score }) => [reference, score])).toEqual([
        ['1001', 95],
        ['E-1002', 95],
      ]);
    });
  });

  it('leaves an order open after a partial payment, until later payments complete it', async () => {
    const order = await site.owe('1001');
    const first = await site.matched({ variableSymbol: '1001', amount: 40_00 });
    expect(first).toMatchObject({ status: 'partial', allocated: 40_00, findings: { rule: 'reference_partial' } });
    expect(await site.orderStatus(order)).toEqual(['partial', 40_00]);
    expect(await site.matched({ variableSymbol: '1001', amount: 60_00 })).toMatchObject({ status: 'matched' });
    expect(await site.orderStatus(order)).toEqual(['paid', 100_00]);
    expect(site.calls.filter((event) => event.startsWith('order'))).toEqual([
      `order_partially_paid ${order}`,
      `order_paid ${order}`,
    ]);
  });

  it('adds up partial payments of one run like those of several runs', async () => {
    const order = await site.owe('1001');
    const ids = await site.come(...[30_00, 30_00, 40_00].map((amount) => ({ variableSymbol: '1001', amount })), {
      variableSymbol: '1001',
      amount: 1,
    });
    const report = await site.match();
    expect(report).toMatchObject({ looked: 4, matched: 1, partial: 2, review: 1 });
    expect(await site.orderStatus(order)).toEqual(['paid', 100_00]);
    const statuses = await Promise.all(ids.map(async (id) => (await site.transactions.get(id)).status));
    expect(statuses).toEqual(['partial', 'partial', 'matched', 'review']);
  });

  it('pays the order from an overpayment, keeps the rest, and announces it', async () => {
    const order = await site.owe('1001');
    const surplus: unknown[] = [];
    site.hooks.addAction(
      'vendor_bank_order_overpaid',
      (_order, payment, rest) => void surplus.push(payment.amount, rest),
    );
    const paid = await site.matched({ variableSymbol: '1001', amount: 130_00 });
    expect(paid).toMatchObject({ status: 'overpaid', amount: 130_00, allocated: 100_00 });
    expect(await site.orderStatus(order)).toEqual(['paid', 100_00]);
    expect(surplus).toEqual([100, { amount: 30, amount_minor: 30_00, currency: 'CZK' }]);
    expect(site.calls).toEqual([`order_paid ${order}`, `order_overpaid ${order}`, `transaction_matched ${paid.id}`]);
  });

  it('splits a payment over several references that add up to the amount', async () => {
    await site.owe('1001', { amountDue: 70_00 });
    await site.owe('1002', { amountDue: 20_00 });
    await site.owe('FA-77/2026', { amountDue: 10_00 });
    const paid = await site.matched({
      variableSymbol: '1001',
      remittance: 'invoices 1001, 1002 and FA 77, FA-77/2026',
    });
    expect(paid).toMatchObject({ status: 'matched', allocated: 100_00, findings: { rule: 'split' } });
    expect(await site.paidBy(paid.id)).toEqual(['1001: 7000', '1002: 2000', 'FA-77/2026: 1000']);
  });

  it('sends several references that add up to another amount to review', async () => {
    await site.owe('1001', { amountDue: 70_00 });
    await site.owe('100200', { amountDue: 20_00 });
    const unclear = await site.matched({ variableSymbol: '1001', remittance: '1001 100200' });
    expect(unclear).toMatchObject({ status: 'review', allocated: 0 });
  });

  it('sends another currency to review', async () => {
    const order = await site.owe('1001', { currency: 'EUR' });
    const unclear = await site.matched({ variableSymbol: '1001' });
    expect(unclear).toMatchObject({
      status: 'review',
      findings: { rule: 'other_currency', flags: ['other_currency'] },
    });
    expect(unclear.findings.candidates).toEqual([
      { order_id: order, reference: '1001', score: 70, reasons: ['reference_equal', 'currency_differs'] },
    ]);
    expect(await site.orderStatus(order)).toEqual(['open', 0]);
  });

  it('sends a second payment of a paid order to review, and pays nothing again', async () => {
    const order = await site.owe('1001');
    await site.matched({ variableSymbol: '1001' });
    const second = await site.matched({ variableSymbol: '1001' });
    expect(second).toMatchObject({ status: 'review', findings: { rule: 'already_paid', flags: ['double_payment'] } });
    expect(await site.orderStatus(order)).toEqual(['paid', 100_00]);
    expect(site.calls.filter((event) => event === `order_paid ${order}`)).toHaveLength(1);
  });

  it('sends a payment of a cancelled order to review', async () => {
    const order = await site.owe('1001');
    await site.receivables.cancel(Number(order));
    expect(await site.matched({ variableSymbol: '1001' })).toMatchObject({
      status: 'review',
      findings: { flags: ['order_cancelled'] },
    });
  });

  describe('reference digits in the text', () => {
    it('pay the order if they are at least six and the amount is equal', async () => {
      await site.owe('INV-2026017');
      const paid = await site.matched({ remittance: 'Payment for invoice 2026017, thank you' });
      expect(paid).toMatchObject({ status: 'matched', findings: { rule: 'text_reference', score: 90 } });
    });

    it('are a whole word, not a part of a longer number', async () => {
      await site.owe('2026017', { amountDue: 55_00 });
      expect((await site.matched({ remittance: 'call 420202601799', amount: 55_00 })).status).toBe('review');
      expect((await site.matched({ remittance: 'call 420202601799', amount: 54_00 })).status).toBe('unmatched');
    });

    it('need a review when the amount differs', async () => {
      await site.owe('2026017');
      const unclear = await site.matched({ remittance: 'invoice 2026017', amount: 90_00 });
      expect(unclear).toMatchObject({ status: 'review', findings: { rule: 'unclear' } });
      expect(unclear.findings.candidates[0]).toMatchObject({
        score: 60,
        reasons: ['digits_in_text', 'amount_differs'],
      });
    });

    it('are only a hint when there are fewer', async () => {
      await site.owe('2601');
      expect((await site.matched({ remittance: 'order 2601' })).status).toBe('review');
      expect((await site.matched({ remittance: 'order 2601', amount: 99_00 })).status).toBe('unmatched');
    });

    it('need a review when two orders have this amount', async () => {
      await site.owe('2026017', { amountDue: 60_00 });
      await site.owe('2026018', { amountDue: 60_00 });
      expect(await site.matched({ remittance: '2026017 2026018', amount: 60_00 })).toMatchObject({
        status: 'review',
        findings: { flags: ['ambiguous'] },
      });
    });
  });

  describe('known account', () => {
    it('pays the only open order of its customer if the setting allows it', async () => {
      site.settings = { ...site.settings, isPayerEnough: true };
      await site.owe('1001', { customer: 'ada' });
      await site.matched({ variableSymbol: '1001', iban: IBAN });
      const next = await site.owe('1002', { customer: 'ada', amountDue: 33_00 });
      const paid = await site.matched({ iban: IBAN, amount: 33_00, remittance: 'rent' });
      expect(paid).toMatchObject({ status: 'matched', findings: { rule: 'known_payer', score: 80 } });
      expect(await site.orderStatus(next)).toEqual(['paid', 33_00]);
    });

    it('is also known from the order itself', async () => {
      site.settings = { ...site.settings, isPayerEnough: true };
      await site.owe('1001', { iban: 'CZ65 0800 0000 1920 0014 5399' });
      expect((await site.matched({ iban: IBAN })).findings.rule).toBe('known_payer');
    });

    it('needs a review by default', async () => {
      await site.owe('1001', { iban: IBAN });
      const unclear = await site.matched({ iban: IBAN });
      expect(unclear).toMatchObject({ status: 'review', findings: { rule: 'unclear', flags: [] } });
      expect(unclear.findings.candidates[0]).toMatchObject({ score: 80, reasons: ['payer_known', 'amount_equal'] });
    });

    it('needs a review when its customer owes two orders, or two customers share it', async () => {
      site.settings = { ...site.settings, isPayerEnough: true };
      await site.owe('1001', { iban: IBAN });
      await site.owe('1002', { iban: IBAN, amountDue: 55_00 });
      expect((await site.matched({ iban: IBAN })).status).toBe('review');
      for (const [reference, customer] of [
        ['2001', 'ada'],
        ['2002', 'bob'],
      ] as const) {
        await site.owe(reference, { customer });
        await site.matched({ variableSymbol: reference, iban: 'SK3112000000198742637541' });
      }
      await site.owe('2003', { customer: 'ada', amountDue: 77_00 });
      const unclear = await site.matched({ iban: 'SK3112000000198742637541', amount: 77_00 });
      expect(unclear).toMatchObject({ status: 'review', findings: { flags: ['amount_only'] } });
    });

    it('is forgotten when its match is undone', async () => {
      site.settings = { ...site.settings, isPayerEnough: true };
      await site.owe('1001', { customer: 'ada' });
      const { id } = await site.matched({ variableSymbol: '1001', iban: IBAN });
      await site.matching.unmatch(id, 7);
      await site.owe('1002', { customer: 'ada', amountDue: 33_00 });
      expect((await site.matched({ iban: IBAN, amount: 33_00 })).findings.flags).toEqual(['amount_only']);
    });
  });

  it('pays nothing when only the amount is equal', async () => {
    const order = await site.owe('1001');
    const unclear = await site.matched({ remittance: 'thanks' });
    expect(unclear).toMatchObject({ status: 'review', findings: { rule: 'unclear', flags: ['amount_only'] } });
    expect(unclear.findings.candidates).toEqual([
      { order_id: order, reference: '1001', score: 40, reasons: ['amount_only', 'amount_equal'] },
    ]);
    expect(await site.orderStatus(order)).toEqual(['open', 0]);
  });

  it('leaves a transaction without candidates unmatched, and announces it once', async () => {
    await site.owe('1001');
    const unknown = await site.matched({ variableSymbol: '9999', amount: 1_00 });
    expect(unknown).toMatchObject({ status: 'unmatched', findings: { rule: null, candidates: [] } });
    await site.match({ isAgain: true });
    expect(site.calls).toEqual([`transaction_unmatched ${unknown.id}`]);
  });

  it('ignores a transaction of zero', async () => {
    await site.owe('1001');
    expect(await site.matched({ variableSymbol: '1001', amount: 0 })).toMatchObject({
      status: 'ignored',
      findings: { rule: 'nothing_paid' },
    });
  });

  describe('debit', () => {
    it('undoes the payments of the credit that it reverses, and reopens the order', async () => {
      const order = await site.owe('1001');
      const credit = await site.matched({ variableSymbol: '1001', endToEndId: 'E-1', bookedOn: '2026-03-02' });
      site.calls.length = 0;
      const debit = await site.matched({
        direction: 'debit',
        endToEndId: 'E-1',
        bookedOn: '2026-04-30',
        isReversal: true,
      });
      expect(debit).toMatchObject({ status: 'reversed', reversesId: credit.id, allocated: 0 });
      expect(await site.transactions.get(credit.id)).toMatchObject({ status: 'reversed', allocated: 0 });
      expect(await site.orderStatus(order)).toEqual(['open', 0]);
      expect(await site.paidBy(credit.id)).toEqual([]);
      expect(site.calls).toEqual([`payment_reversed ${order}`]);
    });

    it('reverses a credit of the same chunk, and a later credit pays again', async () => {
      const order = await site.owe('1001');
      const [first, back, second] = await site.come(
        { variableSymbol: '1001', bankReference: 'B1' },
        { variableSymbol: '1001', bankReference: 'B1', direction: 'debit' },
        { variableSymbol: '1001', bankReference: 'B2' },
      );
      expect(await site.match()).toMatchObject({ looked: 3, matched: 1, reversed: 2 });
      expect(await site.orderStatus(order)).toEqual(['paid', 100_00]);
      // Only events of the same action are in order.
      expect(site.calls.toSorted()).toEqual(
        [
          ...[`order_paid ${order}`, `transaction_matched ${first}`, `payment_reversed ${order}`],
          ...[`order_paid ${order}`, `transaction_matched ${second}`],
        ].toSorted(),
      );
      expect(await site.transactions.get(back ?? 0)).toMatchObject({ status: 'reversed', reversesId: first });
    });

    it.each([
      ['of another reference', { endToEndId: 'E-2' }],
      ['of another account', { accountId: 2 }],
      ['of another currency', { currency: 'EUR' }],
      ['after more than 13 months', { bookedOn: '2027-04-03' }],
      ['before it', { bookedOn: '2026-03-01' }],
    ])('%s is ignored, and leaves the credit unchanged', async (_, input) => {
      const order = await site.owe('1001');
      await site.matched({ variableSymbol: '1001', endToEndId: 'E-1', bookedOn: '2026-03-02' });
      const debit = await site.matched({ direction: 'debit', endToEndId: 'E-1', bookedOn: '2026-04-01', ...input });
      expect(debit).toMatchObject({ status: 'ignored', reversesId: 0, findings: { rule: 'outgoing', flags: [] } });
      expect(await site.orderStatus(order)).toEqual(['paid', 100_00]);
    });

    it('needs a review when it may reverse either of two credits', async () => {
      const ids = [await site.owe('1001'), await site.owe('1001a')];
      await site.matched({ variableSymbol: '1001', endToEndId: 'E-1' });
      await site.matched({ creditorReference: '1001a', endToEndId: 'E-1' });
      expect(await site.matched({ direction: 'debit', endToEndId: 'E-1' })).toMatchObject({
        status: 'review',
        findings: { flags: ['ambiguous_reversal'] },
      });
      for (const id of ids) expect((await site.orderStatus(id))[0]).toBe('paid');
    });
  });

  it('skips pending transactions and possible duplicates', async () => {
    await site.owe('1001');
    const ids = await site.come(
      { variableSymbol: '1001', isPending: true },
      { variableSymbol: '1001', status: 'review', duplicateOf: 1 },
    );
    expect(await site.match({ isAgain: true })).toMatchObject({ looked: 0 });
    const statuses = await Promise.all(ids.map(async (id) => (await site.transactions.get(id)).status));
    expect(statuses).toEqual(['new', 'review']);
  });
});
