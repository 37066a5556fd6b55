import { createHmac } from 'node:crypto';
import { deriveKey } from './derived-key.js';
import type { SecretBox } from './secret-box.js';

/** Encryption and fingerprints for a plugin's data, so that a copy of the database alone reveals nothing. */
export interface OwnedSecrets {
  /** Encrypts a text that has to be read again. @param about purpose, required again to decrypt */
  seal(text: string, about: string): string;
  /** Decrypts a text, or returns null if none of the site's secrets opens it. */
  open(sealed: string, about: string): string | null;
  /**
   * Computes a keyed digest, for texts that are only compared, such as emails.
   * Useless without the site's secret, and different after the secret changes.
   * @returns 43 letters, digits, `-` and `_`
   */
  fingerprint(text: string, about: string): string;
}

export function createOwnedSecrets({
  owner,
  secret,
  secretBox,
}: {
  readonly owner: string;
  readonly secret: string;
  readonly secretBox: Pick<SecretBox, 'open' | 'seal'>;
}): OwnedSecrets {
  const key = deriveKey(secret, `mortise fingerprints of ${owner}`);
  const own = (about: string): string => `${owner}/${about}`;
  return {
    seal: (text, about) => secretBox.seal(text, own(about)),
    open: (sealed, about) => secretBox.open(sealed, own(about)),
    fingerprint: (text, about) => createHmac('sha256', key).update(`${about}\0${text}`).digest('base64url'),
  };
}
