import { createHash } from 'node:crypto';

/** Returns a hash that identifies an order of articles or categories. */
export function orderKey(entries: readonly { readonly id: number }[]): string {
  return createHash('sha256')
    .update(entries.map(({ id }) => id).join())
    .digest('base64url')
    .slice(0, 22);
}
