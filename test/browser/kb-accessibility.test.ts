import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, shoot } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const WIDTHS = [1280, 320];

describeInBrowser('knowledge base admin pages', (browser) => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await publishSite();
  });
  afterAll(() => site.close());

  it('are accessible from the first visit on', async () => {
    const manager = await site.host.createUser('kb_manager');
    const visitor = await openVisitor(browser(), site.url, { viewport: { width: 1280, height: 900 } });
    const { page } = visitor;
    page.setDefaultTimeout(20_000);
    await signIn(page, site.host, manager);
    await page.goto('/admin/kb/articles');
    await page.getByRole('main').getByRole('link', { name: 'Get started' }).click();
    await expectAccessible(page, WIDTHS);
    await shoot(page, 'kb-start');
    await page.goto('/kb');
    expect(await page.locator('.kb-first-visit').textContent()).toContain('Only editors see this message.');
    await expectAccessible(page, WIDTHS);
    await page.goto('/admin/kb/start');
    await page.getByRole('button', { name: 'Load examples' }).click();
    await page.getByRole('button', { name: 'Remove examples' }).waitFor();
    const { articles } = site.host.plugin('knowledge-base');
    const { data } = await site.host.request('GET', '/vendor-kb/v1/articles', { as: manager.id });
    for (const { id } of data as { id: number }[]) {
      await articles.update(id, { reviewBy: '2020-01-31' }, { user: null, source: 'cli' });
    }
    for (const [name, place] of [
      ['work', '/kb/work'],
      ['links', '/kb/links'],
      ['statistics', '/kb/statistics'],
      ['access', '/kb/access'],
      ['access-warnings', '/kb/access?tab=warnings'],
      ['access-view', '/kb/access?tab=view&as=visitor'],
    ] as const) {
      await page.goto(`/admin${place}`);
      await expectAccessible(page, WIDTHS);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await shoot(page, `kb-${name}`);
    }
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  });
});
