import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { importDemonstration, type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';
import { PRIVATE_PAGES, PUBLIC_PAGES } from './page-types.js';

const WIDTHS = [1280, 390];

describeInBrowser('accessibility (WCAG 2.2 AA, light and dark, desktop and phone)', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let editor: Visitor;
  beforeAll(async () => {
    site = await publishSite();
    await importDemonstration(site);
    await publishFieldGuide(site);
    visitor = await openVisitor(browser(), site.url);
    editor = await openVisitor(browser(), site.url);
    const { login, password } = await site.host.createUser('administrator');
    await editor.page.goto('/admin/login');
    await logIn(editor.page, login, password);
  });
  afterEach(() => expect([...visitor.faults, ...editor.faults]).toEqual([]));
  afterAll(async () => {
    await visitor.close();
    await editor.close();
    await site.close();
  });

  it.each(Object.entries(PUBLIC_PAGES))('public page without violations: %s', async (_, path) => {
    await visitor.page.goto(path);
    await expectAccessible(visitor.page, WIDTHS);
  });

  it.each(Object.entries(PRIVATE_PAGES))('private page without violations: %s', async (_, path) => {
    await editor.page.goto(path);
    await expectAccessible(editor.page, WIDTHS);
  });

  it('has no violations after a rejected login', async () => {
    await visitor.page.goto('/admin/login');
    await logIn(visitor.page, 'nobody', 'wrong');
    await visitor.page.getByRole('alert').waitFor();
    await expectAccessible(visitor.page, WIDTHS);
  });

  it('has no violations with the table of contents or the drawer open', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto('/kb/field-guide/bird-20');
    await page.getByText('On this page').first().click();
    await expectAccessible(page, [390]);
    await page.getByRole('button', { name: 'Browse' }).click();
    await expectAccessible(page, [390]);
  });
});
