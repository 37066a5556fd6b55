import { definePlugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page } from '../../src/core/pages/router.js';
import { BrowserAgent } from '../support/browser-agent.js';

const COOKIE = 'cms_session';

/** A token that was read or planted earlier must not gain permissions granted to its owner later. */
describe('session of a user whose roles change', () => {
  let host: TestHost;
  let site: string;

  beforeAll(async () => {
    const pages = definePlugin({
      name: 'pages',
      version: '1.0.0',
      setup({ pages }) {
        pages.mount('/cached', () =>
          page('for all', { headers: { 'Cache-Control': 'public, max-age=600', ETag: '"1"' } }),
        );
        pages.mount('/foreign', () => null);
      },
    });
    host = await createTestHost({ plugins: [pages] });
    site = await host.listen();
  });
  afterAll(() => host.close());

  async function person(role: string) {
    const user = await host.createUser(role);
    const browser = new BrowserAgent(site);
    await browser.logIn(user.login, user.password);
    return { ...user, browser, token: browser.cookies.get(COOKIE) ?? '' };
  }

  const isSignedIn = async (token: string) => (await host.sessions.verify(token)) !== null;
  const profile = (browser: BrowserAgent) => browser.get('/admin/profile');

  it('keeps its token until the roles change, and gets a new one with the next page', async () => {
    const { id, browser, token } = await person('subscriber');
    await profile(browser);
    expect(browser.cookies.get(COOKIE)).toBe(token);

    await host.users.setRoles(id, ['editor']);
    const { status, headers } = await profile(browser);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store, private']);
    const renewed = browser.cookies.get(COOKIE) ?? '';
    expect(renewed).not.toBe(token);
    expect([await isSignedIn(token), await isSignedIn(renewed)]).toEqual([false, true]);

    await profile(browser);
    expect(browser.cookies.get(COOKIE)).toBe(renewed);
    expect(await host.sessions.list(id)).toHaveLength(1);
  });

  it('keeps working in open pages: old nonces are accepted briefly and renewed', async () => {
    const { id, email, browser } = await person('subscriber');
    const before = await browser.nonce();
    await host.users.update(id, { roles: ['author'] });
    const form = await browser.hiddenFields('/admin/profile', 'save');
    expect((await browser.postForm('/admin/profile', { ...form, name: 'Ada', email })).status).toBe(303);
    const whoami = await browser.get('/api/mortise/v1/auth/whoami').set('X-CMS-Nonce', before);
    expect([whoami.status, whoami.headers['x-cms-nonce']]).toEqual([200, await browser.nonce()]);
  });

  it('ends when the next action is a logout', async () => {
    const { id, browser } = await person('subscriber');
    const { text } = await browser.get('/admin/logout');
    const [, nonce = ''] = /name="nonce" value="([^"]*)"/.exec(text) ?? [];
    await host.users.setRoles(id, ['author']);
    await browser.postForm('/admin/logout', { nonce });
    expect([browser.cookies.has(COOKIE), await host.sessions.list(id)]).toEqual([false, []]);
  });

  it('is renewed on cacheable pages and pages of the site, but never stored in a cache', async () => {
    for (const path of ['/cached', '/foreign']) {
      const { id, browser, token } = await person('subscriber');
      await host.users.setRoles(id, ['author']);
      const { headers } = await browser.get(path);
      expect(headers['cache-control'] ?? 'none').not.toContain('public');
      expect(headers.etag).toBeUndefined();
      expect(browser.cookies.get(COOKIE)).not.toBe(token);
      expect(await isSignedIn(browser.cookies.get(COOKIE) ?? '')).toBe(true);
    }
    expect((await request(site).get('/cached')).headers['cache-control']).toBe('public, max-age=600');
  });

  it('is renewed once for several concurrent pages', async () => {
    const { id, browser, token } = await person('subscriber');
    await host.users.setRoles(id, ['author']);
    const headers = { Cookie: `${COOKIE}=${token}` };
    const answers = await Promise.all([1, 2, 3].map(() => request(site).get('/admin/profile').set(headers)));
    const cookies = answers.flatMap((answer) => answer.headers['set-cookie'] ?? []);
    expect(cookies.filter((cookie) => cookie.startsWith(COOKIE))).toHaveLength(1);
    expect((await host.sessions.list(id)).length).toBe(1);
    expect(browser.cookies.get(COOKIE)).toBe(token);
  });
});
