import type { Site } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { OwnedSignatures } from '../../../../services.js';

/** Purpose of the signatures. */
const PURPOSE = 'digest';

/** Signed unsubscribe links. They work without login, for one user, and never expire. */
export interface UnsubscribeLinks {
  url(userId: number): string;
  /** Returns the user id of a link; null if the signature is invalid. */
  read(key: unknown): number | null;
}

/** Creates signed unsubscribe links. @param path path of the page below the host */
export function createUnsubscribeLinks(
  { signatures, site }: { readonly signatures: OwnedSignatures; readonly site: Site },
  path: string,
): UnsubscribeLinks {
  return {
    url: (userId) => `${site.url(path)}?key=${signatures.sign(PURPOSE, String(userId))}`,
    read(key) {
      const text = signatures.verify(PURPOSE, key);
      return text === null ? null : idOf(text);
    },
  };
}
