import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { allGroups } from '../../src/plugins/knowledge-base/domain/search/synonyms/synonym-list.js';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const SEARCH = '/admin/kb/search';

describeInBrowser('search settings', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let manager: { id: number; login: string; password: string };
  const ids = new Map<string, number>();

  beforeAll(async () => {
    site = await publishSite();
    manager = await site.host.createUser('kb_manager');
    const { id: as } = await site.host.createUser('administrator');
    for (const [title, status] of [
      ['Opening hours of the shop', 'publish'],
      ['Opening a package', 'publish'],
      ['Hours of work', 'publish'],
      ['What we plan', 'draft'],
    ] as const) {
      const body = { title, status, content: 'Text about it.' };
      const { data } = await site.host.request('POST', '/vendor-kb/v1/articles', { as, body });
      ids.set(title, (data as { id: number }).id);
    }
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const kb = () => site.host.plugin('knowledge-base');
  const main = (page: Page) => page.getByRole('main');
  const notice = (page: Page) => main(page).locator('.m-notice').first().textContent();
  const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
  const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();

  async function open(place: string, { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, manager);
    await visitor.page.goto(SEARCH + place);
    return visitor.page;
  }

  const listed = async () =>
    (await allGroups(site.host.db, {})).map(({ locale, words, also }) => ({ locale, words, also }));

  it.each([true, false])(
    'add, find, edit and delete synonyms, with JavaScript enabled: %s',
    async (javaScriptEnabled) => {
      const page = await open('/synonyms', { javaScriptEnabled, width: 390 });
      await main(page).getByRole('link', { name: 'Add synonyms' }).first().click();
      await field(page, 'Words').fill('?');
      await press(page, 'Add synonyms');
      expect(await main(page).locator('.m-refusal').textContent()).toContain('“?” contains no letter or digit');
      expect(await field(page, 'Words').inputValue()).toBe('?');
      await field(page, 'Words').fill('login\nsigning in\n\n');
      await press(page, 'Add synonyms');
      expect(await notice(page)).toContain('Synonyms added: login, signing in');
      expect(await listed()).toEqual([{ locale: 'en', words: ['login', 'signing in'], also: [] }]);

      await page.goto(`${SEARCH}/synonyms/new?words=k8s&locale=de`);
      await main(page).getByLabel('One-way synonyms').fill('kubernetes');
      await press(page, 'Add synonyms');
      const rows = main(page).locator('tbody tr');
      expect(await rows.count()).toBe(2);
      await main(page).getByLabel('Direction', { exact: true }).selectOption('one-way');
      await press(page, 'Filter');
      expect(await rows.locator('a').first().textContent()).toBe('k8s → kubernetes');
      await page.goto(`${SEARCH}/synonyms?search=SIGNING`);
      expect(await rows.locator('a').first().textContent()).toBe('login, signing in');
      await page.goto(`${SEARCH}/synonyms?locale=de`);
      await main(page).getByRole('link', { name: 'k8s → kubernetes', exact: true }).click();
      await main(page).getByLabel('One-way synonyms').fill('kubernetes\ncontainer platform');
      await press(page, 'Save');
      expect((await listed())[0]).toMatchObject({ words: ['k8s'], also: ['kubernetes', 'container platform'] });

      for (const left of [1, 0]) {
        await main(page)
          .getByRole('link', { name: /^Delete/ })
          .first()
          .click();
        await expect.poll(() => main(page).textContent()).toContain('will no longer treat these words as synonyms');
        await press(page, 'Delete group');
        expect(await listed()).toHaveLength(left);
      }
    },
  );

  it('import synonyms from a CSV file after checking every line', async () => {
    const page = await open('/synonyms/import');
    const file = 'locale,words,also\nen,car|auto,\nen,car|auto,\nen,?,x\nno_such!,a b|c d,\nde,Handy,Mobiltelefon\n';
    await press(page, 'Check');
    expect(await main(page).locator('.m-refusal').textContent()).toContain('Choose a file or paste CSV text.');
    await field(page, 'CSV text (optional)').fill('a,b\n1,2\n');
    await press(page, 'Check');
    expect(await main(page).locator('.m-refusal').textContent()).toContain('must name the columns');
    await field(page, 'CSV file (optional)').setInputFiles({
      name: 'synonyms.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    });
    await press(page, 'Check');
    expect(await notice(page)).toContain('Some lines are invalid, so nothing can be added.');
    const lines = await main(page).locator('tbody tr').allInnerTexts();
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/4[\s\S]*\? → x[\s\S]*“\?” contains no letter or digit/);
    expect(lines[1]).toMatch(/5[\s\S]*“no_such!” is not a language code/);
    expect(lines[3]).toMatch(/3[\s\S]*Existing/);
    expect(await main(page).getByRole('button', { name: /^Add / }).count()).toBe(0);
    await expectAccessible(page, [1280, 390], async (where) => {
      await shoot(page, `synonyms-import-${where.replace(', ', '-')}`);
    });
    // Faulty lines are corrected in the text field.
    const text = field(page, 'CSV text (optional)');
    expect(await text.inputValue()).toBe(file);
    await text.fill(file.replace('en,?,x\nno_such!,', 'en,x,y\nen,'));
    await press(page, 'Check');
    expect(await notice(page)).toContain('Nothing has been added yet. Review the groups, then add them.');
    expect(await listed()).toEqual([]);
    await press(page, 'Add 4 groups');
    expect(await notice(page)).toContain('4 groups added.');
    expect(await listed()).toHaveLength(4);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main(page).getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('synonyms.csv');
    await expectAccessible(page, [1280, 390], async (where) => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
      expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      await shoot(page, `synonyms-${where.replace(', ', '-')}`);
    });
  });

  const promoted = async () => (await kb().promotions.list({ limit: 10, offset: 0 })).promotions;
  const idsOf = (...titles: string[]) => titles.map((title) => ids.get(title));

  it('add, reorder and remove promoted articles without JavaScript', async () => {
    const page = await open('/promotions', { javaScriptEnabled: false, width: 390 });
    await main(page).getByRole('link', { name: 'Promote article' }).first().click();
    await press(page, 'Promote article');
    expect(await main(page).locator('.m-refusal').textContent()).toContain('Enter a query of at most');
    await field(page, 'Query').fill('opening hours');
    await field(page, 'Article').fill('nothing-like-it');
    await press(page, 'Promote article');
    expect(await main(page).locator('.m-refusal').textContent()).toContain('Article “nothing-like-it” not found');
    await field(page, 'Article').fill('hours-of-work');
    await press(page, 'Promote article');
    expect(await notice(page)).toContain('Article promoted for “opening hours”.');
    await field(page, 'Article').fill(`${site.url}/kb/opening-hours-of-the-shop`);
    await press(page, 'Add article');
    await field(page, 'Article').fill(String(ids.get('What we plan')));
    await press(page, 'Add article');
    expect((await promoted())[0]?.articles).toEqual(
      idsOf('Hours of work', 'Opening hours of the shop', 'What we plan'),
    );
    expect(await main(page).locator('.kb-promoted').textContent()).toContain('Not published, hidden from results');
    await press(page, 'Move up: Opening hours of the shop');
    await press(page, 'Remove: What we plan');
    expect((await promoted())[0]?.articles).toEqual(idsOf('Opening hours of the shop', 'Hours of work'));

    await page.goto('/kb/search?q=opening+hours');
    const titles = await page.locator('.kb-results h2').allTextContents();
    expect(titles.slice(0, 2).map((title) => title.trim())).toEqual(['Opening hours of the shop', 'Hours of work']);

    await page.goto(`${SEARCH}/promotions/new?query=hours+opening`);
    await field(page, 'Article').fill('hours-of-work');
    await press(page, 'Promote article');
    expect(await main(page).locator('.m-refusal').textContent()).toContain('This query already has promoted results');
    await page.goto(`${SEARCH}/promotions`);
    await main(page)
      .getByRole('link', { name: /^Delete/ })
      .click();
    await press(page, 'Remove promotion');
    expect(await promoted()).toEqual([]);
  });

  it('autocomplete article titles for promotions', async () => {
    const page = await open('/promotions/new?query=parcel');
    await field(page, 'Article').pressSequentially('opening');
    const option = page.locator('datalist option');
    await option.first().waitFor({ state: 'attached' });
    const values = await option.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
    expect(values.sort()).toEqual(
      ['Opening hours of the shop', 'Opening a package'].map((title) => `${ids.get(title)}: ${title}`).sort(),
    );
    await field(page, 'Article').fill(`${ids.get('Opening a package')}: Opening a package`);
    await press(page, 'Promote article');
    expect((await promoted())[0]?.articles).toEqual(idsOf('Opening a package'));
    await field(page, 'Article').fill('hours-of-work');
    await press(page, 'Add article');
    await expectAccessible(page, [1280, 390], async (where) => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
      expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      await shoot(page, `promotion-${where.replace(', ', '-')}`);
    });
  });

  it('display the index status and rebuild the index', async () => {
    const page = await open('');
    await press(page, 'Rebuild index');
    expect(await notice(page)).toContain('Index rebuild started.');
    await kb().searchIndex.ready();
    await page.reload();
    expect(await main(page).locator('.m-badges').textContent()).toContain('Ready');
    expect(await main(page).locator('.m-figures li').first().innerText()).toMatch(
      /Indexed articles\s+3\s+out of 3 published/,
    );
    await expectAccessible(page, [1280, 390], async (where) => {
      await shoot(page, `index-${where.replace(', ', '-')}`);
    });
  });
});
