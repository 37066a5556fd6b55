import { createTestHost, type TestHost } from 'mortise/testing';
import request, { Test } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { createOutboxFolder, linkIn, type Outbox } from '../support/outbox.js';

const NEW = 'new@example.net';
const PAGE = '/admin/confirm-email';

type Person = Awaited<ReturnType<TestHost['createUser']>> & { readonly browser: BrowserAgent };

describe('email confirmation page', () => {
  let host: TestHost;
  let outbox: Outbox;
  let base: string;
  let ada: Person;
  beforeEach(async () => {
    outbox = await createOutboxFolder();
    host = await createTestHost({ mail: outbox.url });
    base = await host.listen();
    ada = await personOf('subscriber');
  });
  afterEach(async () => {
    await host.close();
    await outbox.remove();
  });

  async function personOf(role: string): Promise<Person> {
    const user = await host.createUser(role);
    const browser = new BrowserAgent(base);
    await browser.logIn(user.login, user.password);
    return { ...user, browser };
  }

  /** Submits a form of the profile page. */
  async function profile({ browser }: Person, action: string, fields: Record<string, string> = {}) {
    const form = await browser.hiddenFields('/admin/profile', action);
    return browser.postForm('/admin/profile', { ...form, ...fields });
  }

  const changeTo = (email: string, person = ada) =>
    profile(person, 'save', { name: person.name, email, current_password: person.password });

  /** Waits until `count` links were sent to an address and returns the newest. */
  async function linkTo(email: string, count = 1): Promise<string> {
    const sent = async () => (await outbox.mails()).filter(({ to = [] }) => to[0]?.address === email);
    await expect.poll(async () => (await sent()).length, { timeout: 20_000 }).toBe(count);
    const { pathname, search } = linkIn((await sent()).at(-1));
    return pathname + search;
  }

  const hidden = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

  /** Opens a link and presses its button in a logged-out browser. */
  async function open(link: string, headers = {}) {
    const browser = new BrowserAgent(base);
    const { text } = await browser.get(link);
    const fields = { nonce: hidden(text, 'nonce'), token: hidden(text, 'token') };
    return browser.postForm(PAGE, fields).set(headers);
  }

  const emailOf = async ({ id }: Person) => (await host.users.get(id))?.email;

  it('confirms a new email from the profile without signing in', async () => {
    expect((await changeTo(NEW)).status).toBe(303);
    expect(await emailOf(ada)).toBe(ada.email);
    expect((await ada.browser.get('/admin/profile')).text).toContain(`Open the link sent to ${NEW}`);
    const link = await linkTo(NEW);
    const page = await new BrowserAgent(base).get(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`Confirm that ${NEW} is your email address.`);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const done = await open(link);
    expect([done.status, done.text.includes('Email address confirmed')]).toEqual([200, true]);
    expect(await emailOf(ada)).toBe(NEW);
  });

  it('changes nothing for link scanners, and works once', async () => {
    await changeTo(NEW);
    const link = await linkTo(NEW);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await new Test(base, method, link)).status).toBe(200);
    expect(await emailOf(ada)).toBe(ada.email);
    expect((await open(link)).status).toBe(200);
    for (const answer of [
      await request(base).get(link),
      await request(base).get(`${PAGE}?token=cut`),
      await request(base).get(PAGE),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('This link has expired.');
      expect(answer.text).not.toContain('<form');
    }
  });

  it('is linked again on request, and expires when the change is canceled', async () => {
    await changeTo(NEW);
    const first = await linkTo(NEW);
    expect((await profile(ada, 'resend')).status).toBe(303);
    const second = await linkTo(NEW, 2);
    expect((await request(base).get(first)).status).toBe(400);
    expect((await profile(ada, 'cancel')).status).toBe(303);
    expect((await request(base).get(second)).status).toBe(400);
    expect((await ada.browser.get('/admin/profile')).text).not.toContain(NEW);
    expect(await emailOf(ada)).toBe(ada.email);
  });

  it('rejects a form with the nonce of another link or from another site', async () => {
    const bob = await personOf('subscriber');
    await changeTo(NEW);
    await changeTo('bob@example.net', bob);
    const own = await new BrowserAgent(base).get(await linkTo(NEW));
    const other = await new BrowserAgent(base).get(await linkTo('bob@example.net'));
    const mixed = { nonce: hidden(own.text, 'nonce'), token: hidden(other.text, 'token') };
    const raw = new URLSearchParams(mixed).toString();
    expect((await request(base).post(PAGE).type('form').send(raw)).status).toBe(403);
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await open(await linkTo('bob@example.net'), foreign)).status).toBe(403);
    expect([await emailOf(ada), await emailOf(bob)]).toEqual([ada.email, bob.email]);
  });

  it('assigns the email to the account that confirms it first', async () => {
    const bob = await personOf('subscriber');
    await changeTo(NEW);
    const hers = await linkTo(NEW);
    await changeTo(NEW, bob);
    expect((await open(await linkTo(NEW, 2))).status).toBe(200);
    const late = await open(hers);
    expect([late.status, late.text.includes('This email is already in use.')]).toEqual([409, true]);
    expect([await emailOf(ada), await emailOf(bob)]).toEqual([ada.email, NEW]);
  });

  it('is also available on sites with their own login', async () => {
    const site = await createTestHost({ login: { url: '/sign-in' }, identify: () => null, mail: outbox.url });
    try {
      const origin = await site.listen();
      expect((await request(origin).get(`${PAGE}?token=${'x'.repeat(43)}`)).status).toBe(400);
    } finally {
      await site.close();
    }
  });

  describe('REST API', () => {
    const USERS = '/api/mortise/v1/users';
    let admin: Person;
    let headers: Record<string, string>;
    beforeEach(async () => {
      admin = await personOf('administrator');
      const { password } = await host.applicationPasswords.create(admin.id, { name: 'Test' });
      headers = basic(admin.login, password);
    });

    it('keeps a new email of the current user pending, and can resend or cancel it', async () => {
      const body = { email: NEW, current_password: admin.password };
      const changed = await request(base).put(`${USERS}/me`).set(headers).send(body);
      expect(changed.body).toMatchObject({ email: admin.email, email_verified: true, pending_email: NEW });
      await linkTo(NEW);
      expect((await request(base).post(`${USERS}/me/email-confirmation`).set(headers)).status).toBe(200);
      await linkTo(NEW, 2);
      const path = `${USERS}/me/email-confirmation`;
      expect((await request(base).delete(path).set(headers)).body).toMatchObject({ pending_email: null });
      expect((await request(base).delete(path).set(headers)).body).toMatchObject({
        code: 'email_confirmation_not_found',
      });
    });

    it('sets the email of another account, verified by its link or by the administrator', async () => {
      const path = `${USERS}/${ada.id}`;
      const changed = await request(base).put(path).set(headers).send({ email: NEW });
      expect(changed.body).toMatchObject({ email: NEW, email_verified: false });
      expect((await open(await linkTo(NEW))).status).toBe(200);
      expect((await request(base).get(path).set(headers)).body).toMatchObject({ email: NEW, email_verified: true });
      const set = await request(base).put(path).set(headers).send({ email: 'set@example.net', email_verified: true });
      expect(set.body).toMatchObject({ email: 'set@example.net', email_verified: true, pending_email: null });
    });
  });

  it('trusts the login of the site only for emails that it marks as verified', async () => {
    const person = { email: 'eve@example.com', name: 'Eve' };
    const eve = await host.users.linkExternal('site', '1', person);
    expect(eve).toMatchObject({ email: person.email, emailVerified: false });
    const vouched = { ...person, emailVerified: true };
    // Another user of the site proved ownership of the email; the first one only claimed it.
    expect(await host.users.linkExternal('site', '2', vouched)).toMatchObject({ ...person, emailVerified: true });
    expect(await host.users.linkExternal('site', '1', person)).toMatchObject({ email: '', emailVerified: false });
    const zoe = { email: 'zoe@example.com' };
    await host.users.linkExternal('site', '3', zoe);
    expect(await host.users.linkExternal('site', '3', { ...zoe, emailVerified: true })).toMatchObject({
      emailVerified: true,
    });
  });
});
