import type { HostOptions } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';

describe('site with its own login', () => {
  let host: TestHost;
  let site: string;
  afterEach(() => host.close());

  /** Treats requests with `x-user` as signed in. */
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

  const get = (path: string, headers = {}) => request(site).get(path).set(headers);
  const EVE = { 'x-user': 'eve' };

  /** URLs of the links with this text. */
  const linksOf = (html: string, text: string): string[] =>
    [...html.matchAll(new RegExp(`<a href="([^"]*)">${text}</a>`, 'g'))].map(([, href = '']) =>
      href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
    );

  it('receives visitors who sign in, with the URL to return to', async () => {
    await open({ login: { url: '/login?from=help#form' } });
    const [login = ''] = linksOf((await get('/kb')).text, 'Sign in');
    expect(login).toBe('/login?from=help&redirect_to=%2Fhelp%2Fkb#form');
    expect((await get('/admin')).headers.location).toBe('/login?from=help&redirect_to=%2Fhelp%2Fadmin#form');
  });

  it('supports another host, a full return URL and a custom parameter name', async () => {
    await open({ login: { url: 'https://id.example/sign-in', redirectParameter: 'return_to' } });
    const [login = ''] = linksOf((await get('/kb')).text, 'Sign in');
    expect(login).toBe('https://id.example/sign-in?return_to=https%3A%2F%2Fshop.example%2Fhelp%2Fkb');
  });

  it('receives only return URLs of this site', async () => {
    await open({ login: { url: '/login' } });
    for (const target of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '']) {
      const { status, headers } = await get(`/admin/login?redirect_to=${encodeURIComponent(target)}`);
      expect([status, headers.location], target).toEqual([302, '/login?redirect_to=%2Fhelp%2Fadmin']);
    }
    const { headers } = await get(`/admin/login?redirect_to=${encodeURIComponent('/help/kb?q=a b')}`);
    expect(headers.location).toBe('/login?redirect_to=%2Fhelp%2Fkb%3Fq%3Da%2520b');
    const forged = await get('/kb', { 'X-Forwarded-Host': 'evil.example' });
    expect(forged.text).not.toContain('evil.example');
  });

  it('replaces our login, which then accepts no password', async () => {
    await open({ login: { url: '/login' } });
    const { login, password } = await host.createUser('administrator');
    const answer = await request(site).post('/admin/login').type('form').send({ login, password, nonce: 'x' });
    expect([answer.status, answer.get('Set-Cookie')]).toEqual([404, undefined]);
  });

  it('handles the logout and returns to the page, unless that page requires a login', async () => {
    await open({ login: { url: '/login', logoutUrl: '/logout', accountUrl: '/account' } });
    const { text } = await get('/kb', EVE);
    expect(linksOf(text, 'Sign out')).toEqual(['/logout?redirect_to=%2Fhelp%2Fkb']);
    expect(linksOf(text, 'Eve')).toEqual(['/account']);
    expect(linksOf((await get('/admin', EVE)).text, 'Sign out')).toEqual(['/logout?redirect_to=%2Fhelp%2F']);
    expect((await get('/admin/logout', EVE)).headers.location).toBe('/logout?redirect_to=%2Fhelp%2F');
  });

  it('displays no logout link if it has no logout URL', async () => {
    await open({ login: { url: '/login' } });
    expect(linksOf((await get('/kb', EVE)).text, 'Sign out')).toEqual([]);
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
