import { createCipheriv, createDecipheriv, hash, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-key.js';

/**
 * Keeps secrets in the database that have to be used again, such as a key for another service, so that a copy of the
 * database alone does not give them away.
 */
export interface SecretBox {
  /** @param about what the secret is: it opens as that and as nothing else */
  seal(secret: string, about: string): string;
  /** What was sealed, a text that was never sealed as it is, and null where no secret of the site opens it. */
  open(stored: string, about: string): string | null;
  /** Whether it lies as it should: sealed, with the present secret. */
  isCurrent(stored: string): boolean;
}

const KEY_LABEL = 'mortise secrets at rest';
const PREFIX = 'sealed1';
/** `sealed1:<which key>:<12 bytes nonce, 16 bytes tag, secret>`, the last part in base64url. */
const SEALED = /^sealed1:([0-9a-f]{8}):([\w-]{38,})$/;
const NONCE = 12;
const TAG = 16;

/**
 * AES-256-GCM with a key that derives from the site's secret.
 * @param previousSecrets still open what they have sealed
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
  /** Tells keys apart, and nothing of the secret: a digest of what derives from it. */
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
    // Changed by hand, moved from elsewhere, or another site's secret whose key has the same name by chance.
    return null;
  }
}
