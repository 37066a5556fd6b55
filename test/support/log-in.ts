import type { Page } from 'playwright-core';

/** Fills in the login form that is on the page, and sends it. */
export async function logIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}
