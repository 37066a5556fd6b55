import { json } from '../../database/codec.js';
import { oauthError } from './oauth-error.js';

/** RFC 6749 section 3.3: names of visible ASCII without quotes and backslashes, separated by single spaces. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const LONGEST_SCOPE = 4000;

/**
 * The scopes that a parameter asks for, each once; null when it is absent or empty.
 * @throws HostError 400 `invalid_scope`
 */
export function parseScope(text: string | undefined): readonly string[] | null {
  if (text === undefined || text === '') return null;
  if (text.length > LONGEST_SCOPE || !SCOPE.test(text)) {
    throw oauthError('invalid_scope', 'The scope must be names, separated by single spaces.');
  }
  return [...new Set(text.split(' '))];
}

export function isWithin(scopes: readonly string[], others: readonly string[]): boolean {
  return scopes.every((scope) => others.includes(scope));
}

/** A list of names as it is stored. Anything else would be damage, and grants nothing. */
export function decodeNames(stored: string): readonly string[] {
  const value = json.decode(stored);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** What a client may have now of what it was once given, both as they are stored: its scopes may have become fewer. */
export function presentScopes(given: string, ofClient: string): readonly string[] {
  const present = decodeNames(ofClient);
  return decodeNames(given).filter((scope) => present.includes(scope));
}
