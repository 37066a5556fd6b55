import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const SEARCH = '/api/vendor-kb/v1/search?q=password';
const SUGGESTIONS = '/api/vendor-kb/v1/search/suggestions?q=passw';

describeInBrowser('browser cache', (browser) => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await publishSite();
    const { id: as } = await site.host.createUser('administrator');
    for (const article of [
      { title: 'Password' },
      { title: 'Password of the safe', access_rule: { mode: 'logged_in' } },
    ]) {
      const body = { content: 'Text.', status: 'publish', ...article };
      await site.host.request('POST', '/vendor-kb/v1/articles', { as, body });
    }
  });
  afterAll(() => site.close());

  /** Sends a request like a page script, with or without the page's nonce. */
  const ask = (page: Page, path: string, withNonce: boolean, cache: RequestCache = 'default'): Promise<string> =>
    page.evaluate(
      async ([address, named, mode]) => {
        const nonce = document.querySelector<HTMLElement>('form[data-nonce]')?.dataset.nonce;
        const headers = new Headers(named && nonce ? { 'X-CMS-Nonce': nonce } : {});
        return (await fetch(address, { headers, cache: mode })).text();
      },
      [path, withNonce, cache] as const,
    );

  it.each([SEARCH, SUGGESTIONS])('never exposes member results to others: %s', async (path) => {
    const { login, password } = await site.host.createUser('subscriber');
    const visitor = await openVisitor(browser(), site.url);
    const { page } = visitor;
    await page.goto('/kb');
    expect(await ask(page, path, true)).not.toContain('safe');

    // Effective immediately, although the visitor's response is cached for half a minute.
    await page.goto('/admin/login');
    await logIn(page, login, password);
    await page.goto('/kb');
    expect(await ask(page, path, true)).toContain('safe');
    // Same cookie, two callers: a request without the nonce counts as a visitor's.
    expect(await ask(page, path, false)).not.toContain('safe');
    expect(await ask(page, path, true)).toContain('safe');
    expect(await ask(page, path, true)).toContain('safe');

    await page.goto('/admin/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname !== '/admin/logout');
    await page.goto('/kb');
    for (const cache of ['default', 'force-cache'] as const) {
      expect(await ask(page, path, false, cache)).not.toContain('safe');
    }
    expect(visitor.faults).toEqual([]);
    await visitor.close();
  });

  it("reuses a visitor's response and revalidates a member's response", async () => {
    const { login, password } = await site.host.createUser('subscriber');
    const visitor = await openVisitor(browser(), site.url);
    const { page } = visitor;
    const session = await page.context().newCDPSession(page);
    const answers: string[] = [];
    await session.send('Network.enable');
    session.on('Network.responseReceived', ({ response }) => {
      if (response.url.endsWith(SEARCH) && response.fromDiskCache) answers.push('kept');
    });
    session.on('Network.responseReceivedExtraInfo', ({ statusCode, headers }) => {
      if (Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'etag' && /^W\//.test(value))) {
        answers.push(String(statusCode));
      }
    });
    await page.goto('/kb');
    for (const _ of [1, 2]) await ask(page, SEARCH, false);
    expect(answers.splice(0)).toEqual(['200', 'kept']);

    await page.goto('/admin/login');
    await logIn(page, login, password);
    await page.goto('/kb');
    for (const _ of [1, 2]) await ask(page, SEARCH, true);
    expect(answers.filter((answer) => answer !== 'kept')).toEqual(['200', '304']);
    await visitor.close();
  });
});
