import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';

/** Rate limit after too many wrong passwords, for users and password guessers. */
describe('login page after too many failures', () => {
  let host: TestHost;
  let site: string;
  beforeAll(async () => {
    host = await createTestHost();
    site = await host.listen();
  });
  afterAll(() => host.close());

  it('reports how long to wait and keeps the username', async () => {
    const { login, password } = await host.createUser('editor');
    const browser = new BrowserAgent(site);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await browser.logIn(login, 'not the password')).status).toBe(401);
    }
    const { status, headers, text } = await browser.logIn(login, password);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(890);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(text).toContain('role="alert"');
    expect(text).toContain('Too many failed sign-in attempts. Try again in 15 minutes.');
    expect(text).toContain(`value="${login}"`);
    expect(browser.cookies.size).toBe(0);
  });

  it('still lets other users sign in', async () => {
    const { login, password } = await host.createUser('editor');
    const browser = new BrowserAgent(site);
    expect((await browser.logIn(login, password)).status).toBe(303);
    expect(browser.cookies.size).toBe(1);
  });
});
