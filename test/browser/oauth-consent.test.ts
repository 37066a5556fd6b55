import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authorizePath } from '../conformance/oauth-site.js';
import { expectAccessible } from '../support/accessibility.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

describeInBrowser('OAuth consent', (browser) => {
  let site: PublishedSite;
  let visitor: Visitor;
  let user: { login: string; password: string };
  let app: { clientId: string; callback: string };
  const listener = createServer((_, response) => response.end('<!doctype html><title>App</title>Back at the app'));

  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    site = await publishSite();
    user = await site.host.createUser('administrator');
    const { client } = await site.host.oauth.clients.create({
      name: 'Recipe printer',
      isPublic: true,
      redirectUris: ['http://127.0.0.1/back', 'https://printer.example/back'],
      scopes: ['read', 'edit_posts', 'manage_options'],
    });
    const { port } = listener.address() as AddressInfo;
    app = { clientId: client.clientId, callback: `http://127.0.0.1:${port}/back` };
  });
  afterEach(async () => {
    await visitor.close();
    // The app itself is the only other site.
    expect(visitor.faults.filter((fault) => !fault.startsWith(`request: ${app.callback}`))).toEqual([]);
  });
  afterAll(async () => {
    await site.close();
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });

  async function open(javaScriptEnabled: boolean, redirectUri = app.callback, prompt = 'consent'): Promise<Page> {
    visitor = await openVisitor(browser(), site.url, { javaScriptEnabled });
    await visitor.page.goto(authorizePath(app.clientId, { redirect_uri: redirectUri, prompt }));
    await logIn(visitor.page, user.login, user.password);
    return visitor.page;
  }

  describe.each([true, false])('JavaScript enabled: %s', (javaScriptEnabled) => {
    it('follows the login and returns to the app with a code', async () => {
      const page = await open(javaScriptEnabled);
      expect(await page.locator('h1').textContent()).toBe('Recipe printer wants to access your account on Acme');
      expect(await page.getByRole('main').getByRole('listitem').allTextContents()).toEqual([
        'Read read',
        'Edit posts edit_posts',
        'Manage options manage_options',
      ]);
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.getByText('Back at the app').waitFor();
      const { searchParams } = new URL(page.url());
      expect([...searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    });

    it('returns to the app without a code when denied', async () => {
      const page = await open(javaScriptEnabled);
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('Back at the app').waitFor();
      expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    });

    it.each([
      ['on this computer', () => app.callback],
      ['on the network', () => 'https://printer.example/back'],
    ])('has no WCAG 2.2 AA violations in either color scheme and fits any width, for an app %s', async (_, address) => {
      const page = await open(javaScriptEnabled, address());
      const expectWhole = async (place: string): Promise<void> => {
        const isCut = await page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
        expect([place, isCut]).toEqual([place, false]);
      };
      // axe needs JavaScript.
      if (javaScriptEnabled) return expectAccessible(page, [1280, 390], expectWhole);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expectWhole(String(width));
      }
    });
  });

  it.each([true, false])(
    'is skipped after the login if access was granted before, with JavaScript: %s',
    async (script) => {
      const { client } = await site.host.oauth.clients.create({
        name: 'Server',
        redirectUris: [app.callback],
        scopes: ['read'],
      });
      const { id } = (await site.host.users.byLogin(user.login)) ?? { id: 0 };
      const path = authorizePath(client.clientId, { redirect_uri: app.callback });
      visitor = await openVisitor(browser(), site.url, { javaScriptEnabled: script });
      const { page } = visitor;
      for (const isAllowed of [false, true]) {
        await page.context().clearCookies();
        await page.goto(path);
        await logIn(page, user.login, user.password);
        if (!isAllowed) await page.getByRole('button', { name: 'Allow', exact: true }).click();
        await page.getByText('Back at the app').waitFor();
        expect(new URL(page.url()).searchParams.get('code')).toMatch(/^oac_/);
        expect(await site.host.oauth.grants.list(id)).toContainEqual(expect.objectContaining({ clientName: 'Server' }));
      }
    },
  );

  it('cannot be framed', async () => {
    visitor = await openVisitor(browser(), site.url);
    const { page } = visitor;
    await page.goto('/admin/login');
    await logIn(page, user.login, user.password);
    const answer = await page.request.get(authorizePath(app.clientId, { redirect_uri: app.callback }));
    expect(answer.headers()).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });
});
