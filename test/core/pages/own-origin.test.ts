import { describe, expect, it } from 'vitest';
import { assertSameSiteForm, isFromOwnPage } from '../../../src/core/pages/own-origin.js';

const secure = { origin: 'https://help.example', secure: true };
const plain = { origin: 'http://localhost:3000', secure: false };

describe('form of an own page', () => {
  it('is accepted from the origin of the site or an alias that the browser used', () => {
    expect(isFromOwnPage(secure, { headers: { origin: 'https://help.example' } })).toBe(true);
    expect(isFromOwnPage(secure, { headers: { origin: 'https://alias.example', host: 'alias.example' } })).toBe(true);
    expect(isFromOwnPage(plain, { headers: { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' } })).toBe(true);
  });

  it('is rejected over plain http on an https site', () => {
    expect(isFromOwnPage(secure, { headers: { origin: 'http://help.example', host: 'help.example' } })).toBe(false);
  });

  it('is rejected from a host that ends like this one', () => {
    expect(isFromOwnPage(plain, { headers: { origin: 'http://evil.localhost', host: 'localhost' } })).toBe(false);
  });

  it('is rejected from a subdomain', () => {
    expect(isFromOwnPage(secure, { headers: { 'sec-fetch-site': 'same-site' } })).toBe(false);
  });
});

describe('form without a session', () => {
  const send = (headers: Record<string, string>) => () => assertSameSiteForm(secure, { headers });
  const refused = expect.objectContaining({ code: 'form_cross_site', status: 403 });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }],
    [{ origin: 'https://evil.example', host: 'help.example' }],
  ])('is rejected with %o', (headers) => {
    expect(send(headers)).toThrow(refused);
  });

  it.each([
    [{}],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://www.help.example' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ])('is accepted with %o', (headers) => {
    expect(send(headers)).not.toThrow();
  });
});
