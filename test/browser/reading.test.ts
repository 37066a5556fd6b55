import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { importDemonstration, type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';
import { PUBLIC_PAGES } from './page-types.js';

describeInBrowser('reading', (browser) => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await publishSite();
    await importDemonstration(site);
    await publishFieldGuide(site);
  });
  afterAll(() => site.close());

  describe.each([1280, 390, 320])('window width of %i px', (width) => {
    it('needs no horizontal scrolling and has no layout shift', async () => {
      const visitor = await openVisitor(browser(), site.url, { viewport: { width, height: 800 } });
      for (const [name, path] of Object.entries(PUBLIC_PAGES)) {
        await visitor.page.goto(path);
        expect([name, await widthOf(visitor.page)]).toEqual([name, width]);
        expect([name, await layoutShiftOf(visitor.page)]).toEqual([name, 0]);
      }
      await visitor.close();
      expect(visitor.faults).toEqual([]);
    });

    it('scrolls wide code and tables separately', async () => {
      const { page, close } = await openVisitor(browser(), site.url, { viewport: { width, height: 800 } });
      await page.goto('/kb/field-guide/bird-1');
      const code = await page.locator('.kb-prose pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth);
      expect(code).toBe(true);
      const column = await page.locator('.kb-prose').evaluate((prose) => prose.clientWidth);
      for (const wide of await page.locator('.kb-prose :is(pre, .table-scroll)').all()) {
        expect(await wide.evaluate((element) => element.clientWidth)).toBeLessThanOrEqual(column);
      }
      await close();
    });
  });

  it('has text of a readable size, line height and line length', async () => {
    const { page, close } = await openVisitor(browser(), site.url, { viewport: { width: 1600, height: 900 } });
    await page.goto('/kb/field-guide/bird-1');
    const text = await page
      .locator('.kb-prose > p')
      .last()
      .evaluate((paragraph) => {
        const { fontSize, lineHeight } = getComputedStyle(paragraph);
        const size = Number.parseFloat(fontSize);
        return { size, leading: Number.parseFloat(lineHeight) / size, measure: paragraph.clientWidth / size };
      });
    expect(text.size).toBeGreaterThanOrEqual(16);
    expect(text.leading).toBeGreaterThanOrEqual(1.5);
    // A letter is about half as wide as the font is high, so 45 em are about 80 to 90 letters.
    expect(text.measure).toBeLessThanOrEqual(45);
    await close();
  });

  it("follows the reader's color scheme", async () => {
    const lightness = async (colorScheme: 'light' | 'dark') => {
      const { page, close } = await openVisitor(browser(), site.url, { colorScheme });
      await page.goto('/kb/field-guide/bird-1');
      const [paper, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color].map((value) => Number(/\d+/.exec(value)?.[0]));
      });
      await close();
      return { paper, ink };
    };
    const [light, dark] = [await lightness('light'), await lightness('dark')];
    expect(light.paper).toBeGreaterThan(230);
    expect(light.ink).toBeLessThan(60);
    expect(dark.paper).toBeLessThan(40);
    expect(dark.ink).toBeGreaterThan(200);
  });

  it('scrolls a long tree to the current article', async () => {
    const { page, close } = await openVisitor(browser(), site.url, { viewport: { width: 1280, height: 300 } });
    await page.goto('/kb/field-guide/bird-30');
    const entry = await page.locator('.kb-nav [aria-current=page]').boundingBox();
    expect(entry?.y).toBeGreaterThan(0);
    expect(entry?.y).toBeLessThan(300);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await close();
  });
});

/** Width of the document, which exceeds the window if something overflows. */
function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Cumulative layout shift since the page was opened. */
function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries have been delivered after two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}
