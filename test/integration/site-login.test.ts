import type { HostOptions } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { browserSession } from '../conformance/browser-session.js';
import { httpClient } from '../conformance/http-client.js';

describe('a site with a login of its own', () => {
  let host: TestHost;
  let site: string;
  afterEach(() => host.close());

  /** Whoever sends `x-user` is signed in. */
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

  /** The addresses of the links with this text. */
  const linksOf = (html: string, text: string): string[] =>
    [...html.matchAll(new RegExp(`<a href="([^"]*)">${text}</a>`, 'g'))].map(([, href = '']) =>
      href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
    );

  it('is where our pages send visitors to log in, and it learns the way back', async () => {
    await open({ login: { url: '/login?from=help#form' } });
    const [login = ''] = linksOf((await ask('/kb')).html, 'Log in');
    expect(login).toBe('/login?from=help&redirect_to=%2Fhelp%2Fkb#form');
    expect((await ask('/admin')).location).toBe('/login?from=help&redirect_to=%2Fhelp%2Fadmin#form');
  });

  it('may be at another address, which gets the whole way back, under a name of its own', async () => {
    await open({ login: { url: 'https://id.example/sign-in', redirectParameter: 'return_to' } });
    const [login = ''] = linksOf((await ask('/kb')).html, 'Log in');
    expect(login).toBe('https://id.example/sign-in?return_to=https%3A%2F%2Fshop.example%2Fhelp%2Fkb');
  });

  it('gets a way back of this site alone, whatever was asked for', async () => {
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

  it('is the only one: ours takes no password', async () => {
    await open({ login: { url: '/login' } });
    const { login, password } = await host.createUser('administrator');
    const body = new URLSearchParams({ login, password, nonce: 'x' });
    const answer = await fetch(`${site}/admin/login`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([404, null]);
  });

  it('is where people log out, who come back to the page they were on, unless that asks for a login', async () => {
    await open({ login: { url: '/login', logoutUrl: '/logout', accountUrl: '/account' } });
    const { html } = await ask('/kb', EVE);
    expect(linksOf(html, 'Log out')).toEqual(['/logout?redirect_to=%2Fhelp%2Fkb']);
    expect(linksOf(html, 'Eve')).toEqual(['/account']);
    expect(linksOf((await ask('/admin', EVE)).html, 'Log out')).toEqual(['/logout?redirect_to=%2Fhelp%2F']);
    expect((await ask('/admin/logout', EVE)).location).toBe('/logout?redirect_to=%2Fhelp%2F');
  });

  it('offers no way out that would not work', async () => {
    await open({ login: { url: '/login' } });
    expect(linksOf((await ask('/kb', EVE)).html, 'Log out')).toEqual([]);
  });

  it('leaves our own login where it names none, and who came by that leaves by our own page', async () => {
    await open({ url: 'http://localhost:8080', login: { logoutUrl: '/logout' } });
    const { login, password } = await host.createUser('subscriber');
    const browser = browserSession(httpClient(site));
    await browser.logIn(login, password);
    const { text } = await browser.send('GET', '/kb');
    expect(linksOf(text, 'Log out')).toEqual(['/admin/logout']);
    expect((await browser.send('GET', '/admin/logout')).status).toBe(200);
  });
});
