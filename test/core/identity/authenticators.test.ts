import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthRequest } from '../../../src/core/http/auth-request.js';
import { createAuthenticators, inOrder } from '../../../src/core/identity/authenticate.js';
import type { ExternalUser } from '../../../src/core/identity/authenticator.js';
import { type BasicOptions, basicAuthenticator } from '../../../src/core/identity/authenticators/basic.js';
import { sessionCookieAuthenticator } from '../../../src/core/identity/authenticators/session-cookie.js';
import { siteLoginAuthenticator } from '../../../src/core/identity/authenticators/site-login.js';
import type { User } from '../../../src/core/user.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, BOB, type IdentityServices, identityServices } from './identity-services.js';

describeDatabases('authenticators', (database) => {
  let services: IdentityServices;
  let ada: User;
  beforeEach(async () => {
    services = identityServices(await database());
    ada = await services.users.create({ ...ADA, roles: ['editor'] });
  });

  const request = (more: Partial<AuthRequest> = {}): AuthRequest => ({
    method: 'GET',
    headers: {},
    secure: true,
    remoteAddress: '192.0.2.1',
    ...more,
  });

  const basic = (name: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  });

  describe('HTTP Basic', () => {
    const signIn = (options: Partial<BasicOptions>, headers: Record<string, string>, sent: Partial<AuthRequest> = {}) =>
      inOrder([basicAuthenticator({ ...services, ...options })])(request({ headers, ...sent }));

    it('authenticates an application password with the username or email', async () => {
      const { password, record } = await services.applicationPasswords.create(ada.id, { name: 'Script' });
      const identity = { user: ada, via: 'explicit', method: 'application-password', session: '' };
      for (const name of ['ada', 'ADA', ADA.email]) {
        expect(await signIn({}, basic(name, password))).toEqual({ ...identity, credentialId: record.id });
      }
    });

    it('carries the scopes of the password', async () => {
      const { password } = await services.applicationPasswords.create(ada.id, { name: 'Script', scopes: ['read'] });
      expect((await signIn({}, basic('ada', password)))?.scopes).toEqual(['read']);
    });

    it('rejects every wrong credential with the same code', async () => {
      await services.users.create(BOB);
      const { password } = await services.applicationPasswords.create(ada.id, { name: 'Script' });
      const wrong = [
        basic('ada', 'wrong'),
        basic('ada', ADA.password),
        basic('bob', password),
        basic('nobody', password),
        basic('', password),
        { authorization: 'Basic' },
        { authorization: 'Basic %%%' },
        { authorization: `basic ${Buffer.from('no colon').toString('base64')}` },
      ];
      for (const headers of wrong) {
        await expect(signIn({}, headers)).rejects.toMatchObject({ code: 'incorrect_password', status: 401 });
      }
    });

    it('ignores other schemes and the keys of other systems', async () => {
      expect(await signIn({}, { authorization: 'Bearer abc' })).toBeNull();
      expect(await signIn({}, basic('ck_0123', 'cs_0123'))).toBeNull();
      expect(await signIn({ foreignPrefixes: ['acme_'] }, basic('acme_1', 'x'))).toBeNull();
    });

    it('is rejected over plain HTTP from another machine unless the site allows it', async () => {
      const { password } = await services.applicationPasswords.create(ada.id, { name: 'Script' });
      const headers = basic('ada', password);
      const plain = { secure: false };
      await expect(signIn({}, headers, plain)).rejects.toMatchObject({
        code: 'rest_insecure_credentials',
        status: 403,
      });
      await expect(signIn({}, headers, { ...plain, remoteAddress: undefined })).rejects.toMatchObject({ status: 403 });
      expect(await signIn({ allowInsecureAuth: true }, headers, plain)).toMatchObject({ user: ada });
      for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
        expect(await signIn({}, headers, { ...plain, remoteAddress })).toMatchObject({ user: ada });
      }
    });
  });

  describe('the site’s own login', () => {
    const raw = new IncomingMessage(new Socket());
    const identifyAs = (external: ExternalUser | null, provision?: boolean) =>
      siteLoginAuthenticator({ users: services.users, identify: () => external, provision }).authenticate(
        request({ raw }),
      );

    it('creates a local user whose nonces are bound to the session of the site', async () => {
      const identity = await identifyAs({ provider: 'site', id: 42, session: 'sid', name: 'Eve', roles: ['author'] });
      expect(identity).toMatchObject({ via: 'ambient', method: 'site', session: 'sid' });
      expect(identity?.user).toMatchObject({ name: 'Eve', roles: ['author'] });
      const again = await identifyAs({ provider: 'site', id: '42', session: 'another', roles: ['editor'] });
      expect(again?.user).toMatchObject({ id: identity?.user?.id, roles: ['editor'] });
    });

    it('sets the roles only at the first login when the host is the role source', async () => {
      const signIn = (roles: string[]) =>
        siteLoginAuthenticator({
          users: services.users,
          identify: () => ({ provider: 'site', id: 42, session: 'sid', roles }),
          roleSource: 'host',
        }).authenticate(request({ raw }));
      const id = (await signIn(['author']))?.user?.id ?? 0;
      expect((await signIn(['administrator']))?.user?.roles).toEqual(['author']);
      await services.users.setRoles(id, ['editor']);
      expect((await signIn(['author']))?.user?.roles).toEqual(['editor']);
    });

    it('throws an error that names the missing session of an ambient user', async () => {
      await expect(identifyAs({ provider: 'site', id: 42 })).rejects.toMatchObject({
        code: 'identify_session_missing',
        status: 500,
        message: expect.stringContaining('session'),
      });
      await expect(identifyAs({ provider: 'site', id: '', session: 'sid' })).rejects.toMatchObject({
        code: 'identify_result_invalid',
        status: 500,
      });
      expect((await services.users.list()).total).toBe(1);
    });

    it('accepts explicit users without a session and with the scopes of their token', async () => {
      const identity = await identifyAs({ provider: 'site', id: 42, via: 'explicit', scopes: ['read'] });
      expect(identity).toMatchObject({ via: 'explicit', session: '', scopes: ['read'] });
    });

    it('keeps visitors anonymous, and unknown users too when provisioning is off', async () => {
      expect(await identifyAs(null)).toBeNull();
      expect(await identifyAs({ provider: 'site', id: 42, session: 'sid' }, false)).toBeNull();
    });
  });

  describe('session cookie', () => {
    const signIn = (secure: boolean, cookie: string) =>
      inOrder([sessionCookieAuthenticator({ ...services, secure })])(request({ headers: { cookie } }));

    it('authenticates the user of a session', async () => {
      const { token, session } = await services.sessions.create({ userId: ada.id });
      const identity = { user: ada, via: 'ambient', method: 'session', session };
      expect(await signIn(true, `a=b; __Host-cms_session=${token}`)).toEqual(identity);
      expect(await signIn(false, `cms_session=${token}`)).toEqual(identity);
    });

    it('is ignored in its plain HTTP form on an HTTPS site, where another host could have set it', async () => {
      const { token } = await services.sessions.create({ userId: ada.id });
      expect(await signIn(true, `cms_session=${token}`)).toBeNull();
    });

    it('is anonymous after the session has ended', async () => {
      const { token } = await services.sessions.create({ userId: ada.id });
      await services.sessions.revoke(token);
      expect(await signIn(true, `__Host-cms_session=${token}`)).toBeNull();
    });
  });

  describe('order', () => {
    it('prefers a sent password to the login of the site, and that to the session of the host', async () => {
      const [bob, session] = [await services.users.create(BOB), await services.sessions.create({ userId: ada.id })];
      const { password } = await services.applicationPasswords.create(bob.id, { name: 'Script' });
      const authenticate = inOrder(
        createAuthenticators({
          ...services,
          apiKeyHeaders: () => [],
          secure: true,
          identify: (raw) => raw.headers.host === 'signed-in' && { provider: 'site', id: 42, session: 'sid' },
        }),
      );
      const raw = new IncomingMessage(new Socket());
      const cookie = `__Host-cms_session=${session.token}`;
      const by = (headers: Record<string, string>) => authenticate(request({ headers: { cookie, ...headers }, raw }));

      expect(await by({})).toMatchObject({ method: 'session', user: ada });
      raw.headers.host = 'signed-in';
      expect(await by({})).toMatchObject({ method: 'site', session: 'sid' });
      expect(await by(basic('bob', password))).toMatchObject({ method: 'application-password', user: bob });
      await expect(by(basic('bob', 'wrong'))).rejects.toMatchObject({ code: 'incorrect_password' });
    });
  });
});
