import { affiliate } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { logIn, signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const AREA = '/admin/affiliate';
const CODE = 'grace';

describeInBrowser('affiliate area', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let grace: { id: number; login: string; password: string };
  let stranger: { id: number; login: string; password: string };

  beforeAll(async () => {
    site = await publishSite({ plugins: [affiliate()] });
    [grace, stranger] = [await site.host.createUser('subscriber'), await site.host.createUser('subscriber')];
    await program().affiliates.create({
      code: CODE,
      email: 'grace@example.org',
      first_name: 'Grace',
      last_name: 'Hopper',
      user_id: grace.id,
      status: 'active',
      payment_details: 'DE89 3704 0044 0532 0130 00',
    });
    await fillMonth();
    for (let sale = 1; sale <= 4; sale++) await sell(sale);
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const program = () => site.host.plugin('affiliate');
  const main = (page: Page) => page.getByRole('main');
  const own = async () => (await program().affiliates.ofUser(grace.id)) ?? expect.unreachable();

  async function sell(sale: number): Promise<void> {
    const { commission } = await program().ledger.record({
      affiliateCode: CODE,
      origin: 'api',
      amount: sale * 100,
      externalId: `order-${sale}`,
      customerEmail: `customer${sale}@shop.example`,
    });
    if (commission && sale > 2) await program().ledger.commissions.approve(commission.id);
  }

  /** Inserts clicks for each day of the current month, as the recorder stores them. */
  async function fillMonth(): Promise<void> {
    const { year, month } = program().statistics.thisMonth();
    const { id } = await own();
    const row = (day: number, dim: number, value: string, clicks: number) => ({
      affiliate_id: id,
      day: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      dim,
      value,
      clicks,
      unique_clicks: Math.ceil(clicks / 2),
      conversions: 0,
      revenue_minor: 0,
    });
    for (let day = 1; day <= 28; day++) {
      const clicks = 10 + ((day * 37) % 50);
      const rows = [
        row(day, 0, '', clicks),
        row(day, 1, 'video.example', clicks - 8),
        row(day, 1, '', 8),
        row(day, 2, 'mobile', clicks - 5),
        row(day, 2, 'desktop', 5),
      ];
      await site.host.db.query.insertInto('affiliate_rollups').values(rows).execute();
    }
  }

  async function open(place = AREA, { javaScriptEnabled = true, width = 1280, as = grace } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, as);
    await visitor.page.goto(place);
    return visitor.page;
  }

  it('displays earnings, a chart of the month, and the same figures as a table', async () => {
    const page = await open();
    const text = (await main(page).textContent()) ?? '';
    expect(text).toContain('€70.00');
    expect(text).toContain('€30.00');
    await main(page).locator('.m-chart svg').waitFor();
    expect(await page.locator('.m-chart g rect').count()).toBeGreaterThanOrEqual(28);
    await main(page).getByText('Show as table').click();
    const table = main(page).getByRole('table', { name: /^Clicks and conversions per day/ });
    const [, first] = await table.getByRole('row').all();
    expect(await first?.getByRole('cell').allTextContents()).toEqual(['47', '24', '0']);
    expect(text).toContain('video.example');
    expect(text).toContain('c***@s***.example');
    expect(text).not.toContain('customer1@shop.example');
    await shoot(page, 'area-overview');
  });

  it.each([1280, 390, 320])('keeps figures of any length on one line of their cards, %s px wide', async (width) => {
    const page = await open(AREA, { width });
    for (const figure of ['€70.00', '€228.18', '€1,011,903.61', '-¥12,345,678,901', 'CHF 1,234,567,890.12']) {
      const broken = await page.evaluate((text) => {
        const size = text.length <= 8 ? 'short' : text.length <= 11 ? 'medium' : text.length <= 14 ? 'long' : 'longest';
        const cards = [...document.querySelectorAll<HTMLElement>('.af-cards .af-figure')];
        for (const element of cards) {
          element.textContent = text;
          element.className = `m-value af-figure af-figure-${size}`;
        }
        return cards.flatMap((element) => {
          const lines =
            element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight);
          const isRead = Number.parseFloat(getComputedStyle(element).fontSize) >= 14;
          return lines < 1.5 && isRead && element.scrollWidth <= element.clientWidth ? [] : [`${text}: ${lines} lines`];
        });
      }, figure);
      expect(broken).toEqual([]);
    }
    await shoot(page, `area-long-figures-${width}`);
  });

  it('copies the link with a button, and displays it in a field without JavaScript', async () => {
    const page = await open();
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    await main(page).getByRole('button', { name: /^Copy/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/go/${CODE}`);
    await main(page)
      .getByRole('button', { name: /^Copied/ })
      .waitFor();
    await visitor.close();
    const plain = await open(AREA, { javaScriptEnabled: false });
    expect(await main(plain).getByLabel('Your referral link').inputValue()).toBe(`${site.url}/go/${CODE}`);
    expect(await main(plain).getByRole('button', { name: /^Copy/ }).count()).toBe(0);
  });

  it.each([true, false])('creates a link with a campaign, JavaScript: %s', async (javaScriptEnabled) => {
    const page = await open(`${AREA}/links`, { javaScriptEnabled });
    const campaign = `letter-${javaScriptEnabled}`;
    await main(page).getByLabel('Page URL').fill('/kb?topic=birds#nests');
    await main(page).getByLabel('Campaign').fill(campaign);
    await main(page).getByRole('button', { name: 'Create link' }).click();
    const [first] = await main(page).locator('.af-links > li').all();
    expect(await first?.textContent()).toContain(campaign);
    const link = (await first?.getByLabel('Short link').inputValue()) ?? '';
    expect(link).toMatch(new RegExp(`^${site.url}/go/${CODE}/[0-9a-z]{8}$`));
    const opened = await fetch(link, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([
      302,
      `${site.url}/kb?topic=birds&ref=${CODE}&ref_campaign=${campaign}#nests`,
    ]);
    await shoot(page, `area-links-${javaScriptEnabled}`);
  });

  it('rejects a link to another site at its field and keeps the input', async () => {
    const page = await open(`${AREA}/links`, { javaScriptEnabled: false });
    await main(page).getByLabel('Page URL').fill('https://evil.example/');
    await main(page).getByRole('button', { name: 'Create link' }).click();
    await expect.poll(() => main(page).getByRole('alert').textContent()).toContain('Enter a URL on this site');
    expect(await main(page).getByLabel('Page URL').inputValue()).toBe('https://evil.example/');
  });

  it('saves the profile and holds payouts after the payment details change', async () => {
    const page = await open(`${AREA}/profile`, { javaScriptEnabled: false });
    await main(page).getByLabel('Country').fill('de');
    await main(page).getByLabel('Website').fill('javascript:alert(1)');
    const save = (form: string) => page.locator(`#${form}-form`).getByRole('button', { name: 'Save' }).click();
    await save('profile');
    expect(await main(page).getByRole('alert').textContent()).toContain('starts with https://');
    await main(page).getByLabel('Website').fill('https://grace.example/');
    await save('profile');
    expect(await own()).toMatchObject({ country: 'DE', website: 'https://grace.example/', holdPayoutsUntil: null });
    expect(await main(page).textContent()).toContain('****3000');
    await main(page).getByLabel('Payment email').fill('money@grace.example');
    await save('payment');
    expect(await main(page).textContent()).toContain('Payouts are on hold for 72 hours');
    const { paymentEmail, paymentDetails, holdPayoutsUntil } = await own();
    expect(paymentEmail).toBe('money@grace.example');
    expect(program().affiliates.details.open(paymentDetails)).toBe('DE89 3704 0044 0532 0130 00');
    expect((holdPayoutsUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(71 * 3_600_000);
    await shoot(page, 'area-profile');
  });

  it('rejects a profile save after a concurrent update', async () => {
    const page = await open(`${AREA}/profile`, { javaScriptEnabled: false });
    await program().affiliates.update((await own()).id, { country: 'FR' }, {});
    await main(page).getByLabel('Tax ID').fill('12/345');
    await page.locator('#profile-form').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => main(page).getByRole('alert').textContent()).toContain('Another user changed this');
    expect(await own()).toMatchObject({ country: 'FR', taxId: '' });
  });

  it('is only available to affiliates and displays the status of inactive ones', async () => {
    const page = await open(AREA, { as: stranger });
    expect(await page.title()).toMatch(/^Access denied/);
    await program().affiliates.create({
      code: 'linus',
      email: 'linus@example.org',
      status: 'pending',
      user_id: stranger.id,
    });
    await page.goto(AREA);
    expect(await main(page).textContent()).toContain('Thanks for applying');
    expect(await main(page).getByLabel('Your referral link').count()).toBe(0);
    await page.goto(`${AREA}/links`);
    expect(await main(page).getByRole('button', { name: 'Create link' }).count()).toBe(0);
  });

  it.each([AREA, `${AREA}/links`, `${AREA}/commissions`, `${AREA}/profile`])(
    '%s is accessible and fits the window at any width',
    async (place) => {
      const page = await open(place);
      await expectAccessible(page, [1280, 390], async (at) => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([at, width]).toEqual([at, 0]);
        await shoot(page, `area${place.replaceAll('/', '-')}-${at.replace(', ', '-')}`);
      });
    },
  );
});

describeInBrowser('affiliate application page', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await publishSite({ plugins: [affiliate()] });
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const program = () => site.host.plugin('affiliate');

  async function open(options = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, options);
    await visitor.page.goto('/affiliates');
    return visitor.page;
  }

  it.each([true, false])('accepts an application, JavaScript: %s', async (javaScriptEnabled) => {
    const page = await open({ javaScriptEnabled });
    const email = `applicant-${javaScriptEnabled}@example.org`;
    expect(await page.getByRole('main').textContent()).toContain('Earn 10% of every sale.');
    await page.getByLabel('First name').fill('<script>alert(1)</script>');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('name@example.com');
    expect(await page.getByLabel('First name').inputValue()).toBe('<script>alert(1)</script>');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toContain('We’ll review your application');
    const { rows } = await program().affiliates.list({ page: 1, perPage: 5, status: 'pending' });
    expect(rows.map((row) => row.email)).toContain(email);
  });

  it('is accessible at any width', async () => {
    const page = await open();
    await expectAccessible(page, [1280, 390], async (at) => {
      await shoot(page, `join-${at.replace(', ', '-')}`);
    });
  });

  it('rejects a forged submission and redirects existing affiliates to their area', async () => {
    const page = await open();
    const answer = await fetch(`${site.url}/affiliates`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'email=forged%40example.org',
    });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('This form has expired')]);
    expect(await program().affiliates.byEmail('forged@example.org')).toBeNull();
    const user = await site.host.createUser('subscriber');
    await program().affiliates.create({
      code: 'here',
      email: 'here@example.org',
      status: 'active',
      user_id: user.id,
    });
    await page.goto('/admin/login');
    await logIn(page, user.login, user.password);
    await page.goto('/affiliates');
    expect(new URL(page.url()).pathname).toBe(AREA);
  });
});
