import { createHash } from 'node:crypto';
import type { ReadConversion } from './read-input.js';

/** All that a repeat has to say as well; of the customer's browser nothing is kept, and who repeats later knows it no more. */
export function digestOf(affiliateId: number, read: ReadConversion): string {
  const { clickId, campaign, description, meta } = read;
  return digest(['2', termsOf(affiliateId, read), clickId, campaign, description, inOneOrder(meta)]);
}

/** Whether a conversion says what the one with this digest has said. */
export function isSaidBy(stored: string, affiliateId: number, read: ReadConversion): boolean {
  return stored === digestOf(affiliateId, read) || stored === firstDigestOf(affiliateId, read);
}

/** What two conversions have in common that may be one. */
export function likenessOf(affiliateId: number, { amount, formId, customerEmail }: ReadConversion): string {
  return digest([affiliateId, amount, formId, customerEmail]);
}

/** As conversions were stored at first: without click, campaign, description and meta. */
function firstDigestOf(affiliateId: number, read: ReadConversion): string {
  return digest(termsOf(affiliateId, read));
}

/** What decides who earns how much. */
function termsOf(affiliateId: number, read: ReadConversion): readonly unknown[] {
  const { type, amount, formId, productId, customerEmail, customerRef, rate } = read;
  const said = rate === null ? [] : [rate.type, rate.value];
  return [affiliateId, type, amount, formId, productId, customerEmail, customerRef, ...said];
}

function digest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** The same value with the members of every record in one order, since their order says nothing. */
function inOneOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOneOrder);
  if ('toJSON' in value && typeof value.toJSON === 'function') return inOneOrder(value.toJSON());
  // As pairs, since a record would put members that look like numbers first; what JSON leaves out is left out.
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { members: sorted.map(([name, member]) => [name, inOneOrder(member)]) };
}
