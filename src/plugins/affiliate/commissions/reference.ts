import { randomUUID } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';

/** Prefix of references that the plugin generates because the caller gave none. */
export const OWN_REFERENCE = '~';
/** Prefix of references that contain the API key. */
const KEYED = /^@[A-Za-z0-9]{12} /;
const PREFIX_LENGTH = 14;

/** Generates a unique reference. */
export function ownReference(): string {
  return OWN_REFERENCE + randomUUID();
}

/** Returns the reference of an ID that is unique only among those that one API key sent. */
export function keyedReference(apiKeyId: string, externalId: string): string {
  return `@${apiKeyId} ${externalId}`;
}

/** Returns the ID that the caller gave; null for a generated reference. */
export function givenId(reference: string): string | null {
  return reference.startsWith(OWN_REFERENCE) ? null : reference.replace(KEYED, '');
}

/** Condition of a column of references: the ID that the caller gave, whichever API key sent it. */
export function hasGivenId(column: Expression<string>, id: string): Expression<SqlBool> {
  return sql<SqlBool>`(${column} = ${id} or (${column} like '@%' and substr(${column}, ${PREFIX_LENGTH + 1}) = ${id}))`;
}
