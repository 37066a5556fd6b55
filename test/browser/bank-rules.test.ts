import { bank } from 'mortise/plugins';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

describeInBrowser('bank matching rules', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let admin: { id: number };
  let byDefault: string[];

  beforeAll(async () => {
    site = await publishSite({ plugins: [bank()] });
    admin = await site.host.createUser('administrator');
    byDefault = await order();
  });
  beforeEach(() => rules().resetAll());
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  const rules = () => site.host.plugin('bank').matching.rules;
  const order = async () => (await rules().list()).map(({ name }) => name);
  const main = (page: Page) => page.getByRole('main');
  const status = (page: Page) => page.locator('.m-ordering-status').textContent();

  async function open({ javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 900 } });
    await signIn(visitor.page, site.host, admin);
    await visitor.page.goto('/admin/bank/rules');
    return visitor.page;
  }

  it.each([true, false])(
    'are moved, disabled and reset with buttons, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled, width: 360 });
      const press = (name: string) => main(page).getByRole('button', { name, exact: true }).click();
      const notice = () => main(page).locator('.m-notice').first().textContent();
      await press('Move up: Reference and amount');
      expect(await notice()).toContain('“Reference and amount” moved to position 1 of 13.');
      expect((await order()).slice(0, 2)).toEqual(['reference', 'nothing_paid']);
      await press('Disable: Multiple references');
      expect(await notice()).toContain('“Multiple references” disabled.');
      expect((await rules().used()).map(({ name }) => name)).not.toContain('split');
      await press('Enable: Multiple references');
      await press('Move down: Reference and amount');
      expect(await order()).toEqual(byDefault);
      await press('Disable: Known payer');
      await press('Reset to default');
      expect(await notice()).toContain('Rules reset.');
      expect(await rules().used()).toHaveLength(13);
    },
  );

  it('are moved with the arrow keys and announced to screen readers', async () => {
    const page = await open();
    const handle = main(page).getByRole('button', { name: 'Move Reference and amount' });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => status(page)).toContain('“Reference and amount” moved to position 4 of 13.');
    expect((await order()).slice(0, 4)).toEqual(['nothing_paid', 'split', 'reference_partial', 'reference']);
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Move Reference and amount');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => status(page)).toContain('position 3 of 13');
  });

  it('are reordered by drag and drop', async () => {
    const page = await open();
    const handle = main(page).getByRole('button', { name: 'Move Reference and amount' });
    const target = main(page).locator('[data-name="split"]');
    // The lower part of an item, where a drop comes after it.
    const y = ((await target.boundingBox())?.height ?? 0) * 0.8;
    await handle.dragTo(target, { targetPosition: { x: 200, y } });
    await expect.poll(() => status(page)).toContain('position 3 of 13');
    expect((await order()).slice(0, 3)).toEqual(['nothing_paid', 'split', 'reference']);
  });

  it('keep their order when a submitted order is incomplete', async () => {
    const page = await open();
    await page.evaluate(() => document.querySelector('.bk-rule')?.remove());
    await main(page).getByRole('button', { name: 'Move Multiple references' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => status(page)).toContain('Order not saved.');
    expect(await order()).toEqual(byDefault);
  });

  it('have an accessible page that fits every screen', async () => {
    const page = await open();
    await rules().set('known_payer', { isEnabled: false });
    await page.reload();
    await expectAccessible(page, [1280, 360], async (where) => {
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth);
      expect([where, wide]).toEqual([where, page.viewportSize()?.width]);
      await shoot(page, `rules-${where.replace(', ', '-')}`);
    });
  });
});
