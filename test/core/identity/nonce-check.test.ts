import { describe, expect, it } from 'vitest';
import type { AmbientIdentity, Identity } from '../../../src/core/identity/authenticator.js';
import { checkNonce } from '../../../src/core/identity/nonce-check.js';
import { createNonces, REST_ACTION } from '../../../src/core/identity/nonces.js';

const HALF_LIFE = 12 * 60 * 60 * 1000;
const clock = { now: 1 };
const nonces = createNonces({ secret: 'a secret of at least thirty-two bytes', now: () => clock.now });
const user = { id: 7, login: 'ada', email: 'ada@example.com', emailVerified: true, name: 'Ada', roles: ['editor'] };
const ambient: AmbientIdentity = { user, via: 'ambient', method: 'session', session: 'session of ada' };
const explicit: Identity = { user, via: 'explicit', method: 'application-password', session: '' };

function request(method: string, headers: Record<string, string> = {}) {
  return { method, headers, secure: true };
}

function validNonce() {
  return nonces.create(REST_ACTION, user.id, ambient.session);
}

describe('nonce check', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'treats a cookie without a nonce as anonymous for %s',
    (method) => {
      expect(checkNonce(request(method), ambient, nonces)).toEqual({ identity: null });
      expect(checkNonce(request(method, { 'x-cms-nonce': '' }), ambient, nonces)).toEqual({ identity: null });
    },
  );

  it.each(['x-cms-nonce', 'x-wp-nonce'])('accepts a valid nonce in the %s header', (header) => {
    expect(checkNonce(request('POST', { [header]: validNonce() }), ambient, nonces)).toEqual({ identity: ambient });
  });

  it('accepts a valid nonce in the query', () => {
    expect(checkNonce(request('GET'), ambient, nonces, { queryNonce: validNonce() })).toEqual({ identity: ambient });
  });

  it.each([
    ['of another action', () => nonces.create('logout', user.id, ambient.session)],
    ['of another user', () => nonces.create(REST_ACTION, 8, ambient.session)],
    ['of another session', () => nonces.create(REST_ACTION, user.id, 'session of another browser')],
    ['of an anonymous visitor', () => nonces.create(REST_ACTION, 0, '')],
    ['that is none', () => 'nonsense'],
  ])('rejects a nonce %s with the code that makes clients fetch a new one', (_, nonce) => {
    expect(() => checkNonce(request('POST', { 'x-cms-nonce': nonce() }), ambient, nonces)).toThrow(
      expect.objectContaining({ code: 'rest_cookie_invalid_nonce', status: 403, message: 'Cookie check failed' }),
    );
  });

  it('rejects a page of another account with its own code before it issues a nonce', () => {
    const of = (meant: string, nonce = validNonce()) => request('POST', { 'x-cms-nonce': nonce, 'x-cms-user': meant });
    expect(checkNonce(of('7'), ambient, nonces)).toEqual({ identity: ambient });
    for (const call of [of('8'), of('8', 'a nonce of the other'), of('7, 8'), of('')]) {
      expect(() => checkNonce(call, ambient, nonces)).toThrow(
        expect.objectContaining({ code: 'rest_other_user', status: 403 }),
      );
    }
    // An explicit identity needs no page user, and an anonymous request has no user to compare.
    expect(checkNonce(of('8'), explicit, nonces)).toEqual({ identity: explicit });
    expect(checkNonce(request('POST', { 'x-cms-user': '8' }), ambient, nonces)).toEqual({ identity: null });
  });

  it('accepts a nonce of a recently replaced session and issues one for the new session', () => {
    const replaced: AmbientIdentity = {
      ...ambient,
      session: 'session after the login',
      replacedSession: ambient.session,
    };
    expect(checkNonce(request('POST', { 'x-cms-nonce': validNonce() }), replaced, nonces)).toEqual({
      identity: replaced,
      refreshedNonce: nonces.create(REST_ACTION, user.id, 'session after the login'),
    });
    const { replacedSession: _, ...later } = replaced;
    expect(() => checkNonce(request('POST', { 'x-cms-nonce': validNonce() }), later, nonces)).toThrow(
      expect.objectContaining({ code: 'rest_cookie_invalid_nonce' }),
    );
  });

  it('issues a new nonce when the current one is from the previous tick', () => {
    const ageing = validNonce();
    clock.now += HALF_LIFE;
    const checked = checkNonce(request('POST', { 'x-cms-nonce': ageing }), ambient, nonces);
    expect(checked).toEqual({ identity: ambient, refreshedNonce: validNonce() });
    expect(checked.refreshedNonce).not.toBe(ageing);
  });

  it('rejects a changing cross-site request even with a valid nonce', () => {
    const headers = { 'x-cms-nonce': validNonce(), 'sec-fetch-site': 'cross-site' };
    expect(() => checkNonce(request('POST', headers), ambient, nonces)).toThrow(
      expect.objectContaining({ code: 'rest_cross_site_request', status: 403 }),
    );
    expect(checkNonce(request('GET', headers), ambient, nonces)).toEqual({ identity: ambient });
  });

  it('keeps public routes open to other sites: a request without a nonce is anonymous', () => {
    expect(checkNonce(request('POST', { 'sec-fetch-site': 'cross-site' }), ambient, nonces)).toEqual({
      identity: null,
    });
  });

  it('requires no nonce for explicit identities and ignores the nonce of an anonymous caller', () => {
    expect(checkNonce(request('POST', { 'sec-fetch-site': 'cross-site' }), explicit, nonces)).toEqual({
      identity: explicit,
    });
    expect(checkNonce(request('POST', { 'x-cms-nonce': validNonce() }), null, nonces)).toEqual({ identity: null });
  });
});
