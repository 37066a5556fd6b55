import { hash, timingSafeEqual } from 'node:crypto';

/**
 * The SHA-256 under which a random secret (session token, application password) is stored and found, 64 hex digits.
 * A fast hash is right for them: with 128 bits or more there is nothing to guess. Looking up a digest by index
 * leaks no timing of the secret.
 */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Whether a stored digest is that of the secret, in constant time: for secrets that are found by another name. */
export function isDigestOf(secret: string, stored: string): boolean {
  const digest = Buffer.from(secretDigest(secret));
  return digest.length === stored.length && timingSafeEqual(digest, Buffer.from(stored));
}
