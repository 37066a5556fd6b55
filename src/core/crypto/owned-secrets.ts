import { createHmac } from 'node:crypto';
import { deriveKey } from './derived-key.js';
import type { SecretBox } from './secret-box.js';

/** What a plugin keeps in the database that a copy of the database alone must not give away. */
export interface OwnedSecrets {
  /** Seals a text that has to be read again. @param about what it is: it opens as that and as nothing else */
  seal(text: string, about: string): string;
  /** What was sealed; null where no secret of the site opens it. */
  open(sealed: string, about: string): string | null;
  /**
   * The same for the same text, and of no use to who does not know the site's secret: for what is compared and never
   * read, such as an address. It is another one after the secret was changed.
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
