import { utc } from 'mortise/database';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';

const DAY = 24 * 60 * 60 * 1000;

describeInBrowser('search results page', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    site = await publishSite();
    await publishFieldGuide(site);
    const { id: as } = await site.host.createUser('administrator');
    const post = async (path: string, body: object) =>
      (await site.host.request('POST', `/vendor-kb/v1${path}`, { as, body })).data as { id: number };
    const staff = await post('/categories', { name: 'Staff only', access_rule: { mode: 'logged_in' } });
    const owls = await post('/categories', { name: 'Owls & nightjars' });
    const old = await post('/articles', {
      title: 'Warblers of old',
      content: 'A warbler at dusk.',
      status: 'publish',
      tags: ['history', 'birds'],
      categories: [owls.id],
    });
    await post('/articles', { title: 'Warbler wages', content: 'Text.', status: 'publish', categories: [staff.id] });
    await post('/articles', { title: 'Vögel im Garten', content: 'Warbler.', status: 'publish', locale: 'de' });
    for (let number = 1; number <= 12; number++) {
      await post('/articles', {
        title: `Warbler note ${number}`,
        content: '',
        status: 'publish',
        tags: [`note-${number}`],
      });
    }
    const modified_at = utc.encode(new Date(Date.now() - 100 * DAY));
    await site.host.db.query.updateTable('posts').set({ modified_at }).where('id', '=', old.id).execute();
    await site.host.plugin('knowledge-base').searchIndex.rebuild();
  });
  afterAll(() => site.close());
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });

  const open = async (javaScriptEnabled = true): Promise<void> => {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled });
    page = visitor.page;
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  beforeEach((): Promise<void> => open());

  const filters = () => page.getByRole('navigation', { name: 'Filters' });
  const facet = (name: string) => filters().getByRole('link', { name: new RegExp(`^${name} `) });
  const chosen = () => page.getByRole('group', { name: 'Active filters' }).getByRole('link');
  const names = async (): Promise<string[]> =>
    (await chosen().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const total = async (): Promise<number> => Number.parseInt((await page.getByRole('status').innerText()).trim(), 10);

  it.each([true, false])('filters by category and tag and removes the filters, JavaScript: %s', async (script) => {
    await visitor.close();
    await open(script);
    await page.goto('/kb/search?q=warbler');
    const all = await total();
    await facet('Field guide').click();
    await expect.poll(() => names()).toEqual(['Category Field guide × – remove']);
    expect(await total()).toBe(45);
    await facet('birds').click();
    await expect.poll(() => names()).toEqual(['Category Field guide × – remove', 'Tag birds × – remove', 'Clear all']);
    await page.getByRole('link', { name: 'Page 5' }).click();
    await expect.poll(() => names()).toEqual(['Category Field guide × – remove', 'Tag birds × – remove', 'Clear all']);
    expect(await page.locator('.kb-results > li').count()).toBe(5);
    await chosen().first().click();
    await expect.poll(() => names()).toEqual(['Tag birds × – remove']);
    expect(await total()).toBe(46);
    expect(await filters().locator('[aria-current=true]').innerText()).toMatch(/^birds/);
    await filters().locator('[aria-current=true]').click();
    expect([await chosen().count(), await total()]).toEqual([0, all]);
  });

  it('keeps the filters for a new query', async () => {
    await page.goto('/kb/search?q=warbler&category=field-guide&updated=year');
    await page.getByRole('combobox').fill('orchards');
    await page.getByRole('combobox').press('Enter');
    await page.waitForURL('**/search?q=orchards&*');
    expect(await names()).toEqual([
      'Category Field guide × – remove',
      'Last updated Past year × – remove',
      'Clear all',
    ]);
  });

  it('counts only readable articles and hides restricted categories', async () => {
    await page.goto('/kb/search?q=warbler&category=staff-only');
    const before = await total();
    expect(await page.getByText('Staff only').count()).toBe(0);
    expect(await page.getByText('Warbler wages').count()).toBe(0);
    const { login, password } = await site.host.createUser('subscriber');
    await page.goto('/admin/login');
    await logIn(page, login, password);
    await page.goto('/kb/search?q=warbler');
    expect(await total()).toBe(before + 1);
    await facet('Staff only').click();
    await expect.poll(() => page.locator('.kb-results h2').allInnerTexts()).toEqual(['Warbler wages']);
  });

  it('filters by period or by custom dates', async () => {
    await page.goto('/kb/search?q=warbler+old');
    await filters().getByRole('link', { name: 'Past month' }).click();
    await expect.poll(() => page.locator('.kb-results').getByText('Warblers of old').count()).toBe(0);
    await filters().getByRole('link', { name: 'Past year' }).click();
    await expect.poll(() => page.locator('.kb-results').getByRole('link', { name: 'Warblers of old' }).count()).toBe(1);
    await filters().getByText('Choose dates').click();
    const day = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
    await filters().getByLabel('From').fill(day(101));
    await filters().getByLabel('To').fill(day(99));
    await filters().getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**/search?q=warbler+old&from=${day(101)}&to=${day(99)}`);
    expect(await page.locator('.kb-results h2').allInnerTexts()).toEqual(['Warblers of old']);
    await chosen().first().click();
    expect(await total()).toBeGreaterThan(1);
  });

  it('displays the corrected query and offers to search for the original one', async () => {
    await page.goto('/kb/search?q=Warblre+dusk');
    expect((await page.locator('.kb-corrected').innerText()).split('\n')).toEqual([
      'Showing results for warbler dusk',
      'Search instead for Warblre dusk',
    ]);
    await page.getByRole('link', { name: 'Warblre dusk' }).click();
    expect(new URL(page.url()).searchParams.get('fuzzy')).toBe('0');
    expect(
      await page
        .locator('.kb-results mark')
        .filter({ hasText: /warbler/i })
        .count(),
    ).toBe(0);
    expect(await page.locator('.kb-corrected').count()).toBe(0);
    expect(await names()).toEqual(['Spelling as typed × – remove']);
    await chosen().first().click();
    await page.locator('.kb-corrected a').first().click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Results for “warbler dusk”');
  });

  it('offers alternatives for an empty result', async () => {
    await page.goto('/kb/search?q=xylophonist&category=field-guide');
    expect(await page.getByRole('status').innerText()).toContain('No results for “xylophonist”');
    expect(await page.getByRole('region', { name: 'Categories' }).getByRole('link').allInnerTexts()).toContain(
      'Field guide',
    );
    expect(
      await page
        .getByRole('region', { name: /^(Popular articles|Recently updated)$/ })
        .getByRole('link')
        .count(),
    ).toBe(5);
    await expectAccessible(page, [1280, 390]);
    await shoot(page, 'search-none-390');
    await page.getByRole('link', { name: 'Search without filters' }).click();
    await expect.poll(() => chosen().count()).toBe(0);
  });

  it('redirects a page number past the end to the last page, and links to other languages', async () => {
    await page.goto('/kb/search?q=warbler&category=field-guide&page=900');
    expect(new URL(page.url()).searchParams.get('page')).toBe('5');
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Ergebnisse für „warbler“');
    expect(await page.locator('.kb-results').getByRole('link', { name: 'Vögel im Garten' }).count()).toBe(1);
    await shoot(page, 'search-de-1280');
  });

  it('announces the number of results to screen readers', async () => {
    await page.goto('/kb/search?q=warbler');
    await page.locator('.kb-search [aria-live]', { hasText: 'results' }).waitFor({ state: 'attached' });
  });

  it('has no violations at any width, with filters collapsed and expanded', async () => {
    await page.goto('/kb/search?q=warblre&tag=birds&updated=year');
    await expectAccessible(page, [1280], (place) => shoot(page, `search-${place}`));
    await page.setViewportSize({ width: 390, height: 900 });
    await shoot(page, 'search-folded-390');
    await page.locator('.kb-filters-compact > summary').click();
    await filters().getByText('Choose dates').click();
    await expectAccessible(page, [390, 320], async (place) => {
      await shoot(page, `search-${place}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        Number(place.split(', ')[1]),
      );
    });
  });
});
