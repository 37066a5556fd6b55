import { describe, expect, it } from 'vitest';
import { createOwnedSecrets } from '../../../src/core/crypto/owned-secrets.js';
import { createSecretBox } from '../../../src/core/crypto/secret-box.js';

const SECRET = 'a secret for tests, long enough to be accepted';

function secretsOf(owner: string, secret = SECRET) {
  return createOwnedSecrets({ owner, secret, secretBox: createSecretBox({ secret }) });
}

describe('secrets of a plugin', () => {
  const bank = secretsOf('acme-bank');
  const shop = secretsOf('acme-shop');

  it('are sealed, and open only for their owner and purpose', () => {
    const sealed = bank.seal('DE02 1203 0000 0000 2020 51', 'account 7');
    expect(sealed).not.toContain('1203');
    expect(bank.open(sealed, 'account 7')).toBe('DE02 1203 0000 0000 2020 51');
    expect(bank.open(sealed, 'account 8')).toBeNull();
    expect(shop.open(sealed, 'account 7')).toBeNull();
  });

  it('have fingerprints that depend on text, owner, purpose and site secret', () => {
    const print = bank.fingerprint('203.0.113.7', 'address');
    expect(print).toMatch(/^[\w-]{43}$/);
    expect(bank.fingerprint('203.0.113.7', 'address')).toBe(print);
    const others = [
      bank.fingerprint('203.0.113.8', 'address'),
      bank.fingerprint('203.0.113.7', 'visitor'),
      shop.fingerprint('203.0.113.7', 'address'),
      secretsOf('acme-bank', `${SECRET}, changed`).fingerprint('203.0.113.7', 'address'),
    ];
    expect(new Set([print, ...others]).size).toBe(5);
  });
});
