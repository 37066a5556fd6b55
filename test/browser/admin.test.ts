import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { defineSettings } from 'mortise/settings';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { signIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const shop = definePlugin({
  name: 'acme-kiosk',
  version: '1.0.0',
  setup: ({ settings, admin }) => {
    admin.notice({ capability: 'manage_options', load: () => ({ kind: 'warning', text: 'Mind the step.' }) });
    settings.register(
      defineSettings({
        name: 'acme-kiosk',
        title: 'Shop',
        description: 'How orders are taken.',
        capability: 'manage_options',
        schema: {
          properties: {
            currency: { type: 'string', title: 'Currency', enum: ['EUR', 'CZK'], default: 'EUR' },
            fee: { type: 'integer', title: 'Fee', description: 'In cents.', minimum: 0, default: 500 },
            open: { type: 'boolean', title: 'Take orders', description: 'Or not.', default: true },
            key: { type: 'string', title: 'Payment key', writeOnly: true, minLength: 8 },
            countries: {
              type: 'array',
              items: { type: 'string', enum: ['de', 'cz'] },
              labels: { de: 'Germany', cz: 'Czechia' },
              title: 'Ships to',
              default: ['de'],
            },
            words: { type: 'array', items: { type: 'string' }, title: 'Words', default: [] },
          },
        },
      }),
    );
  },
});

describeInBrowser('admin area', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let maria: { id: number; login: string; password: string };
  beforeAll(async () => {
    site = await publishSite({ plugins: [knowledgeBase(), shop] });
    maria = await site.host.createUser('administrator');
    for (let number = 1; number <= 24; number++) {
      const login = `reader${String(number).padStart(2, '0')}`;
      await site.host.users.create({ login, email: `${login}@example.com`, name: `Reader ${number}` });
    }
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  async function open(path: string, { javaScriptEnabled = true, width = 1280 } = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled, viewport: { width, height: 800 } });
    await signIn(visitor.page, site.host, maria);
    await visitor.page.goto(path);
    return visitor.page;
  }

  const main = (page: Page) => page.getByRole('main');

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    const login = javaScriptEnabled ? 'with-script' : 'without-script';

    it('redirects to the requested page after login and navigates through the menu', async () => {
      const page = await open('/admin/users?search=reader', { javaScriptEnabled });
      expect(page.url()).toBe(`${site.url}/admin/users?search=reader`);
      await page.getByRole('navigation', { name: 'Admin menu' }).getByRole('link', { name: 'System report' }).click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('System report');
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Dashboard' }).click();
      await expect.poll(() => main(page).textContent()).toContain('Mind the step.');
    });

    it('searches, sorts and paginates a list', async () => {
      const page = await open('/admin/users', { javaScriptEnabled });
      await page.getByRole('searchbox').fill('reader');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByRole('link', { name: 'Username' }).click();
      await page.getByRole('link', { name: 'Next' }).click();
      await expect.poll(() => page.getByRole('rowheader').allTextContents()).toHaveLength(4);
      expect(await page.getByRole('searchbox').inputValue()).toBe('reader');
      expect(await page.locator('[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    });

    it('adds a user after a validation error, keeping the input', async () => {
      const page = await open('/admin/users', { javaScriptEnabled });
      await page.getByRole('link', { name: 'Add user' }).click();
      await page.getByLabel('Username').fill(login);
      await page.getByLabel('Email', { exact: true }).fill('nowhere');
      await page.getByLabel('Author', { exact: true }).check();
      await page.getByRole('button', { name: 'Create user' }).click();
      const summary = page.getByRole('alert');
      expect(await summary.textContent()).toContain('Email: Enter a valid email');
      expect(await page.title()).toMatch(/^Error: /);
      expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
      await summary.getByRole('link').click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('create-email');
      expect(await page.getByLabel('Username').inputValue()).toBe(login);
      expect(await page.getByLabel('Author', { exact: true }).isChecked()).toBe(true);
      await page.getByLabel('Email', { exact: true }).fill(`${login}@example.com`);
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect.poll(() => page.getByRole('status').first().textContent()).toContain(`User ${login} created.`);
      await page.reload();
      expect(await main(page).textContent()).not.toContain(' created.');
      expect(await site.host.users.byLogin(login)).toMatchObject({ roles: ['author', 'subscriber'] });
    });

    it('deletes a user only after confirmation', async () => {
      const doomed = await site.host.users.create({ login: `x-${login}`, email: `x-${login}@example.com` });
      const page = await open(`/admin/users?search=x-${login}`, { javaScriptEnabled });
      await page.getByRole('checkbox', { name: `Select x-${login}` }).check();
      await page.getByLabel('Bulk action').selectOption('Delete…');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect.poll(() => main(page).textContent()).toContain('Permanently delete this user?');
      expect(await site.host.users.get(doomed.id)).not.toBeNull();
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => page.getByRole('status').first().textContent()).toContain('1 user deleted.');
      expect(await site.host.users.get(doomed.id)).toBeNull();
    });

    it('saves settings and resets them to defaults', async () => {
      const page = await open('/admin/settings/acme-kiosk', { javaScriptEnabled });
      await page.getByLabel('Fee').fill('7');
      await page.getByLabel('Czechia').check();
      await page.getByLabel('Words').fill('one\n two ');
      await page.locator('input[name=key]').fill('a secret key');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect
        .poll(() => site.host.settings.read('acme-kiosk'))
        .toMatchObject({
          fee: 7,
          countries: ['de', 'cz'],
          words: ['one', 'two'],
          key: 'a secret key',
        });
      expect(await page.locator('input[name=key]').inputValue()).toBe('');
      await page.getByRole('link', { name: 'Reset to defaults' }).click();
      await page.getByRole('button', { name: 'Reset to defaults' }).click();
      await expect.poll(() => page.getByLabel('Fee').inputValue()).toBe('500');
    });

    it('creates an application password shown only once, and revokes it', async () => {
      const page = await open('/admin', { javaScriptEnabled });
      const name = `Script ${login}`;
      await page
        .getByRole('navigation', { name: 'Account', exact: true })
        .getByRole('link', { name: maria.login })
        .click();
      const tabs = page.getByRole('navigation', { name: 'Profile pages' });
      await tabs.getByRole('link', { name: 'Application passwords' }).click();
      await page.getByRole('link', { name: 'Add application password' }).first().click();
      await page.getByRole('button', { name: 'Create password' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('Enter a name on one line');
      await page.getByLabel('Name').fill(name);
      await page.getByRole('group', { name: 'Core' }).getByLabel('Read', { exact: true }).check();
      await page.getByRole('button', { name: 'Create password' }).click();
      const secret = page.getByRole('textbox', { name: 'Application password' });
      expect(await secret.inputValue()).toMatch(/^\w{4}( \w{4}){5}$/);
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(javaScriptEnabled ? 1 : 0);
      await page.reload();
      expect(await secret.count()).toBe(0);
      expect(await page.getByRole('alert').textContent()).toContain('This form was already submitted.');
      await tabs.getByRole('link', { name: 'Application passwords' }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('button', { name: 'Revoke' }).click();
      await expect.poll(() => page.getByRole('status').first().textContent()).toContain(`${name} revoked.`);
    });

    it('opens the menu in a drawer on a phone', async () => {
      const page = await open('/admin', { javaScriptEnabled, width: 375 });
      const menu = page.getByRole('navigation', { name: 'Admin menu' });
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await menu.getByRole('link', { name: 'Users' }).click();
      await expect.poll(() => page.locator('h1').textContent()).toBe('Users');
    });
  });

  it('selects all rows of the page and shows the count', async () => {
    const page = await open('/admin/users?search=reader');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    expect(await page.locator('tbody input:checked').count()).toBe(20);
    expect(await page.locator('.m-list-count').textContent()).toBe('20 selected');
    await page.getByRole('checkbox', { name: 'Select reader01' }).uncheck();
    expect(await page.locator('.m-list-count').textContent()).toBe('19 selected');
  });

  it('copies a displayed secret and confirms it', async () => {
    const page = await open('/admin/profile/application-passwords/add');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Name').fill('Copied');
    await page.getByRole('button', { name: 'Create password' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('m-secret');
    const value = await page.getByRole('textbox', { name: 'Application password' }).inputValue();
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.locator('m-copy').getByRole('status').textContent()).toBe('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  });

  it('filters hooks while typing and keeps focus and URL in sync', async () => {
    const page = await open('/admin/hooks');
    const field = page.getByRole('searchbox');
    await field.pressSequentially('media_acc');
    await page
      .getByRole('status')
      .filter({ hasText: /\b1 item\b/ })
      .waitFor({ state: 'attached' });
    expect(await page.locator('.m-list').first().getByRole('rowheader').allTextContents()).toEqual([
      expect.stringContaining('media_accept'),
    ]);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).searchParams.get('search')).toBe('media_acc');
    await page.reload();
    expect(await field.inputValue()).toBe('media_acc');
    await field.fill('');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('action');
    await page.getByRole('rowheader', { name: 'host_serving' }).first().waitFor();
    expect(await page.getByRole('rowheader', { name: 'media_accept' }).count()).toBe(0);
  });

  it('supports keyboard navigation, starting with a skip link', async () => {
    const page = await open('/admin/users');
    await page.goto('/admin/users');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it.each([
    '/admin',
    '/admin/users',
    '/admin/users/add',
    '/admin/roles',
    '/admin/routes',
    '/admin/hooks',
    '/admin/hooks/one?kind=filter&name=template_locations',
    '/admin/doctor',
    '/admin/system',
    '/admin/settings/acme-kiosk',
    '/admin/profile',
    '/admin/profile/sessions',
    '/admin/profile/application-passwords/add',
    '/admin/api-keys',
    '/admin/oauth-clients/add',
    '/admin/audit-log',
  ])('fits a phone screen: %s', async (path) => {
    const page = await open(path, { width: 320 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  it.each<[string, string, (page: Page) => Promise<void>]>([
    ['settings', '/admin/settings/acme-kiosk', async () => undefined],
    ['a question', '/admin/settings/acme-kiosk?confirm=reset', async () => undefined],
    ['a user', '/admin/users/ID', async () => undefined],
    ['the profile', '/admin/profile', async () => undefined],
    ['sessions', '/admin/users/ID/sessions', async () => undefined],
    ['a new API key', '/admin/api-keys/add', async () => undefined],
    ['a new OAuth client', '/admin/oauth-clients/add', async () => undefined],
    ['the audit log', '/admin/audit-log', async () => undefined],
    [
      'a secret',
      '/admin/profile/application-passwords/add',
      async (page) => {
        await page.getByLabel('Name').fill('Seen');
        await page.getByRole('button', { name: 'Create password' }).click();
      },
    ],
    ['a refused form', '/admin/users/add', (page) => page.getByRole('button', { name: 'Create user' }).click()],
    ['a notice', '/admin/settings/acme-kiosk', (page) => page.getByRole('button', { name: 'Save' }).click()],
    ['the opened menu', '/admin', (page) => page.getByRole('button', { name: 'Menu', exact: true }).click()],
  ])('has no WCAG 2.2 AA violations: %s', async (name, path, act) => {
    const width = name === 'the opened menu' ? 390 : 1280;
    const page = await open(path.replace('ID', String(maria.id)), { width });
    await act(page);
    await expectAccessible(page, [width]);
  });
});
