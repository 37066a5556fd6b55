import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';
import { publishStates, READER_STATES } from './reader-states.js';

const WIDTHS = [1280, 320];
const ARTICLE = READER_STATES['article with everything'] ?? '';

describeInBrowser('knowledge base pages in every state', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  beforeAll(async () => {
    site = await publishSite({ allowInsecureAuth: true });
    await publishStates(site);
    visitor = await openVisitor(browser(), site.url);
  });
  afterEach(() => expect(visitor.faults).toEqual([]));
  afterAll(async () => {
    await visitor?.close();
    await site?.close();
  });

  it.each(Object.entries(READER_STATES))('%s: accessible and no wider than the window', async (name, path) => {
    const { page } = visitor;
    await page.goto(path);
    await expectAccessible(page, WIDTHS, async (place) => {
      const { width } = page.viewportSize() ?? { width: 0 };
      expect([place, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([place, width]);
      await shoot(page, `${name}, ${place}`.replaceAll(/[^a-z0-9]+/gi, '-'));
    });
  });

  it('follow the direction of their language and isolate names in the other direction', async () => {
    const { page } = visitor;
    await page.goto(READER_STATES['article in Hebrew'] ?? '');
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    const [nav, text] = await Promise.all([
      page.locator('.kb-side').boundingBox(),
      page.locator('.kb-main').boundingBox(),
    ]);
    expect(nav?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0) - 1);
    expect(await page.locator('.kb-prose pre').evaluate((pre) => getComputedStyle(pre).direction)).toBe('ltr');
    await page.goto(READER_STATES['article with a Hebrew title on an English page'] ?? '');
    expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).direction)).toBe('rtl');
    expect(await page.locator('.kb-breadcrumbs bdi').last().textContent()).toBe('סבכי (Acrocephalus)');
  });

  it('copy code with a button, which confirms it', async () => {
    const { page } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(ARTICLE);
    const button = page.getByRole('button', { name: 'Copy' });
    await button.focus();
    await button.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^const answer = await call\('warbler'.*\);$/,
    );
  });

  it('are readable in forced colors, with borders instead of backgrounds', async () => {
    const forced = await openVisitor(browser(), site.url, {
      forcedColors: 'active',
      viewport: { width: 1280, height: 900 },
    });
    await forced.page.goto(ARTICLE);
    const widths = await forced.page
      .locator('.callout, .kb-prose pre, .kb-nav [aria-current]')
      .evaluateAll((elements) =>
        elements.map((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth)),
      );
    expect(widths.length).toBeGreaterThan(3);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(1);
    await shoot(forced.page, 'forced-colours');
    await forced.close();
  });

  it('omit interactive elements in print', async () => {
    const { page } = visitor;
    await page.goto(ARTICLE);
    await page.emulateMedia({ media: 'print' });
    const isShown = (selector: string) => page.locator(selector).first().isVisible();
    for (const selector of ['.kb-side', '.kb-toc', '.kb-opinion', '.kb-related', '.m-header', '.kb-code > button']) {
      expect([selector, await isShown(selector)]).toEqual([selector, false]);
    }
    expect(await isShown('.kb-prose')).toBe(true);
    expect(await isShown('.kb-files')).toBe(true);
    await shoot(page, 'print');
    await page.emulateMedia({ media: null });
  });

  it('explain that cookies are required after the correct password when none was kept', async () => {
    const { page } = visitor;
    await page.goto(READER_STATES['article behind a password that no cookie keeps'] ?? '');
    expect(await page.getByRole('alert').textContent()).toContain('Allow cookies for this site');
    await page.getByLabel('Password').fill('dusk');
    await page.getByRole('button', { name: 'Open' }).click();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/kb/birds/secret');
    expect(await page.locator('h1').textContent()).toBe('Secret nests');
    await page.context().clearCookies();
  });
});
