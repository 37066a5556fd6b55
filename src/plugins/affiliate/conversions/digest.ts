import { createHash } from 'node:crypto';
import type { ReadConversion } from './read-input.js';

/**
 * Returns the digest of the fields a repeat must match. Data of the customer's browser is left out: it is not stored,
 * and a later repeat lacks it.
 */
export function digestOf(affiliateId: number, read: ReadConversion): string {
  const { clickId, campaign, description, meta } = read;
  return digest(['2', termsOf(affiliateId, read), clickId, campaign, description, inOneOrder(meta)]);
}

/** Whether a conversion matches a stored digest. */
export function isSaidBy(stored: string, affiliateId: number, read: ReadConversion): boolean {
  return stored === digestOf(affiliateId, read) || stored === firstDigestOf(affiliateId, read);
}

/** Returns a digest that probable duplicates share. */
export function likenessOf(affiliateId: number, { amount, formId, customerEmail }: ReadConversion): string {
  return digest([affiliateId, amount, formId, customerEmail]);
}

/** Returns the legacy digest, without click, campaign, description and meta. */
function firstDigestOf(affiliateId: number, read: ReadConversion): string {
  return digest(termsOf(affiliateId, read));
}

/** Returns the fields that decide the affiliate and the earnings. */
function termsOf(affiliateId: number, read: ReadConversion): readonly unknown[] {
  const { type, amount, formId, productId, customerEmail, customerRef, rate } = read;
  const rateParts = rate === null ? [] : [rate.type, rate.value];
  return [affiliateId, type, amount, formId, productId, customerEmail, customerRef, ...rateParts];
}

function digest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** Sorts the keys of objects recursively, because their order has no meaning. */
function inOneOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOneOrder);
  if ('toJSON' in value && typeof value.toJSON === 'function') return inOneOrder(value.toJSON());
  // Uses pairs, because objects move integer-like keys to the front. Drops `undefined` as JSON does.
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { members: sorted.map(([name, member]) => [name, inOneOrder(member)]) };
}
