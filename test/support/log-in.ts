import type { TestHost } from 'mortise/testing';
import type { Page } from 'playwright-core';
import { sessionCookieName } from '../../src/core/identity/cookies.js';

/** Gives the browser a session of this user, for tests that do not cover the login. */
export async function signIn(page: Page, { sessions, site }: TestHost, { id }: { readonly id: number }): Promise<void> {
  const { token } = await sessions.create({ userId: id });
  await page.context().addCookies([{ name: sessionCookieName(site.secure), value: token, url: site.origin }]);
}

/** Submits the login form of the page, in any language, and waits until the next page is loaded. */
export async function logIn(page: Page, login: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(login);
  await page.locator('input[autocomplete=current-password]').fill(password);
  // Fields can be filled before the form's own load event.
  await page.waitForLoadState();
  // A click waits until the next page starts loading. Its styles are known only after the load event.
  const loaded = page.waitForEvent('load');
  await page.getByRole('main').locator('[type=submit]').click();
  await loaded;
}
