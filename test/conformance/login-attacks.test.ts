import fc from 'fast-check';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';
import { countScrypt } from '../support/scrypt-count.js';
import { lasting } from './lasting.js';

const LOGIN = '/admin/login';

/** Attacks by visitors without access. */
describe('login page under attack', () => {
  let host: TestHost;
  let site: string;
  beforeAll(async () => {
    host = await createTestHost({ trustProxy: true });
    site = await host.listen();
  });
  afterAll(() => host.close());

  const from = (address: string) => ({ 'X-Forwarded-For': address });
  let addresses = 0;
  /** Returns an IP address without failed attempts. */
  const fresh = () => {
    addresses += 1;
    return from(`198.51.100.${addresses}`);
  };
  const nonceOf = ({ text }: Response) => /name="nonce" value="([^"]*)"/.exec(text)?.[1] ?? '';
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    request(site).post(LOGIN).type('form').set(fresh()).set(headers).send(fields);

  it('does not reveal existing usernames by response or number of hashes', async () => {
    const { login, email } = await host.createUser('editor');
    await host.users.linkExternal('site', '7', { login: 'eve', email: 'eve@example.com' });
    const nonce = nonceOf(await request(site).get(LOGIN));
    const answers: unknown[] = [];
    for (const name of [login, email, 'eve', 'nobody', 'nobody@example.com']) {
      const { result, started } = await countScrypt(() => post({ login: name, password: 'wrong horse', nonce }));
      const { status, headers, text } = lasting(result);
      answers.push({ status, headers, text: text.replaceAll(name, 'NAME'), started });
    }
    expect(answers[0]).toMatchObject({ status: 401, started: 1 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('handles 200 concurrent attempts, four hashes at a time, in bounded memory', { timeout: 120_000 }, async () => {
    const { login } = await host.createUser('editor');
    const nonce = nonceOf(await request(site).get(LOGIN));
    const before = process.memoryUsage().rss;
    const { result, started, most } = await countScrypt(() =>
      Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          post({ login, password: `guess ${index}`, nonce }, from(`203.0.113.${index % 8}`)),
        ),
      ),
    );
    const statuses = result.map(({ status }) => status);
    // Five guesses from each of the eight addresses are checked.
    expect(statuses.filter((status) => status === 401)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(160);
    expect(started).toBe(40);
    expect(most).toBeLessThanOrEqual(4);
    // Forty concurrent hashes would take 40 times 32 MiB.
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
  });

  it('rejects a form with no nonce or the nonce of another form or visitor', async () => {
    const { login, password } = await host.createUser('editor');
    const signedIn = new BrowserAgent(site);
    expect((await signedIn.logIn(login, password)).status).toBe(303);
    const nonces = [
      '',
      'x'.repeat(22),
      nonceOf(await request(site).get('/admin/lost-password')),
      nonceOf(await request(site).get('/admin/logout')),
      nonceOf(await signedIn.get(LOGIN)),
    ];
    for (const nonce of nonces) {
      const answer = await post({ login, password, nonce });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('This form has expired.');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await post({ login, password })).status).toBe(403);
  });

  it('rejects a form posted by another site', async () => {
    const { login, password } = await host.createUser('editor');
    const nonce = nonceOf(await request(site).get(LOGIN));
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://localhost.evil.example:8080' },
      { Origin: 'http://localhost:8081', 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const answer = await post({ login, password, nonce }, headers);
      expect(answer.status).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await post({ login, password, nonce }, { Origin: 'http://localhost:8080' })).status).toBe(303);
  });

  it('creates a new session regardless of a planted cookie', async () => {
    const { login, password, id } = await host.createUser('editor');
    const { token: attackers } = await host.sessions.create({ userId: (await host.createUser('author')).id });
    for (const planted of ['A'.repeat(43), attackers]) {
      const browser = new BrowserAgent(site);
      browser.jar.setCookie(`cms_session=${planted}; Path=/`, '127.0.0.1');
      const answer = await browser.submit(LOGIN, { login, password }, fresh());
      const issued = /cms_session=([^;]+)/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
      expect(issued).not.toBe(planted);
      expect(await host.sessions.verify(issued)).toMatchObject({ userId: id });
      expect(await host.sessions.verify(planted)).toBeNull();
    }
  });

  describe('redirect target', () => {
    let user: { login: string; password: string };
    beforeAll(async () => {
      user = await host.createUser('editor');
    });

    /** Returns the URL of the browser after the login. */
    async function landing(target: string): Promise<URL> {
      const loginPage = await request(site).get(`${LOGIN}?${new URLSearchParams({ redirect_to: target })}`);
      const field = /name="redirect_to" value="([^"]*)"/.exec(loginPage.text)?.[1] ?? '';
      const text = field.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      return new URL(text, 'http://localhost:8080/admin/login');
    }

    it.each([
      'https://evil.example/',
      'http:evil.example',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\/evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/.//evil.example',
      '/..//evil.example',
      '/a/..//evil.example',
      '/%2e//evil.example',
      '/.\\/evil.example',
      '/./\\evil.example',
      '//localhost:8080@evil.example/',
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      '@evil.example',
      '.evil.example',
      ':80',
      'evil.example',
      '/\u0000/evil.example',
      '/\u2028/evil.example',
      '/\uff0f/evil.example',
      '//\u3002evil.example',
    ])('stays on this site for %j', async (target) => {
      expect((await landing(target)).origin).toBe('http://localhost:8080');
      const nonce = nonceOf(await request(site).get(LOGIN));
      const { headers, status } = await post({ ...user, nonce, redirect_to: target });
      expect(status).toBe(303);
      expect(new URL(headers.location ?? '', 'http://localhost:8080/admin/login').origin).toBe('http://localhost:8080');
    });

    it('stays on this site for any generated value', async () => {
      const piece = fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '//',
        '%2f',
        '%5c',
        '%2e',
        '\t',
        '\r',
        '\n',
        ' ',
        '@',
        ':',
        '?',
        '#',
        'evil.example',
        'http',
        'https:',
        'javascript:',
        'a',
        '\u0000',
        '\u3002',
        '\uff0f',
      );
      const target = fc.oneof(
        fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
        fc.webUrl(),
        fc.string(),
      );
      await fc.assert(
        fc.asyncProperty(target, async (text) => (await landing(text)).origin === 'http://localhost:8080'),
        { numRuns: process.env.MORTISE_FULL ? 2000 : 300 },
      );
    });

    it('keeps the path, query and fragment of pages of this site', async () => {
      for (const target of ['/', '/kb/guides/first?page=2#top', '/a%20b/%C3%BC']) {
        const { pathname, search, hash } = await landing(target);
        expect(pathname + search + hash).toBe(target);
      }
    });
  });
});
