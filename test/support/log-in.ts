import type { TestHost } from 'mortise/testing';
import type { Page } from 'playwright-core';
import { sessionCookieName } from '../../src/core/identity/cookies.js';

/** Gives the browser a session of this user, for tests that are about something else than the login. */
export async function signIn(page: Page, { sessions, site }: TestHost, { id }: { readonly id: number }): Promise<void> {
  const { token } = await sessions.create({ userId: id });
  await page.context().addCookies([{ name: sessionCookieName(site.secure), value: token, url: site.origin }]);
}

/** Fills in the login form that is on the page, in whatever language, and sends it: the page that follows is loaded. */
export async function logIn(page: Page, login: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(login);
  await page.locator('input[autocomplete=current-password]').fill(password);
  // A click waits until the page that follows begins; what it looks like is known when its styles are there as well.
  const loaded = page.waitForEvent('load');
  await page.getByRole('main').locator('[type=submit]').click();
  await loaded;
}
