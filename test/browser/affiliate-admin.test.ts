import { affiliate } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { logIn, signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const PATH = '/admin/affiliates';

describeInBrowser('affiliate admin', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number; login: string; password: string };
  let created = 0;

  beforeAll(async () => {
    site = await publishSite({ plugins: [affiliate()] });
    admin = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const program = () => site.host.plugin('affiliate');
  const main = (page: Page) => page.getByRole('main');
  const notice = (page: Page) => main(page).locator('.m-notice').first();

  /** Creates an affiliate. */
  async function add(name: string, status: 'active' | 'pending' = 'active') {
    created += 1;
    const email = `person-${created}@example.com`;
    return program().affiliates.create({ email, display_name: name, status, payment_method: 'paypal' });
  }

  async function earn(affiliateId: number, amount = 100): Promise<number> {
    const { commission } = await program().ledger.record({ affiliateId, origin: 'manual', amount });
    return commission?.id ?? 0;
  }

  async function open(place = '', { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, admin);
    await visitor.page.goto(PATH + place);
    return visitor.page;
  }

  it('displays pages that are accessible and fit every screen', async () => {
    const ada = await add('Ada <script>alert(1)</script> with-a-very-long-name-that-has-no-place-to-break-it-in-two');
    const bob = await add('Bob', 'pending');
    const other = await program().affiliates.create({
      email: 'held@example.com',
      status: 'active',
      display_name: 'Held',
    });
    await program().affiliates.update(ada.id, {
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
    await program().ledger.commissions.approve(first);
    await program().ledger.commissions.refund(first, { amount: 1000, reference: 'R-1' });
    const { payout } = await program().ledger.payouts.create({ method: 'paypal', createdBy: admin.id });
    const paid = await earn(ada.id, 4000);
    await program().ledger.commissions.approve(paid);
    await program().ledger.record({
      affiliateId: ada.id,
      origin: 'api',
      amount: 500,
      customerEmail: 'someone@example.com',
      formId: 'contact',
      meta: { plan: 'gold' },
    });
    const flagged = (await program().ledger.commissions.list({ page: 1, perPage: 1 })).rows[0]?.id;
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

  it.each([true, false])('approves an application, JavaScript: %s', async (javaScriptEnabled) => {
    const { id } = await add('Cleo', 'pending');
    const page = await open('', { javaScriptEnabled });
    await main(page).getByRole('link', { name: 'View applications' }).click();
    await main(page).getByRole('link', { name: 'Cleo' }).first().click();
    await main(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => notice(page).textContent()).toContain('Cleo activated.');
    expect((await program().affiliates.get(id)).status).toBe('active');
    await main(page).getByRole('button', { name: 'Reject', exact: true }).click();
    expect((await program().affiliates.get(id)).status).toBe('rejected');
  });

  it.each([true, false])(
    'approves several commissions and rejects another, JavaScript: %s',
    async (javaScriptEnabled) => {
      const { id, code } = await add('Dora');
      const ids = [await earn(id), await earn(id, 20), await earn(id, 30)];
      const page = await open(`/commissions?affiliate=${code}`, { javaScriptEnabled });
      const tick = (each: number | undefined) =>
        main(page)
          .getByRole('checkbox', { name: `Select Commission ${each}, Dora`, exact: true })
          .check();
      const choose = async (act: string) => {
        await main(page).getByLabel('Bulk action').selectOption(act);
        await main(page).getByRole('button', { name: 'Apply' }).click();
      };
      await tick(ids[0]);
      await tick(ids[1]);
      await choose('approve');
      expect(await notice(page).textContent()).toContain('2 commissions approved. To undo, choose Reject.');
      await tick(ids[2]);
      await choose('reject');
      expect(await notice(page).textContent()).toContain('Choose a reason.');
      await tick(ids[2]);
      await main(page).getByLabel('Choose a reason…').selectOption('duplicate');
      await choose('reject');
      expect(await notice(page).textContent()).toContain('1 commission rejected.');
      const rows = await Promise.all(ids.map((each) => program().ledger.commissions.get(each)));
      expect(rows.map(({ status }) => status)).toEqual(['approved', 'approved', 'rejected']);
      // The URL keeps the list filter.
      expect(new URL(page.url()).searchParams.get('affiliate')).toBe(code);
    },
  );

  it.each([true, false])(
    'creates a payout from a preview, completes and downloads it, JavaScript: %s',
    async (javaScriptEnabled) => {
      const { id, code } = await add('Emma');
      await program().ledger.commissions.approve(await earn(id, 1000));
      const page = await open('/payouts', { javaScriptEnabled });
      const press = (name: string) => main(page).getByRole('button', { name, exact: true }).click();
      await main(page).getByRole('link', { name: 'New payout' }).first().click();
      await main(page).getByLabel('Limit to affiliates').fill(`${code} nobody-at-all`);
      await press('Preview payout');
      expect(await main(page).locator('.m-refusal').textContent()).toContain(
        'No affiliate has the code “nobody-at-all”.',
      );
      await main(page).getByLabel('Limit to affiliates').fill(code);
      await press('Preview payout');
      expect(await main(page).textContent()).toContain('1 payment, €100.00');
      expect(await main(page).getByRole('cell', { name: '€100.00' }).count()).toBe(1);
      await main(page).getByRole('link', { name: 'Back' }).click();
      await expect.poll(() => main(page).getByLabel('Limit to affiliates').inputValue()).toBe(code);
      await press('Preview payout');
      await press('Create payout');
      expect(await notice(page).textContent()).toContain('Payout created as a draft.');
      await press('Mark as processing');
      await press('Mark as paid');
      expect(await main(page).locator('.m-badges').textContent()).toContain('Completed');
      const download = page.waitForEvent('download');
      await main(page).getByRole('link', { name: 'Download CSV' }).click();
      expect((await download).suggestedFilename()).toMatch(/^payout-\d+\.csv$/);
      await page.goto(`${PATH}/people/${id}`);
      expect(await main(page).locator('.m-definitions').first().textContent()).toMatch(/Paid\s*€100\.00/);
    },
  );

  it.each([true, false])('creates, rotates and revokes an API key, JavaScript: %s', async (javaScriptEnabled) => {
    const label = `Shop ${javaScriptEnabled}`;
    const page = await open('/keys', { javaScriptEnabled });
    const secret = () => main(page).locator('#secret').inputValue();
    await main(page).getByLabel('Name').fill(label);
    await page.keyboard.press('Enter');
    const first = await secret();
    expect(first).toMatch(/^v[a-z]*k_/);
    // axe runs as a script of the page.
    if (javaScriptEnabled) await expectAccessible(page, [390]);
    await main(page).getByRole('link', { name: label }).click();
    await main(page).getByRole('button', { name: 'Rotate key' }).click();
    expect(await secret()).not.toBe(first);
    await main(page).getByRole('button', { name: 'Revoke key' }).click();
    await expect.poll(() => notice(page).textContent()).toContain(`Key “${label}” revoked.`);
    expect(await main(page).getByRole('link', { name: label }).count()).toBe(0);
  });

  it('displays a validation error at the form and keeps the input', async () => {
    const { id } = await add('Fay');
    const page = await open(`/people/${id}`, { width: 390 });
    await main(page).getByLabel('Commission type').selectOption('percentage');
    await main(page)
      .getByLabel(/^Commission rate/)
      .fill('12,50');
    await main(page).getByRole('button', { name: 'Save terms' }).click();
    const refusal = main(page).locator('.m-refusal');
    await refusal.getByRole('link').click();
    await expect.poll(() => page.locator(':focus').inputValue()).toBe('12,50');
    await expectAccessible(page, [390]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('12.50');
    await page.keyboard.press('Enter');
    await expect.poll(() => notice(page).textContent()).toContain('Fay saved.');
    expect(await program().affiliates.get(id)).toMatchObject({ rateType: 'percentage', rate: 1250 });
  });

  it('fits a phone in German and displays errors at the form', async () => {
    const german = await publishSite({ plugins: [affiliate()], locale: 'de' });
    const boss = await german.host.createUser('administrator');
    const { affiliates, ledger } = german.host.plugin('affiliate');
    const { id } = await affiliates.create({ email: 'a@example.com', status: 'active', payment_method: 'bank' });
    const { commission } = await ledger.record({ affiliateId: id, origin: 'api', amount: 10_000 });
    visitor = await openVisitor(browser(), german.url, { viewport: { width: 390, height: 900 } });
    const { page } = visitor;
    await page.goto(PATH);
    await logIn(page, boss.login, boss.password);
    const places = [
      '',
      '/people',
      `/people/${id}`,
      '/commissions',
      `/commissions/${commission?.id}`,
      '/payouts/new?method=paypal',
      '/keys',
    ];
    for (const place of places) {
      await page.goto(PATH + place);
      expect([place, await page.locator('html').evaluate((html) => html.scrollWidth)]).toEqual([place, 390]);
      await shoot(page, `german${place.replaceAll(/\W/g, '-')}`);
    }
    await page.goto(`${PATH}/commissions/${commission?.id}`);
    await main(page)
      .getByLabel(/An den Kunden erstatteter Betrag/)
      .fill('1.005');
    await main(page).getByRole('button', { name: 'Erstatten' }).click();
    await expect.poll(() => main(page).locator('.m-refusal').textContent()).toContain('über null');
    await shoot(page, 'german-refusal');
    await german.close();
  });
});
