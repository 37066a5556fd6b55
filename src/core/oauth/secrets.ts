import { randomToken } from '../crypto/random-text.js';

/**
 * Prefixes of OAuth secrets, so that people and secret scanners recognize them. None collides with the host's API
 * keys, which another authenticator claims.
 */
const PREFIXES = { code: 'oac_', access: 'oat_', refresh: 'ort_', client: 'ocs_' } as const;

/** Creates a secret of 256 bits. Store only its `secretDigest`. */
export function newOAuthSecret(kind: keyof typeof PREFIXES): string {
  return PREFIXES[kind] + randomToken();
}
