import type { Client } from 'mortise/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeInBrowser, openVisitor } from '../support/browser.js';
import { bundleScript } from '../support/bundle-script.js';
import { logIn } from '../support/log-in.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const HOUR = 60 * 60 * 1000;
const MORNING = Date.UTC(2026, 10, 21, 1);
const ARTICLES = '/vendor-kb/v1/articles';

/** Exports of the client bundle in the page. */
declare const mortise: typeof import('mortise/client');

describeInBrowser('REST client in a page', (browser) => {
  let site: PublishedSite;
  let script: string;
  beforeAll(async () => {
    script = await bundleScript('src/client.ts', 'mortise');
    vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
    site = await publishSite();
  });
  afterAll(async () => {
    vi.useRealTimers();
    await site.close();
  });

  it('writes with the login session and loses nothing after the nonce expires', async () => {
    const { login, password } = await site.host.createUser('administrator');
    const { page, faults, close } = await openVisitor(browser(), site.url);
    await page.addInitScript({ content: script });
    const requests: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api')) requests.push(`${response.request().method()} ${pathname} ${response.status()}`);
    });
    await page.goto('/admin');
    await logIn(page, login, password);
    await page.getByRole('heading', { level: 1 }).waitFor();

    const client = await page.evaluateHandle(() => mortise.createClient({ root: '/api' }) as Client);
    const write = (title: string) =>
      client.evaluate(
        (it, [path, heading]) => it.post(path, { body: { title: heading, status: 'publish' }, idempotencyKey: true }),
        [ARTICLES, title] as const,
      );
    await write('Soup');
    vi.setSystemTime(MORNING + 25 * HOUR);
    await Promise.all([write('Bread'), write('Kuřecí vývar')]);

    const titles = await client.evaluate(async (it, path) => {
      const articles = (await it.all(path, { query: { per_page: 2, orderby: 'title' } })) as {
        title: { rendered: string };
      }[];
      return articles.map(({ title }) => title.rendered);
    }, ARTICLES);
    expect(titles).toEqual(['Bread', 'Kuřecí vývar', 'Soup']);
    expect(requests.filter((line) => line.includes('/nonce'))).toEqual(Array(2).fill('GET /api/nonce 200'));
    expect(requests.filter((line) => line.startsWith('POST')).toSorted()).toEqual(
      [201, 201, 201, 403, 403].map((status) => `POST /api${ARTICLES} ${status}`),
    );
    // The browser logs the two rejections itself. Nothing else failed.
    expect(faults).toHaveLength(2);
    for (const fault of faults) expect(fault).toMatch(/status of 403/);
    await close();
  });

  it('distinguishes an abort and a timeout from a rejection', async () => {
    const { page, close } = await openVisitor(browser(), site.url);
    await page.addInitScript({ content: script });
    await page.goto('/kb');
    const codes = await page.evaluate(async (path) => {
      const client = mortise.createClient({ root: '/api' });
      const silent = mortise.createClient({ root: '/api', nonce: '', timeout: 1, fetch: () => new Promise(() => {}) });
      const calls = [
        client.post(path, { body: { title: 'Soup' } }),
        client.get(path, { signal: AbortSignal.abort() }),
        silent.get(path),
      ];
      return Promise.all(calls.map((call) => call.then(String, (error: { code: string }) => error.code)));
    }, ARTICLES);
    expect(codes).toEqual(['rest_forbidden', 'aborted', 'timeout']);
    await close();
  });
});
