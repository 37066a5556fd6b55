import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { HostError } from '../../errors.js';
import { KID } from './payload.js';

/** Public keys of issuers by `kid`. Old keys stay for as long as their licences are in use. */
export type KeyRing = ReadonlyMap<string, KeyObject>;

const PUBLIC_KEY_BYTES = 32;

/**
 * Parses the public keys of issuers.
 * @param keys public keys as printed by `mortise license keygen` (43 characters), or as PEM
 * @throws HostError `config_invalid`
 */
export function createKeyRing(keys: Readonly<Record<string, string>>): KeyRing {
  return new Map(
    Object.entries(keys).map(([kid, text]) => {
      const key = KID.test(kid) ? readPublicKey(text) : null;
      if (key) return [kid, key];
      throw new HostError(
        'config_invalid',
        `licences.keys["${kid}"] is not an Ed25519 public key, or its name has characters other than letters, digits, ".", "_" and "-". Use the public_key printed by "mortise license keygen".`,
        { status: 500, option: 'licences' },
      );
    }),
  );
}

/** Generates a key pair: the public key for the key ring, and the private key as PEM (PKCS #8) for the issuer. */
export function generateLicenceKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const pair = generateKeyPairSync('ed25519');
  return {
    publicKey: String(pair.publicKey.export({ format: 'jwk' }).x),
    privateKey: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** @throws HostError `license_private_key_invalid` (400), which never contains the text */
export function readPrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The original error might quote the key.
  }
  throw new HostError(
    'license_private_key_invalid',
    'The file has no Ed25519 private key. Create one with "mortise license keygen --out=FILE".',
    { status: 400 },
  );
}

function readPublicKey(text: unknown): KeyObject | null {
  if (typeof text !== 'string') return null;
  try {
    const key = text.includes('-----BEGIN PUBLIC KEY-----') ? createPublicKey(text) : fromRaw(text.trim());
    return key?.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function fromRaw(x: string): KeyObject | null {
  if (Buffer.from(x, 'base64url').length !== PUBLIC_KEY_BYTES) return null;
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
