import { json } from '../../database/codec.js';
import { oauthError } from './oauth-error.js';

/** Scope syntax of RFC 6749 section 3.3: visible ASCII without quotes and backslashes, separated by single spaces. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const MAX_SCOPE_LENGTH = 4000;

/**
 * Parses a scope parameter into unique names, or null if it is absent or empty.
 * @throws HostError 400 `invalid_scope`
 */
export function parseScope(text: string | undefined): readonly string[] | null {
  if (text === undefined || text === '') return null;
  if (text.length > MAX_SCOPE_LENGTH || !SCOPE.test(text)) {
    throw oauthError('invalid_scope', 'The scope must be a list of names, separated by single spaces.');
  }
  return [...new Set(text.split(' '))];
}

export function isWithin(scopes: readonly string[], others: readonly string[]): boolean {
  return scopes.every((scope) => others.includes(scope));
}

/** Decodes a stored list of names. Any other content is corrupt and grants nothing. */
export function decodeNames(stored: string): readonly string[] {
  const value = json.decode(stored);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Granted scopes that the client may still have, because its own may have been reduced. Both are stored lists. */
export function presentScopes(requested: string, ofClient: string): readonly string[] {
  const present = decodeNames(ofClient);
  return decodeNames(requested).filter((scope) => present.includes(scope));
}
