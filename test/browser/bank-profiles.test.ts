import { bank } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const PATH = '/admin/bank/profiles';
const STATEMENT = `Posting day;Payer;Betrag;Currency;Reference text
08.10.2026;Jana Novotná;1.250,00;EUR;Order 20260101
09.10.2026;Atelier Lindqvist AB;200,00;EUR;2026 0102
10.10.2026;Somebody;lots;EUR;
`;

describeInBrowser('bank statement profiles', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number };

  beforeAll(async () => {
    site = await publishSite({ plugins: [bank()] });
    admin = await site.host.createUser('administrator');
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const profiles = () => site.host.plugin('bank').profiles;
  const main = (page: Page) => page.getByRole('main');
  const field = (page: Page, name: string) => main(page).getByLabel(name).first();

  async function open(place = '', { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, admin);
    await visitor.page.goto(PATH + place);
    return visitor.page;
  }

  async function uploadSample(page: Page, content: string): Promise<void> {
    const file = { name: 'october.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    await main(page).getByLabel('Sample file').setInputFiles(file);
    await main(page).getByRole('button', { name: 'Preview' }).first().click();
  }

  it.each([true, false])(
    'are edited next to a sample, stored on save only, and deleted, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open('', { javaScriptEnabled, width: 360 });
      const name = `corner-bank-${Number(javaScriptEnabled)}`;
      await main(page).getByRole('link', { name: 'New CSV profile' }).click();
      await uploadSample(page, 'PK\u0003\u0004 a workbook');
      expect(await main(page).locator('.m-refusal').textContent()).toContain(
        'This archive or workbook is not supported.',
      );
      await uploadSample(page, STATEMENT);
      const notices = (await main(page).locator('.m-notice').allTextContents()).join('\n');
      for (const part of ['outgoing, select “Expenses are positive”', 'were guessed from the file']) {
        expect(notices).toContain(part);
      }
      expect(await field(page, 'Booked').inputValue()).toBe('Posting day');
      const rawText = await main(page).locator('.bk-raw').textContent();
      for (const part of ['october.csv', 'Posting day', '1.250,00', 'Amount']) expect(rawText).toContain(part);
      const read = await main(page).locator('.bk-read').textContent();
      for (const part of ['€1,250.00', '2 transactions in the file', 'line 4']) expect(read).toContain(part);
      expect((await profiles().list()).some(({ isBuiltIn }) => !isBuiltIn)).toBe(false);

      await field(page, 'Counterparty').fill('Payer');
      await field(page, 'Description').fill('Reference text');
      await main(page).getByRole('button', { name: 'Preview' }).first().click();
      await expect.poll(() => main(page).locator('.bk-read').textContent()).toContain('Jana Novotná');
      await main(page).getByRole('button', { name: 'Save profile' }).click();
      await expect.poll(() => main(page).locator('.m-refusal').textContent()).toContain('Name: Use 1 to 64');
      expect(await field(page, 'Counterparty').inputValue()).toBe('Payer');

      await main(page).getByLabel('Name', { exact: true }).fill(name);
      await main(page).getByLabel('Title').fill('Corner bank');
      await main(page).getByRole('button', { name: 'Save profile' }).click();
      await expect.poll(() => main(page).locator('.m-notice').first().textContent()).toContain('“Corner bank” saved.');
      const { profile } = await profiles().get(name);
      expect(profile.fields).toMatchObject({ bookedOn: 'Posting day', name: 'Payer', remittance: 'Reference text' });

      await main(page).getByRole('link', { name: 'Delete profile' }).click();
      await expect.poll(() => main(page).textContent()).toContain('Imported transactions are kept.');
      await main(page).getByRole('button', { name: 'Delete profile' }).click();
      await expect
        .poll(() => main(page).locator('.m-notice').first().textContent())
        .toContain('“Corner bank” deleted.');
      expect((await profiles().list()).some(({ isBuiltIn }) => !isBuiltIn)).toBe(false);
    },
  );

  it('list the sources that use them, and can be copied from a built-in one', async () => {
    const page = await open('/fio-csv');
    expect(await main(page).textContent()).toContain('ID operace');
    await main(page).getByRole('link', { name: 'Copy' }).click();
    await main(page).getByRole('button', { name: 'Save profile' }).click();
    await expect.poll(() => main(page).locator('.m-notice').first().textContent()).toContain('saved.');
    const { name, ...copy } = (await profiles().get('fio-csv-own')).profile;
    const { name: original, ...built } = (await profiles().get('fio-csv')).profile;
    expect([name, original, { ...copy, label: built.label }]).toEqual(['fio-csv-own', 'fio-csv', built]);

    const settings = { profile: name };
    await site.host
      .plugin('bank')
      .sources.create({ name: 'brought', kind: 'upload', settings, secrets: {}, isEnabled: true });
    await page.goto(PATH);
    expect(await main(page).getByRole('row', { name: 'fio-csv-own' }).textContent()).toContain('brought');
    await page.goto(`${PATH}/fio-csv-own/delete`);
    expect(await main(page).locator('.m-notice').textContent()).toContain('brought');
  });

  it('have accessible pages that fit every screen', async () => {
    const page = await open('');
    const look = async (name: string): Promise<void> =>
      expectAccessible(page, [1280, 360], async (where) => {
        const width = page.viewportSize()?.width;
        const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
        expect([name, where, wide]).toEqual([name, where, width]);
        await shoot(page, `${name}-${where.replace(', ', '-')}`);
      });
    await look('profiles');
    await page.goto(`${PATH}/berlin-group`);
    await look('built-in-profile');
    await page.goto('/admin/bank/new-profile/csv');
    await uploadSample(page, STATEMENT);
    await look('profile-editor');
    await page.goto('/admin/bank/new-profile/json');
    await look('json-profile');
  }, 120_000);
});
