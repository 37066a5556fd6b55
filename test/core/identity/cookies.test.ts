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

describe('cookie parser', () => {
  it('finds cookies by name', () => {
    expect([...parseCookies('a=1; b="two words"; c=%C3%A9')]).toEqual([
      ['a', '1'],
      ['b', 'two words'],
      ['c', 'é'],
    ]);
  });

  it('uses the first of two cookies with the same name', () => {
    expect(parseCookies('cms_session=mine; cms_session=planted').get('cms_session')).toBe('mine');
  });

  it('keeps "=" in values and broken percent-encoding unchanged', () => {
    expect(parseCookies('a=b=c; d=100%').get('a')).toBe('b=c');
    expect(parseCookies('a=b=c; d=100%').get('d')).toBe('100%');
  });

  it('skips entries without a valid name', () => {
    expect(parseCookies('=nothing; ; lonely; na me=x').size).toBe(0);
    expect(parseCookies(undefined).size).toBe(0);
  });

  it('never throws for any input', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => parseCookies(header) instanceof Map));
  });

  it('reads back every serialized value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const [pair] = serialiseCookie('name', value, { secure: true }).split(';');
        expect(parseCookies(pair).get('name')).toBe(value);
      }),
    );
  });
});

describe('cookie serializer', () => {
  it('never lets a value add an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const [, ...attributes] = serialiseCookie('name', value, { secure: false, maxAge: HOUR }).split('; ');
        expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Max-Age=3600']);
      }),
    );
  });

  it('rejects a name that would add an attribute', () => {
    const refused = expect.objectContaining({ code: 'cookie_name_invalid' });
    expect(() => serialiseCookie('a; Domain=evil.example', '1', { secure: true })).toThrow(refused);
  });
});

describe('session cookie', () => {
  it('has the __Host- prefix and the attributes browsers require for it over HTTPS', () => {
    const cookie = sessionCookie('token', { secure: true, expiresAt: new Date(Date.now() + HOUR) });
    expect(cookie).toMatch(/^__Host-cms_session=token; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3[56]\d\d; Secure$/);
    expect(cookie).not.toContain('Domain');
  });

  it('has a plain name over HTTP, because browsers reject the prefix there', () => {
    expect(sessionCookieName(false)).toBe('cms_session');
    expect(sessionCookie('token', { secure: false, expiresAt: new Date() })).not.toContain('Secure');
  });

  it('is deleted at logout', () => {
    expect(expiredSessionCookie(true)).toBe('__Host-cms_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure');
  });
});
