import type { Page } from 'playwright-core';

/** Fills in the login form that is on the page, in whatever language, and sends it: the page that follows is loaded. */
export async function logIn(page: Page, login: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(login);
  await page.locator('input[autocomplete=current-password]').fill(password);
  // A click waits until the page that follows begins; what it looks like is known when its styles are there as well.
  const loaded = page.waitForEvent('load');
  await page.getByRole('main').locator('[type=submit]').click();
  await loaded;
}
