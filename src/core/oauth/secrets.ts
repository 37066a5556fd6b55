import { randomToken } from '../crypto/random-text.js';

/**
 * What begins a secret of OAuth, so that people and scanners of leaked secrets know it. None begins like an API key of
 * the host, which another authenticator claims.
 */
const PREFIXES = { code: 'oac_', access: 'oat_', refresh: 'ort_', client: 'ocs_' } as const;

/** A new secret of 256 bits; only its `secretDigest` is ever stored. */
export function newOAuthSecret(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomToken();
}
