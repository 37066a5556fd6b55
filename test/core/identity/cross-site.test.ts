import { describe, expect, it } from 'vitest';
import { assertSameSite } from '../../../src/core/identity/cross-site.js';

const isAllowed = (origin: string): boolean => origin === 'https://shop.example';
const refused = expect.objectContaining({ code: 'rest_cross_site_request', status: 403 });

const check = (headers: Record<string, string>, method = 'POST', allowed?: typeof isAllowed) => {
  try {
    assertSameSite({ method, headers: { host: 'help.example', ...headers } }, allowed);
    return 'accepted';
  } catch (error) {
    return error;
  }
};

describe('cross-site check of a changing request', () => {
  it('rejects it when the browser reports another site as its source', () => {
    expect(check({ 'sec-fetch-site': 'cross-site' })).toEqual(refused);
    expect(check({ 'sec-fetch-site': 'cross-site', origin: 'null' }, 'POST', isAllowed)).toEqual(refused);
    expect(check({ 'sec-fetch-site': 'cross-site', origin: 'https://help.example' }, 'DELETE', isAllowed)).toEqual(
      refused,
    );
  });

  it.each(['same-origin', 'same-site', 'none'])('accepts Sec-Fetch-Site: %s', (site) => {
    expect(check({ 'sec-fetch-site': site, origin: 'http://other.example' }, 'POST', isAllowed)).toBe('accepted');
  });

  it('accepts an origin that CORS allows', () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' };
    expect(check(headers, 'POST', isAllowed)).toBe('accepted');
  });

  it.each(['GET', 'head', 'OPTIONS'])('ignores a %s request', (method) => {
    expect(check({ 'sec-fetch-site': 'cross-site' }, method, isAllowed)).toBe('accepted');
  });

  it('accepts clients that are not browsers', () => {
    expect(check({}, 'POST', isAllowed)).toBe('accepted');
  });

  it.each(['https://evil.example', 'null', 'help.example'])(
    'rejects Origin: %s from a browser without Sec-Fetch-Site',
    (origin) => {
      expect(check({ origin }, 'POST', isAllowed)).toEqual(refused);
    },
  );

  it('accepts the origin of the host from a browser without Sec-Fetch-Site', () => {
    expect(check({ origin: 'https://help.example' }, 'POST', isAllowed)).toBe('accepted');
  });
});
