import { beforeEach, describe, expect, it } from 'vitest';
import { createReceivables, type Receivables } from '../../../../src/plugins/bank/receivables/receivables.js';
import { migrations } from '../../../../src/plugins/bank/tables/migrations.js';
import { describeDatabases } from '../../../support/databases.js';

const OWED = { reference: '1001', amountDue: 100_00, currency: 'EUR' };

describeDatabases('receivables', (database) => {
  let receivables: Receivables;

  beforeEach(async () => {
    const db = await database();
    await db.migrate('bank', migrations);
    receivables = createReceivables({ db, now: () => new Date('2026-03-10T12:00:00Z') });
  });

  it('are open when created, and have an IBAN without spaces', async () => {
    const created = await receivables.create({ ...OWED, iban: 'de89 3704 0044 0532 0130 00', dueOn: '2026-04-01' });
    expect(created).toMatchObject({
      ...OWED,
      status: 'open',
      amountPaid: 0,
      iban: 'DE89370400440532013000',
      dueOn: '2026-04-01',
    });
    expect(await receivables.get(Number(created.id))).toEqual(created);
  });

  it.each([
    ['reference', { reference: ' - ' }],
    ['reference', { reference: '000' }],
    ['reference', { reference: 'x'.repeat(65) }],
    ['amount_due', { amountDue: 0 }],
    ['amount_due', { amountDue: 1.5 }],
    ['amount_due', { amountDue: Number.MAX_SAFE_INTEGER + 1 }],
    ['currency', { currency: 'XXZ' }],
    ['currency', { currency: 'eur' }],
    ['customer', { customer: 'x'.repeat(65) }],
    ['iban', { iban: 'not an account' }],
    ['due_on', { dueOn: '2026-02-30' }],
  ])('are refused for an invalid %s', async (name, wrong) => {
    await expect(receivables.create({ ...OWED, ...wrong })).rejects.toMatchObject({
      code: 'vendor_bank_invalid_param',
      status: 400,
      data: { params: { [name]: expect.any(String) } },
    });
  });

  it('have references that payments can distinguish', async () => {
    const { id } = await receivables.create(OWED);
    await expect(receivables.create({ ...OWED, reference: '00 1001' })).rejects.toMatchObject({
      code: 'vendor_bank_reference_taken',
      data: { status: 409, receivable_id: Number(id) },
    });
    const other = await receivables.create({ ...OWED, reference: '1002' });
    await expect(receivables.update(Number(other.id), { reference: '1-001' })).rejects.toMatchObject({
      code: 'vendor_bank_reference_taken',
    });
  });

  it('are created once for concurrent requests with one reference', async () => {
    const ends = await Promise.allSettled([1, 2, 3].map(() => receivables.create(OWED)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await receivables.list({ page: 1, perPage: 10 })).total).toBe(1);
  });

  it('change in the given fields, and keep the others', async () => {
    const { id } = await receivables.create({ ...OWED, customer: 'ada' });
    expect(await receivables.update(Number(id), { amountDue: 90_00, dueOn: undefined })).toMatchObject({
      amountDue: 90_00,
      customer: 'ada',
      status: 'open',
    });
    await expect(receivables.update(99, {})).rejects.toMatchObject({ code: 'vendor_bank_not_found', status: 404 });
  });

  it('are cancelled and reopened, also repeatedly', async () => {
    const { id } = await receivables.create(OWED);
    for (const _ of [1, 2]) expect((await receivables.cancel(Number(id))).status).toBe('cancelled');
    expect((await receivables.update(Number(id), { customer: 'ada' })).status).toBe('cancelled');
    for (const _ of [1, 2]) expect((await receivables.reopen(Number(id))).status).toBe('open');
  });

  describe('list', () => {
    beforeEach(async () => {
      for (const [reference, customer, dueOn] of [
        ['INV-1', 'ada', '2026-03-01'],
        ['INV-2', 'bob', '2026-04-01'],
        ['100%', '', null],
      ] as const) {
        await receivables.create({ ...OWED, reference, customer, dueOn });
      }
    });

    it.each([
      ['a part of the reference', { search: 'inv' }, ['INV-2', 'INV-1']],
      ['a customer', { search: 'AD' }, ['INV-1']],
      ['a percent sign that means itself', { search: '%' }, ['100%']],
      ['the day on which they are due', { due_to: '2026-03-31' }, ['INV-1']],
      ['a state that none has', { status: 'paid' as const }, []],
    ])('finds receivables by %s', async (_, query, references) => {
      const { rows, total } = await receivables.list({ page: 1, perPage: 10, ...query });
      expect([rows.map(({ reference }) => reference), total]).toEqual([references, references.length]);
    });

    it('is paginated', async () => {
      const page = await receivables.list({ page: 2, perPage: 2, orderBy: 'reference', order: 'asc' });
      expect([page.rows.map(({ reference }) => reference), page.total]).toEqual([['INV-2'], 3]);
    });
  });
});
