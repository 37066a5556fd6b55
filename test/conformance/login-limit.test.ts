import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserSession } from './browser-session.js';
import { type HttpClient, httpClient } from './http-client.js';

/** Rate limit after too many wrong passwords, for users and password guessers. */
describe('login page after too many failures', () => {
  let host: TestHost;
  let client: HttpClient;
  beforeAll(async () => {
    host = await createTestHost();
    client = httpClient(await host.listen());
  });
  afterAll(() => host.close());

  it('reports how long to wait and keeps the username', async () => {
    const { login, password } = await host.createUser('editor');
    const browser = browserSession(client);
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

  it('still lets other users log in', async () => {
    const { login, password } = await host.createUser('editor');
    const browser = browserSession(client);
    expect((await browser.logIn(login, password)).status).toBe(303);
    expect(browser.cookies.size).toBe(1);
  });
});
