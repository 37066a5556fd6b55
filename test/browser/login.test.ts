import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishFieldGuide, publishSite } from '../support/published-site.js';

describeInBrowser('login', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let user: { login: string; password: string };
  beforeAll(async () => {
    site = await publishSite();
    await publishFieldGuide(site);
    user = await site.host.createUser('editor');
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.faults).toEqual([]);
  });
  afterAll(() => site.close());

  async function open(path: string, javaScriptEnabled = true): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled });
    await visitor.page.goto(path);
    return visitor.page;
  }

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    it('returns to the previous page, and logout ends the session', async () => {
      const page = await open('/kb/field-guide/bird-3', javaScriptEnabled);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await logIn(page, user.login, user.password);
      expect(page.url()).toBe(`${site.url}/kb/field-guide/bird-3`);
      const account = page.getByRole('navigation', { name: 'Account' });
      expect(await account.getByRole('link').first().textContent()).toBe(user.login);
      const [cookie] = await page.context().cookies();
      expect(cookie).toMatchObject({ name: 'cms_session', httpOnly: true, sameSite: 'Lax', path: '/' });

      await account.getByRole('link', { name: 'Sign out' }).click();
      const signOut = page.getByRole('main').getByRole('button', { name: 'Sign out' });
      await signOut.waitFor();
      await page.waitForLoadState();
      const loggedOut = page.waitForEvent('load');
      await signOut.click();
      await loggedOut;
      await page.goto('/kb');
      expect(await page.getByRole('link', { name: 'Sign in' }).isVisible()).toBe(true);
      expect(await page.context().cookies()).toEqual([]);
    });
  });

  it('opens the admin area', async () => {
    const page = await open('/admin');
    expect(new URL(page.url()).pathname).toBe('/admin/login');
    await logIn(page, user.login, user.password);
    expect(new URL(page.url()).pathname).toBe('/admin');
    expect(await page.locator('h1').textContent()).toBe(`Welcome, ${user.login}`);
  });

  it('reports a wrong password and keeps the username', async () => {
    const page = await open('/admin/login');
    await logIn(page, user.login, 'not the password');
    expect(await page.getByRole('alert').textContent()).not.toBe('');
    expect(await page.getByLabel('Username or email').inputValue()).toBe(user.login);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(await page.context().cookies()).toEqual([]);
  });

  it('never redirects to another site', async () => {
    const elsewhere = ['https://evil.example/', '/\\evil.example'];
    const page = await open('/kb');
    for (const target of elsewhere) {
      await page.goto(`/admin/login?redirect_to=${encodeURIComponent(target)}`);
      await logIn(page, user.login, user.password);
      expect(page.url()).toBe(`${site.url}/admin`);
    }
  });

  it('is not ended by a forged logout form', async () => {
    const page = await open('/admin');
    await logIn(page, user.login, user.password);
    const answer = await page.request.post('/admin/logout', { form: { nonce: 'made up' } });
    expect(answer.status()).toBe(403);
    await page.goto('/admin');
    expect(new URL(page.url()).pathname).toBe('/admin');
  });
});
