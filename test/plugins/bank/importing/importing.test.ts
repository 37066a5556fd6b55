import { HostError } from 'mortise';
import { expect, it } from 'vitest';
import { describeDatabases } from '../../../support/databases.js';
import { ACCOUNT, entry, fileOf, lines, named, openImports, statementOf, textFile } from './import-site.js';

describeDatabases('bank import', (database) => {
  it('stores all fields of an entry', async () => {
    const { importFile, rows } = await openImports(await database());
    const paid = named('B-1', {
      direction: 'debit',
      amount: 12_345_67,
      original: { amount: 500_00, currency: 'EUR', rate: '24.691' },
      valueOn: '2026-03-03',
      counterparty: { name: 'Žofie', iban: 'DE89370400440532013000', account: '', bankCode: '', bic: 'COBADEFF' },
      variableSymbol: '4711',
      endToEndId: 'E2E-1',
      creditorReference: 'RF18539007547034',
      remittance: 'Invoice 4711 😀',
      typeCode: 'PMNT/RCDT/ESCT',
      isReversal: true,
      charges: 5_00,
    });
    const report = await importFile(fileOf(statementOf([paid])), { sourceId: 3, runId: 7 });
    expect(report).toMatchObject({ fetched: 1, new: 1, updated: 0, duplicates: 0, review: 0, pending: 0 });
    expect(await rows()).toMatchObject([
      {
        source_id: 3,
        run_id: 7,
        format: 'lines',
        direction: 'debit',
        amount: 12_345_67,
        currency: 'CZK',
        original_amount: 500_00,
        original_currency: 'EUR',
        fx_rate: '24.691',
        booked_on: '2026-03-02',
        value_on: '2026-03-03',
        booking_status: 'booked',
        counterparty_name: 'Žofie',
        counterparty_iban: 'DE89370400440532013000',
        counterparty_bic: 'COBADEFF',
        variable_symbol: '4711',
        end_to_end_id: 'E2E-1',
        creditor_reference: 'RF18539007547034',
        remittance: 'Invoice 4711 😀',
        type_code: 'PMNT/RCDT/ESCT',
        is_reversal: 1,
        charges: 5_00,
        status: 'new',
        allocated: 0,
        dedup_key: 'id:B-1',
        dedup_version: 2,
      },
    ]);
  });

  it('stores a file with more entries than a transaction takes', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    const entries = Array.from({ length: 2345 }, (_, index) => entry({ amount: index + 1 }));
    const progress: number[] = [];
    const report = await importEntries(entries, { onProgress: (count) => progress.push(count) });
    expect(report).toMatchObject({ fetched: 2345, new: 2345 });
    expect(progress).toEqual([1000, 2000, 2345]);
    expect(await rows()).toHaveLength(2345);
  });

  it('keeps two equal payments of one day, and stores neither again', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    expect(await importEntries([entry(), entry()])).toMatchObject({ new: 2, duplicates: 0 });
    expect(await importEntries([entry(), entry(), entry()])).toMatchObject({ new: 1, duplicates: 2 });
    expect(await importEntries([entry()])).toMatchObject({ new: 0, duplicates: 1 });
    expect(await rows()).toHaveLength(3);
  });

  it('keeps payments of two people without a text, also when their bank names no account', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    const from = (name: string) => entry({ counterparty: { name, iban: '', account: '', bankCode: '', bic: '' } });
    await importEntries([from('Ada')]);
    expect(await importEntries([from('Eve')])).toMatchObject({ new: 1 });
    expect(await rows()).toHaveLength(2);
  });

  it('identifies an entry by its bank reference, and updates it with new data', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    await importEntries([named('B-1', { remittance: '' })]);
    expect(await importEntries([named('B-1', { remittance: 'Order 7' })])).toMatchObject({ new: 0, updated: 1 });
    expect(await rows()).toMatchObject([{ remittance: 'Order 7', dedup_key: 'id:B-1' }]);
    expect(await importEntries([named('B-1', { remittance: 'Order 7', position: 'elsewhere' })])).toMatchObject({
      updated: 0,
      duplicates: 1,
    });
  });

  it('loses nothing when a bank uses a reference twice', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    const paid = named('B-1');
    const takenBack = named('B-1', { direction: 'debit', isReversal: true });
    const another = named('B-1', { remittance: 'Another one' });
    const all = [paid, takenBack, another];
    expect(await importEntries(all)).toMatchObject({ new: 3 });
    expect(await importEntries([...all, entry()])).toMatchObject({ new: 1, duplicates: 3, updated: 0 });
    expect(await importEntries([takenBack])).toMatchObject({ duplicates: 1 });
    expect(await importEntries([another])).toMatchObject({ duplicates: 1 });
    expect((await rows()).map(({ direction, remittance }) => [direction, remittance])).toEqual([
      ['credit', ''],
      ['debit', ''],
      ['credit', 'Another one'],
      ['credit', ''],
    ]);
  });

  it('identifies a reference that is longer than a key', async () => {
    const { import: importEntries } = await openImports(await database());
    const long = (end: string) => named(`${'x'.repeat(180)}${end}`);
    expect(await importEntries([long('1'), long('2')])).toMatchObject({ new: 2 });
    expect(await importEntries([long('2'), entry({ amount: 1 })])).toMatchObject({ new: 1, duplicates: 1 });
  });

  it('books a pending entry up to five days later', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    const pending = entry({ bookingStatus: 'pending', bookedOn: '2026-03-02', remittance: 'Card 1' });
    expect(await importEntries([pending])).toMatchObject({ new: 1, pending: 1 });
    const booked = entry({ bookedOn: '2026-03-07', valueOn: '2026-03-06', remittance: 'card 1' });
    expect(await importEntries([booked])).toMatchObject({ new: 0, updated: 1, pending: 0 });
    expect(await rows()).toMatchObject([{ booking_status: 'booked', booked_on: '2026-03-07', status: 'new' }]);
    // Importing either file again adds nothing.
    expect(await importEntries([booked, entry({ amount: 1 })])).toMatchObject({ new: 1, duplicates: 1 });
    expect(await importEntries([pending, entry({ amount: 1 })])).toMatchObject({ new: 0, duplicates: 2, pending: 1 });
    expect(await rows()).toHaveLength(2);
  });

  it('stores an entry that is booked later than five days as another one', async () => {
    const { import: importEntries } = await openImports(await database());
    await importEntries([entry({ bookingStatus: 'pending', bookedOn: '2026-03-02' })]);
    expect(await importEntries([entry({ bookedOn: '2026-03-08' })])).toMatchObject({ new: 1, updated: 0 });
  });

  it('books two equal pending entries as two', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    const pending = entry({ bookingStatus: 'pending' });
    await importEntries([pending, pending]);
    const booked = entry({ bookedOn: '2026-03-04' });
    expect(await importEntries([booked])).toMatchObject({ new: 0, updated: 1 });
    expect(await importEntries([booked, booked])).toMatchObject({ new: 0, updated: 1, duplicates: 1 });
    expect((await rows()).map(({ booking_status }) => booking_status)).toEqual(['booked', 'booked']);
  });

  it('lets a pending entry change its amount, but not a booked one', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    await importEntries([named('C-1', { bookingStatus: 'pending', amount: 50_00 })]);
    expect(await importEntries([named('C-1', { amount: 48_00 })])).toMatchObject({ updated: 1 });
    expect(await rows()).toMatchObject([{ amount: 48_00, booking_status: 'booked' }]);
    expect(await importEntries([named('C-1', { bookingStatus: 'pending', amount: 50_00 }), entry()])).toMatchObject({
      new: 1,
      duplicates: 1,
    });
    expect(await importEntries([named('C-1', { amount: 47_00 })])).toMatchObject({ new: 1, updated: 0 });
  });

  it('flags a possible duplicate from another format for review', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    await importEntries([named('B-1', { remittance: 'Order 7' }), entry({ amount: 7 })]);
    const described = entry({ remittance: 'ORDER 7 BY ADA' });
    const report = await importEntries([described, described], { format: lines('others') });
    expect(report).toMatchObject({ fetched: 2, new: 1, review: 1 });
    const [first, , doubted, fresh] = await rows();
    expect(doubted).toMatchObject({ status: 'review', duplicate_of: first?.id });
    expect(JSON.parse(doubted?.findings ?? '')).toMatchObject({ flags: ['near_duplicate'] });
    expect(fresh).toMatchObject({ status: 'new', duplicate_of: 0 });
    expect(await importEntries([described], { format: lines('others') })).toMatchObject({ duplicates: 1, review: 0 });
  });

  it('flags no entries of one file, nor of two files of one format with bank references', async () => {
    const { import: importEntries } = await openImports(await database());
    expect(await importEntries([named('B-1'), entry({ remittance: 'a' })])).toMatchObject({ new: 2, review: 0 });
    expect(await importEntries([named('B-2', { remittance: 'b' }), named('B-1')])).toMatchObject({
      new: 0,
      duplicates: 1,
      review: 1,
    });
    expect(await importEntries([named('B-3', { bookedOn: '2026-03-05' })])).toMatchObject({ new: 1, review: 0 });
    expect(await importEntries([named('B-4', { bookedOn: '2026-03-05' })])).toMatchObject({ new: 1, review: 0 });
  });

  it('keeps accounts apart, and recognizes one by its number in another format', async () => {
    const { importFile, rows, db } = await openImports(await database());
    await importFile(fileOf(statementOf([named('B-1')])));
    const byNumber = { ...ACCOUNT, iban: '', number: '19-2000145399', bankCode: '0800' };
    expect(await importFile(fileOf(statementOf([named('B-1')], byNumber)))).toMatchObject({ duplicates: 1 });
    const other = { ...ACCOUNT, iban: 'CZ9455000000001011038930' };
    expect(await importFile(fileOf(statementOf([named('B-1')], other)))).toMatchObject({ new: 1 });
    expect(new Set((await rows()).map(({ account_id }) => account_id)).size).toBe(2);
    expect(await db.query.selectFrom('bank_accounts').select('account_key').orderBy('id').execute()).toEqual([
      { account_key: ACCOUNT.iban },
      { account_key: other.iban },
    ]);
  });

  it('imports several statements of one file, each into its account', async () => {
    const { importFile, rows } = await openImports(await database());
    const other = { ...ACCOUNT, iban: 'CZ9455000000001011038930' };
    const parts = [...statementOf([entry(), entry()]), ...statementOf([entry()], other), ...statementOf([entry()])];
    expect(await importFile(fileOf(parts))).toMatchObject({ fetched: 4, new: 4 });
    const [first, second, third, fourth] = (await rows()).map(({ account_id }) => account_id);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('skips a file that was imported before, but reads one with errors again', async () => {
    const { importFile } = await openImports(await database());
    const file = fileOf(statementOf([entry()]));
    expect(await importFile(file)).toMatchObject({ isKnownFile: false, new: 1 });
    expect(await importFile(file)).toMatchObject({ isKnownFile: true, fetched: 0, duplicates: 0 });
    expect(await importFile(file, { profile: 'another' })).toMatchObject({ isKnownFile: false, duplicates: 1 });
    const bad = fileOf(statementOf([entry(), entry({ amount: 1.5 })]));
    for (const _time of [1, 2]) {
      expect(await importFile(bad)).toMatchObject({ isKnownFile: false, fetched: 1, duplicates: 1, errors: 1 });
    }
  });

  it('reports invalid entries, and stores the others', async () => {
    const { import: importEntries, importFile, rows } = await openImports(await database());
    const bad = [
      entry({ amount: -1 }),
      entry({ amount: Number.NaN }),
      entry({ currency: 'crowns' }),
      entry({ bookedOn: '2026-02-30' }),
      entry({ bookedOn: '' }),
      entry({ direction: 'sideways' as 'credit' }),
    ].map((each, index) => ({ ...each, position: `entry ${index + 1}` }));
    const report = await importEntries([...bad, entry()]);
    expect(report).toMatchObject({ fetched: 1, new: 1, errors: 6, warnings: 0 });
    expect(report.problems.map(({ code, position }) => `${code} ${position}`)).toEqual(
      bad.map(({ position }) => `entry_invalid ${position}`),
    );
    const warning = { severity: 'warning', code: 'balance_differs', message: 'It does.', position: '' } as const;
    const parts = [...statementOf([entry({ amount: 2 })]), { kind: 'problem', problem: warning } as const];
    expect(await importFile(fileOf(parts))).toMatchObject({ new: 1, errors: 0, warnings: 1, problems: [warning] });
    expect(await rows()).toHaveLength(2);
  });

  it('counts all problems of a hostile file, and reports the first 200', async () => {
    const { import: importEntries } = await openImports(await database());
    const report = await importEntries(Array.from({ length: 5000 }, () => entry({ amount: -1 })));
    expect(report.errors).toBe(5000);
    expect(report.problems).toHaveLength(200);
  });

  it('truncates texts to the length of their columns', async () => {
    const { import: importEntries, rows } = await openImports(await database());
    const long = '😀x'.repeat(500);
    const counterparty = { name: long, iban: long, account: long, bankCode: long, bic: long };
    const all = { variableSymbol: long, endToEndId: long, bankReference: long, remittance: `a\0${long}\ud800` };
    expect(await importEntries([named(long, { ...all, counterparty, typeCode: long })])).toMatchObject({ new: 1 });
    const [row] = await rows();
    expect([...(row?.counterparty_name ?? '')]).toHaveLength(200);
    expect([...(row?.bank_reference ?? '')]).toHaveLength(191);
    expect(await importEntries([named(long, { ...all, counterparty, typeCode: long }), entry()])).toMatchObject({
      duplicates: 1,
    });
  });

  it('refuses a statement without an account', async () => {
    const { importFile } = await openImports(await database());
    const nameless = { ...ACCOUNT, iban: '' };
    await expect(importFile(fileOf(statementOf([entry()], nameless)))).rejects.toMatchObject({
      code: 'vendor_bank_invalid_param',
      status: 400,
    });
    await expect(importFile(fileOf([{ kind: 'entry', entry: entry() }]))).rejects.toMatchObject({
      code: 'vendor_bank_parse_failed',
    });
  });

  it('keeps the chunks before an unreadable one, and continues from there', async () => {
    const { importFile, rows } = await openImports(await database());
    const entries = Array.from({ length: 1500 }, (_, index) => entry({ amount: index + 1 }));
    const whole = statementOf(entries);
    const broken = whole.map((part) => JSON.stringify(part)).join('\n');
    await expect(importFile(textFile(`${broken}\n{`))).rejects.toThrow(SyntaxError);
    expect(await rows()).toHaveLength(1000);
    expect(await importFile(fileOf(whole))).toMatchObject({ fetched: 1500, new: 500, duplicates: 1000 });
  });

  it('stores nothing after the lease is lost', async () => {
    const { importFile, rows, db } = await openImports(await database());
    const takeOver = () => db.query.updateTable('locks').set({ owner: 'somebody else' }).execute();
    const format = { ...lines(), read: (...args: Parameters<ReturnType<typeof lines>['read']>) => slowly(...args) };
    async function* slowly(...args: Parameters<ReturnType<typeof lines>['read']>) {
      yield* lines().read(...args);
      await takeOver();
    }
    const lost = importFile(fileOf(statementOf([entry()])), { format });
    await expect(lost).rejects.toMatchObject({ code: 'lock_lost' } satisfies Partial<HostError>);
    expect(await rows()).toEqual([]);
  });
});

describeDatabases('bank import dry run', (database) => {
  it('counts the entries that would be stored', async () => {
    const { import: importEntries, rows, db } = await openImports(await database());
    const entries = [entry(), entry(), named('B-1'), named('B-1'), named('B-1', { amount: 5 })];
    const rehearsed = await importEntries(entries, { isDryRun: true });
    expect(await rows()).toEqual([]);
    expect(await db.query.selectFrom('bank_accounts').selectAll().execute()).toEqual([]);
    expect(await db.query.selectFrom('bank_files').selectAll().execute()).toEqual([]);
    expect(await importEntries(entries)).toEqual(rehearsed);
    expect(rehearsed).toMatchObject({ fetched: 5, new: 4, duplicates: 1 });
  });

  it('counts over several transactions as an import would', async () => {
    const { import: importEntries } = await openImports(await database());
    await importEntries([named('B-3', { bookingStatus: 'pending' }), entry({ amount: 9 })]);
    const many = Array.from({ length: 2500 }, (_, index) => named(`B-${index % 1300}`, { amount: (index % 7) + 1 }));
    const rehearsed = await importEntries(many, { isDryRun: true });
    expect(await importEntries(many)).toEqual(rehearsed);
  });
});

describeDatabases('import listeners and filters', (database) => {
  it('receive each new entry, each duplicate and each file after the commit', async () => {
    const { import: importEntries, hooks, db } = await openImports(await database());
    const heard: string[] = [];
    hooks.addAction('vendor_bank_transaction_imported', async ({ id, amount, account_id }) => {
      expect(db.isInTransaction()).toBe(false);
      heard.push(`imported ${id} ${amount} ${account_id}`);
    });
    hooks.addAction('vendor_bank_transaction_duplicate', ({ transaction_id, position }) => {
      heard.push(`duplicate ${transaction_id} ${position}`);
    });
    hooks.addAction('vendor_bank_file_imported', ({ name, fetched, duplicates }) => {
      heard.push(`file ${name} ${fetched} ${duplicates}`);
    });
    await importEntries([named('B-1'), named('B-1')]);
    await importEntries([named('B-1')], { isDryRun: true });
    await importEntries([named('B-1')]);
    expect(heard).toEqual([
      'imported 1 100 1',
      'duplicate null entry 1',
      'file statement.jsonl 2 1',
      'duplicate 1 entry 1',
      'file statement.jsonl 1 1',
    ]);
  });

  it('receive a unique event id for each entry', async () => {
    const { import: importEntries, hooks, outbox } = await openImports(await database());
    const ids: (string | undefined)[] = [];
    hooks.addAction('vendor_bank_transaction_imported', () => void ids.push(outbox.current()?.id));
    await importEntries([named('B-1'), named('B-2')]);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
  });

  it('can change the fields of an entry', async () => {
    const { import: importEntries, hooks, rows } = await openImports(await database());
    hooks.addFilter('vendor_bank_normalize_transaction', (each, { format, file, account }) => ({
      ...each,
      variableSymbol: `${format} ${file} ${account.currency}`,
    }));
    await importEntries([entry()]);
    expect(await rows()).toMatchObject([{ variable_symbol: 'lines statement.jsonl CZK' }]);
  });

  it('can choose the key of an entry', async () => {
    const { import: importEntries, hooks, rows } = await openImports(await database());
    hooks.addFilter('vendor_bank_dedup_key', (key, { remittance }) => (remittance === '' ? key : `id:${remittance}`));
    await importEntries([entry({ remittance: 'x' }), entry({ remittance: 'x', bookedOn: '2026-03-04' }), entry()]);
    expect(await importEntries([entry({ remittance: 'x' })])).toMatchObject({ new: 0 });
    expect((await rows())[0]).toMatchObject({ dedup_key: 'id:x' });
  });

  it('refuse the file when they fail', async () => {
    const { import: importEntries, hooks, rows } = await openImports(await database());
    hooks.addFilter('vendor_bank_normalize_transaction', () => {
      throw new HostError('acme_down', 'Not now.', { status: 503 });
    });
    await expect(importEntries([entry()])).rejects.toMatchObject({ code: 'acme_down' });
    expect(await rows()).toEqual([]);
  });
});
