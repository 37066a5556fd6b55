import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bank } from '../../../src/plugins/bank/index.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { type BankSite, openBankSite } from './routes/bank-site.js';

const JANE = 'jane@example.org';
const IBAN = 'CZ6508000000192000145399';
const OTHER = 'CZ5508000000001234567899';
const LONG_AGO = '2010-03-02';

describe.each(dialects)('bank privacy requests on $name', (dialect) => {
  let site: BankSite;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [bank()]);
    drop = database.drop;
    site = await openBankSite({ database: database.url, allowInsecureAuth: true });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const ours = <Group extends { readonly name: string }>(groups: readonly Group[]): Group[] =>
    groups.filter(({ name }) => name.startsWith('bank/'));
  const everything = async (): Promise<string> => {
    const { query } = site.host.db;
    return JSON.stringify([
      await query.selectFrom('bank_transactions').selectAll().orderBy('id').execute(),
      await query.selectFrom('bank_payments').selectAll().orderBy('id').execute(),
      await query.selectFrom('bank_receivables').selectAll().orderBy('id').execute(),
    ]);
  };
  const owe = async (reference: string, customer: string, iban = '') =>
    String((await site.bank.receivables.create({ reference, amountDue: 100_00, currency: 'CZK', customer, iban })).id);
  const pay = (id: number, orderId: string) => site.bank.matching.match(id, [{ orderId }], site.admin.id);
  const idsFrom = (groups: readonly { readonly name: string; readonly records: readonly object[] }[]) =>
    groups.find(({ name }) => name === 'bank/transactions')?.records.map((record) => (record as { id: number }).id) ??
    [];
  const outcomes = async (dryRun = false) =>
    ours(await site.host.privacy.erase(await site.host.privacy.find(JANE), { dryRun })).map(
      ({ name, count, outcome }) => [name, count, outcome],
    );

  it('export receivables, their payments, and other transactions of the same account', async () => {
    const order = await owe('1001', JANE);
    const [paid = 0, again = 0, sent = 0] = await site.come(
      { name: 'Jane Doe', iban: IBAN, remittance: 'Shoes' },
      { name: 'J. Doe', iban: IBAN },
      { direction: 'debit', iban: IBAN, remittance: 'Refund' },
      { name: 'Somebody else', iban: OTHER, remittance: 'jane' },
    );
    await pay(paid, order);
    const handed = ours(await site.host.privacy.export(await site.host.privacy.find(JANE)));
    expect(idsFrom(handed)).toEqual([paid, again, sent]);
    expect(handed.find(({ name }) => name === 'bank/receivables')?.records).toMatchObject([
      { reference: '1001', customer: JANE, amount_due: 100, status: 'paid' },
    ]);
    expect(handed.find(({ name }) => name === 'bank/transactions')?.records[0]).toMatchObject({
      counterparty_name: 'Jane Doe',
      counterparty_iban: IBAN,
      remittance: 'Shoes',
      amount: 100,
      currency: 'CZK',
    });
    expect(JSON.stringify(handed)).not.toMatch(/dedup|hash|_minor_/);
  });

  it('skip payments of others from the account of a payment service', async () => {
    const [mine, theirs] = [await owe('1001', JANE), await owe('1002', 'bob@example.org')];
    const [first = 0, second = 0, third = 0] = await site.come({ iban: IBAN }, { iban: IBAN }, { iban: IBAN });
    await pay(first, mine);
    await pay(second, theirs);
    expect(third).toBeGreaterThan(0);
    expect(idsFrom(await site.host.privacy.export(await site.host.privacy.find(JANE)))).toEqual([first]);
  });

  it('find transactions that contain the email, but not a similar one', async () => {
    const [text = 0, account = 0] = await site.come(
      { remittance: `Order of JANE@example.org, thanks` },
      { name: `<${JANE}>` },
      { remittance: `mary-jane@example.org` },
      { remittance: `${JANE}.cz` },
      { remittance: `x.${JANE}` },
    );
    expect(idsFrom(await site.host.privacy.export(await site.host.privacy.find(JANE)))).toEqual([text, account]);
  });

  it('find customers by the names that a filter adds', async () => {
    const order = await owe('1001', 'customer-42');
    const [id = 0] = await site.come({ iban: IBAN });
    await pay(id, order);
    const person = await site.host.privacy.find(JANE);
    expect(ours(await site.host.privacy.export(person))).toEqual([]);
    site.host.hooks.addFilter('vendor_bank_customers_of_person', (customers, { email }) =>
      email === JANE ? [...customers, 'customer-42'] : customers,
    );
    expect(idsFrom(await site.host.privacy.export(person))).toEqual([id]);
    expect(ours(await site.host.privacy.export(await site.host.privacy.find('bob@example.org')))).toEqual([]);
  });

  it('keep transactions of the retention period, and receivables that are still open', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const [order] = [await owe('1001', JANE), await owe('1002', JANE)];
    const [id = 0] = await site.come({ name: 'Jane Doe', iban: IBAN, bookedOn: today });
    await pay(id, order ?? '');
    const before = await everything();
    expect(await outcomes(true)).toEqual([
      ['bank/receivables', 1, 'kept'],
      ['bank/receivables', 1, 'kept'],
      ['bank/transactions', 1, 'kept'],
    ]);
    expect(await outcomes()).toEqual(await outcomes(true));
    expect(await everything()).toBe(before);
    const [erasure] = ours(await site.host.privacy.erase(await site.host.privacy.find(JANE))).slice(-1);
    expect(erasure?.reason).toContain('10 years');
  });

  it('anonymize older transactions, of which sums and references stay', async () => {
    const order = await owe('1001', JANE, IBAN);
    const [old = 0, waiting = 0] = await site.come(
      {
        name: 'Jane Doe',
        iban: IBAN,
        remittance: `Shoes for ${JANE}`,
        bookedOn: LONG_AGO,
        variableSymbol: '1001',
      },
      { name: 'Jane Doe', iban: IBAN, isPending: true },
      { name: 'Bob', iban: OTHER, bookedOn: LONG_AGO },
    );
    await pay(old, order);
    await site.host.db.query.updateTable('bank_receivables').set({ updated_at: '2010-03-02 00:00:00.000' }).execute();
    const before = await everything();
    const expected = [
      ['bank/receivables', 1, 'detached'],
      ['bank/transactions', 2, 'detached'],
    ];
    expect(await outcomes(true)).toEqual(expected);
    expect(await everything()).toBe(before);
    expect(await outcomes()).toEqual(expected);
    expect(await everything()).not.toMatch(/jane|shoes|CZ65/i);
    expect(await everything()).toContain('Bob');
    expect(await site.bank.transactions.get(old)).toMatchObject({
      amount: 100_00,
      bookedOn: LONG_AGO,
      variableSymbol: '1001',
      status: 'matched',
      allocated: 100_00,
    });
    expect((await site.bank.transactions.get(waiting)).counterparty).toMatchObject({ name: '', iban: '' });
    expect(await site.bank.receivables.get(Number(order))).toMatchObject({ status: 'paid', customer: '', iban: '' });
    // Nothing is left that could be found again.
    expect(await outcomes()).toEqual([]);
  });

  it('keep transactions for the years in the settings', async () => {
    const lastYear = new Date().getUTCFullYear() - 1;
    await site.come({ remittance: JANE, bookedOn: `${lastYear}-12-31` });
    await site.host.settings.save('bank', { keepYears: 1 });
    expect(await outcomes(true)).toEqual([['bank/transactions', 1, 'kept']]);
    await site.host.settings.save('bank', { keepYears: 0 });
    expect(await outcomes(true)).toEqual([['bank/transactions', 1, 'detached']]);
  });

  it('erase nothing during a run, and can be repeated afterwards', async () => {
    await site.come({ remittance: JANE, bookedOn: LONG_AGO });
    await site.host.locks.run('bank:bank_run', async () => {
      await expect(outcomes()).rejects.toMatchObject({ code: 'vendor_bank_locked' });
    });
    expect(await outcomes()).toEqual([['bank/transactions', 1, 'detached']]);
  });
});
