import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/accounts/user-management.js';
import { createMail } from '../../../src/core/services/mail/mail.js';
import type { User } from '../../../src/core/user.js';
import { describeDatabases } from '../../support/databases.js';
import { createOutboxFolder, linkIn, type Outbox } from '../../support/outbox.js';
import { identityServices } from '../identity/identity-services.js';

const PASSWORD = 'correct horse battery';
const NEW = 'new@example.net';
const HOUR = 60 * 60_000;

describeDatabases('email change', (database) => {
  let outbox: Outbox;
  let services: ReturnType<typeof identityServices>;
  let ada: User;
  beforeEach(async () => {
    outbox = await createOutboxFolder();
    const sender = { name: 'Acme', address: 'noreply@example.com' };
    const mail = createMail({ url: outbox.url, sender, log: pino({ level: 'silent' }) });
    services = identityServices(await database(), { mail });
    ada = await create('ada');
  });
  afterEach(async () => {
    await services.background.settled();
    await outbox.remove();
  });

  const create = (login: string, emailVerified = true) =>
    services.users.create({ login, email: `${login}@example.com`, password: PASSWORD, emailVerified });
  const actor = (user: User): Actor => ({ user, headers: {}, remoteAddress: '192.0.2.1', can: async () => true });
  const now = async ({ id }: User) => services.users.get(id);
  const redeem = (token: string) => services.emailConfirmations.redeem(token);
  const expired = expect.objectContaining({ code: 'email_confirmation_expired', status: 400 });

  async function request(user: User, email = NEW): Promise<void> {
    await (await services.emailChange.prepare(actor(user), email, PASSWORD))();
    await services.background.settled();
  }

  /** Returns the token of the newest link sent to an email. */
  async function tokenTo(email: string): Promise<string> {
    const mails = (await outbox.mails()).filter(({ to = [] }) => to[0]?.address === email);
    return linkIn(mails.at(-1)).searchParams.get('token') ?? '';
  }

  it('is pending until its link is opened, and notifies the old email', async () => {
    await request(ada);
    expect(await now(ada)).toMatchObject({ email: ada.email, emailVerified: true });
    expect(await services.emailChange.pending(ada.id)).toMatchObject({ email: NEW });
    const sentMails = (await outbox.mails()).filter(({ to = [] }) => to[0]?.address === ada.email);
    expect(sentMails[0]?.text).toContain('The current address stays in use until the new one is confirmed.');
    expect(await redeem(await tokenTo(NEW))).toBe(NEW);
    expect(await now(ada)).toMatchObject({ email: NEW, emailVerified: true });
    expect(await services.emailChange.pending(ada.id)).toBeNull();
  });

  it('is confirmed only once by two concurrent requests', async () => {
    await request(ada);
    const token = await tokenTo(NEW);
    const outcomes = await Promise.allSettled([redeem(token), redeem(token)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(redeem(token)).rejects.toEqual(expired);
  });

  it('expires after 24 hours, and a new link works', async () => {
    await request(ada);
    const old = await tokenTo(NEW);
    services.clock.now += 24 * HOUR;
    await expect(redeem(old)).rejects.toEqual(expired);
    await services.emailChange.sendLink(ada);
    await services.background.settled();
    await expect(redeem(old)).rejects.toEqual(expired);
    expect(await redeem(await tokenTo(NEW))).toBe(NEW);
  });

  it('accepts only the newest link, not the link of an earlier request', async () => {
    await request(ada, 'first@example.net');
    const first = await tokenTo('first@example.net');
    await request(ada);
    await expect(redeem(first)).rejects.toEqual(expired);
    await redeem(await tokenTo(NEW));
    expect(await now(ada)).toMatchObject({ email: NEW });
  });

  it('can be confirmed with a new link when the first email was lost', async () => {
    await outbox.block();
    await request(ada);
    await outbox.unblock();
    expect(await services.emailChange.pending(ada.id)).toMatchObject({ email: NEW });
    await services.emailChange.sendLink(ada);
    await services.background.settled();
    expect(await redeem(await tokenTo(NEW))).toBe(NEW);
  });

  it.each(['a new password', 'a cancellation', 'a deletion', 'an address that an administrator sets'])(
    'is cancelled by %s',
    async (ending) => {
      await request(ada);
      const token = await tokenTo(NEW);
      if (ending === 'a new password') await services.users.setPassword(ada.id, 'another one entirely');
      else if (ending === 'a cancellation') await services.emailChange.cancel(actor(ada), ada);
      else if (ending === 'a deletion') await services.users.delete(ada.id);
      else await services.users.update(ada.id, { email: 'set@example.net' });
      await expect(redeem(token)).rejects.toEqual(expired);
      expect(await services.emailChange.pending(ada.id)).toBeNull();
      expect(await services.users.byEmail(NEW)).toBeNull();
    },
  );

  it('assigns the email to the first of two accounts that confirms it', async () => {
    const bob = await create('bob');
    await request(ada);
    const hers = await tokenTo(NEW);
    await request(bob);
    const his = await tokenTo(NEW);
    await redeem(his);
    await expect(redeem(hers)).rejects.toMatchObject({ code: 'existing_user_email', status: 409 });
    expect(await now(ada)).toMatchObject({ email: ada.email });
    expect(await now(bob)).toMatchObject({ email: NEW });
  });

  it('is rejected for an email verified by another account and takes over an unverified one', async () => {
    const verified = await create('verified');
    const squatter = await create('squatter', false);
    const refused = { code: 'existing_user_email', status: 409 };
    await expect(services.emailChange.prepare(actor(ada), verified.email, PASSWORD)).rejects.toMatchObject(refused);
    await request(ada, squatter.email);
    await redeem(await tokenTo(squatter.email));
    expect(await now(ada)).toMatchObject({ email: squatter.email, emailVerified: true });
    expect(await now(squatter)).toMatchObject({ email: '', emailVerified: false });
  });

  it('requires the current password and is limited per account and per email', async () => {
    await expect(services.emailChange.prepare(actor(ada), NEW, 'wrong')).rejects.toMatchObject({ status: 401 });
    for (let count = 0; count < 3; count += 1) await request(ada);
    const tooMany = { code: 'email_confirmation_too_many', status: 429 };
    await expect(request(ada)).rejects.toMatchObject(tooMany);
    await expect(request(await create('bob'))).rejects.toMatchObject(tooMany);
    await request(ada, 'other@example.net');
    await request(ada, 'third@example.net');
    await expect(request(ada, 'fourth@example.net')).rejects.toMatchObject(tooMany);
    services.clock.now += HOUR;
    await request(ada);
  });

  it('sends an email that contains no text from the account', async () => {
    const spam = await services.users.create({
      login: 'spam',
      email: 'spam@example.com',
      name: 'You won, see https://evil.example',
      password: PASSWORD,
    });
    await request(spam);
    const mails = JSON.stringify(await outbox.mails());
    expect(mails).toContain(NEW);
    expect(mails).not.toContain('evil.example');
  });

  it('is verified by the link that sets the password', async () => {
    const { id } = await services.users.create({ login: 'new', email: 'fresh@example.com' });
    expect(await services.users.get(id)).toMatchObject({ emailVerified: false });
    await services.passwordReset.request({ login: 'new' });
    await services.background.settled();
    const token = await tokenTo('fresh@example.com');
    await services.passwordReset.redeem({ token, password: PASSWORD });
    expect(await services.users.get(id)).toMatchObject({ emailVerified: true });
  });

  it('is verified by the link of an account with an unverified email', async () => {
    const bob = await create('bob', false);
    await services.emailChange.sendLink(bob);
    await services.background.settled();
    await redeem(await tokenTo(bob.email));
    expect(await now(bob)).toMatchObject({ email: bob.email, emailVerified: true });
    await expect(services.emailChange.sendLink(ada)).rejects.toMatchObject({ code: 'email_already_verified' });
  });
});
