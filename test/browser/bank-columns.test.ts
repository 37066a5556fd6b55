import { bank } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const STATEMENT = `Day;Kind;Sum;Who;Purpose;Rest
08.10.2026;rent;1.250,00;Jana Novotná;Order 20260101;2.250,00
09.10.2026;shop;200,00;Atelier Lindqvist AB;2026 0102;2.050,00
`;

describeInBrowser('columns of an uploaded bank statement', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number };

  // A saved profile fits the statements of the other tests.
  beforeEach(async () => {
    site = await publishSite({ plugins: [bank()] });
    admin = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    await site.close();
    expect(visitor.faults).toEqual([]);
  });

  const main = (page: Page) => page.getByRole('main');
  const column = (page: Page, name: string) => main(page).getByLabel(`Content of column ${name}`);
  const notice = (page: Page) => main(page).locator('.m-notice, .m-refusal').first();

  async function upload(name: string, { javaScriptEnabled = true, width = 1440, dark = false } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await visitor.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await signIn(visitor.page, site.host, admin);
    await give(visitor.page, name);
    return visitor.page;
  }

  async function give(page: Page, name: string): Promise<void> {
    await page.goto('/admin/bank/import');
    await main(page)
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(STATEMENT) });
    await main(page).getByRole('button', { name: 'Preview' }).click();
  }

  it.each([true, false])(
    'are chosen above its first rows, saved as a profile and imported, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await upload('corner.csv', { javaScriptEnabled });
      expect(await notice(page).textContent()).toContain('does not tell incoming from outgoing');
      expect(await column(page, 'Sum').inputValue()).toBe('amount');
      await column(page, 'Who').selectOption('name');
      await column(page, 'Purpose').selectOption('remittance');
      await main(page).getByLabel('Sign of the amounts').selectOption('out');
      await main(page).getByLabel('Currency').fill('EUR');
      await main(page).locator('input[name="account"]').fill('DE89 3704 0044 0532 0130 00');
      await main(page).getByRole('button', { name: 'Update transactions' }).click();
      expect(await main(page).locator('.bk-read').textContent()).toContain('-€1,250.00');
      await main(page).getByRole('button', { name: 'Save profile and continue' }).click();
      await main(page).getByRole('button', { name: 'Import', exact: true }).click();
      expect(await main(page).textContent()).toContain('imported: 2 new transactions');
      expect((await site.host.plugin('bank').profiles.get('corner')).isBuiltIn).toBe(false);

      // Next month only the account is missing.
      await give(page, 'november.csv');
      expect(await main(page).locator('.m-refusal').textContent()).toContain('Please check the highlighted fields.');
      expect(await main(page).textContent()).toContain('The file does not include an account. Enter the account.');
    },
  );

  it('cannot be saved while the sign is unknown', async () => {
    const page = await upload('unsigned.csv');
    await main(page).getByRole('button', { name: 'Save profile and continue' }).click();
    expect(await main(page).locator('.m-refusal').textContent()).toContain('does not tell incoming from outgoing');
    await expect(site.host.plugin('bank').profiles.get('unsigned')).rejects.toMatchObject({ status: 404 });
  });

  it.each([true, false])('fit the page at any width, dark: %s', async (dark) => {
    for (const width of [1440, 390]) {
      const page = await upload('wide.csv', { width, dark });
      await main(page).getByLabel('Sign of the amounts').selectOption('in');
      await main(page).getByLabel('Currency').fill('EUR');
      await main(page).getByRole('button', { name: 'Update transactions' }).click();
      await shoot(page, `bank-columns-${width}-${dark ? 'dark' : 'light'}`);
      const isOverflowing = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isOverflowing).toBe(false);
      if (width === 1440) await visitor.close();
    }
    await expectAccessible(visitor.page, [390]);
  });
});
