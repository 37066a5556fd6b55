import path from 'node:path';
import { affiliate } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const PATH = '/admin/affiliates';

describeInBrowser('the affiliate programme in the admin area', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number; login: string; password: string };
  let made = 0;

  beforeAll(async () => {
    site = await publishSite({ plugins: [affiliate()] });
    admin = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const programme = () => site.host.plugin('affiliate');
  const main = (page: Page) => page.getByRole('main');
  const said = (page: Page) => main(page).locator('.m-notice').first();

  /** Somebody who takes part. */
  async function add(name: string, status: 'active' | 'pending' = 'active') {
    made += 1;
    const email = `person-${made}@example.com`;
    return programme().affiliates.create({ email, display_name: name, status, payment_method: 'paypal' });
  }

  async function earn(affiliateId: number, amount = 100): Promise<number> {
    const { commission } = await programme().ledger.record({ affiliateId, origin: 'manual', amount });
    return commission?.id ?? 0;
  }

  async function open(place = '', { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await visitor.page.goto(PATH + place);
    await logIn(visitor.page, admin.login, admin.password);
    return visitor.page;
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const folder = process.env.MORTISE_SHOTS;
    if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  }

  it('shows pages that break no rule and fit every screen', async () => {
    const ada = await add('Ada <script>alert(1)</script> with-a-very-long-name-that-has-no-place-to-break-it-in-two');
    const bob = await add('Bob', 'pending');
    const other = await programme().affiliates.create({
      email: 'held@example.com',
      status: 'active',
      display_name: 'Held',
    });
    await programme().affiliates.update(ada.id, {
      notes: 'Wrote on Monday.\nWants more.',
      flags: ['self_referral', 'looked_at'],
      website: 'https://example.com/a-page',
      promo_method: 'A blog about birds.',
      parent_id: other.id,
      rate_type: 'percentage',
      rate: 12.5,
      country: 'CZ',
      payment_details: 'CZ65 0800 0000 1920 0014 5399',
    });
    const first = await earn(ada.id, 1234.5);
    for (const amount of [10, 20, 30, 99.99]) await earn(ada.id, amount);
    await earn(other.id, 700);
    await programme().ledger.commissions.approve(first);
    await programme().ledger.commissions.refund(first, { amount: 1000, reference: 'R-1' });
    const { payout } = await programme().ledger.payouts.create({ method: 'paypal', createdBy: admin.id });
    const paid = await earn(ada.id, 4000);
    await programme().ledger.commissions.approve(paid);
    await programme().ledger.record({
      affiliateId: ada.id,
      origin: 'api',
      amount: 500,
      customerEmail: 'someone@example.com',
      formId: 'contact',
      meta: { plan: 'gold' },
    });
    const flagged = (await programme().ledger.commissions.list({ page: 1, perPage: 1 })).rows[0]?.id;
    const page = await open();
    const places = {
      overview: '',
      people: '/people',
      person: `/people/${ada.id}`,
      applicant: `/people/${bob.id}`,
      'new-person': '/people/new',
      commissions: '/commissions',
      commission: `/commissions/${first}`,
      flagged: `/commissions/${flagged}`,
      payouts: '/payouts',
      'new-payout': '/payouts/new',
      'dry-run': '/payouts/new?method=paypal',
      payout: `/payouts/${payout?.id}`,
      keys: '/keys',
    };
    for (const [name, place] of Object.entries(places)) {
      await page.goto(PATH + place);
      await expectAccessible(page, [1280, 390], async (where) => {
        const width = page.viewportSize()?.width;
        expect([name, where, await page.locator('html').evaluate((html) => html.scrollWidth)]).toEqual([
          name,
          where,
          width,
        ]);
        await shoot(page, `${name}-${where.replace(', ', '-')}`);
      });
    }
  }, 180_000);

  it.each([true, false])('approves an application, with JavaScript: %s', async (javaScriptEnabled) => {
    const { id } = await add('Cleo', 'pending');
    const page = await open('', { javaScriptEnabled });
    await main(page).getByRole('link', { name: 'Look at applications' }).click();
    await main(page).getByRole('link', { name: 'Cleo' }).first().click();
    await main(page).getByRole('button', { name: 'Approve', exact: true }).click();
    expect(await said(page).textContent()).toContain('Cleo is active');
    expect((await programme().affiliates.get(id)).status).toBe('active');
    await main(page).getByRole('button', { name: 'Reject', exact: true }).click();
    expect((await programme().affiliates.get(id)).status).toBe('rejected');
  });
});
