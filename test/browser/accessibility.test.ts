import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { importDemonstration, type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';
import { PRIVATE_PAGES, PUBLIC_PAGES } from './page-types.js';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const WINDOWS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;

describeInBrowser('every page, by WCAG 2.2 at level AA', (browser) => {
  let site: PublishedSite;
  let storageState: BrowserContextOptions['storageState'];
  beforeAll(async () => {
    site = await publishSite();
    await importDemonstration(site);
    await publishFieldGuide(site);
    const { login, password } = await site.host.createUser('administrator');
    const { page, close } = await openVisitor(browser(), site.url);
    await page.goto('/admin/login');
    await logIn(page, login, password);
    storageState = await page.context().storageState();
    await close();
  });
  afterAll(() => site.close());

  describe.each(WINDOWS)('$colorScheme, $width px wide', ({ colorScheme, width }) => {
    const viewport = { width, height: 900 };
    let visitor: Visitor;
    let editor: Visitor;
    beforeAll(async () => {
      visitor = await openVisitor(browser(), site.url, { colorScheme, viewport });
      editor = await openVisitor(browser(), site.url, { colorScheme, viewport, storageState });
    });
    afterAll(async () => {
      await visitor.close();
      await editor.close();
    });
    afterEach(() => expect([...visitor.faults, ...editor.faults]).toEqual([]));

    it.each(Object.entries(PUBLIC_PAGES))('has nothing against %s', async (_, path) => {
      await visitor.page.goto(path);
      expect(await violationsOf(visitor.page)).toEqual([]);
    });

    it.each(Object.entries(PRIVATE_PAGES))('has nothing against %s', async (_, path) => {
      await editor.page.goto(path);
      expect(await violationsOf(editor.page)).toEqual([]);
    });

    it('has nothing against a refused login', async () => {
      const { page } = visitor;
      await page.goto('/admin/login');
      await logIn(page, 'nobody', 'wrong');
      await page.getByRole('alert').waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it.each(['light', 'dark'] as const)(
    '%s, on a phone with the contents and then the drawer open',
    async (colorScheme) => {
      const { page, close } = await openVisitor(browser(), site.url, {
        colorScheme,
        viewport: { width: 390, height: 900 },
      });
      await page.goto('/kb/field-guide/bird-20');
      await page.getByText('On this page').first().click();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Browse' }).click();
      expect(await violationsOf(page)).toEqual([]);
      await close();
    },
  );
});

/** Rule, element and reason of each violation. Legacy mode, for there are no frames in our pages. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
