import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bank } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { logIn, signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const PATH = '/admin/bank';
const DEMO = new URL('../../examples/demo-site/bank/', import.meta.url);
const STATEMENT = fileURLToPath(new URL('statement-2026-10.xml', DEMO));

describeInBrowser('bank admin', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number; login: string; password: string };

  beforeAll(async () => {
    site = await publishSite({ plugins: [bank()] });
    admin = await site.host.createUser('administrator');
    await fill(site);
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const api = () => site.host.plugin('bank');
  const main = (page: Page) => page.getByRole('main');

  async function open(place = '', { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, admin);
    await visitor.page.goto(PATH + place);
    return visitor.page;
  }

  /** Loads the receivables and the statement of the demo site. */
  async function fill({ host }: PublishedSite): Promise<void> {
    const { receivables, importUpload, processing } = host.plugin('bank');
    const owed = JSON.parse(await readFile(new URL('receivables.json', DEMO), 'utf8')) as Record<string, string>[];
    for (const { reference = '', amount, currency = '', customer, due_on: dueOn } of owed) {
      await receivables.create({ reference, amountDue: Math.round(Number(amount) * 100), currency, customer, dueOn });
    }
    const size = (await readFile(STATEMENT)).length;
    await importUpload({ path: STATEMENT, name: 'statement.xml', size }, { isDryRun: false });
    await processing.process({ trigger: 'session', startedBy: admin.id, isForced: true, isDryRun: false });
  }

  it('displays pages that are accessible and fit every screen', async () => {
    const page = await open();
    const { rows } = await api().transactions.list({ page: 1, perPage: 100, orderBy: 'id', order: 'asc' });
    const of = (status: string) => rows.find((row) => row.status === status)?.id;
    const places = {
      overview: '',
      run: '/runs/1',
      review: '/review',
      transactions: '/transactions',
      matched: `/transactions/${of('matched')}`,
      unmatched: `/transactions/${of('unmatched')}`,
      reviewed: `/transactions/${of('review')}`,
      receivables: '/receivables',
      receivable: '/receivables/2',
      'new-receivable': '/receivables/new',
      import: '/import',
      sources: '/sources',
      'new-source': '/sources/new?kind=http-json',
    };
    for (const [name, place] of Object.entries(places)) {
      await page.goto(PATH + place);
      await expectAccessible(page, [1280, 360], async (where) => {
        const width = page.viewportSize()?.width;
        expect([name, where, await page.locator('html').evaluate((html) => html.scrollWidth)]).toEqual([
          name,
          where,
          width,
        ]);
        if (where.startsWith('light')) await shoot(page, `${name}-${where.replace(', ', '-')}`);
      });
    }
  }, 180_000);

  it('supports review by keyboard: accept, split, ignore and undo', async () => {
    const page = await open('/review');
    const status = page.locator('#bk-status');
    const titleOf = () => page.locator('#bk-case').textContent();
    const state = async (id: number) => (await api().transactions.get(id)).status;
    const ids = (await api().transactions.list({ page: 1, perPage: 50, status: 'review', orderBy: 'id', order: 'asc' }))
      .rows;
    const [first, second, third] = ids.map(({ id }) => id);
    if (!first || !second || !third) throw new Error('Too little waits for a look.');
    const first_title = await titleOf();
    expect(first_title).toContain('€200.00 from Atelier Lindqvist AB');
    expect(await main(page).locator('.bk-place p').textContent()).toContain(`1 of ${ids.length}`);

    await page.keyboard.press('1');
    await expect.poll(() => status.textContent()).toContain(`Transaction ${first} matched.`);
    expect(await status.textContent()).toContain(`1 of ${ids.length - 1}`);
    expect(await page.locator(':focus').getAttribute('id')).toBe('bk-case');
    expect(await state(first)).toBe('partial');

    await page.keyboard.press('u');
    await expect.poll(() => status.textContent()).toContain(`Transaction ${first} is back in review.`);
    expect(await titleOf()).toBe(first_title);
    expect(await state(first)).toBe('review');
    await page.keyboard.press('n');
    await expect.poll(titleOf).not.toBe(first_title);
    await page.keyboard.press('p');
    await expect.poll(titleOf).toBe(first_title);

    await page.keyboard.press('s');
    await page.keyboard.type('2026 0102');
    await page.keyboard.press('Tab');
    await page.keyboard.type('150.00');
    await page.keyboard.press('Enter');
    await expect.poll(() => status.textContent()).toContain(`Transaction ${first} matched.`);
    expect((await api().transactions.get(first)).allocated).toBe(15_000);
    await page.keyboard.press('i');
    await expect.poll(() => status.textContent()).toContain(`Transaction ${second} ignored.`);
    expect(await state(second)).toBe('ignored');

    // Typing in a field triggers no shortcut, and shortcuts can be turned off.
    await page.keyboard.press('s');
    await page.keyboard.press('i');
    await page.keyboard.press('Escape');
    await main(page).getByLabel('Enable shortcuts').uncheck();
    await page.locator('#bk-case').focus();
    await page.keyboard.press('i');
    expect(await state(third)).toBe('review');
    await expectAccessible(page, [360]);
    for (const id of [first, second]) await api().matching.undo(id, admin.id);
  });

  it('supports review without JavaScript and displays errors at the form', async () => {
    const page = await open('/review', { javaScriptEnabled: false, width: 360 });
    const [first] = (
      await api().transactions.list({ page: 1, perPage: 1, status: 'review', orderBy: 'id', order: 'asc' })
    ).rows;
    await main(page).getByLabel('Reference 1').fill('no such order');
    await main(page).getByRole('button', { name: 'Match' }).click();
    await expect
      .poll(() => main(page).locator('.m-refusal').textContent())
      .toContain('No single receivable matches the reference');
    expect(await main(page).getByLabel('Reference 1').inputValue()).toBe('no such order');
    expect(await main(page).locator('kbd').first().isVisible()).toBe(false);
    await main(page).getByRole('button', { name: 'Accept receivable 20260102' }).click();
    await expect
      .poll(() => main(page).locator('.m-notice').first().textContent())
      .toContain(`Transaction ${first?.id} matched.`);
    await main(page)
      .getByRole('button', { name: `Undo decision on transaction ${first?.id}` })
      .click();
    expect((await api().transactions.get(first?.id ?? 0)).status).toBe('review');
  });

  it.each([true, false])(
    'creates, edits, cancels and reopens a receivable, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const reference = `R-77001${Number(javaScriptEnabled)}`;
      const page = await open('/receivables', { javaScriptEnabled });
      const notice = () => main(page).locator('.m-notice').first().textContent();
      await main(page).getByRole('link', { name: 'New receivable' }).first().click();
      await main(page).getByLabel('Reference').fill(reference);
      await main(page).getByLabel('Amount due').fill('12,50');
      await main(page).getByLabel('Currency').fill('eur');
      await main(page).getByRole('button', { name: 'Create receivable' }).click();
      await expect.poll(() => main(page).locator('.m-refusal').textContent()).toContain('for example 12.50');
      await main(page).getByLabel('Amount due').fill('12.50');
      await main(page).getByRole('button', { name: 'Create receivable' }).click();
      await expect.poll(() => notice()).toContain('created.');
      await main(page).getByLabel('Customer').fill('Ada');
      await main(page).getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => main(page).locator('.m-definitions').first().textContent()).toContain('Ada');
      await main(page).getByRole('button', { name: 'Cancel receivable' }).click();
      await expect.poll(() => notice()).toContain('cancelled.');
      await main(page).getByRole('button', { name: 'Reopen' }).click();
      await expect.poll(() => main(page).locator('.m-badges').textContent()).toContain('Open');
    },
  );

  it('previews a dropped statement before storing anything, then imports it', async () => {
    const page = await open('/import');
    const text = (await readFile(STATEMENT, 'utf8')).replaceAll('>B10', '>C10').replaceAll('2026-10-', '2026-09-');
    const drop = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], 'september.xml', { type: 'text/xml' }));
      return data;
    }, text);
    const before = (await api().transactions.list({ page: 1, perPage: 1 })).total;
    await page.dispatchEvent('bk-drop', 'drop', { dataTransfer: drop });
    await main(page).getByRole('heading', { name: 'september.xml' }).waitFor();
    const mainText = await main(page).textContent();
    for (const part of ['camt.052, 053, 054', 'DE21 5005 0000 1234 5678 97', '€6,582.80 in', 'Jana Novotná']) {
      expect(mainText).toContain(part);
    }
    await expectAccessible(page, [1280, 360], async (where) => {
      if (where.startsWith('light')) await shoot(page, `preview-${where.replace(', ', '-')}`);
    });
    expect((await api().transactions.list({ page: 1, perPage: 1 })).total).toBe(before);
    await main(page).getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(() => main(page).locator('.m-notice').first().textContent()).toContain('12 new transactions');
    expect((await api().transactions.list({ page: 1, perPage: 1 })).total).toBe(before + 12);
    await page.goto(`${PATH}/import`);
    await main(page)
      .getByLabel('Statement')
      .setInputFiles({ name: 'again.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });
    await main(page).getByRole('button', { name: 'Preview' }).click();
    await expect
      .poll(() => main(page).locator('.m-notice').first().textContent())
      .toContain('This file was already imported.');
    await main(page).getByRole('button', { name: 'Discard' }).click();
    await expect
      .poll(() => main(page).locator('.m-notice').first().textContent())
      .toContain('discarded. Nothing was saved.');
  });

  it('rejects files that are not statements at the form, without JavaScript', async () => {
    const page = await open('/import', { javaScriptEnabled: false, width: 360 });
    const give = (name: string, content: string | Buffer) =>
      main(page)
        .getByLabel('Statement')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
    const look = () => main(page).getByRole('button', { name: 'Preview' }).click();
    await look();
    expect(await main(page).locator('.m-refusal').textContent()).toContain('Choose a file');
    await give('letter.txt', 'Dear bank,\nplease send me a statement.');
    await look();
    expect(await main(page).locator('.m-refusal').textContent()).toContain('file format was not recognized');
    await give('all.zip', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
    await look();
    expect(await main(page).locator('.m-refusal').textContent()).toContain('Extract the file');
  });

  it('links to the profiles when no profile fits a JSON file', async () => {
    const page = await open('/import', { width: 360 });
    await main(page)
      .getByLabel('Statement')
      .setInputFiles({ name: 'odd.json', mimeType: 'application/json', buffer: Buffer.from('{"rows":[]}') });
    await main(page).getByRole('button', { name: 'Preview' }).click();
    await expect
      .poll(() => main(page).locator('.m-refusal').textContent())
      .toContain('No import profile matches this file.');
    await shoot(page, 'no-profile');
    await expectAccessible(page, [360, 1280]);
    await main(page).locator('.m-notice').getByRole('link', { name: 'Import profiles', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe(`${PATH}/profiles`);
  });

  it('asks for a profile when several fit, and reads the file with the chosen one', async () => {
    const page = await open('/import', { width: 360 });
    const head = '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"\n';
    const row = '"03/04/2026","10:00:00","PST","Anna","Payment","Completed","USD","1.50","0.00","1.50","T1"\n';
    const give = () =>
      main(page)
        .getByLabel('Statement')
        .setInputFiles({ name: 'paypal.csv', mimeType: 'text/csv', buffer: Buffer.from(head + row) });
    await give();
    await main(page).getByRole('button', { name: 'Preview' }).click();
    await expect
      .poll(() => main(page).locator('.m-refusal').textContent())
      .toContain(
        '“PayPal, activity report as CSV, month first”, “PayPal, activity report as CSV, day first”. Select one.',
      );
    const profiles = main(page).locator('.m-notice').getByRole('link', { name: 'Import profiles', exact: true });
    expect(await profiles.count()).toBe(0);
    await give();
    await main(page).getByLabel('Import profile').selectOption('paypal-day-first');
    await main(page).getByLabel('Account').fill('paypal');
    await main(page).getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => main(page).innerText()).toContain('Anna');
  });

  it('downloads the filtered list as CSV without JavaScript', async () => {
    const page = await open('/transactions?status=matched&search=Jana', { javaScriptEnabled: false });
    const download = page.waitForEvent('download');
    await main(page).getByRole('link', { name: 'Export CSV' }).click();
    const file = await download;
    const [names = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(file.suggestedFilename()).toBe('transactions.csv');
    expect(names.split(',').slice(0, 3)).toEqual(['"id"', '"account_id"', '"booked_on"']);
    const { rows } = await api().transactions.list({ page: 1, perPage: 50, status: 'matched', search: 'Jana' });
    expect(rows.length).toBeGreaterThan(0);
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(rows.map(({ id }) => String(id)).sort());
    const refused = await page.goto(`${PATH}/transactions/export.csv?from=yesterday`);
    expect([refused?.status(), await page.textContent('body')]).toEqual([
      422,
      expect.stringContaining('“yesterday” is not a valid date'),
    ]);
  });

  it('runs, does a dry run, and rejects a run that starts too soon', async () => {
    const page = await open('');
    const notice = () => main(page).locator('.m-notice').first().textContent();
    await main(page).getByRole('button', { name: 'Dry run' }).click();
    expect(await notice()).toMatch(/Nothing was saved|started recently/);
    await page.goto(PATH);
    await main(page).getByRole('button', { name: 'Force run' }).click();
    await expect.poll(() => notice()).toContain('Run finished');
    await page.goto(PATH);
    await main(page).getByRole('button', { name: 'Run now' }).click();
    await expect.poll(() => notice()).toContain('The last run started recently.');
  });

  it.each([true, false])(
    'creates, tests and deletes a source, with JavaScript enabled: %s',
    async (javaScriptEnabled) => {
      const page = await open('/sources', { javaScriptEnabled, width: 360 });
      const notice = () => main(page).locator('.m-notice').first().textContent();
      await main(page).getByRole('link', { name: 'Add JSON endpoint' }).click();
      await main(page)
        .getByLabel('Name', { exact: true })
        .fill(`ledger-${Number(javaScriptEnabled)}`);
      await main(page).getByLabel('URL').fill('http://127.0.0.1:9/transactions?from={from}');
      await main(page).getByLabel('Secret header name').fill('Authorization');
      await main(page).getByLabel('Secret header value').fill('Bearer very-secret');
      await main(page).getByRole('button', { name: 'Create source' }).click();
      await expect.poll(() => notice()).toContain('created.');
      expect(await page.content()).not.toContain('very-secret');
      await main(page).getByRole('button', { name: 'Test' }).click();
      await expect.poll(() => notice()).toContain('Test failed');
      await main(page).getByRole('button', { name: 'Delete source' }).click();
      await expect.poll(() => notice()).toContain('deleted.');
    },
  );

  it('creates an access secret shown only once', async () => {
    const page = await open('/sources', { javaScriptEnabled: false });
    await main(page).getByRole('button', { name: 'Create secret' }).click();
    const value = await main(page).locator('#secret').inputValue();
    expect(await api().secret.matches(value)).toBe(true);
    await page.goto(`${PATH}/sources`);
    expect(await page.content()).not.toContain(value);
  });

  it('fits a phone in German', async () => {
    const german = await publishSite({ plugins: [bank()], locale: 'de' });
    try {
      const boss = await german.host.createUser('administrator');
      await fill(german);
      visitor = await openVisitor(browser(), german.url, { viewport: { width: 360, height: 900 } });
      const { page } = visitor;
      await page.goto(PATH);
      await logIn(page, boss.login, boss.password);
      const tabs = ['/review', '/transactions', '/receivables/1', '/import', '/sources', '/profiles', '/rules'];
      for (const place of ['', '/runs/1', ...tabs]) {
        await page.goto(PATH + place);
        expect([place, await page.locator('html').evaluate((html) => html.scrollWidth)]).toEqual([place, 360]);
        await shoot(page, `german${place.replaceAll('/', '-')}`);
      }
    } finally {
      await german.close();
    }
  });
});
