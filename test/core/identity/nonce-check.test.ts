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

describe('the nonce check', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'makes a cookie without nonce anonymous for %s',
    (method) => {
      expect(checkNonce(request(method), ambient, nonces)).toEqual({ identity: null });
      expect(checkNonce(request(method, { 'x-cms-nonce': '' }), ambient, nonces)).toEqual({ identity: null });
    },
  );

  it.each(['x-cms-nonce', 'x-wp-nonce'])('accepts a valid nonce in the header %s', (header) => {
    expect(checkNonce(request('POST', { [header]: validNonce() }), ambient, nonces)).toEqual({ identity: ambient });
  });

  it('accepts a valid nonce of the query', () => {
    expect(checkNonce(request('GET'), ambient, nonces, { queryNonce: validNonce() })).toEqual({ identity: ambient });
  });

  it.each([
    ['of another action', () => nonces.create('logout', user.id, ambient.session)],
    ['of another user', () => nonces.create(REST_ACTION, 8, ambient.session)],
    ['of another session', () => nonces.create(REST_ACTION, user.id, 'session of another browser')],
    ['of an anonymous visitor', () => nonces.create(REST_ACTION, 0, '')],
    ['that is none', () => 'nonsense'],
  ])('refuses a nonce %s with the code on which clients fetch a new one', (_, nonce) => {
    expect(() => checkNonce(request('POST', { 'x-cms-nonce': nonce() }), ambient, nonces)).toThrow(
      expect.objectContaining({ code: 'rest_cookie_invalid_nonce', status: 403, message: 'Cookie check failed' }),
    );
  });

  it('refuses a page of another account before it hands out a nonce, with a code of its own', () => {
    const of = (meant: string, nonce = validNonce()) => request('POST', { 'x-cms-nonce': nonce, 'x-cms-user': meant });
    expect(checkNonce(of('7'), ambient, nonces)).toEqual({ identity: ambient });
    for (const call of [of('8'), of('8', 'a nonce of the other'), of('7, 8'), of('')]) {
      expect(() => checkNonce(call, ambient, nonces)).toThrow(
        expect.objectContaining({ code: 'rest_other_user', status: 403 }),
      );
    }
    // Who says who they are needs no page to vouch for it, and nobody is nobody else.
    expect(checkNonce(of('8'), explicit, nonces)).toEqual({ identity: explicit });
    expect(checkNonce(request('POST', { 'x-cms-user': '8' }), ambient, nonces)).toEqual({ identity: null });
  });

  it('accepts nonces of a session that was replaced a moment ago, and hands out one of the new session', () => {
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

  it('hands out a new nonce with one of the tick before', () => {
    const ageing = validNonce();
    clock.now += HALF_LIFE;
    const checked = checkNonce(request('POST', { 'x-cms-nonce': ageing }), ambient, nonces);
    expect(checked).toEqual({ identity: ambient, refreshedNonce: validNonce() });
    expect(checked.refreshedNonce).not.toBe(ageing);
  });

  it('refuses a changing request that another site caused, even with a valid nonce', () => {
    const headers = { 'x-cms-nonce': validNonce(), 'sec-fetch-site': 'cross-site' };
    expect(() => checkNonce(request('POST', headers), ambient, nonces)).toThrow(
      expect.objectContaining({ code: 'rest_cross_site_request', status: 403 }),
    );
    expect(checkNonce(request('GET', headers), ambient, nonces)).toEqual({ identity: ambient });
  });

  it('keeps public routes open to other sites: their request without nonce is anonymous, not refused', () => {
    expect(checkNonce(request('POST', { 'sec-fetch-site': 'cross-site' }), ambient, nonces)).toEqual({
      identity: null,
    });
  });

  it('asks no nonce of explicit identities, and gives anonymous callers nothing for one', () => {
    expect(checkNonce(request('POST', { 'sec-fetch-site': 'cross-site' }), explicit, nonces)).toEqual({
      identity: explicit,
    });
    expect(checkNonce(request('POST', { 'x-cms-nonce': validNonce() }), null, nonces)).toEqual({ identity: null });
  });
});
