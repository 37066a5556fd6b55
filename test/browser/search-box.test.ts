import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';

/** Maximum gzipped bytes of all scripts on a reader page. */
const BUDGET = 8 * 1024;

describeInBrowser('search box', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    site = await publishSite();
    await publishFieldGuide(site);
    const { id: as } = await site.host.createUser('administrator');
    for (const article of [
      { title: 'Reset your <b>password</b>', status: 'publish' },
      { title: 'Password rules of the staff', status: 'publish', access_rule: { mode: 'logged_in' } },
    ]) {
      await site.host.request('POST', '/vendor-kb/v1/articles', { as, body: { content: 'Text.', ...article } });
    }
  });
  beforeEach(async () => {
    visitor = await openVisitor(browser(), site.url);
    page = visitor.page;
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const box = () => page.getByRole('combobox', { name: 'Search the knowledge base' });
  const options = () => page.getByRole('option');
  const active = async (): Promise<string | null> => {
    const id = await box().getAttribute('aria-activedescendant');
    return id === null ? null : page.locator(`[id="${id}"][aria-selected="true"] span`).first().textContent();
  };
  async function type(text: string): Promise<void> {
    await box().pressSequentially(text);
    await options().first().waitFor();
  }

  it('autocompletes titles, announces their number and highlights the typed text', async () => {
    await page.goto('/kb');
    await type('passw');
    expect(await options().allTextContents()).toEqual(['Reset your <b>password</b>']);
    expect(await options().locator('mark').allTextContents()).toEqual(['passw']);
    expect(await box().getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('.kb-search [aria-live]').textContent()).toBe(
      '1 suggestion. Use the arrow keys to select.',
    );
    await box().fill('nothing like it');
    await options().first().waitFor({ state: 'hidden' });
    expect(await page.locator('.kb-search [aria-live]').textContent()).toBe('No suggestions');
  });

  it('supports arrow keys, Home, End and Enter', async () => {
    await page.goto('/kb');
    await type('bird');
    const titles = (await options().locator('span:first-child').allTextContents()) as [string, ...string[]];
    expect(titles.length).toBeGreaterThan(3);
    await box().press('ArrowDown');
    expect(await active()).toBe(titles[0]);
    await box().press('End');
    expect(await active()).toBe(titles.at(-1));
    await box().press('ArrowDown');
    expect(await active()).toBeNull();
    await box().press('ArrowUp');
    expect(await active()).toBe(titles.at(-1));
    await box().press('Home');
    expect(await active()).toBe(titles[0]);
    await box().press('Enter');
    await page.getByRole('heading', { level: 1, name: titles[0], exact: true }).waitFor();
  });

  it('closes on Escape and keeps the text, which Enter submits', async () => {
    await page.goto('/kb');
    await type('bird');
    await box().press('Escape');
    expect([await box().inputValue(), await options().count()]).toEqual(['bird', await options().count()]);
    expect(await options().first().isVisible()).toBe(false);
    await box().press('Enter');
    await page.waitForURL('**/kb/search?q=bird');
  });

  it('opens a clicked suggestion', async () => {
    await page.goto('/kb');
    await type('passw');
    await options().first().click();
    await page.waitForURL('**/kb/reset-your**');
  });

  it('gets the focus on / and Ctrl+K, except while typing in a field', async () => {
    await page.goto('/kb/field-guide/bird-1');
    const isIn = () => box().evaluate((field) => field === document.activeElement);
    await page.keyboard.press('/');
    expect([await isIn(), await box().inputValue()]).toEqual([true, '']);
    await page.keyboard.press('/');
    expect(await box().inputValue()).toBe('/');
    await box().blur();
    await page.keyboard.press('Control+k');
    expect(await isIn()).toBe(true);
    await page.getByText('Send feedback').click();
    await page.getByLabel('Message').pressSequentially('either/or');
    expect(await page.getByLabel('Message').inputValue()).toBe('either/or');
  });

  it('ignores / if the reader turned the shortcut off, and remembers the choice', async () => {
    await page.goto('/kb');
    await type('bird');
    for (const _ of ['submit', 'switch']) await page.keyboard.press('Tab');
    const toggle = page.getByRole('checkbox', { name: 'Press / to search' });
    expect(await toggle.evaluate((field) => field === document.activeElement)).toBe(true);
    await shoot(page, 'search-box-slash');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');

    await page.goto('/kb/field-guide/bird-1');
    const isIn = () => box().evaluate((field) => field === document.activeElement);
    await page.keyboard.press('/');
    expect(await isIn()).toBe(false);
    await page.keyboard.press('Control+k');
    expect(await isIn()).toBe(true);
    await type('bird');
    expect(await toggle.isChecked()).toBe(false);
    await toggle.check();
    await page.reload();
    await page.keyboard.press('/');
    expect(await isIn()).toBe(true);
  });

  it("ignores / if the site turned the shortcut off, and hides the reader's option", async () => {
    await site.host.settings.save('knowledge-base', { slashKey: false });
    try {
      await page.goto('/kb/field-guide/bird-1');
      const isIn = () => box().evaluate((field) => field === document.activeElement);
      await page.keyboard.press('/');
      expect(await isIn()).toBe(false);
      await page.keyboard.press('Control+k');
      expect(await isIn()).toBe(true);
      await type('bird');
      expect(await page.getByRole('checkbox', { name: 'Press / to search' }).count()).toBe(0);
    } finally {
      await site.host.settings.save('knowledge-base', { slashKey: true });
    }
  });

  it('opens its drawer on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/kb/field-guide/bird-1');
    await page.keyboard.press('/');
    await type('bird');
    const { x, width } = (await page.locator('.kb-suggestions').boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  });

  it('displays only the latest suggestions when an earlier response is late', async () => {
    await page.goto('/kb');
    await page.route('**/suggestions?*q=bird', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => undefined);
    });
    const late = page.waitForRequest('**/suggestions?*q=bird');
    await box().fill('bird');
    await late;
    await box().fill('passw');
    await options().first().waitFor();
    await page.waitForTimeout(800);
    expect(await options().allTextContents()).toEqual(['Reset your <b>password</b>']);
  });

  it('remembers five searches until the tab is closed or they are cleared', async () => {
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'Two']) {
      await page.goto('/kb');
      await box().fill(word);
      await box().press('Enter');
      await page.waitForURL(`**/kb/search?q=${word}`);
    }
    await page.goto('/kb');
    await box().click();
    const recentSearches = await options().locator('span:first-child').allTextContents();
    expect(recentSearches).toEqual(['Two', 'six', 'five', 'four', 'three']);
    await expectAccessible(page, [1280]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await box().press('ArrowDown');
    await box().press('Enter');
    await page.waitForURL('**/kb/search?q=Two');
    await page.goto('/kb');
    await box().click();
    await box().press('Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await box().press('ArrowDown');
    expect(await options().first().isVisible()).toBe(false);
  });

  it('suggests restricted articles to signed-in users and clears their searches on logout', async () => {
    const { login, password } = await site.host.createUser('subscriber');
    await page.goto('/admin/login');
    await logIn(page, login, password);
    await page.goto('/kb');
    await type('passw');
    expect(await options().count()).toBe(2);
    await box().press('Enter');
    await page.waitForURL('**/kb/search?q=passw');
    const storedSearches = () =>
      page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.endsWith('kb-searches')));
    expect((await storedSearches()).map(([, searches]) => searches)).toEqual(['["passw"]']);
    await page.goto('/admin/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname !== '/admin/logout');
    expect(await storedSearches()).toEqual([]);
  });

  it('reports the selected result with its position', async () => {
    await page.goto('/kb/search?q=bird&page=2');
    const reported = page.waitForResponse((response) => response.request().method() === 'POST');
    const chosen = page.locator('.kb-results li:nth-child(3) h2 a');
    const id = Number(await chosen.getAttribute('data-article'));
    await chosen.click();
    expect((await reported).status()).toBe(204);
    expect((await reported).request().postDataJSON()).toEqual({ query: 'bird', article_id: id, position: 13 });
  });

  it.each(['/kb', '/kb/search?q=bird', '/kb/field-guide/bird-1'])('has no violations on %s', async (path) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    await box().fill('');
    await type('bird');
    await box().press('ArrowDown');
    await expectAccessible(page, path === '/kb/field-guide/bird-1' ? [1280] : [1280, 360]);
  });

  it('stays below the script size budget', async () => {
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url());
    });
    await page.goto('/kb/field-guide/bird-1', { waitUntil: 'networkidle' });
    expect(scripts.length).toBeGreaterThan(0);
    const bodies = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).body()));
    expect(gzipSync(Buffer.concat(bodies)).length).toBeLessThan(BUDGET);
  });
});
