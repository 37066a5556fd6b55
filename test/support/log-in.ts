import type { Page } from 'playwright-core';

/** Fills in the login form that is on the page, in whatever language, and sends it. */
export async function logIn(page: Page, login: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(login);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.getByRole('main').locator('[type=submit]').click();
}
