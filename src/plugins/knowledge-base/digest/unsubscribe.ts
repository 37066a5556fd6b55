import { idOf, type OwnedSignatures, type Site } from '../../../index.js';

/** What a signature of these links is good for. */
const PURPOSE = 'digest';

/** Links by which people stop digests without logging in: good for this, for one person, and for ever. */
export interface UnsubscribeLinks {
  url(userId: number): string;
  /** Whose the link is; null for what is none of ours. */
  read(key: unknown): number | null;
}

/** @param path of the page below the host */
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
