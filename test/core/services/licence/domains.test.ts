import { describe, expect, it } from 'vitest';
import { coversHost, registrableHost } from '../../../../src/core/services/licence/domains.js';

describe('registrable domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['WWW.Example.COM.', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['ada.github.io', 'ada.github.io'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['intranet', 'intranet'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ])('%s: %s', (host, registrable) => {
    expect(registrableHost(host)).toBe(registrable);
  });

  it.each([
    'co.uk',
    'github.io',
    '',
    'exa mple.com',
    'user@example.com',
    'example.com/x',
    'example.com:8080',
    '*.com/',
  ])('is missing for "%s"', (host) => {
    expect(registrableHost(host)).toBeNull();
  });
});

describe('licence domain', () => {
  it.each([
    [['example.com'], 'https://example.com'],
    [['example.com'], 'https://shop.example.com:8443/kb'],
    [['www.example.com'], 'https://example.com'],
    [['other.org', 'example.com'], 'https://example.com'],
    [['xn--bcher-kva.example'], 'https://www.bücher.example'],
    [['192.0.2.7'], 'http://192.0.2.7'],
    [[], 'https://anything.example'],
  ])('%j covers %s', (domains, url) => {
    expect(coversHost(domains, url)).toBe(true);
  });

  it.each(['http://localhost:8080', 'http://site.localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'covers the development machine: %s',
    (url) => {
      expect(coversHost(['example.com'], url)).toBe(true);
    },
  );

  it.each([
    [['example.com'], 'https://notexample.com'],
    [['example.com'], 'https://example.com.evil.org'],
    [['example.com'], 'https://example.co'],
    [['ada.github.io'], 'https://eve.github.io'],
    [['co.uk'], 'https://example.co.uk'],
    [['192.0.2.7'], 'http://192.0.2.8'],
    [['example.com'], 'https://localhost.evil.org'],
    [['example.com'], 'https://127.0.0.1.evil.org'],
    [['example.com'], 'http://0.0.0.0'],
  ])('%j does not cover %s', (domains, url) => {
    expect(coversHost(domains, url)).toBe(false);
  });
});
