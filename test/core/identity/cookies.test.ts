import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expiredSessionCookie,
  parseCookies,
  serialiseCookie,
  sessionCookie,
  sessionCookieName,
} from '../../../src/core/identity/cookies.js';

const HOUR = 60 * 60 * 1000;

describe('reading cookies', () => {
  it('finds each by name', () => {
    expect([...parseCookies('a=1; b="two words"; c=%C3%A9')]).toEqual([
      ['a', '1'],
      ['b', 'two words'],
      ['c', 'é'],
    ]);
  });

  it('takes the first of two with one name', () => {
    expect(parseCookies('cms_session=mine; cms_session=planted').get('cms_session')).toBe('mine');
  });

  it('keeps "=" within values and broken percent-encoding as they are', () => {
    expect(parseCookies('a=b=c; d=100%').get('a')).toBe('b=c');
    expect(parseCookies('a=b=c; d=100%').get('d')).toBe('100%');
  });

  it('skips what has no name', () => {
    expect(parseCookies('=nothing; ; lonely; na me=x').size).toBe(0);
    expect(parseCookies(undefined).size).toBe(0);
  });

  it('never throws, whatever a client sends', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => parseCookies(header) instanceof Map));
  });

  it('gives back any value that was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const [pair] = serialiseCookie('name', value, { secure: true }).split(';');
        expect(parseCookies(pair).get('name')).toBe(value);
      }),
    );
  });
});

describe('writing cookies', () => {
  it('never lets a value add an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const [, ...attributes] = serialiseCookie('name', value, { secure: false, maxAge: HOUR }).split('; ');
        expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=3600']);
      }),
    );
  });

  it('refuses a name that would add an attribute', () => {
    const refused = expect.objectContaining({ code: 'cookie_name_invalid' });
    expect(() => serialiseCookie('a; Domain=evil.example', '1', { secure: true })).toThrow(refused);
  });
});

describe('the session cookie', () => {
  it('has the __Host- prefix with the attributes that browsers demand for it, over https', () => {
    const cookie = sessionCookie('token', { secure: true, expiresAt: new Date(Date.now() + HOUR) });
    expect(cookie).toMatch(/^__Host-cms_session=token; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3[56]\d\d; Secure$/);
    expect(cookie).not.toContain('Domain');
  });

  it('has a plain name over http, where browsers would refuse the prefix', () => {
    expect(sessionCookieName(false)).toBe('cms_session');
    expect(sessionCookie('token', { secure: false, expiresAt: new Date() })).not.toContain('Secure');
  });

  it('is dropped at log-out', () => {
    expect(expiredSessionCookie(true)).toBe('__Host-cms_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure');
  });
});
