import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { MatchRule } from '../../../../src/plugins/bank/matching/rule.js';
import { leftOf } from '../../../../src/plugins/bank/receivables/order.js';
import { describeDatabases } from '../../../support/databases.js';
import { type MatchSite, openMatching, type TransactionInput } from './match-site.js';

const REFERENCES = ['100001', '100002', '100003', '100004'] as const;

/** Transactions with few amounts and references, so that they interact. */
const inputs: fc.Arbitrary<TransactionInput> = fc.record({
  amount: fc.constantFrom(0, 1, 30_00, 50_00, 70_00, 100_00, 130_00, 200_00),
  currency: fc.constantFrom('CZK', 'CZK', 'CZK', 'EUR'),
  direction: fc.constantFrom('credit', 'credit', 'credit', 'debit'),
  variableSymbol: fc.constantFrom(...REFERENCES, ...REFERENCES, '', '999'),
  endToEndId: fc.constantFrom('', 'E-1', 'E-2'),
  remittance: fc.constantFrom('', 'thanks', '100001 100002', 'invoice 100003', '100003, 100004'),
});

describeDatabases('matching of new transactions', (database) => {
  let site: MatchSite;

  async function open(chunkSize?: number): Promise<void> {
    site = await openMatching(await database(), chunkSize === undefined ? {} : { chunkSize });
    for (const reference of REFERENCES) await site.owe(reference);
  }

  beforeEach(() => open());

  /** Reads the stored transactions, payments and orders. */
  async function stored() {
    const { query } = site.db;
    const transactions = await query
      .selectFrom('bank_transactions')
      .select(['id', 'status', 'amount', 'allocated', 'findings', 'reverses_id', 'decided_by', 'direction'])
      .orderBy('id')
      .execute();
    const payments = await query.selectFrom('bank_payments').selectAll().orderBy('id').execute();
    const orders = await query.selectFrom('bank_receivables').selectAll().orderBy('id').execute();
    return { transactions, payments, orders };
  }

  async function expectSums(): Promise<void> {
    const { transactions, payments, orders } = await stored();
    const live = payments.filter(({ undone }) => undone === 0);
    const sum = (rows: readonly { readonly amount: number }[]): number =>
      rows.reduce((total, { amount }) => total + amount, 0);
    for (const order of orders) {
      const own = live.filter(({ order_id }) => order_id === String(order.id));
      expect(order.amount_paid).toBe(sum(own));
      const left = order.amount_due - order.amount_paid - order.amount_tolerated;
      const status = left < 0 ? 'overpaid' : left === 0 ? 'paid' : own.length > 0 ? 'partial' : 'open';
      expect([order.status, order.amount_left]).toEqual([status, Math.max(left, 0)]);
    }
    for (const { id, status, amount, allocated } of transactions) {
      expect(allocated).toBe(sum(live.filter(({ transaction_id }) => transaction_id === id)));
      expect(allocated).toBeLessThanOrEqual(amount);
      expect(allocated > 0).toBe(['matched', 'partial', 'overpaid'].includes(status));
      if (status === 'matched' || status === 'partial') expect(allocated).toBe(amount);
      if (status === 'overpaid') expect(allocated).toBeLessThan(amount);
    }
    expect(live.every(({ amount }) => amount > 0)).toBe(true);
  }

  async function empty(): Promise<void> {
    for (const table of ['bank_transactions', 'bank_payments'] as const)
      await site.db.query.deleteFrom(table).execute();
    await site.db.query
      .updateTable('bank_receivables')
      .set(({ ref }) => ({ status: 'open', amount_paid: 0, amount_tolerated: 0, amount_left: ref('amount_due') }))
      .execute();
    site.calls.length = 0;
  }

  it('keeps all sums consistent, changes nothing when repeated, and can be undone', { timeout: 300_000 }, async () => {
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(inputs, { minLength: 1, maxLength: 12 }), async (all) => {
        await empty();
        const ids = await site.come(...all);
        const report = await site.match();
        expect(report.looked).toBe(ids.length);
        await expectSums();
        const once = await stored();
        await site.match();
        expect(await stored()).toEqual(once);
        // Later payments may resolve earlier transactions, until a round changes nothing.
        let before = once;
        for (let round = 0; ; round += 1) {
          await site.match({ isAgain: true });
          const after = await stored();
          if (JSON.stringify(after) === JSON.stringify(before)) break;
          expect(round).toBeLessThan(all.length);
          before = after;
        }
        await expectSums();
        paid += before.payments.length;
        for (const { id, status } of before.transactions) {
          if (['matched', 'partial', 'overpaid'].includes(status)) await site.matching.unmatch(id, 1);
        }
        await expectSums();
        for (const order of (await stored()).orders) {
          expect([order.status, order.amount_paid, order.amount_tolerated]).toEqual(['open', 0, 0]);
        }
      }),
      { numRuns: process.env.MORTISE_FULL ? 200 : 12, endOnFailure: true },
    );
    expect(paid).toBeGreaterThan(5);
  });

  it('gives the same result for any chunk size', { timeout: 300_000 }, async () => {
    const all = fc.sample(inputs, { numRuns: 40, seed: 7 });
    const worlds = [];
    for (const chunkSize of [1, 7, 1000]) {
      await open(chunkSize);
      await site.come(...all);
      await site.match();
      const { transactions, payments, orders } = await stored();
      worlds.push({
        orders,
        transactions: transactions.map(({ status, allocated, reverses_id }) => [status, allocated, reverses_id > 0]),
        payments: payments.map(({ order_id, amount, rule, undone }) => [order_id, amount, rule, undone > 0]),
        calls: site.calls.toSorted(),
      });
    }
    expect(worlds[1]).toEqual(worlds[0]);
    expect(worlds[2]).toEqual(worlds[0]);
  });

  it('counts the matches in a dry run, and stores nothing', async () => {
    const ids = await site.come({ variableSymbol: '100001' }, { variableSymbol: '100002', amount: 1 });
    const before = await stored();
    expect(await site.match({ isDryRun: true })).toMatchObject({ looked: 2, matched: 1, partial: 1 });
    expect([await stored(), site.calls]).toEqual([before, []]);
    expect(await site.match()).toMatchObject({ looked: ids.length, matched: 1, partial: 1 });
  });

  it('writes nothing after another process took over the lease', async () => {
    await site.come({ variableSymbol: '100001' });
    const before = await stored();
    const lease = await site.locks.acquire('bank_run');
    await site.db.query
      .updateTable('locks')
      .set(({ eb }) => ({ token: eb('token', '+', 1) }))
      .execute();
    if (!lease) throw new Error('Somebody else has the lock.');
    await expect(site.matching.matchNew({ lease })).rejects.toMatchObject({ code: 'lock_lost' });
    expect(await stored()).toEqual(before);
    await lease.release();
  });

  it('rolls back the whole chunk when a step fails', async () => {
    await site.come({ variableSymbol: '100001' }, { variableSymbol: '100002' });
    const before = await stored();
    site.hooks.addFilter('vendor_bank_order_provider', (provider) => ({
      ...provider,
      applyPayment: async (payments) => {
        await provider.applyPayment(payments);
        throw new Error('The shop is away.');
      },
    }));
    await expect(site.match()).rejects.toThrow('The shop is away.');
    expect([await stored(), site.calls]).toEqual([before, []]);
  });

  it('sets aside only the transaction at which a rule or a filter of the site fails', async () => {
    const odd: MatchRule = {
      name: 'acme_odd',
      score: 100,
      outcome: 'matched',
      direction: 'credit',
      needs: 'Nothing.',
      decide({ transaction, candidates: [first] }) {
        if (transaction.remittance === 'throw') throw new Error('What is this?');
        if (transaction.remittance !== 'too much' || !first) return null;
        return { allocations: [{ order: first.order, amount: transaction.amount + 1, tolerated: 0 }] };
      },
    };
    site.hooks.addFilter('vendor_bank_match_rules', (rules) => [odd, ...rules]);
    site.hooks.addFilter('vendor_bank_match_candidates', (candidates, { remittance }) => {
      if (remittance === 'filter') throw new Error('And this?');
      return candidates;
    });
    await site.come(
      ...['throw', 'too much', 'filter', 'fine'].map((remittance, index) => ({
        remittance,
        variableSymbol: REFERENCES[index] ?? '',
      })),
    );
    expect(await site.match()).toMatchObject({ looked: 4, matched: 1, errors: 3 });
    const flags = (await site.transactions.list({ page: 1, perPage: 9, status: 'error' })).rows.map(
      ({ findings }) => findings.flags[0],
    );
    expect(flags).toEqual(['failed', 'failed', 'failed']);
    await expectSums();
  });

  it('matches an order that a filter adds', async () => {
    const order = (await site.receivables.get(4)).id;
    site.hooks.addFilter('vendor_bank_match_candidates', async (candidates, { remittance }) => {
      const found = await site.receivables.get(4);
      return remittance === 'the blue one' ? [{ order: found, by: 'reference' }] : candidates;
    });
    expect((await site.matched({ remittance: 'the blue one' })).status).toBe('matched');
    expect(await site.orderStatus(order)).toEqual(['paid', leftOf(await site.receivables.get(3))]);
  });

  it('uses the enabled rules of the site, in its order', async () => {
    await site.matching.rules.set('reference', { isEnabled: false });
    expect((await site.matched({ variableSymbol: '100001' })).findings.rule).toBe('unclear');
    await site.matching.rules.reset('reference');
    await site.matching.rules.set('unclear', { position: 1 });
    expect((await site.matched({ variableSymbol: '100002' })).findings.rule).toBe('unclear');
    expect((await site.matching.rules.list())[0]).toMatchObject({ name: 'unclear', isEnabled: true, position: 1 });
    await expect(site.matching.rules.set('nonsense', {})).rejects.toMatchObject({ code: 'vendor_bank_invalid_param' });
  });

  it('handles hostile texts', async () => {
    const long = Array.from({ length: 5000 }, (_, index) => 700_000 + index).join(' ');
    await site.come({ remittance: long }, { remittance: '-/._'.repeat(4000) }, { remittance: "100001' or '1'='1" });
    expect(await site.match()).toMatchObject({ looked: 3, errors: 0 });
  });
});
