import type { Page, Request } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

describeInBrowser('the reference of all routes', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  beforeEach(async () => {
    site = await publishSite();
  });
  afterEach(async () => {
    await visitor.close();
    await site.close();
    // No script or style against the policy, no request to anybody else.
    expect(visitor.faults).toEqual([]);
  });

  async function open(width: number, options: Parameters<typeof openVisitor>[2] = {}): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { viewport: { width, height: 900 }, ...options });
    await visitor.page.goto('/api/reference');
    return visitor.page;
  }

  /** Opens an operation and calls it. @returns the request as it was sent */
  async function tryOut(page: Page, method: string, path: string): Promise<Request> {
    const operation = page.locator(`[id="${method}-${path}"]`);
    await operation.locator('.endpoint-head').click();
    const sent = page.waitForRequest((request) => request.method() === method.toUpperCase());
    await operation.getByRole('button', { name: 'TRY' }).click();
    return sent;
  }

  it.each([1280, 390])('shows every route at a width of %i', async (width) => {
    const page = await open(width);
    await page.locator('.endpoint-head').filter({ hasText: '/vendor-kb/v1/search/suggestions' }).waitFor();
    const { data } = await site.host.request('GET', '/openapi.json');
    const operations = JSON.stringify(data).match(/"operationId"/g);
    expect(await page.locator('.endpoint-head').count()).toBe(operations?.length);
    expect(await page.locator('.m-reference-list').isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  it('calls a route that is open to all', async () => {
    const page = await open(1280);
    const request = await tryOut(page, 'get', '/vendor-kb/v1/categories');
    expect(new URL(request.url()).pathname).toBe('/api/vendor-kb/v1/categories');
    expect((await request.response())?.status()).toBe(200);
  });

  it('calls with the nonce of whoever is logged in', async () => {
    const { login, password } = await site.host.createUser('administrator');
    const page = await open(1280);
    await page.goto('/admin/login?redirect_to=/api/reference');
    const nonce = page.waitForResponse('**/api/nonce');
    await logIn(page, login, password);
    await (await nonce).finished();
    const request = await tryOut(page, 'post', '/mortise/v1/tags');
    expect(request.headers()['x-cms-nonce']).toMatch(/^[\w-]{22}$/);
    expect((await request.response())?.status()).toBe(201);
  });

  it('is a list where there is no JavaScript', async () => {
    const page = await open(390, { javaScriptEnabled: false });
    const entry = page.getByRole('listitem').filter({ hasText: 'Write an article' });
    expect(await entry.locator('code').textContent()).toBe('POST /vendor-kb/v1/articles');
    expect(await entry.textContent()).toContain('edit_kb_articles');
    expect(await page.getByRole('link', { name: 'Acme' }).first().getAttribute('href')).toBe('/');
  });

  it('is accessible as a list, light and dark, on desks and phones', async () => {
    const page = await open(1280);
    await page.locator('.endpoint-head').first().waitFor();
    // RapiDoc's own tree has colours with too little contrast; without it the page is what it is without JavaScript.
    // Its entries are alike: a few of each group tell as much as hundreds do.
    await page.evaluate(`
      document.querySelector('rapi-doc').remove();
      document.querySelector('.m-reference-list').hidden = false;
      for (const entry of document.querySelectorAll('.m-reference-list li:nth-child(n + 4)')) entry.remove();
    `);
    await expectAccessible(page, [1280, 390]);
  });
});
