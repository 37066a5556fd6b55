import { sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskKey, readKey, signLicence } from '../../../../src/core/services/licence/key-format.js';
import { createKeyRing, generateLicenceKeys, readPrivateKey } from '../../../../src/core/services/licence/key-ring.js';
import { CLOCK_SKEW, createOfflineProvider } from '../../../../src/core/services/licence/offline-provider.js';
import type { LicencePayload } from '../../../../src/core/services/licence/payload.js';
import { createIssuer, NOW, PAYLOAD } from './issuer.js';

const issuer = createIssuer();
const SITE = { product: 'acme', siteUrl: 'https://www.example.com' };

function verify(key: string, { now = NOW, ...context }: Partial<typeof SITE & { now: number }> = {}) {
  return createOfflineProvider({ keys: issuer.ring, now: () => now }).verify(key, { ...SITE, ...context });
}

/** Signs bytes that `signLicence` would reject. */
function signBytes(bytes: Uint8Array | string): string {
  const buffer = Buffer.from(bytes);
  return `mortise1.${buffer.toString('base64url')}.${sign(null, buffer, issuer.privateKey).toString('base64url')}`;
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((value) => !/\p{Cc}/u.test(value));
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const payloads: fc.Arbitrary<LicencePayload> = fc.record({
  product: fc.constantFrom('acme', 'acme/pro', 'a-b-c'),
  kid: fc.stringMatching(/^[A-Za-z0-9._-]{1,20}$/),
  license_id: text,
  customer: text,
  plan: text,
  features: fc.array(text, { maxLength: 5 }),
  domains: fc.array(fc.domain(), { maxLength: 3 }),
  site_limit: fc.option(fc.integer({ min: 1, max: 1000 })),
  issued_at: time,
  not_before: fc.option(time),
  expires_at: fc.option(time),
  updates_until: fc.option(time),
});

describe('licence key', () => {
  it('round-trips any payload', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const signed = readKey(signLicence(payload, issuer.privateKey));
        expect(signed?.payload).toEqual(payload);
        expect(signed?.kid).toBe(payload.kid);
      }),
    );
  });

  it('is valid with its signature and invalid with any bit changed', async () => {
    const key = issuer.issue();
    expect(await verify(key)).toMatchObject({ valid: true, details: { license_id: 'L-1', features: ['tiles'] } });
    await fc.assert(
      fc.asyncProperty(fc.nat(key.length - 1), fc.integer({ min: 0, max: 6 }), async (place, bit) => {
        const changed = String.fromCharCode(key.charCodeAt(place) ^ (1 << bit));
        const verdict = await verify(key.slice(0, place) + changed + key.slice(place + 1));
        expect(verdict.valid).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is valid in one encoding only: no padding, spare bits, extra parts, whitespace or other case', async () => {
    const key = issuer.issue();
    const [prefix, payload = '', signature = ''] = key.split('.');
    const last = signature.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spareBit = alphabet[alphabet.indexOf(last) ^ 1];
    const spellings = [
      `${prefix}.${payload}.${signature.slice(0, -1)}${spareBit}`,
      `${prefix}.${payload}.${signature}==`,
      `${prefix}.${payload}=.${signature}`,
      `${prefix}.${payload}.${signature}.`,
      `${prefix}.${payload}.${signature}.x`,
      `${prefix}.${payload}\n.${signature}`,
      ` ${key}`,
      key.replace('mortise1', 'MORTISE1'),
      key.replace('mortise1', 'mortise2'),
    ];
    for (const spelling of spellings) {
      expect(await verify(spelling)).toMatchObject({ valid: false, code: 'license_malformed' });
    }
  });

  it('returns a verdict for any text and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((part) => `mortise1.${part}`),
        ),
        async (key) => {
          expect(await verify(key)).toMatchObject({ valid: false, code: 'license_malformed' });
        },
      ),
    );
  });

  it('is masked to its format and last four characters, and fully if it is short', () => {
    const key = issuer.issue();
    expect(maskKey(key)).toBe(`mortise1.****${key.slice(-4)}`);
    expect(maskKey('0123456789abcdef-remote')).toBe('****mote');
    expect(maskKey('short')).toBe('****');
  });
});

describe('offline licence provider', () => {
  it('rejects a signature of another issuer with a known key name', async () => {
    expect(await verify(createIssuer().issue())).toMatchObject({ code: 'license_signature_invalid' });
  });

  it('rejects a key whose signer is not in the key ring, including names of object members', async () => {
    for (const kid of ['other', '__proto__', 'constructor', 'toString']) {
      expect(await verify(issuer.issue({ kid }))).toMatchObject({ code: 'license_unknown_key' });
    }
  });

  it('rejects the payload of one key with the signature of another', async () => {
    const [prefix, , signature] = issuer.issue().split('.');
    const [, payload] = issuer.issue({ plan: 'agency' }).split('.');
    expect(await verify(`${prefix}.${payload}.${signature}`)).toMatchObject({ code: 'license_signature_invalid' });
  });

  it('rejects another product, one with the same prefix and another edition', async () => {
    for (const product of ['acm', 'acme2', 'acme/pro']) {
      expect(await verify(issuer.issue(), { product })).toMatchObject({ code: 'license_wrong_product', details: null });
    }
    expect(await verify(issuer.issue({ product: 'acme/pro' }))).toMatchObject({ code: 'license_wrong_product' });
  });

  it('rejects another domain and names the licensed one', async () => {
    expect(await verify(issuer.issue(), { siteUrl: 'https://example.org' })).toMatchObject({
      code: 'license_wrong_domain',
      message: expect.stringContaining('example.com'),
    });
  });

  it('rejects a key outside its validity period with five minutes of clock skew', async () => {
    const expires_at = '2026-06-15T12:00:00Z';
    const key = issuer.issue({ expires_at, not_before: '2026-06-01T00:00:00Z' });
    expect(await verify(key, { now: NOW + CLOCK_SKEW })).toMatchObject({ valid: true });
    expect(await verify(key, { now: NOW + CLOCK_SKEW + 1 })).toMatchObject({
      code: 'license_expired',
      status: 'expired',
      details: { expires_at },
    });
    const begin = Date.parse('2026-06-01T00:00:00Z');
    expect(await verify(key, { now: begin - CLOCK_SKEW })).toMatchObject({ valid: true });
    expect(await verify(key, { now: begin - CLOCK_SKEW - 1 })).toMatchObject({ code: 'license_not_yet_valid' });
  });

  it('accepts a licence without an expiry date', async () => {
    expect(await verify(issuer.issue({ expires_at: null }), { now: Date.parse('2999-01-01') })).toMatchObject({
      valid: true,
    });
  });

  it('rejects a signed payload with an unknown or invalid structure', async () => {
    const { plan: _plan, ...incomplete } = PAYLOAD;
    const hostile: (Uint8Array | string)[] = [
      JSON.stringify(incomplete),
      JSON.stringify({ ...PAYLOAD, only_on_sundays: true }),
      JSON.stringify({ ...PAYLOAD, expires_at: 'never' }),
      JSON.stringify({ ...PAYLOAD, expires_at: '2027-02-30T00:00:00Z' }),
      JSON.stringify({ ...PAYLOAD, expires_at: 99 }),
      JSON.stringify({ ...PAYLOAD, site_limit: 1e300 }),
      JSON.stringify({ ...PAYLOAD, domains: { length: 0 } }),
      JSON.stringify({ ...PAYLOAD, customer: 'Ada\u001b[2J' }),
      JSON.stringify([PAYLOAD]),
      `${'['.repeat(700)}${']'.repeat(700)}`,
      'null',
      '{"kid":"main"',
      Buffer.concat([Buffer.from('{"kid":"main","x":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    ];
    for (const payload of hostile) {
      expect(await verify(signBytes(payload))).toMatchObject({ valid: false, code: 'license_malformed' });
    }
  });

  it('rejects a key longer than 2048 characters', async () => {
    const key = signBytes(JSON.stringify({ ...PAYLOAD, features: Array.from({ length: 60 }, () => 'x'.repeat(30)) }));
    expect(key.length).toBeGreaterThan(2048);
    expect(await verify(key)).toMatchObject({ code: 'license_malformed' });
  });
});

describe('licence issuing', () => {
  it('rejects an invalid payload', () => {
    expect(() => issuer.issue({ expires_at: '2026-13-01T00:00:00Z' })).toThrow(
      expect.objectContaining({ code: 'license_payload_invalid', status: 400 }),
    );
  });
  it('rejects a payload that makes the key too long', () => {
    expect(() => issuer.issue({ features: Array.from({ length: 60 }, (_, index) => `${index}`.repeat(20)) })).toThrow(
      expect.objectContaining({ code: 'license_too_long', status: 400 }),
    );
  });
  it('rejects an invalid private key without quoting it', () => {
    for (const pem of ['', 'secret text', '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----']) {
      expect(() => readPrivateKey(pem)).toThrow(
        expect.objectContaining({
          code: 'license_private_key_invalid',
          message: expect.not.stringContaining('c2VjcmV0'),
        }),
      );
    }
  });
});

describe('key ring', () => {
  it('accepts old and new keys, so that issued licences stay valid after a rotation', async () => {
    const next = createIssuer();
    const ring = createKeyRing({ main: issuer.publicKey, next: next.publicKey });
    const provider = createOfflineProvider({ keys: ring, now: () => NOW });
    expect(await provider.verify(issuer.issue(), SITE)).toMatchObject({ valid: true });
    expect(await provider.verify(next.issue({ kid: 'next' }), SITE)).toMatchObject({ valid: true });
    // The new key must not sign for the name of the old one.
    expect(await provider.verify(next.issue({ kid: 'main' }), SITE)).toMatchObject({
      code: 'license_signature_invalid',
    });
  });

  it('rejects invalid public keys and key names', () => {
    const { privateKey } = generateLicenceKeys();
    const pairs = [
      ['main', 'abc'],
      ['main', privateKey],
      ['main', ''],
      ['a b', issuer.publicKey],
    ] as const;
    for (const [kid, text] of pairs) {
      expect(() => createKeyRing({ [kid]: text })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    }
  });
});
