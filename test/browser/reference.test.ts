import type { Page, Request } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

describeInBrowser('API reference', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  beforeEach(async () => {
    site = await publishSite();
  });
  afterEach(async () => {
    await visitor.close();
    await site.close();
    // Expects no CSP violation and no request to another site.
    expect(visitor.faults).toEqual([]);
  });

  /** @param paths routes in the reference. RapiDoc takes seconds to draw all; default: all */
  async function open(width: number, paths?: readonly string[], javaScriptEnabled = true): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { viewport: { width, height: 900 }, javaScriptEnabled });
    if (paths) {
      await visitor.page.route('**/openapi.json', async (route) => {
        const response = await route.fetch();
        const api = (await response.json()) as { readonly paths: Readonly<Record<string, unknown>> };
        const some = Object.entries(api.paths).filter(([path]) => paths.includes(path));
        await route.fulfill({ response, json: { ...api, paths: Object.fromEntries(some) } });
      });
    }
    await visitor.page.goto('/api/reference');
    return visitor.page;
  }

  /** Opens an operation and calls it. @returns the request as sent */
  async function tryOut(page: Page, method: string, path: string): Promise<Request> {
    const operation = page.locator(`[id="${method}-${path}"]`);
    await operation.locator('.endpoint-head').click();
    const sent = page.waitForRequest((request) => request.method() === method.toUpperCase());
    await operation.getByRole('button', { name: 'TRY' }).click();
    return sent;
  }

  it('lists every route at any width', async () => {
    const page = await open(1280);
    await page.locator('.endpoint-head').filter({ hasText: '/vendor-kb/v1/search/suggestions' }).waitFor();
    const { data } = await site.host.request('GET', '/openapi.json');
    const operations = JSON.stringify(data).match(/"operationId"/g);
    expect(await page.locator('.endpoint-head').count()).toBe(operations?.length);
    expect(await page.locator('.m-reference-list').isVisible()).toBe(false);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  it('calls a public route', async () => {
    const page = await open(1280, ['/vendor-kb/v1/categories']);
    const request = await tryOut(page, 'get', '/vendor-kb/v1/categories');
    expect(new URL(request.url()).pathname).toBe('/api/vendor-kb/v1/categories');
    expect((await request.response())?.status()).toBe(200);
  });

  it('calls a route with the nonce of the signed-in user', async () => {
    const { login, password } = await site.host.createUser('administrator');
    const page = await open(1280, ['/mortise/v1/tags']);
    await page.goto('/admin/login?redirect_to=/api/reference');
    const nonce = page.waitForResponse('**/api/nonce');
    await logIn(page, login, password);
    await (await nonce).finished();
    const request = await tryOut(page, 'post', '/mortise/v1/tags');
    expect(request.headers()['x-cms-nonce']).toMatch(/^[\w-]{22}$/);
    expect((await request.response())?.status()).toBe(201);
  });

  it('is a plain list without JavaScript', async () => {
    const page = await open(390, undefined, false);
    const entry = page.getByRole('listitem').filter({ hasText: 'Create an article' });
    expect(await entry.locator('code').textContent()).toBe('POST /vendor-kb/v1/articles');
    expect(await entry.textContent()).toContain('edit_kb_articles');
    expect(await page.getByRole('link', { name: 'Acme' }).first().getAttribute('href')).toBe('/');
  });

  it('has no violations as a list, light and dark, desktop and phone', async () => {
    const page = await open(1280, ['/mortise/v1/tags']);
    await page.locator('.endpoint-head').first().waitFor();
    // RapiDoc's own tree has insufficient contrast. Without it the page equals the one without JavaScript.
    // A few entries of each group are enough, because all have the same markup.
    await page.evaluate(`
      document.querySelector('rapi-doc').remove();
      document.querySelector('.m-reference-list').hidden = false;
      for (const entry of document.querySelectorAll('.m-reference-list li:nth-child(n + 4)')) entry.remove();
    `);
    await expectAccessible(page, [1280, 390]);
  });
});
