import { beforeEach, expect, it } from 'vitest';
import type { HostError } from '../../../src/core/errors.js';
import type { Login } from '../../../src/core/identity/login.js';
import type { User } from '../../../src/core/identity/users.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, type IdentityServices, identityServices } from './identity-services.js';

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

  it('starts a session for the right password', async () => {
    const { user, token } = await signIn();
    expect(user).toEqual(ada);
    expect(await services.sessions.verify(token)).toMatchObject({ userId: ada.id });
  });

  it('answers a wrong password, an unknown name and an account without password alike', async () => {
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

  it('replaces the session that the browser had', async () => {
    const before = await signIn();
    const after = await signIn({ previousToken: before.token });
    expect(after.token).not.toBe(before.token);
    expect(await services.sessions.verify(before.token)).toBeNull();
    expect(await services.sessions.verify(after.token)).not.toBeNull();
  });

  it('leaves the session alone when the password is wrong', async () => {
    const { token } = await signIn();
    await expect(signIn({ password: 'wrong horse', previousToken: token })).rejects.toThrow();
    expect(await services.sessions.verify(token)).not.toBeNull();
  });

  it('gives every session nonces of its own', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const nonce = services.nonces.create('rest', ada.id, await sessionOf(here.token));
    expect(services.nonces.verify(nonce, 'rest', ada.id, await sessionOf(there.token))).toBe(0);
  });

  it('ends at log-out, once and for all', async () => {
    const { token } = await signIn();
    await login.logout(token);
    expect(await services.sessions.verify(token)).toBeNull();
    await expect(login.logout(token)).resolves.toBeUndefined();
  });
});
