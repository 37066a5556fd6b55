import { createTestHost, type TestHost } from 'mortise/testing';
import { pino } from 'pino';
import request, { type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';
import { createOutboxFolder, linkIn, type Outbox } from '../support/outbox.js';
import { lasting } from './lasting.js';

const LOST = '/admin/lost-password';
const RESET = '/admin/reset-password';
const NEW = 'an entirely new one';

describe('lost password pages', () => {
  let host: TestHost;
  let outbox: Outbox;
  let base: string;
  let browser: BrowserAgent;
  let ada: { id: number; login: string; email: string; password: string };
  beforeEach(async () => {
    outbox = await createOutboxFolder();
    host = await createTestHost({ url: 'https://example.com', mail: outbox.url });
    base = await host.listen();
    browser = new BrowserAgent(base);
    ada = await host.createUser('editor');
  });
  afterEach(async () => {
    await host.close();
    await outbox.remove();
  });

  const hidden = (text: string) => /name="nonce" value="([^"]*)"/.exec(text)?.[1] ?? '';

  /** Follows the link of an email up to the form. */
  async function follow(session: BrowserAgent, link: URL): Promise<Response> {
    const moved = await session.get(link.pathname + link.search);
    return session.get(moved.headers.location ?? '');
  }

  async function requestLink(): Promise<URL> {
    const count = (await outbox.mails()).length;
    await browser.submit(LOST, { login: ada.login });
    return linkIn((await outbox.waitFor(count + 1)).at(-1));
  }

  it('lead from the login to a new password', async () => {
    expect((await browser.get('/admin/login')).text).toContain(`href="${LOST}"`);
    const form = await follow(browser, await requestLink());
    expect(form.status).toBe(200);
    expect(form.text).toContain(`Account: ${ada.login}`);
    const changed = await browser.submit(RESET, { password: NEW });
    expect(changed.status).toBe(303);
    expect(changed.headers.location).toBe('/admin/login?changed=1');
    expect((await browser.get('/admin/login?changed=1')).text).toContain('Password changed.');
    expect((await new BrowserAgent(base).logIn(ada.login, NEW)).status).toBe(303);
    expect((await new BrowserAgent(base).logIn(ada.login, ada.password)).status).toBe(401);
  });

  it('return the same response for every name, byte for byte', async () => {
    await host.users.linkExternal('site', '7', { login: 'eve', email: 'eve@example.com' });
    await host.users.create({ login: 'no-password-here', email: 'no-password-here@example.com' });
    const names = [
      ada.login,
      ada.email,
      'eve',
      'no-password-here',
      'nobody',
      'nobody@example.com',
      '"><x-hostile>',
      'x'.repeat(5000),
    ];
    const answers: Response[] = [];
    for (const login of names) answers.push(await new BrowserAgent(base).submit(LOST, { login }));
    expect(answers[0]?.status).toBe(200);
    for (const answer of answers) expect(lasting(answer)).toEqual(lasting(answers[0] as Response));
    // Three accounts were requested by four names, and every email is still sent.
    expect(await outbox.waitFor(4)).toHaveLength(4);
  });

  it('build the link from the configured URL, regardless of request headers', async () => {
    const poison = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      Origin: 'https://evil.example',
    };
    await browser.submit(LOST, { login: ada.login }, poison);
    const [mail] = await outbox.waitFor(1);
    expect(linkIn(mail).origin).toBe('https://example.com');
    expect(JSON.stringify(mail)).not.toContain('evil.example');
  });

  it('remove the token from the URL immediately and prevent caching and referrers', async () => {
    const link = await requestLink();
    const token = link.searchParams.get('token') ?? '';
    const moved = await browser.get(link.pathname + link.search);
    expect(moved.status).toBe(303);
    expect(moved.headers.location).toBe(RESET);
    expect(moved.headers['set-cookie']?.[0]).toMatch(
      /^__Host-cms_password_reset=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/,
    );
    const form = await browser.get(RESET);
    for (const { headers } of [moved, form]) {
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    }
    expect(form.text).not.toContain(token);
    expect(form.headers['content-security-policy']).toContain("default-src 'none'");
    expect(form.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it('keep a link valid when link scanners open it', async () => {
    const link = await requestLink();
    for (let count = 0; count < 3; count += 1) await follow(new BrowserAgent(base), link);
    await new BrowserAgent(base).head(link.pathname + link.search);
    await follow(browser, link);
    expect((await browser.submit(RESET, { password: NEW })).status).toBe(303);
  });

  it('explain why a new password is rejected, and accept another one', async () => {
    await follow(browser, await requestLink());
    const short = await browser.submit(RESET, { password: 'short' });
    expect(short.status).toBe(400);
    expect(short.text).toContain('Choose a password of 8 to 1,024 characters.');
    const weak = await browser.submit(RESET, { password: ada.login });
    expect(weak.status).toBe(400);
    expect(weak.text).toContain('This password is too easy to guess');
    expect((await browser.submit(RESET, { password: NEW })).status).toBe(303);
  });

  it('show no form for an invalid link and keep no cookie', async () => {
    const link = await requestLink();
    await follow(browser, link);
    await browser.submit(RESET, { password: NEW });
    const bad = [
      link.searchParams.get('token') ?? '',
      'x'.repeat(43),
      'cut',
      '',
      '"><x-hostile>',
      '\r\nSet-Cookie: a=b',
    ];
    for (const token of bad) {
      const session = new BrowserAgent(base);
      const answer = await follow(session, new URL(`${RESET}?${new URLSearchParams({ token })}`, 'http://localhost'));
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('This link has expired.');
      expect(answer.text).not.toContain('<form');
      expect(answer.text).not.toContain('<x-hostile');
      expect(session.cookies.size).toBe(0);
      expect((await session.postForm(RESET, { password: 'yet another', nonce: hidden(answer.text) })).status).toBe(403);
    }
    expect((await new BrowserAgent(base).logIn(ada.login, NEW)).status).toBe(303);
  });

  it('reject forms with a missing nonce or one of another form or link', async () => {
    const other = await host.createUser('author');
    await browser.submit(LOST, { login: other.login });
    const [hers] = await outbox.waitFor(1);
    const attacker = new BrowserAgent(base);
    const theirs = hidden((await follow(attacker, linkIn(hers))).text);
    const form = await follow(browser, await requestLink());
    const lost = hidden((await browser.get(LOST)).text);
    for (const nonce of ['', theirs, lost, 'x'.repeat(22)]) {
      expect((await browser.postForm(RESET, { password: NEW, nonce })).status).toBe(403);
    }
    for (const nonce of ['', hidden(form.text)]) {
      expect((await browser.postForm(LOST, { login: ada.login, nonce })).status).toBe(403);
    }
    expect((await browser.postForm(RESET, { password: NEW, nonce: hidden(form.text) })).status).toBe(303);
  });

  it('reject a form posted by another site', async () => {
    const foreign = [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    ];
    const form = await follow(browser, await requestLink());
    const nonce = hidden((await browser.get(LOST)).text);
    for (const headers of foreign) {
      expect((await browser.postForm(LOST, { login: ada.login, nonce }).set(headers)).status).toBe(403);
      expect((await browser.postForm(RESET, { password: NEW, nonce: hidden(form.text) }).set(headers)).status).toBe(
        403,
      );
    }
    expect(await outbox.mails()).toHaveLength(1);
    // Browsers send this from a page with `no-referrer`, over HTTPS and plain HTTP.
    const own = { Origin: 'null' };
    expect((await browser.postForm(RESET, { password: NEW, nonce: hidden(form.text) }).set(own)).status).toBe(303);
  });

  it('report when to retry after too many requests, the same for every name', async () => {
    for (let count = 0; count < 20; count += 1) await browser.submit(LOST, { login: `name-${count}` });
    const existing = await browser.submit(LOST, { login: ada.login });
    expect(existing.status).toBe(429);
    expect(existing.headers['retry-after']).toMatch(/^3[56]\d\d$/);
    expect(existing.text).toContain('Too many requests. Try again in 60 minutes.');
    const unknown = await browser.submit(LOST, { login: 'x'.repeat(ada.login.length) });
    expect(lasting(unknown).text.replaceAll('x'.repeat(ada.login.length), ada.login)).toBe(lasting(existing).text);
    expect(await outbox.mails()).toEqual([]);
  });

  it('show the form again without a name, and support no other methods', async () => {
    expect((await browser.submit(LOST, { login: ' ' })).text).toContain('<form');
    for (const path of [LOST, RESET]) expect((await request(base).put(path)).status).toBe(404);
  });

  it.each(['es', 'de', 'fr', 'cs', 'ja'])('are translated to %s, including emails and errors', async (locale) => {
    const folder = await createOutboxFolder();
    const site = await createTestHost({ locale, mail: folder.url });
    try {
      const otherBrowser = new BrowserAgent(await site.listen());
      const { login } = await site.createUser('editor');
      const pages = [
        await otherBrowser.get('/admin/login'),
        await otherBrowser.get(LOST),
        await otherBrowser.submit(LOST, { login }),
        await otherBrowser.get(RESET),
        await otherBrowser.logIn(login, 'wrong horse'),
        await otherBrowser.postForm(LOST, { login }),
      ];
      const mails = await folder.waitFor(1);
      const texts = [
        ...pages.map(({ text }) => text.slice(text.indexOf('<main'))),
        ...mails.map(({ text }) => text ?? ''),
      ];
      const english = /\b(?:password|name and|mail with|your|try again|the link|this)\b/i;
      for (const text of texts) expect(text.replace(/<[^>]*>|https?:\S+/g, ' ')).not.toMatch(english);
    } finally {
      await site.close();
      await folder.remove();
    }
  });

  it('send no email in production without a configured URL', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const site = await createTestHost({ url: undefined, debug: false, log, mail: outbox.url });
    try {
      const otherBrowser = new BrowserAgent(await site.listen());
      const { login, password } = await site.createUser('administrator');
      expect((await otherBrowser.submit(LOST, { login })).text).toContain('Check your inbox');
      await expect.poll(() => lines.join('')).toContain('MORTISE_URL');
      expect(await outbox.mails()).toEqual([]);
      await otherBrowser.logIn(login, password);
      const { text } = await otherBrowser.get('/admin');
      expect(text).toContain('Set MORTISE_URL');
      expect(text).toContain('Email is not set up.');
    } finally {
      await site.close();
    }
  });

  it('are off when the site has its own login', async () => {
    const site = await createTestHost({ login: { url: '/sign-in' }, identify: () => null, mail: outbox.url });
    try {
      const { login } = await site.createUser('editor');
      const otherBrowser = await site.listen();
      for (const path of [LOST, `${RESET}?token=${'x'.repeat(43)}`]) {
        const answer = await request(otherBrowser).get(path);
        expect(answer.status).toBe(302);
        expect(answer.headers.location).toMatch(/^\/sign-in\?/);
      }
      for (const path of [LOST, RESET]) {
        const raw = new URLSearchParams({ login, password: NEW }).toString();
        expect((await request(otherBrowser).post(path).type('form').send(raw)).status).toBe(404);
      }
    } finally {
      await site.close();
    }
    expect(await outbox.mails()).toEqual([]);
  });

  it('respond when no email can be sent, and log the reason', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const site = await createTestHost({ log, mail: 'smtp://127.0.0.1:9' });
    try {
      const { login } = await site.createUser('editor');
      const answer = await new BrowserAgent(await site.listen()).submit(LOST, { login });
      expect(answer.status).toBe(200);
      await expect.poll(() => lines.join('')).toContain('mail_failed');
    } finally {
      await site.close();
    }
  });
});
