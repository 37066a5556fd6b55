import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';
import { titleOf } from './opened-editor.js';

const PATH = '/admin/kb/search/statistics';

describeInBrowser('search statistics', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let manager: { id: number };
  let editor: { id: number };

  beforeAll(async () => {
    site = await publishSite();
    manager = await site.host.createUser('kb_manager');
    editor = await site.host.createUser('editor');
    const { id: as } = await site.host.createUser('administrator');
    const body = { title: 'Install the printer', content: 'Text.', status: 'publish' };
    await site.host.request('POST', '/vendor-kb/v1/articles', { as, body });
    const kb = site.host.plugin('knowledge-base');
    await kb.searchIndex.ready();
    const search = async (query: string, people: number) => {
      for (let number = 1; number <= people; number += 1) {
        const headers = { 'user-agent': `Mozilla/5.0 Firefox/140.0 reader/${number}` };
        const path = `/vendor-kb/v1/search?final=true&q=${encodeURIComponent(query)}`;
        await site.host.request('GET', path, { headers });
      }
    };
    await search('refund a ticket', 4);
    await search('<b>zebra</b> & co', 3);
    await search('printer', 6);
    await search('my own secret', 2);
    await kb.statistics.flush();
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const main = (page: Page) => page.getByRole('main');
  const rows = (page: Page) => page.locator('.m-list tbody tr');

  async function open(query = '', who = manager, { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, who);
    await visitor.page.goto(PATH + query);
    return visitor.page;
  }

  it('list searches without results and link to a new article, synonym and promotion', async () => {
    const page = await open();
    expect(await page.locator('.m-figures li').first().innerText()).toMatch(/Searches\s+15\s/);
    expect(await rows(page).count()).toBe(2);
    expect(await rows(page).first().innerText()).toMatch(/^refund a ticket\s+4\s/);
    expect(await main(page).textContent()).not.toContain('secret');
    const row = rows(page).first();
    const follow = async (name: string) => {
      await row.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    };
    await follow('Add synonym');
    expect(await main(page).getByLabel('Words', { exact: true }).inputValue()).toBe('refund a ticket');
    await page.goBack();
    await follow('Promote article');
    expect(await main(page).getByLabel('Query').inputValue()).toBe('refund a ticket');
    await page.goBack();
    await follow('Write article');
    expect(await titleOf(page).inputValue()).toBe('Refund a ticket');
  });

  it('list searches without clicks, and all searches, by period', async () => {
    const page = await open('', manager, { javaScriptEnabled: false, width: 390 });
    await main(page).getByRole('link', { name: 'Low clicks' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await rows(page).first().textContent()).toContain('printer');
    expect(await rows(page).getByRole('link').count()).toBe(3);
    await main(page).getByRole('link', { name: 'All searches' }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(await rows(page).getByRole('link').count()).toBe(0);
    await main(page).getByLabel('Period').selectOption('7d');
    await main(page).getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    await main(page).getByLabel('From').fill('2020-01-02');
    await main(page).getByLabel('To').fill('2020-02-03');
    await main(page).getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(0);
    expect(await main(page).textContent()).toContain('No searches in this period.');
    await main(page).getByLabel('To').fill('2019-02-03');
    await main(page).getByRole('button', { name: 'Show', exact: true }).click();
    await expect
      .poll(() => main(page).locator('.m-notice').textContent())
      .toContain('Invalid period. The start date must');
  });

  it('are exported as CSV and offer editors only their permitted actions', async () => {
    const page = await open('', editor);
    expect(await rows(page).first().getByRole('link').allInnerTexts()).toEqual([
      expect.stringContaining('Write article'),
    ]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main(page).getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('searches.csv');
  });

  it('have a chart with a table, no violations, and fit every screen', async () => {
    const page = await open();
    expect(await page.locator('.m-chart-soft rect').count()).toBe(1);
    await page.locator('.m-chart summary').click();
    expect(await page.locator('.m-chart tbody tr').last().innerText()).toMatch(/\s15\s+9$/);
    await page.locator('.m-chart summary').click();
    for (const report of ['zero_results', 'low_clicks']) {
      await page.goto(`${PATH}?report=${report}`);
      await expectAccessible(page, [1280, 390], async (where) => {
        await shoot(page, `statistics-${report}-${where.replace(', ', '-')}`);
        const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
        expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      });
    }
  });
});
