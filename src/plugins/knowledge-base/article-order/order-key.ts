import { createHash } from 'node:crypto';

/** Stands for an order of articles or categories: another one has another. */
export function orderKey(entries: readonly { readonly id: number }[]): string {
  return createHash('sha256')
    .update(entries.map(({ id }) => id).join())
    .digest('base64url')
    .slice(0, 22);
}
