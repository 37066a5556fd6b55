import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { BrowserAgent } from '../../../support/browser-agent.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { linkIn } from '../../../support/outbox.js';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

const VICTIM = 'victim@example.net';
const NEW = 'new@example.net';

describe.each(dialects)('unverified affiliate email on $name', (dialect) => {
  let site: ProgramSite;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [affiliate()]);
    drop = database.drop;
    site = await openProgramSite({ database: database.url });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const people = () => site.program.affiliates;
  const register = (body: object) => site.call('POST', '/register', { body });
  const approve = (id: number) =>
    site.call('PUT', `/affiliates/${id}`, { as: site.admin.id, body: { status: 'active' } });
  const idOf = async (email: string) => (await people().byEmail(email))?.id ?? 0;

  async function mailsTo(email: string) {
    await site.host.work();
    const mails = await Promise.all((await site.host.sentMails()).map((mail) => PostalMime.parse(mail)));
    return mails.filter(({ to = [] }) => to[0]?.address === email);
  }

  /** Opens the newest confirmation link sent to an email, and submits its form. */
  async function confirm(email: string) {
    const mail = (await mailsTo(email)).at(-1);
    const link = /https?:\/\/\S+confirm-email\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const { pathname, search } = new URL(link);
    const { text } = await site.http.get(pathname + search);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
    return site.http
      .post(pathname)
      .type('form')
      .send({ nonce: field('nonce'), token: field('token') });
  }

  it('never gives access to an account that only entered the email in its profile', async () => {
    await register({ email: VICTIM, code: 'victim' });
    const attacker = await site.host.createUser('subscriber');
    const browser = new BrowserAgent(site.url);
    await browser.logIn(attacker.login, attacker.password);
    const form = await browser.hiddenFields('/admin/profile', 'save');
    const fields = { ...form, name: 'A', email: VICTIM, current_password: attacker.password };
    expect((await browser.postForm('/admin/profile', fields)).status).toBe(303);
    const id = await idOf(VICTIM);
    const approved = await approve(id);
    expect([approved.status, approved.data.status]).toEqual([200, 'active']);
    expect(approved.data.user_id).not.toBe(attacker.id);
    const browserAgain = new BrowserAgent(site.url);
    await browserAgain.logIn(attacker.login, attacker.password);
    expect((await site.call('GET', `/affiliates/${id}`, { as: attacker.id })).status).toBe(403);
    const money = { payment_email: 'me@evil.example', payment_method: 'paypal' };
    expect((await site.call('PUT', `/affiliates/${id}`, { as: attacker.id, body: money })).status).toBe(403);
  });

  it('links no external account until the site marks its email as verified', async () => {
    const stranger = await site.host.users.linkExternal('site', '1', { email: VICTIM });
    await register({ email: VICTIM });
    const id = await idOf(VICTIM);
    expect((await approve(id)).data).toMatchObject({ user_id: null, email_verified: false });
    if (!stranger) throw new Error('There is no account.');
    expect(await people().claim(stranger)).toBeNull();
    const vouched = await site.host.users.linkExternal('site', '1', { email: VICTIM, emailVerified: true });
    expect(await people().claim(vouched ?? stranger)).toMatchObject({ id, userId: stranger.id, emailVerified: true });
  });

  it('verifies the email through the link in the application email', async () => {
    await register({ email: NEW, code: 'newcomer' });
    const id = await idOf(NEW);
    expect((await confirm(NEW)).status).toBe(200);
    expect(await people().get(id)).toMatchObject({ emailVerified: true, status: 'pending', userId: null });
    const { userId } = (await people().setStatus(id, 'active')).affiliate;
    expect(await site.host.users.get(userId ?? 0)).toMatchObject({ email: NEW, emailVerified: true });
  });

  it('verifies the email through the password reset link of the account', async () => {
    await site.host.settings.save('affiliate', { registrationApproval: false });
    await register({ email: NEW, code: 'newcomer' });
    const id = await idOf(NEW);
    const { userId } = await people().get(id);
    expect(await site.host.users.get(userId ?? 0)).toMatchObject({ emailVerified: false });
    const browser = new BrowserAgent(site.url);
    await browser.submit('/admin/lost-password', { login: NEW });
    await expect.poll(async () => (await mailsTo(NEW)).length, { timeout: 20_000 }).toBe(2);
    const link = linkIn((await mailsTo(NEW)).find(({ text = '' }) => text.includes('reset-password')));
    await browser.get(link.pathname + link.search);
    await browser.submit('/admin/reset-password', { password: 'an entirely new one' });
    expect(await site.host.users.get(userId ?? 0)).toMatchObject({ emailVerified: true });
    expect(await people().get(id)).toMatchObject({ emailVerified: true });
  });

  it('keeps the old email until the link for the new one is opened, and then holds payouts', async () => {
    const ada = await site.add('ada');
    const before = await people().get(ada.id);
    const changed = await site.call('PUT', `/affiliates/${ada.id}`, { as: ada.userId, body: { email: NEW } });
    expect(changed.data).toMatchObject({ email: before.email, email_verified: true, pending_email: NEW });
    expect((await people().get(ada.id)).holdPayoutsUntil).toBeNull();
    expect((await confirm(NEW)).status).toBe(200);
    expect(await people().get(ada.id)).toMatchObject({ email: NEW, emailVerified: true });
    expect((await people().get(ada.id)).holdPayoutsUntil?.getTime()).toBeGreaterThan(Date.now());
    expect((await mailsTo(before.email)).at(-1)?.text).toContain('Payouts on hold until');
  });

  it('applies an email set by an admin immediately, and lets only admins mark it as verified', async () => {
    const ada = await site.add('ada');
    const put = (body: object) => site.call('PUT', `/affiliates/${ada.id}`, { as: site.admin.id, body });
    expect((await put({ email: NEW })).data).toMatchObject({ email: NEW, email_verified: false, pending_email: null });
    expect((await put({ email_verified: true })).data).toMatchObject({ email: NEW, email_verified: true });
    const own = await site.call('PUT', `/affiliates/${ada.id}`, { as: ada.userId, body: { email_verified: false } });
    expect([own.status, own.data.code]).toEqual([403, 'vendor_affiliate_forbidden_field']);
  });

  it('sends emails without any text entered by the applicant', async () => {
    const display_name = 'Your account is locked';
    await register({ email: VICTIM, display_name, first_name: 'See www', last_name: 'evil' });
    expect(await mailsTo(VICTIM)).toHaveLength(1);
    await approve(await idOf(VICTIM));
    const mails = await mailsTo(VICTIM);
    expect(mails.map(({ text = '' }) => text.split('\n')[0])).toEqual(['Hello,', 'Hello,']);
    expect(JSON.stringify(mails)).not.toContain(display_name);
  });
});
