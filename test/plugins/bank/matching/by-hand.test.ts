import { beforeEach, expect, it } from 'vitest';
import { describeDatabases } from '../../../support/databases.js';
import { type MatchSite, openMatching, type TransactionInput } from './match-site.js';

const ADA = 7;

describeDatabases('manual matching', (database) => {
  let site: MatchSite;

  beforeEach(async () => {
    site = await openMatching(await database());
  });

  const only = async (input: TransactionInput): Promise<number> => (await site.come(input))[0] ?? 0;

  it('assigns a transaction to an order, with the user and the amount', async () => {
    const order = await site.owe('1001');
    const id = await only({ remittance: 'thanks' });
    const matched = await site.matching.match(id, [{ orderId: order }], ADA);
    expect(matched).toMatchObject({
      status: 'matched',
      allocated: 100_00,
      decidedBy: ADA,
      findings: { rule: 'manual' },
    });
    expect(await site.transactions.get(id)).toEqual(matched);
    expect((await site.transactions.matchesOf([id])).get(id)).toMatchObject([
      { orderId: order, amount: 100_00, rule: 'manual', score: 100, by: ADA },
    ]);
    expect(site.calls).toEqual([`order_paid ${order}`, `transaction_matched ${id}`]);
  });

  it('splits a transaction as requested, and keeps the rest for another order', async () => {
    const [one, other] = [await site.owe('1001'), await site.owe('1002', { amountDue: 30_00 })];
    const id = await only({ amount: 130_00 });
    const first = await site.matching.match(id, [{ orderId: one, amount: 60_00 }], ADA);
    expect(first).toMatchObject({ status: 'overpaid', allocated: 60_00 });
    expect(await site.matching.match(id, [{ orderId: other }], ADA)).toMatchObject({
      status: 'overpaid',
      allocated: 90_00,
    });
    expect([await site.orderStatus(one), await site.orderStatus(other)]).toEqual([
      ['partial', 60_00],
      ['paid', 30_00],
    ]);
  });

  it('pays a paid order again only with an explicit amount', async () => {
    const order = await site.owe('1001');
    await site.matched({ variableSymbol: '1001' });
    const { id } = await site.matched({ variableSymbol: '1001' });
    await expect(site.matching.match(id, [{ orderId: order }], ADA)).rejects.toMatchObject({
      code: 'vendor_bank_nothing_to_pay',
      status: 409,
    });
    await site.matching.match(id, [{ orderId: order, amount: 100_00 }], ADA);
    expect(await site.orderStatus(order)).toEqual(['overpaid', 200_00]);
    expect(site.calls.filter((event) => event === `order_paid ${order}`)).toHaveLength(1);
    expect(site.calls).toContain(`order_overpaid ${order}`);
  });

  it('restores the orders when it is undone', async () => {
    site.settings = { ...site.settings, toleranceAmount: 2_00 };
    const [one, other] = [await site.owe('1001', { amountDue: 50_00 }), await site.owe('1002', { amountDue: 51_00 })];
    const before = await Promise.all([one, other].map((id) => site.receivables.get(Number(id))));
    const id = await only({});
    expect(await site.matching.match(id, [{ orderId: one }, { orderId: other }], ADA)).toMatchObject({
      status: 'matched',
    });
    expect(await site.orderStatus(other)).toEqual(['paid', 50_00]);
    const unmatched = await site.matching.unmatch(id, ADA);
    expect(unmatched).toMatchObject({ status: 'unmatched', allocated: 0, decidedBy: ADA, findings: { rule: null } });
    expect(await Promise.all([one, other].map((order) => site.receivables.get(Number(order))))).toEqual(before);
    expect(site.calls.slice(-3)).toEqual([
      ...[`payment_reversed ${one}`, `payment_reversed ${other}`],
      `transaction_unmatched ${id}`,
    ]);
    // It can be matched again, and the undone payments stay on record.
    await site.matching.match(id, [{ orderId: one }], ADA);
    const rows = await site.db.query
      .selectFrom('bank_payments')
      .select(['undone', 'undone_by'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ undone, undone_by }) => [undone > 0, undone_by])).toEqual([
      [true, ADA],
      [true, ADA],
      [false, null],
    ]);
  });

  it('is not changed by rules', async () => {
    await site.owe('1001');
    const { id } = await site.matched({ variableSymbol: '1001' });
    await site.matching.unmatch(id, ADA);
    const other = await only({ variableSymbol: '1001' });
    await site.matching.ignore(other, ADA);
    expect(await site.match({ isAgain: true })).toMatchObject({ looked: 0 });
    expect(await site.matching.unmatch(other, ADA)).toMatchObject({ status: 'unmatched' });
  });

  it('has the same result when it is repeated', async () => {
    const id = await only({});
    for (const _ of [1, 2]) expect(await site.matching.ignore(id, ADA)).toMatchObject({ status: 'ignored' });
    for (const _ of [1, 2]) expect(await site.matching.unmatch(id, ADA)).toMatchObject({ status: 'unmatched' });
    expect(site.calls).toEqual([`transaction_unmatched ${id}`]);
  });

  it('can be undone, which returns the transaction to review without a decision', async () => {
    const [one, other] = [await site.owe('1001'), await site.owe('1002')];
    const id = await only({});
    await site.match();
    const before = await site.transactions.get(id);
    expect(before).toMatchObject({ status: 'review', decidedBy: null });
    const orders = [
      { orderId: one, amount: 40_00 },
      { orderId: other, amount: 60_00 },
    ];
    await site.matching.match(id, orders, ADA);
    for (const _ of [1, 2]) {
      const undone = await site.matching.undo(id, ADA);
      expect(undone).toMatchObject({ status: 'review', decidedBy: null, allocated: 0 });
      expect(undone.findings.candidates).toEqual(before.findings.candidates);
    }
    expect([await site.orderStatus(one), await site.orderStatus(other)]).toEqual([
      ['open', 0],
      ['open', 0],
    ]);
    expect(site.calls).toContain(`transaction_unmatched ${id}`);
    await site.matching.ignore(id, ADA);
    expect(await site.matching.undo(id, ADA)).toMatchObject({ status: 'review', decidedBy: null });
  });

  it('does not undo a decision of a rule', async () => {
    await site.owe('1001');
    const { id } = await site.matched({ variableSymbol: '1001' });
    await expect(site.matching.undo(id, ADA)).rejects.toMatchObject({ code: 'vendor_bank_invalid_transition' });
    expect((await site.transactions.get(id)).status).toBe('matched');
  });

  it('steps through the transactions in review, the oldest first', async () => {
    const { reviews } = site.transactions;
    expect(await reviews.at(0)).toBeNull();
    const [first = 0, second = 0, third = 0] = await site.come(
      { status: 'review' },
      { status: 'review' },
      { status: 'review' },
      { status: 'unmatched' },
    );
    await site.come({ status: 'review', isPending: true });
    expect(await reviews.count()).toBe(3);
    const place = async (id: number) => {
      const found = await reviews.at(id);
      return found && [found.transaction.id, found.position, found.total, found.previous, found.next];
    };
    expect(await place(0)).toEqual([first, 1, 3, null, second]);
    expect(await place(second)).toEqual([second, 2, 3, first, third]);
    // After the last one it starts again.
    expect(await place(third + 1)).toEqual([first, 1, 3, null, second]);
    await site.matching.ignore(second, ADA);
    expect(await place(second)).toEqual([third, 2, 2, first, null]);
  });

  it('finds orders by a typed reference and by their ids', async () => {
    const order = await site.owe('2026-0001234');
    const { orders } = site.matching;
    for (const typed of ['2026-0001234', '2026 0001234', '20260001234']) {
      expect((await orders.byReference(typed)).map(({ id }) => id)).toEqual([order]);
    }
    expect(await orders.byReference('-')).toEqual([]);
    expect([...(await orders.byIds([order, '999', 'x'])).keys()]).toEqual([order]);
    expect(await orders.areReceivables()).toBe(true);
  });

  it('refuses an invalid request, and changes nothing', async () => {
    const order = await site.owe('1001');
    const euros = await site.owe('1002', { currency: 'EUR' });
    const cancelled = await site.owe('1003');
    await site.receivables.cancel(Number(cancelled));
    const id = await only({});
    const [debit = 0, pending = 0] = await site.come({ direction: 'debit' }, { isPending: true });
    const refusals = [
      [id, [{ orderId: euros }], 'vendor_bank_currency_mismatch', 422],
      [id, [{ orderId: cancelled }], 'vendor_bank_order_cancelled', 409],
      [id, [{ orderId: '99' }], 'vendor_bank_not_found', 404],
      [id, [{ orderId: "1' or 1=1" }], 'vendor_bank_not_found', 404],
      [id, [], 'vendor_bank_invalid_param', 400],
      [id, [{ orderId: order }, { orderId: order }], 'vendor_bank_invalid_param', 400],
      [id, [{ orderId: order, amount: 100_01 }], 'vendor_bank_invalid_param', 400],
      [id, [{ orderId: order, amount: 0 }], 'vendor_bank_invalid_param', 400],
      [id, [{ orderId: order, amount: 0.5 }], 'vendor_bank_invalid_param', 400],
      [debit, [{ orderId: order }], 'vendor_bank_invalid_param', 400],
      [pending, [{ orderId: order }], 'vendor_bank_invalid_transition', 409],
      [9999, [{ orderId: order }], 'vendor_bank_not_found', 404],
    ] as const;
    for (const [transaction, orders, code, status] of refusals) {
      await expect(site.matching.match(transaction, orders, ADA)).rejects.toMatchObject({ code, status });
    }
    expect(await site.orderStatus(order)).toEqual(['open', 0]);
    await site.matching.match(id, [{ orderId: order }], ADA);
    await expect(site.matching.match(id, [{ orderId: order }], ADA)).rejects.toMatchObject({
      code: 'vendor_bank_already_matched',
    });
    expect((await site.db.query.selectFrom('bank_payments').selectAll().execute()).length).toBe(1);
  });

  it('waits a moment for other decisions, but not for a run', async () => {
    const orders = await Promise.all(['1001', '1002', '1003'].map((reference) => site.owe(reference)));
    const ids = await site.come({}, {}, {});
    await Promise.all(ids.map((id, index) => site.matching.match(id, [{ orderId: orders[index] ?? '' }], ADA)));
    const lease = await site.locks.acquire('bank_run');
    try {
      await expect(site.matching.unmatch(ids[0] ?? 0, ADA)).rejects.toMatchObject({
        code: 'vendor_bank_locked',
        status: 409,
        data: { headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } },
      });
    } finally {
      await lease?.release();
    }
    expect(await site.matching.unmatch(ids[0] ?? 0, ADA)).toMatchObject({ status: 'unmatched' });
  });

  it('is refused when the site stops, both while waiting and afterwards', async () => {
    const [id = 0] = await site.come({});
    const lease = await site.locks.acquire('bank_run');
    const waiting = site.matching.ignore(id, ADA);
    await site.exclusive.close().finally(() => lease?.release());
    await expect(waiting).rejects.toMatchObject({ code: 'vendor_bank_stopped', status: 503 });
    await expect(site.matching.ignore(id, ADA)).rejects.toMatchObject({ code: 'vendor_bank_stopped' });
    expect(await site.transactions.get(id)).toMatchObject({ status: 'new' });
  });

  it('completes as a whole or is refused when the site stops', async () => {
    const [id = 0] = await site.come({});
    const order = await site.owe('1001');
    const deciding = site.matching.match(id, [{ orderId: order }], ADA);
    await site.exclusive.close();
    // It either succeeded as a whole or was refused.
    const outcome = await deciding.then(
      ({ status }) => status,
      ({ code }) => code,
    );
    const orderStatus = outcome === 'matched' ? ['paid', 100_00] : ['open', 0];
    expect(['matched', 'vendor_bank_stopped']).toContain(outcome);
    expect(await site.orderStatus(order)).toEqual(orderStatus);
  });

  it('stops matching by rules between two chunks when the site stops', async () => {
    await site.come(...Array.from({ length: 5 }, () => ({})));
    const small = await openMatching(site.db, { chunkSize: 2 });
    const matching = small.exclusive.run(
      (lease) => small.matching.matchNew({ lease, onProgress: () => void small.exclusive.close() }),
      { isPatient: true },
    );
    await expect(matching).rejects.toMatchObject({ code: 'vendor_bank_stopped' });
    const untouched = site.db.query.selectFrom('bank_transactions').select('id').where('status', '=', 'new');
    expect((await untouched.execute()).length).toBe(3);
    // The lease was released, so another process can continue immediately.
    expect(await site.match()).toMatchObject({ looked: 3 });
  });
});
