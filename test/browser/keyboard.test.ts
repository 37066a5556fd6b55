import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { importDemonstration, type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';

describeInBrowser('keyboard navigation', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    site = await publishSite();
    await importDemonstration(site);
    await publishFieldGuide(site);
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

  it('starts with a link that skips to the content', async () => {
    for (const path of ['/kb', '/kb/field-guide', '/kb/field-guide/bird-1', '/kb/search?q=bird', '/admin/login']) {
      await page.goto(path);
      await page.keyboard.press('Tab');
      const link = page.getByRole('link', { name: 'Skip to content' });
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
      expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
      await page.keyboard.press('Tab');
      const isPastHeader = await page.evaluate(
        () => document.activeElement?.closest('header.m-header, .kb-side') === null,
      );
      expect(isPastHeader).toBe(true);
    }
  });

  it('makes every focus stop of an article visible and outlined', async () => {
    await page.goto('/kb/field-guide/bird-20');
    const seen = new Set<string>();
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { width, height, top, bottom } = element.getBoundingClientRect();
        return {
          name: `${element.tagName} ${element.textContent?.trim()} ${element.getAttribute('href')}`,
          outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
          isVisible: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
        };
      });
      if (!stop) break;
      expect([stop.name, stop.isVisible, stop.outline >= 2]).toEqual([stop.name, true, true]);
      seen.add(stop.name);
    }
    expect([...seen].filter((name) => name.startsWith('PRE'))).toHaveLength(1);
    expect(seen.size).toBeGreaterThan(30);
  });

  it('submits a search and opens its first result', async () => {
    await page.goto('/kb');
    await page.getByLabel('Search the knowledge base').focus();
    await page.keyboard.type('warbler');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/kb/search?q=warbler');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    while ((await page.evaluate(() => document.activeElement?.closest('.kb-results'))) === null) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/kb/field-guide/bird-*');
    expect(await page.locator('h1').textContent()).toMatch(/^Bird \d+$/);
  });

  it('scrolls wide code', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/kb/field-guide/bird-1');
    const code = page.locator('.kb-prose pre');
    await code.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code.evaluate((pre) => pre.scrollLeft)).toBeGreaterThan(0);
  });

  it('opens the drawer on a phone, moves through the tree, and closes it with Escape', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/kb/field-guide/bird-20');
    const tree = page.getByRole('navigation', { name: 'Knowledge base' });
    const browse = page.getByRole('button', { name: 'Browse' });
    expect(await tree.isVisible()).toBe(false);
    await browse.focus();
    await page.keyboard.press('Enter');
    expect(await tree.isVisible()).toBe(true);
    for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#kb-nav nav') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await tree.isVisible()).toBe(false);
    expect(await browse.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
