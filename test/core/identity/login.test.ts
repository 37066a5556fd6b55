import { beforeEach, describe, expect, it } from 'vitest';
import type { HostError } from '../../../src/core/errors.js';
import type { Login } from '../../../src/core/identity/login.js';
import type { User } from '../../../src/core/user.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, BOB, type IdentityServices, identityServices, MINUTE } from './identity-services.js';

describeDatabases('login', (database) => {
  let services: IdentityServices;
  let login: Login;
  let ada: User;
  beforeEach(async () => {
    services = identityServices(await database());
    login = services.login;
    ada = await services.users.create(ADA);
  });

  const signIn = (more = {}) => login.attempt({ login: 'ada', password: ADA.password, ...more });
  const sessionOf = async (token: string) => (await services.sessions.verify(token))?.session ?? '';

  it('creates a session for the correct password', async () => {
    const { user, token } = await signIn();
    expect(user).toEqual(ada);
    expect(await services.sessions.verify(token)).toMatchObject({ userId: ada.id });
  });

  it('returns the same error for a wrong password, an unknown name and an account without a password', async () => {
    await services.users.create({ login: 'nopass', email: 'nopass@example.com' });
    const messages = await Promise.all(
      [
        { login: 'ada', password: 'wrong horse' },
        { login: 'nobody', password: ADA.password },
        { login: 'nopass', password: '' },
        { login: '', password: '' },
      ].map((attempt) => login.attempt(attempt).catch((error: HostError) => error.toJSON())),
    );
    expect(messages[0]).toMatchObject({ code: 'incorrect_password', data: { status: 401 } });
    expect(new Set(messages.map((message) => JSON.stringify(message))).size).toBe(1);
  });

  it('replaces the existing session of the browser', async () => {
    const before = await signIn();
    const after = await signIn({ previousToken: before.token });
    expect(after.token).not.toBe(before.token);
    expect(await services.sessions.verify(before.token)).toBeNull();
    expect(await services.sessions.verify(after.token)).not.toBeNull();
  });

  it('keeps the existing session when the password is wrong', async () => {
    const { token } = await signIn();
    await expect(signIn({ password: 'wrong horse', previousToken: token })).rejects.toThrow();
    expect(await services.sessions.verify(token)).not.toBeNull();
  });

  it('gives every session its own nonces', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const nonce = services.nonces.create('rest', ada.id, await sessionOf(first.token));
    expect(services.nonces.verify(nonce, 'rest', ada.id, await sessionOf(second.token))).toBe(0);
  });

  it('ends the session at logout and accepts a second logout', async () => {
    const { token } = await signIn();
    await login.logout(token);
    expect(await services.sessions.verify(token)).toBeNull();
    await expect(login.logout(token)).resolves.toBeUndefined();
  });

  describe('after too many failures', () => {
    const ADDRESS = '203.0.113.7';
    const ELSEWHERE = '203.0.113.8';
    const guess = (more = {}) =>
      signIn({ password: 'wrong horse', ip: ADDRESS, ...more }).catch((error: HostError) => error.code);
    const guesses = async (count: number, more: (index: number) => object = () => ({})) => {
      const codes: unknown[] = [];
      for (let index = 0; index < count; index += 1) codes.push(await guess(more(index)));
      return codes;
    };

    it('rejects the name from this IP address for 15 minutes, even with the correct password', async () => {
      expect(await guesses(5)).toEqual(Array(5).fill('incorrect_password'));
      await expect(signIn({ ip: ADDRESS })).rejects.toMatchObject({
        code: 'login_too_many_attempts',
        status: 429,
        data: { retry_after: 900 },
        message: 'Too many failed login attempts. Wait 15 minutes, then try again.',
      });
      services.clock.now += 15 * MINUTE - 1;
      await expect(signIn({ ip: ADDRESS })).rejects.toMatchObject({
        data: { retry_after: 1 },
        message: 'Too many failed login attempts. Wait a minute, then try again.',
      });
      services.clock.now += 1;
      expect(await signIn({ ip: ADDRESS })).toMatchObject({ user: ada });
    });

    it('accepts the user from another IP address and other users from this one', async () => {
      await services.users.create(BOB);
      await guesses(5);
      expect(await signIn({ ip: ELSEWHERE })).toMatchObject({ user: ada });
      expect(await login.attempt({ login: 'bob', password: BOB.password, ip: ADDRESS })).toMatchObject({
        user: { login: 'bob' },
      });
    });

    it('limits an unknown name in the same way', async () => {
      const codes = await guesses(6, () => ({ login: 'nobody' }));
      expect(codes.at(-1)).toBe('login_too_many_attempts');
    });

    it('counts every spelling of the name together', async () => {
      const spellings = ['ada', 'ADA', ' ada', 'Ada ', 'aDa', 'adA'];
      expect((await guesses(6, (index) => ({ login: spellings[index] }))).at(-1)).toBe('login_too_many_attempts');
    });

    it('rejects the IP address and its /64 network after 20 failures for any names', async () => {
      const codes = await guesses(21, (index) => ({ login: `name-${index}`, ip: `2001:db8::${index + 1}` }));
      expect(codes.slice(0, 20)).toEqual(Array(20).fill('incorrect_password'));
      expect(codes[20]).toBe('login_too_many_attempts');
      expect(await signIn({ ip: '2001:db8:0:1::1' })).toMatchObject({ user: ada });
    });

    it('does not count successful logins', async () => {
      for (let count = 0; count < 25; count += 1) await signIn({ ip: ADDRESS });
      expect(await guesses(5)).toEqual(Array(5).fill('incorrect_password'));
    });

    it('does not reset the failures when the same IP address signs in to its own account', async () => {
      await services.users.create(BOB);
      for (let count = 0; count < 20; count += 1) {
        await guess({ login: `name-${count}` });
        await login.attempt({ login: 'bob', password: BOB.password, ip: ADDRESS }).catch(() => undefined);
      }
      expect(await guess({ login: 'another' })).toBe('login_too_many_attempts');
    });

    it('does not accept more attempts when they are concurrent', async () => {
      const codes = await Promise.all(Array.from({ length: 30 }, () => guess()));
      expect(codes.filter((code) => code === 'incorrect_password')).toHaveLength(5);
    });
  });
});
