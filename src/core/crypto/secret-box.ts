import { createCipheriv, createDecipheriv, hash, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-key.js';

/**
 * Encryption of secrets at rest that have to be used again, such as API keys for other services.
 * A copy of the database alone does not reveal them.
 */
export interface SecretBox {
  /** Encrypts a secret. @param about purpose, required again to decrypt */
  seal(secret: string, about: string): string;
  /** Decrypts a secret. Returns plain text unchanged, and null if none of the site's secrets opens it. */
  open(stored: string, about: string): string | null;
  /** Whether the value is encrypted with the current secret. */
  isCurrent(stored: string): boolean;
}

const KEY_LABEL = 'mortise secrets at rest';
const PREFIX = 'sealed1';
/** `sealed1:<key id>:<12 bytes nonce, 16 bytes tag, ciphertext>`, the last part in base64url. */
const SEALED = /^sealed1:([0-9a-f]{8}):([\w-]{38,})$/;
const NONCE = 12;
const TAG = 16;

/**
 * Creates a secret box with AES-256-GCM and a key derived from the site's secret.
 * @param previousSecrets secrets that can still decrypt
 */
export function createSecretBox({
  secret,
  previousSecrets = [],
}: {
  readonly secret: string;
  readonly previousSecrets?: readonly string[];
}): SecretBox {
  const current = ringKey(secret);
  const ring = [current, ...previousSecrets.map(ringKey)];

  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce, { authTagLength: TAG });
      cipher.setAAD(Buffer.from(about));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${PREFIX}:${current.id}:${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`;
    },
    open(stored, about) {
      const [, id, packed = ''] = SEALED.exec(stored) ?? [];
      if (id === undefined) return stored;
      const found = ring.find((each) => each.id === id);
      return found ? opened(found.key, Buffer.from(packed, 'base64url'), about) : null;
    },
    isCurrent: (stored) => SEALED.exec(stored)?.[1] === current.id,
  };
}

interface RingKey {
  /** Digest of a separately derived key: identifies the key without revealing the secret. */
  readonly id: string;
  readonly key: KeyObject;
}

function ringKey(secret: string): RingKey {
  const key = deriveKey(secret, KEY_LABEL);
  return { key, id: hash('sha256', deriveKey(secret, `${KEY_LABEL} id`).export(), 'hex').slice(0, 8) };
}

function opened(key: KeyObject, packed: Buffer, about: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, packed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(about));
    decipher.setAuthTag(packed.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(packed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    // Tampered with, moved from another place, or encrypted by another site whose key id collides.
    return null;
  }
}
