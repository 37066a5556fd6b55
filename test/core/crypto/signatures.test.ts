import fc from 'fast-check';
import { definePlugin } from 'mortise';
import type { OwnedSignatures } from 'mortise/services';
import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import { createSignatures } from '../../../src/core/crypto/signatures.js';

const SECRET = 'a secret for tests, long enough to be accepted';
const OLD_SECRET = 'the secret that was there before, long enough as well';
const NOON = Date.UTC(2026, 10, 22, 12);

/** Signatures of a plugin with a manual clock. */
function signaturesOf(owner: string, secret = SECRET, previousSecrets: string[] = []) {
  const clock = { now: NOON };
  return { clock, signatures: createSignatures({ owner, secret, previousSecrets, now: () => clock.now }) };
}

/** Alphabet of base64url, used to change single characters of a signature. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('signed text', () => {
  const { signatures } = signaturesOf('acme-shop');

  it('is verified unchanged, and needs no escaping in cookies and URLs', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }), (purpose, text) => {
        const signed = signatures.sign(purpose, text, 60);
        expect(signed).toMatch(/^[\w.-]+$/);
        expect(signatures.verify(purpose, signed)).toBe(text);
      }),
    );
  });

  it('is invalid with any single character changed', () => {
    const signed = signatures.sign('unlock', 'article 7', 60);
    for (let at = 0; at < signed.length; at += 1) {
      for (const letter of [...LETTERS, '.', '']) {
        if (letter === signed[at]) continue;
        const changed = signed.slice(0, at) + letter + signed.slice(at + 1);
        expect(signatures.verify('unlock', changed), changed).toBeNull();
      }
    }
  });

  it('is valid only for its own purpose, plugin and site', () => {
    const signed = signatures.sign('unlock', 'article 7');
    expect(signatures.verify('vote', signed)).toBeNull();
    expect(signaturesOf('acme-other').signatures.verify('unlock', signed)).toBeNull();
    expect(signaturesOf('acme-shop', OLD_SECRET).signatures.verify('unlock', signed)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['dots', '..'],
    ['a text without a signature', 'YQ'],
    ['an empty signature', 'YQ..'],
    ['a signature of another length', `YQ..${'A'.repeat(42)}`],
    ['a line at the end', `${signaturesOf('acme-shop').signatures.sign('unlock', 'a')}\n`],
    ['no text', undefined],
    ['a list', ['YQ..']],
    ['very much', 'A'.repeat(100_000)],
  ])('is not %s', (_, candidate) => expect(signatures.verify('unlock', candidate)).toBeNull());
});

describe('signature lifetime', () => {
  it.each([
    [60, 0, 'text'],
    [60, 59_999, 'text'],
    [60, 60_000, null],
    [0.5, 999, 'text'],
    [0.5, 1_000, null],
    [undefined, 100 * 365 * 86_400_000, 'text'],
  ])('is valid for %s seconds; after %i milliseconds: %s', (life, age, expected) => {
    const { clock, signatures } = signaturesOf('acme-shop');
    const signed = signatures.sign('unlock', 'text', life);
    clock.now += age;
    expect(signatures.verify('unlock', signed)).toBe(expected);
  });

  it('cannot be extended or removed by the bearer', () => {
    const { clock, signatures } = signaturesOf('acme-shop');
    const [content, expires, mac] = signatures.sign('unlock', 'text', 60).split('.');
    clock.now += 61_000;
    for (const other of [`${Number(expires) + 3600}`, `0${expires}`, '']) {
      expect(signatures.verify('unlock', `${content}.${other}.${mac}`)).toBeNull();
    }
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('rejects %s seconds', (life) => {
    const { signatures } = signaturesOf('acme-shop');
    expect(() => signatures.sign('unlock', 'text', life)).toThrow(
      expect.objectContaining({ code: 'signature_invalid', message: expect.stringContaining('seconds') }),
    );
  });

  it('requires a purpose', () => {
    const { signatures } = signaturesOf('acme-shop');
    expect(() => signatures.sign('', 'text')).toThrow(expect.objectContaining({ code: 'signature_invalid' }));
  });
});

describe('signatures in a plugin', () => {
  it('are verified with the previous secret and created with the current one', async () => {
    const all = new Map<string, OwnedSignatures>();
    const plugin = (name: string) =>
      definePlugin({
        name,
        version: '1.0.0',
        setup({ signatures }) {
          all.set(name, signatures);
        },
      });
    const plugins = [plugin('acme-shop'), plugin('acme-other')];
    const host = await createTestHost({ secret: SECRET, previousSecrets: [OLD_SECRET], plugins });
    try {
      const before = signaturesOf('acme-shop', OLD_SECRET).signatures.sign('unlock', 'text');
      const shop = all.get('acme-shop');
      expect(shop?.verify('unlock', before)).toBe('text');
      const signed = shop?.sign('unlock', 'text', 60);
      expect(createSignatures({ owner: 'acme-shop', secret: SECRET }).verify('unlock', signed)).toBe('text');
      expect(all.get('acme-other')?.verify('unlock', signed)).toBeNull();
    } finally {
      await host.close();
    }
  });
});
