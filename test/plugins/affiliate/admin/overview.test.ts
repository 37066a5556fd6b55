import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, openAdminSite } from './admin-site.js';

describe('affiliate overview page', () => {
  let site: AdminSite;
  beforeAll(async () => {
    site = await openAdminSite();
    await site.add('ada');
    const id = await site.earn('ada', 1234.5);
    await site.program.ledger.commissions.approve(id);
  });
  afterAll(() => site.close());

  const monthsAway = (count: number): string => {
    const { year, month } = site.program.statistics.thisMonth();
    return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 7);
  };

  it('shows the amount owed and the top affiliate', async () => {
    const { text } = await site.see('');
    expect(text).toMatch(/<h2>Unpaid balance<\/h2>\s*<p class="m-value af-figure af-figure-short">€123\.45<\/p>/);
    expect(text).toContain('>Name of ada</a>');
  });

  it('updates the pending counts despite the statistics cache, also on the dashboard', async () => {
    const dashboard = async () => (await site.browser.get('/admin')).text;
    expect((await site.see('')).text).toContain('0 applications to review.');
    expect(await dashboard()).not.toContain('to review.');
    await site.add('bob', 'pending');
    await site.earn('ada', 10);
    const { text } = await site.see('');
    expect(text).toContain('1 application to review.');
    expect(text).toContain('1 commission to approve.');
    expect(text).toContain('href="/admin/affiliates/people?status=pending"');
    expect(await dashboard()).toContain('1 application to review.');
  });

  it('links to the previous and next month only where there is data', async () => {
    const before = (await site.see(`?month=${monthsAway(-1)}`)).text;
    expect(before).toContain(`rel="next" href="/admin/affiliates?month=${monthsAway(0)}"`);
    expect(before).not.toContain('rel="prev"');
    expect((await site.see(`?month=${monthsAway(1)}`)).text).toContain(
      `rel="prev" href="/admin/affiliates?month=${monthsAway(0)}"`,
    );
  });

  it.each(['2019-12', '2026-13', 'x', '', '9999-12', '2026-02-30'])(
    'responds with 200 for the month "%s", valid or not',
    async (month) => {
      expect((await site.see(`?month=${month}`)).status).toBe(200);
    },
  );
});
