import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { createOutboxFolder, linkIn, type Outbox } from '../support/outbox.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const NEW = 'an entirely new one';
const SCREENS = [
  { name: 'on a desk', viewport: { width: 1280, height: 800 }, javaScriptEnabled: true, colorScheme: 'light' },
  { name: 'on a phone', viewport: { width: 360, height: 740 }, javaScriptEnabled: true, colorScheme: 'dark' },
  { name: 'without script', viewport: { width: 1280, height: 800 }, javaScriptEnabled: false, colorScheme: 'light' },
] as const;

describeInBrowser('lost password', (browser) => {
  let site: PublishedSite;
  let outbox: Outbox;
  let visitor: Visitor;
  beforeAll(async () => {
    outbox = await createOutboxFolder();
    site = await publishSite({ mail: outbox.url });
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(async () => {
    await site.close();
    await outbox.remove();
  });

  /** Expects no horizontal overflow and no axe violations. */
  async function examine(page: Page, script: boolean): Promise<void> {
    const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(width).toBeLessThanOrEqual(0);
    // axe needs JavaScript. The markup is the same without it.
    if (script) expect(await violationsOf(page)).toEqual([]);
  }

  it.each(SCREENS)('is reset with the emailed link $name', { timeout: 60_000 }, async ({ name, ...screen }) => {
    const { login, email } = await site.host.createUser('editor');
    const { javaScriptEnabled: script } = screen;
    visitor = await openVisitor(browser(), site.url, screen);
    const { page } = visitor;
    await page.goto('/admin');
    await examine(page, script);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await examine(page, script);
    const count = (await outbox.mails()).length;
    await page.getByLabel('Username or email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Check your inbox');
    await examine(page, script);

    const link = linkIn((await outbox.waitFor(count + 1)).at(-1));
    await page.goto(link.href);
    expect(page.url()).toBe(`${site.url}/admin/reset-password`);
    await examine(page, script);
    await page.getByLabel('New password', { exact: true }).fill('password1');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('This password is too easy to guess');
    await examine(page, script);
    await page.getByLabel('New password', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect
      .poll(() => page.getByRole('status').textContent())
      .toBe('Password changed. Sign in with your new password.');
    await examine(page, script);
    expect(await page.context().cookies()).toEqual([]);

    await page.getByLabel('Username or email').fill(login);
    await page.getByLabel('Password', { exact: true }).fill(NEW);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    expect(new URL(page.url()).pathname).toBe('/admin');

    const token = link.searchParams.get('token') ?? '';
    const protocol = await page.context().newCDPSession(page);
    const { entries } = await protocol.send('Page.getNavigationHistory');
    const addresses = entries.map(({ url }) => url);
    expect(addresses).toContain(`${site.url}/admin/reset-password`);
    expect(addresses.join(' ')).not.toContain(token);

    await page.goto(link.href);
    expect(await page.getByRole('alert').textContent()).toContain('This link has expired.');
    await examine(page, script);
    await page.getByRole('link', { name: 'Request new link' }).click();
    expect(new URL(page.url()).pathname).toBe('/admin/lost-password');
  });

  it('can be revealed while typing', async () => {
    visitor = await openVisitor(browser(), site.url);
    const { page } = visitor;
    await page.goto('/admin/login');
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('correct horse');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => field.getAttribute('type')).toBe('text');
    expect(await field.inputValue()).toBe('correct horse');
    await examine(page, true);
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.poll(() => field.getAttribute('type')).toBe('password');
  });
});
