import { beforeEach, describe, expect, it } from 'vitest';
import { describeDatabases } from '../../../support/databases.js';
import { type MatchSite, openMatching, type TransactionInput } from './match-site.js';

describeDatabases('returned payments', (database) => {
  let site: MatchSite;
  let order: string;

  beforeEach(async () => {
    site = await openMatching(await database());
    order = await site.owe('INV20260907', { amountDue: 44_00 });
  });

  const payment = (more: TransactionInput = {}): TransactionInput => ({
    amount: 44_00,
    endToEndId: 'INV20260907',
    bookedOn: '2026-04-01',
    ...more,
  });
  const comeBack = (more: TransactionInput = {}): TransactionInput => ({
    direction: 'debit',
    amount: 44_00,
    endToEndId: 'INV20260907',
    bookedOn: '2026-04-03',
    isReversal: true,
    ...more,
  });
  const statusesOf = (ids: readonly number[]): Promise<string[]> =>
    Promise.all(ids.map(async (id) => (await site.transactions.get(id)).status));

  describe('with a fee', () => {
    it('reverse the payment if the bank names the charges, and keep them', async () => {
      const ids = await site.come(payment(), comeBack({ amount: 47_00, charges: 3_00 }));
      await site.match();
      expect(await statusesOf(ids)).toEqual(['reversed', 'reversed']);
      expect(await site.transactions.get(ids[1] ?? 0)).toMatchObject({ charges: 3_00, reversesId: ids[0] });
      expect(await site.orderStatus(order)).toEqual(['open', 0]);
    });

    it.each([
      ['that the bank does not name', comeBack({ amount: 47_00 })],
      ['and without any sign of a return', comeBack({ amount: 47_00, isReversal: false })],
    ])('%s need a review, and leave the payment', async (_, input) => {
      const ids = await site.come(payment(), input);
      await site.match();
      expect(await statusesOf(ids)).toEqual(['matched', 'review']);
      expect(await site.transactions.get(ids[1] ?? 0)).toMatchObject({
        findings: { flags: ['return_amount_differs'] },
      });
    });

    it('ignore a fee that is booked separately', async () => {
      const fee = comeBack({ amount: 3_00, isReversal: false, remittance: 'Rücklastschrift Gebühr' });
      const ids = await site.come(payment(), comeBack(), fee);
      await site.match();
      expect(await statusesOf(ids)).toEqual(['reversed', 'reversed', 'ignored']);
    });
  });

  describe('in part', () => {
    it('reduce the payment, and reverse it when the rest comes back', async () => {
      const [paid = 0] = await site.come(payment());
      await site.match();
      site.calls.length = 0;
      await site.come(comeBack({ amount: 20_00 }));
      await site.match();
      expect(await site.transactions.get(paid)).toMatchObject({ status: 'partial', allocated: 24_00, returned: 20_00 });
      expect(await site.orderStatus(order)).toEqual(['partial', 24_00]);
      expect(site.calls).toEqual(
        expect.arrayContaining([`payment_reversed ${order}`, `order_partially_paid ${order}`]),
      );
      await site.come(comeBack({ amount: 24_00, bookedOn: '2026-04-20' }));
      await site.match();
      expect(await site.transactions.get(paid)).toMatchObject({ status: 'reversed', allocated: 0, returned: 44_00 });
      expect(await site.orderStatus(order)).toEqual(['open', 0]);
    });

    it('in one run with their payment have the same result', async () => {
      const ids = await site.come(
        payment(),
        comeBack({ amount: 20_00 }),
        comeBack({ amount: 14_00, bookedOn: '2026-04-04' }),
      );
      await site.match();
      expect(await statusesOf(ids)).toEqual(['partial', 'reversed', 'reversed']);
      expect(await site.orderStatus(order)).toEqual(['partial', 10_00]);
    });

    it('need a review if the payment pays several orders', async () => {
      await site.owe('INV20260908', { amountDue: 10_00 });
      const both = { amount: 54_00, endToEndId: 'E-1', remittance: 'INV20260907 INV20260908', bookedOn: '2026-04-01' };
      const ids = await site.come(both, comeBack({ amount: 10_00, endToEndId: 'E-1' }));
      await site.match();
      expect(await statusesOf(ids)).toEqual(['matched', 'review']);
    });

    it('are refunds of the site without a sign of a return, and need a review', async () => {
      const ids = await site.come(payment(), comeBack({ amount: 10_00, isReversal: false }));
      await site.match();
      expect(await statusesOf(ids)).toEqual(['matched', 'review']);
    });
  });

  it.each([
    ['13 months later', '2027-05-01', 'reversed'],
    ['more than 13 months later', '2027-05-02', 'review'],
  ])('%s, an unauthorized direct debit', async (_, bookedOn, status) => {
    const ids = await site.come(payment(), comeBack({ bookedOn }));
    await site.match();
    expect((await statusesOf(ids))[1]).toBe(status);
  });

  describe('arriving before their payment', () => {
    it('wait in review, and are matched when the payment arrives', async () => {
      const [back = 0] = await site.come(comeBack());
      await site.match();
      expect(await site.transactions.get(back)).toMatchObject({
        status: 'review',
        findings: { flags: ['payment_missing'] },
      });
      const [paid = 0] = await site.come(payment());
      await site.match();
      expect(await statusesOf([paid, back])).toEqual(['reversed', 'reversed']);
      expect(await site.orderStatus(order)).toEqual(['open', 0]);
    });

    it('are found again even if nothing marks them as returns', async () => {
      const [back = 0] = await site.come(comeBack({ isReversal: false }));
      await site.match();
      expect(await statusesOf([back])).toEqual(['ignored']);
      const [paid = 0] = await site.come(payment());
      await site.match();
      expect(await statusesOf([paid, back])).toEqual(['reversed', 'reversed']);
    });

    it('are found by the order that their text names', async () => {
      const [back = 0] = await site.come(comeBack({ endToEndId: '', remittance: 'RUECKLASTSCHRIFT INV20260907' }));
      await site.match();
      const [paid = 0] = await site.come(payment({ endToEndId: '', creditorReference: 'INV20260907' }));
      await site.match();
      expect(await statusesOf([paid, back])).toEqual(['reversed', 'reversed']);
    });

    it('stay for users who have decided about them', async () => {
      const [back = 0] = await site.come(comeBack());
      await site.match();
      await site.matching.ignore(back, 7);
      const [paid = 0] = await site.come(payment());
      await site.match();
      expect(await statusesOf([paid, back])).toEqual(['matched', 'ignored']);
    });
  });

  it('are repaired by a rematch of data from before', async () => {
    const ids = await site.come(payment(), comeBack({ isReversal: false, status: 'ignored' }));
    await site.match();
    expect(await statusesOf(ids)).toEqual(['reversed', 'reversed']);
    await site.match({ isAgain: true });
    expect(await site.orderStatus(order)).toEqual(['open', 0]);
  });

  /** References of the second try of a payment, and whether the bank marks its return. */
  const secondTries: readonly [string, TransactionInput, boolean][] = [
    ['another reference', { endToEndId: 'E-2', remittance: 'second try INV20260907' }, false],
    ['the same reference', { remittance: 'second try' }, true],
    ['the same reference and unmarked returns', { remittance: 'second try' }, false],
  ];
  it.each(secondTries)(
    'after a second try with %s, lead to the same result in whatever order the files arrive',
    {
      timeout: 120_000,
    },
    async (_, again, isReversal) => {
      const { endToEndId = 'INV20260907' } = again;
      const files: readonly (readonly TransactionInput[])[] = [
        [payment()],
        [comeBack({ amount: 47_00, charges: 3_00 })],
        [payment({ bookedOn: '2026-04-10', ...again })],
        [comeBack({ bookedOn: '2026-04-12', endToEndId, isReversal })],
      ];
      for (const turns of permutations([0, 1, 2, 3])) {
        for (const table of ['bank_transactions', 'bank_payments'] as const) {
          await site.db.query.deleteFrom(table).execute();
        }
        await site.db.query
          .updateTable('bank_receivables')
          .set(({ ref }) => ({ status: 'open', amount_paid: 0, amount_tolerated: 0, amount_left: ref('amount_due') }))
          .execute();
        const ids: number[] = [];
        for (const turn of turns) {
          const [id = 0] = await site.come(...(files[turn] ?? []));
          ids[turn] = id;
          await site.match();
        }
        const [first = 0, second = 0] = [ids[1], ids[3]];
        const reversed = [await site.transactions.get(first), await site.transactions.get(second)];
        expect([
          turns,
          await statusesOf(ids),
          reversed.map(({ reversesId }) => reversesId),
          await site.orderStatus(order),
        ]).toEqual([turns, ['reversed', 'reversed', 'reversed', 'reversed'], [ids[0], ids[2]], ['open', 0]]);
      }
    },
  );

  it('take their payment from a later return, which then waits for its own', async () => {
    const [paid = 0, later = 0] = await site.come(payment(), comeBack({ bookedOn: '2026-04-12' }));
    await site.match();
    expect(await site.transactions.get(later)).toMatchObject({ status: 'reversed', reversesId: paid });
    site.calls.length = 0;
    const [back = 0] = await site.come(comeBack());
    await site.match();
    expect(await site.transactions.get(back)).toMatchObject({ status: 'reversed', reversesId: paid });
    expect(await site.transactions.get(later)).toMatchObject({
      status: 'review',
      reversesId: 0,
      findings: { flags: ['already_reversed'] },
    });
    expect(await site.transactions.get(paid)).toMatchObject({ status: 'reversed', returned: 44_00 });
    expect(await site.orderStatus(order)).toEqual(['open', 0]);
    expect(site.calls.filter((call) => call.startsWith('payment_reversed'))).toEqual([]);
  });

  it('leave a payment to an earlier return', async () => {
    const [, back = 0, later = 0] = await site.come(payment(), comeBack(), comeBack({ bookedOn: '2026-04-12' }));
    await site.match();
    expect(await statusesOf([back, later])).toEqual(['reversed', 'review']);
  });

  it('open the order for another payment that waited for it', async () => {
    const [paid = 0, again = 0] = await site.come(
      payment(),
      payment({ bookedOn: '2026-04-02', endToEndId: '', creditorReference: 'INV20260907', bankReference: 'B2' }),
    );
    await site.match();
    expect(await statusesOf([paid, again])).toEqual(['matched', 'review']);
    await site.come(comeBack());
    await site.match();
    expect(await statusesOf([paid, again])).toEqual(['reversed', 'matched']);
    expect(await site.orderStatus(order)).toEqual(['paid', 44_00]);
  });

  it('reverse a payment that pays nothing yet, so that it never will', async () => {
    const ids = await site.come(
      payment({ endToEndId: 'E-9', remittance: 'no reference', amount: 12_00 }),
      comeBack({ endToEndId: 'E-9', amount: 12_00 }),
    );
    await site.match();
    expect(await statusesOf(ids)).toEqual(['reversed', 'reversed']);
  });
});

function permutations(values: readonly number[]): number[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value) => permutations(values.filter((one) => one !== value)).map((rest) => [value, ...rest]));
}
