import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { zipOf } from '../plugins/knowledge-base/import/zip-file.js';
import { describeInBrowser, openVisitor, shoot, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const FOLDER = path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', 'login-gov-help', 'content');

/** English help center of login.gov as a zip file, packed like a user would. */
async function packed(): Promise<Buffer> {
  const root = path.join(FOLDER, '_en', 'help');
  const names = (await readdir(root, { recursive: true, encoding: 'utf8' })).filter((name) => name.endsWith('.md'));
  const files = await Promise.all(names.map(async (name) => [name, await readFile(path.join(root, name), 'utf8')]));
  return zipOf(Object.fromEntries(files));
}

/** Uses only the admin area, in the order of a new user. */
describeInBrowser('new knowledge base from a folder', (browser) => {
  let site: PublishedSite;
  let editor: Visitor;
  let reader: Visitor;
  let page: Page;
  beforeAll(async () => {
    site = await publishSite();
    const { login, password } = await site.host.createUser('administrator');
    editor = await openVisitor(browser(), site.url, { viewport: { width: 1280, height: 900 } });
    reader = await openVisitor(browser(), site.url, { viewport: { width: 1280, height: 900 } });
    page = editor.page;
    page.setDefaultTimeout(20_000);
    reader.page.setDefaultTimeout(20_000);
    await page.goto('/admin');
    await logIn(page, login, password);
  });
  afterAll(async () => {
    await editor?.close();
    await reader?.close();
    await site?.close();
  });
  const main = () => page.getByRole('main');
  const corpus = it.skipIf(!inject('services').includes('corpus'));

  corpus('is led from the empty knowledge base to the import', async () => {
    await page.goto('/kb');
    await main().getByRole('link', { name: 'Get started' }).click();
    await main().getByRole('link', { name: 'Import Markdown' }).click();
    await main()
      .getByLabel('File', { exact: true })
      .setInputFiles({
        name: 'help.zip',
        mimeType: 'application/zip',
        buffer: await packed(),
      });
    await shoot(page, 'new-1-import');
    await main().getByRole('button', { name: 'Check file' }).click();
    await main().getByText('Nothing has changed yet.').waitFor();
    await shoot(page, 'new-2-checked');
    await main().getByRole('button', { name: 'Import now' }).click();
    await main().getByText('Import completed.').waitFor();
    await shoot(page, 'new-3-done');
  });

  corpus('finds categories, articles and what wants a look', async () => {
    await page.getByRole('link', { name: 'Categories', exact: true }).click();
    await shoot(page, 'new-4-categories');
    expect(await main().locator('[data-name]').count()).toBeGreaterThan(3);
    await page.getByRole('link', { name: 'Articles', exact: true }).click();
    await shoot(page, 'new-5-articles');
    await page.getByRole('link', { name: 'To do', exact: true }).click();
    await shoot(page, 'new-6-work');
  });

  corpus('closes one category to strangers, and sees who reads it', async () => {
    await page.getByRole('link', { name: 'Categories', exact: true }).click();
    await main().getByRole('link', { name: 'Trouble signing in', exact: true }).click();
    await main().getByText('Access', { exact: true }).click();
    await main().getByLabel('Readers').selectOption({ label: 'Signed-in users' });
    await main().getByRole('button', { name: 'Save' }).click();
    await main().getByRole('status').first().waitFor();
    await shoot(page, 'new-7-closed');
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    await shoot(page, 'new-8-report');
    expect(await main().textContent()).toContain('Trouble signing in');
  });

  corpus('has readers who find what is open, and nothing of what is not', async () => {
    const { page: window } = reader;
    await window.goto('/kb');
    await shoot(window, 'new-9-home');
    expect(await window.getByRole('main').textContent()).not.toContain('Trouble signing in');
    await window.locator('input[name=q]').first().fill('changing my phone number');
    await window.keyboard.press('Enter');
    await window.waitForURL(/search/);
    await shoot(window, 'new-10-search');
    await window.locator('.kb-results a').first().click();
    await shoot(window, 'new-11-article');
    expect(await window.locator('h1').textContent()).toMatch(/Change the phone number/);
    await window.goto('/kb/help/trouble-signing-in/forgot-your-password');
    await shoot(window, 'new-12-closed');
    expect(await window.getByRole('main').textContent()).not.toContain('reset your password');
  });
});
