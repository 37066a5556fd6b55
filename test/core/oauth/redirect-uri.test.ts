import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopback, isRegistered, redirectUriFault } from '../../../src/core/oauth/redirect-uri.js';

describe('redirect URI', () => {
  it.each([
    'https://app.example/',
    'https://app.example:8443/callback?tenant=1&x=%20',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/callback',
  ])('can be %s', (address) => expect(redirectUriFault(address)).toBeNull());

  it.each([
    ['http://app.example/callback', 'must use https'],
    ['http://localhost:3000/callback', 'must use https'],
    ['http://127.0.0.1.evil.example/', 'must use https'],
    ['http://127.0.0.1@evil.example/', 'must use https'],
    ['com.example.app:/callback', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['data:text/html,x', 'must use https'],
    ['https://app.example/#part', 'fragment'],
    ['https://app.example/callback#', 'fragment'],
    ['https://*.app.example/', 'wildcard'],
    ['https://app.example/*', 'wildcard'],
    ['https://me@app.example/', 'user name'],
    ['https://me:secret@app.example/', 'user name'],
    ['https://app.example', 'https://app.example/'],
    ['https://APP.example/', 'https://app.example/'],
    ['https://app.example/a/../b', 'https://app.example/b'],
    ['https://app.example:443/', 'https://app.example/'],
    ['/callback', 'not a URL'],
    ['', 'not a URL'],
    [`https://app.example/${'x'.repeat(2000)}`, 'at most'],
    ['https://app.example/?code=1', 'parameter code'],
    ['https://app.example/?iss=1', 'parameter iss'],
  ])('cannot be %j', (address, reason) => expect(redirectUriFault(address)).toContain(reason));

  it('is compared byte for byte', () => {
    const registered = ['https://app.example/callback', 'https://app.example:8443/'];
    expect(isRegistered('https://app.example/callback', registered)).toBe(true);
    for (const address of [
      'https://app.example/callback/',
      'https://app.example/Callback',
      'https://app.example/callback?',
      'https://app.example/%63allback',
      'https://app.example:443/callback',
      'https://app.example:8444/',
      'http://app.example/callback',
    ]) {
      expect(isRegistered(address, registered)).toBe(false);
    }
  });

  it('with a loopback host may have any port but must match otherwise', () => {
    const registered = ['http://127.0.0.1/callback?a=1', 'http://[::1]:80/other'];
    for (const address of [
      'http://127.0.0.1/callback?a=1',
      'http://127.0.0.1:1/callback?a=1',
      'http://127.0.0.1:65535/callback?a=1',
      'http://[::1]:49152/other',
    ]) {
      expect(isRegistered(address, registered)).toBe(true);
    }
    for (const address of [
      'http://127.0.0.1:3000/callback',
      'http://127.0.0.1:3000/callback?a=2',
      'http://127.0.0.1:3000/callback?a=1#x',
      'http://127.0.0.1:0/callback?a=1',
      'http://127.0.0.1:65536/callback?a=1',
      'http://127.0.0.1:3000@evil.example/callback?a=1',
      'http://127.0.0.2:3000/callback?a=1',
      'http://[::1]:3000/callback?a=1',
      'http://localhost:3000/callback?a=1',
      'https://127.0.0.1:3000/callback?a=1',
      'HTTP://127.0.0.1:3000/callback?a=1',
    ]) {
      expect(isRegistered(address, registered)).toBe(false);
    }
  });

  it('never leads to an unregistered host', () => {
    const registered = ['https://app.example/callback', 'http://127.0.0.1/callback', 'http://[::1]/callback'];
    const hosts = registered.map((address) => new URL(address).hostname);
    const part = fc.constantFrom(
      'http://',
      'https://',
      '127.0.0.1',
      '[::1]',
      'app.example',
      ':3000',
      '@',
      '/callback',
      '\\',
      '#',
      '?',
      '.evil.example',
      '%2f',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 7 }), (parts) => {
        const address = parts.join('');
        if (!isRegistered(address, registered)) return;
        expect(hosts).toContain(new URL(address).hostname);
      }),
      { numRuns: 5000 },
    );
  });

  it('is detected as loopback', () => {
    expect(
      ['http://127.0.0.1:9/x', 'http://[::1]/x', 'https://127.0.0.1/x', 'http://app.example/'].map(isLoopback),
    ).toEqual([true, true, false, false]);
  });
});
