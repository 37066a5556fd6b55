import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostError } from '../../../src/core/errors.js';
import { createMail } from '../../../src/core/services/mail/mail.js';
import type { User } from '../../../src/core/user.js';
import { describeDatabases } from '../../support/databases.js';
import { createOutboxFolder, linkIn, type Outbox } from '../../support/outbox.js';
import { ADA, BOB, type IdentityServices, identityServices, MINUTE } from '../identity/identity-services.js';

const SENDER = { name: 'Acme', address: 'noreply@example.com' };
const NEW = 'an entirely new one';
const ADDRESS = '203.0.113.7';

describeDatabases('password reset', (database) => {
  let services: IdentityServices;
  let outbox: Outbox;
  let ada: User;
  beforeEach(async () => {
    outbox = await createOutboxFolder();
    const log = pino({ level: 'silent' });
    services = identityServices(await database(), { mail: createMail({ url: outbox.url, sender: SENDER, log }) });
    ada = await services.users.create({ ...ADA, emailVerified: true });
  });
  afterEach(async () => {
    await services.background.settled();
    await outbox.remove();
  });

  async function ask(login: string, ip = ADDRESS) {
    await services.passwordReset.request({ login, ip, userAgent: 'Browser' });
    await services.background.settled();
    return outbox.mails();
  }

  async function tokenFor(login: string): Promise<string> {
    return linkIn((await ask(login)).at(-1)).searchParams.get('token') ?? '';
  }

  const redeem = (token: string, password = NEW) =>
    services.passwordReset
      .redeem({ token, password, ip: ADDRESS })
      .then(() => 'changed')
      .catch((error: HostError) => error.code);
  const signIn = (password: string) => services.users.verifyPassword('ada', password);
  const eventNames = async () => (await services.authEvents.list()).events.map(({ event }) => event);

  it('changes the password with a link emailed to the owner', async () => {
    const [mail, ...others] = await ask('ada');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Choose a new password for Acme', to: [{ address: ADA.email }] });
    const link = linkIn(mail);
    expect(link.origin + link.pathname).toBe('https://example.com/admin/reset-password');
    expect(mail?.html).toContain(`href="${link.href}"`);
    const token = link.searchParams.get('token') ?? '';
    expect(await services.passwordReset.loginOf(token)).toBe('ada');
    expect(await redeem(token)).toBe('changed');
    expect(await signIn(NEW)).toEqual(ada);
    expect(await signIn(ADA.password)).toBeNull();
  });

  it('accepts the username or email in any spelling', async () => {
    await ask(' ADA@Example.com ');
    expect(await ask('Ada')).toHaveLength(2);
  });

  it('uses a 256-bit token and stores only its digest', async () => {
    const token = await tokenFor('ada');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await services.db.query.selectFrom('password_resets').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('ends all sessions, keeps application passwords, emails the owner and is logged', async () => {
    const { token: session } = await services.sessions.create({ userId: ada.id });
    const { password } = await services.applicationPasswords.create(ada.id, { name: 'phone' });
    expect(await redeem(await tokenFor('ada'))).toBe('changed');
    await services.background.settled();
    expect(await services.sessions.verify(session)).toBeNull();
    expect(await services.applicationPasswords.verify(password)).not.toBeNull();
    const [, mail] = await outbox.mails();
    expect(mail).toMatchObject({ subject: 'Your password for Acme was changed', to: [{ address: ADA.email }] });
    expect(linkIn(mail).href).toBe('https://example.com/admin/lost-password');
    const { events } = await services.authEvents.list();
    expect(events.map(({ event, userId, ip }) => [event, userId, ip])).toEqual([
      ['password_reset', ada.id, ADDRESS],
      ['password_reset_requested', ada.id, ADDRESS],
    ]);
    expect(JSON.stringify(events)).not.toContain(NEW);
  });

  it('sends no email for an unknown account and still logs the request', async () => {
    expect(await ask('nobody')).toEqual([]);
    expect(await eventNames()).toEqual(['password_reset_requested']);
  });

  it('sends no link to users of the site’s own login but explains why', async () => {
    await services.users.linkExternal('site', '7', { login: 'eve', email: 'eve@example.com' });
    const [mail, ...others] = await ask('eve');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('No password is set for your account at Acme');
    expect(`${mail?.text}${mail?.html}`).not.toContain('http');
    await services.users.linkExternal('site', '8', { login: 'no-address' });
    expect(await ask('no-address')).toHaveLength(1);
  });

  it('lets a user created without a password choose the first one', async () => {
    const { password: _none, ...invited } = BOB;
    const bob = await services.users.create(invited);
    expect(await redeem(await tokenFor('bob'))).toBe('changed');
    expect(await services.users.verifyPassword('bob', NEW)).toEqual({ ...bob, emailVerified: true });
  });

  describe('with a token that', () => {
    it('was used is rejected', async () => {
      const token = await tokenFor('ada');
      await redeem(token);
      expect(await redeem(token, 'yet another new one')).toBe('password_reset_invalid');
      expect(await services.passwordReset.loginOf(token)).toBeNull();
      expect(await signIn(NEW)).toEqual(ada);
    });

    it('is an hour old is rejected', async () => {
      const token = await tokenFor('ada');
      services.clock.now += 60 * MINUTE - 1;
      expect(await services.passwordReset.loginOf(token)).toBe('ada');
      services.clock.now += 1;
      expect(await services.passwordReset.loginOf(token)).toBeNull();
      expect(await redeem(token)).toBe('password_reset_invalid');
    });

    it('was replaced by a newer one is rejected', async () => {
      const older = await tokenFor('ada');
      const newer = await tokenFor('ada');
      expect(await redeem(older)).toBe('password_reset_invalid');
      expect(await redeem(newer)).toBe('changed');
    });

    it('was issued before a password change is rejected', async () => {
      const token = await tokenFor('ada');
      await services.users.setPassword(ada.id, 'changed meanwhile');
      expect(await redeem(token)).toBe('password_reset_invalid');
      expect(await signIn('changed meanwhile')).toEqual(ada);
    });

    it('was issued before an email change is rejected', async () => {
      const token = await tokenFor('ada');
      await services.db.query.updateTable('users').set({ email: 'new@example.com' }).where('id', '=', ada.id).execute();
      expect(await redeem(token)).toBe('password_reset_invalid');
    });

    it('belongs to a deleted account is rejected', async () => {
      const token = await tokenFor('ada');
      await services.db.query.deleteFrom('users').where('id', '=', ada.id).execute();
      expect(await redeem(token)).toBe('password_reset_invalid');
    });

    it('is truncated, extended, a digest, a session token or empty is rejected', async () => {
      const token = await tokenFor('ada');
      const [row] = await services.db.query.selectFrom('password_resets').select('token_hash').execute();
      const { token: session } = await services.sessions.create({ userId: ada.id });
      const others = [
        token.slice(0, -1),
        `${token}x`,
        token.toUpperCase(),
        row?.token_hash ?? '',
        session,
        '',
        '%',
        "' or 1=1",
      ];
      for (const other of others) expect(await redeem(other)).toBe('password_reset_invalid');
      expect(await redeem(token)).toBe('changed');
    });

    it('belongs to another user changes only their password', async () => {
      await services.users.create(BOB);
      const [hers, his] = [await tokenFor('ada'), await tokenFor('bob')];
      expect(await redeem(his)).toBe('changed');
      expect(await signIn(ADA.password)).toEqual(ada);
      expect(await redeem(hers)).toBe('changed');
    });

    it('is redeemed concurrently works once', async () => {
      const token = await tokenFor('ada');
      const passwords = Array.from({ length: 8 }, (_, index) => `new password number ${index}`);
      const outcomes = await Promise.all(passwords.map((password) => redeem(token, password)));
      expect(outcomes.toSorted()).toEqual(['changed', ...Array(7).fill('password_reset_invalid')]);
      expect(await signIn(passwords[outcomes.indexOf('changed')] ?? '')).toEqual(ada);
      expect((await eventNames()).filter((event) => event === 'password_reset')).toHaveLength(1);
    });
  });

  it('rejects a weak password and keeps the link valid', async () => {
    const token = await tokenFor('ada');
    expect(await redeem(token, 'short')).toBe('rest_user_invalid_password');
    for (const weak of ['password1', 'PASSWORD', 'Ada@Example.com', 'qwertyuiop']) {
      expect(await redeem(token, weak)).toBe('rest_user_weak_password');
    }
    expect(await redeem(token)).toBe('changed');
  });

  it('leaves one working link after concurrent requests', async () => {
    const requests = ['ada', 'ada', ADA.email].map((login) => services.passwordReset.request({ login, ip: ADDRESS }));
    await Promise.all(requests);
    await services.background.settled();
    const tokens = (await outbox.mails()).map((mail) => linkIn(mail).searchParams.get('token') ?? '');
    expect(tokens).toHaveLength(3);
    const logins = await Promise.all(tokens.map((token) => services.passwordReset.loginOf(token)));
    expect(logins.filter((login) => login === 'ada')).toHaveLength(1);
  });

  it('sends at most three emails an hour to an account, for any IP address and spelling', async () => {
    for (let count = 0; count < 8; count += 1) await ask(count % 2 ? 'ada' : ADA.email, `203.0.113.${count}`);
    expect(await outbox.mails()).toHaveLength(3);
    services.clock.now += 60 * MINUTE;
    expect(await ask('ada')).toHaveLength(4);
  });

  it('is rate limited per IP address for existing and unknown accounts', async () => {
    for (let count = 0; count < 20; count += 1)
      await services.passwordReset.request({ login: `name-${count}`, ip: ADDRESS });
    for (const login of ['ada', 'nobody']) {
      await expect(services.passwordReset.request({ login, ip: ADDRESS })).rejects.toMatchObject({
        code: 'password_reset_too_many',
        status: 429,
        data: { retry_after: 3600 },
      });
    }
    expect(await ask('ada', '203.0.113.8')).toHaveLength(1);
  });

  it('sends no link while the URL of the site is unknown', async () => {
    const mail = createMail({ url: outbox.url, sender: SENDER, log: pino({ level: 'silent' }) });
    services = identityServices(services.db, { mail, url: null });
    expect(await ask('ada')).toEqual([]);
    expect(await services.db.query.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  });
});

describeDatabases('password change', (database) => {
  let services: IdentityServices;
  let outbox: Outbox;
  let ada: User;
  let token: string;
  beforeEach(async () => {
    outbox = await createOutboxFolder();
    const mail = createMail({ url: outbox.url, sender: SENDER, log: pino({ level: 'silent' }) });
    services = identityServices(await database(), { mail });
    ada = await services.users.create(ADA);
    ({ token } = await services.sessions.create({ userId: ada.id }));
  });
  afterEach(async () => {
    await services.background.settled();
    await outbox.remove();
  });

  const change = (more = {}) =>
    services.passwordChange.change({
      user: ada,
      currentPassword: ADA.password,
      newPassword: NEW,
      token,
      ip: ADDRESS,
      ...more,
    });

  it('issues a new token for this browser and ends all other sessions', async () => {
    const other = await services.sessions.create({ userId: ada.id });
    const issued = await change();
    expect(await services.sessions.verify(issued?.token ?? '')).toMatchObject({ userId: ada.id });
    for (const ended of [token, other.token]) expect(await services.sessions.verify(ended)).toBeNull();
    expect(await services.users.verifyPassword('ada', NEW)).toEqual(ada);
    const [mail] = await outbox.waitFor(1);
    expect(mail?.subject).toBe('Your password for Acme was changed');
    const { events } = await services.authEvents.list();
    expect(events).toMatchObject([{ event: 'password_changed', userId: ada.id, ip: ADDRESS }]);
  });

  it('requires the current password and counts wrong ones like failed logins', async () => {
    for (let count = 0; count < 5; count += 1) {
      await expect(change({ currentPassword: 'wrong horse' })).rejects.toMatchObject({ code: 'incorrect_password' });
    }
    await expect(change()).rejects.toMatchObject({ code: 'login_too_many_attempts', status: 429 });
    await expect(services.login.attempt({ login: 'ada', password: ADA.password, ip: ADDRESS })).rejects.toMatchObject({
      code: 'login_too_many_attempts',
    });
    expect(await services.sessions.verify(token)).not.toBeNull();
    expect(await outbox.mails()).toEqual([]);
  });

  it('rejects a short or weak password and keeps the sessions', async () => {
    const other = await services.sessions.create({ userId: ada.id });
    await expect(change({ newPassword: 'short' })).rejects.toMatchObject({ code: 'rest_user_invalid_password' });
    await expect(change({ newPassword: 'iloveyou' })).rejects.toMatchObject({ code: 'rest_user_weak_password' });
    for (const sessionToken of [token, other.token])
      expect(await services.sessions.verify(sessionToken)).not.toBeNull();
  });

  it('issues no token for a session of another user', async () => {
    const bob = await services.users.create(BOB);
    const { token: his } = await services.sessions.create({ userId: bob.id });
    expect(await change({ token: his })).toBeNull();
    expect(await services.sessions.verify(his)).toMatchObject({ userId: bob.id });
    expect(await services.sessions.verify(token)).toBeNull();
  });

  it('is rejected for users of the site’s own login', async () => {
    const eve = await services.users.linkExternal('site', '7', { login: 'eve', email: 'eve@example.com' });
    await expect(change({ user: eve, currentPassword: '' })).rejects.toMatchObject({ code: 'incorrect_password' });
  });
});
