import type { HostOptions } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';

describe('site with its own login', () => {
  let host: TestHost;
  let site: string;
  afterEach(() => host.close());

  /** Treats requests with `x-user` as logged in. */
  async function open(options: HostOptions = {}): Promise<void> {
    host = await createTestHost({
      plugins: [knowledgeBase()],
      url: 'https://shop.example/help',
      identify: ({ headers }) =>
        headers['x-user'] ? { provider: 'site', id: 1, session: 'one', name: 'Eve', roles: ['subscriber'] } : null,
      ...options,
    });
    site = await host.listen();
  }

  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const answer = await fetch(site + path, { redirect: 'manual', headers, method });
    return { status: answer.status, location: answer.headers.get('Location'), html: await answer.text() };
  }
  const EVE = { 'x-user': 'eve' };

  /** URLs of the links with this text. */
  const linksOf = (html: string, text: string): string[] =>
    [...html.matchAll(new RegExp(`<a href="([^"]*)">${text}</a>`, 'g'))].map(([, href = '']) =>
      href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
    );

  it('receives visitors who log in, with the URL to return to', async () => {
    await open({ login: { url: '/login?from=help#form' } });
    const [login = ''] = linksOf((await ask('/kb')).html, 'Sign in');
    expect(login).toBe('/login?from=help&redirect_to=%2Fhelp%2Fkb#form');
    expect((await ask('/admin')).location).toBe('/login?from=help&redirect_to=%2Fhelp%2Fadmin#form');
  });

  it('supports another host, a full return URL and a custom parameter name', async () => {
    await open({ login: { url: 'https://id.example/sign-in', redirectParameter: 'return_to' } });
    const [login = ''] = linksOf((await ask('/kb')).html, 'Sign in');
    expect(login).toBe('https://id.example/sign-in?return_to=https%3A%2F%2Fshop.example%2Fhelp%2Fkb');
  });

  it('receives only return URLs of this site', async () => {
    await open({ login: { url: '/login' } });
    for (const target of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '']) {
      const { status, location } = await ask(`/admin/login?redirect_to=${encodeURIComponent(target)}`);
      expect([status, location], target).toEqual([302, '/login?redirect_to=%2Fhelp%2Fadmin']);
    }
    const { location } = await ask(`/admin/login?redirect_to=${encodeURIComponent('/help/kb?q=a b')}`);
    expect(location).toBe('/login?redirect_to=%2Fhelp%2Fkb%3Fq%3Da%2520b');
    const forged = await ask('/kb', { 'X-Forwarded-Host': 'evil.example' });
    expect(forged.html).not.toContain('evil.example');
  });

  it('replaces our login, which then accepts no password', async () => {
    await open({ login: { url: '/login' } });
    const { login, password } = await host.createUser('administrator');
    const body = new URLSearchParams({ login, password, nonce: 'x' });
    const answer = await fetch(`${site}/admin/login`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([404, null]);
  });

  it('handles the logout and returns to the page, unless that page requires a login', async () => {
    await open({ login: { url: '/login', logoutUrl: '/logout', accountUrl: '/account' } });
    const { html } = await ask('/kb', EVE);
    expect(linksOf(html, 'Sign out')).toEqual(['/logout?redirect_to=%2Fhelp%2Fkb']);
    expect(linksOf(html, 'Eve')).toEqual(['/account']);
    expect(linksOf((await ask('/admin', EVE)).html, 'Sign out')).toEqual(['/logout?redirect_to=%2Fhelp%2F']);
    expect((await ask('/admin/logout', EVE)).location).toBe('/logout?redirect_to=%2Fhelp%2F');
  });

  it('displays no logout link if it has no logout URL', async () => {
    await open({ login: { url: '/login' } });
    expect(linksOf((await ask('/kb', EVE)).html, 'Sign out')).toEqual([]);
  });

  it('keeps our login if it has no login URL, with our logout page for its sessions', async () => {
    await open({ url: 'http://localhost:8080', login: { logoutUrl: '/logout' } });
    const { login, password } = await host.createUser('subscriber');
    const browser = new BrowserAgent(site);
    await browser.logIn(login, password);
    const { text } = await browser.get('/kb');
    expect(linksOf(text, 'Sign out')).toEqual(['/admin/logout']);
    expect((await browser.get('/admin/logout')).status).toBe(200);
  });
});
