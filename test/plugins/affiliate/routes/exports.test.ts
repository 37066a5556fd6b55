import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { openProgramSite, type ProgramSite } from './program-site.js';

describe.each(dialects)('affiliate CSV export on $name', (dialect) => {
  let site: ProgramSite;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [affiliate()]);
    drop = database.drop;
    site = await openProgramSite({ database: database.url, allowInsecureAuth: true });
    const ada = await site.add('ada');
    await site.add('bob', 'pending');
    const formula = {
      display_name: '=HYPERLINK("http://x")',
      payment_method: 'paypal',
      payment_email: '+1@example.com',
    };
    await site.program.affiliates.update(ada.id, { display_name: formula.display_name, payment_method: 'paypal' });
    await site.host.db.query.updateTable('affiliate_affiliates').set(formula).where('id', '=', ada.id).execute();
    for (const amount of ['600.05', '10']) {
      const { commission } = await site.program.ledger.record({ affiliateCode: 'ada', origin: 'api', amount });
      await site.program.ledger.commissions.approve(commission?.id ?? 0);
    }
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  /** Requests a file with an application password. */
  async function file(path: string, as: { login: string; password: string } = site.admin) {
    const { password } = await site.host.applicationPasswords.create((await idOf(as.login)) ?? 0, { name: 'Export' });
    return site.http.get(`/api/vendor-affiliate/v1${path}`).auth(as.login, password);
  }
  const idOf = async (login: string) => (await site.host.users.byLogin(login))?.id;
  const records = (text: string): Record<string, string>[] => parse(text, { columns: true });

  it('contains all affiliates with totals, and escapes formulas', async () => {
    const { status, headers, text } = await file('/affiliates/export.csv');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      ...[200, 'text/csv; charset=utf-8', 'attachment; filename="affiliates.csv"'],
    ]);
    expect(records(text)).toMatchObject([
      { code: 'ada', display_name: `'=HYPERLINK("http://x")`, approved: '61.01', balance: '61.01', conversions: '2' },
      { code: 'bob', status: 'pending', balance: '0.00' },
    ]);
    expect(records((await file('/affiliates/export.csv?status=pending')).text)).toHaveLength(1);
  });

  it('contains all commissions with exact decimals, across pages', async () => {
    for (let sale = 0; sale < 501; sale += 1) {
      await site.program.ledger.record({ affiliateCode: 'ada', origin: 'api', amount: 1 });
    }
    const rows = records((await file('/commissions/export.csv')).text);
    expect(rows).toHaveLength(503);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(503);
    expect(rows[0]).toMatchObject({ type: 'custom_form', status: 'approved', amount: '60.01', base_amount: '600.05' });
    expect(records((await file('/commissions/export.csv?status=approved&type=custom_form')).text)).toHaveLength(2);
  });

  it('contains the payments of a payout, with columns from a filter', async () => {
    const { payout } = await site.program.ledger.payouts.create({ method: 'paypal' });
    const path = `/payouts/${payout?.id}/export.csv`;
    expect((await file(path)).text).toBe(
      '"payout_id","affiliate_id","code","name","payment_email","payment_details","method","amount","currency","commissions"\r\n' +
        `${payout?.id},1,"ada","'=HYPERLINK(""http://x"")","'+1@example.com","","paypal","61.01","EUR",2\r\n`,
    );
    site.host.hooks.addFilter('vendor_affiliate_export_columns', (columns, { kind }) =>
      kind === 'payout'
        ? [
            ...columns.slice(2, 3),
            { name: 'back', value: ({ amount }) => `-${amount}` },
            { name: 'note', value: () => '\t=1' },
          ]
        : columns,
    );
    expect((await file(path)).text).toBe(`"code","back","note"\r\n"ada","-61.01","'\t'=1"\r\n`);
    expect((await file('/payouts/999/export.csv')).status).toBe(404);
  });

  it('contains the bank account as it was when the payout was created', async () => {
    const { affiliates, ledger } = site.program;
    await affiliates.update(1, { payment_method: 'bank', payment_details: 'DE02 1203 0000 0000 2020 51' });
    const { payout } = await ledger.payouts.create({ method: 'bank' });
    await affiliates.update(1, { payment_details: 'GB33 BUKB 2020 1555 5555 55' });
    const path = `/payouts/${payout?.id}`;
    expect(records((await file(`${path}/export.csv`)).text)).toMatchObject([
      { payment_details: 'DE02 1203 0000 0000 2020 51' },
    ]);
    const page = await (await site.host.visit(`/admin/affiliates${path}`, { as: site.admin })).text();
    expect(page).toContain('DE02 1203 0000 0000 2020 51');
    const rows = await site.host.db.query.selectFrom('affiliate_payments').select('payment_details').execute();
    expect(JSON.stringify(rows)).not.toContain('2020');
    expect(JSON.stringify((await site.call('GET', path, { as: site.admin.id })).data)).not.toContain('2020');
  });

  it('allows only administrators, and rejects an invalid date', async () => {
    const ada = await site.add('eve');
    for (const path of ['/affiliates/export.csv', '/commissions/export.csv', '/payouts/1/export.csv']) {
      expect([path, (await site.call('GET', path)).status]).toEqual([path, 401]);
      expect([path, (await site.call('GET', path, { as: ada.userId })).status]).toEqual([path, 403]);
    }
    expect((await site.call('GET', '/commissions/export.csv?from=2026-13-01', { as: site.admin.id })).status).toBe(400);
  });
});
