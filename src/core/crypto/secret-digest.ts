import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Returns the SHA-256 by which a random secret is stored and looked up, as 64 hex digits.
 * For session tokens, application passwords and the like: a fast hash is safe because secrets of 128 bits or more
 * cannot be guessed. Looking up a digest by index leaks no timing of the secret.
 */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Compares a secret with a stored digest in constant time, for secrets that are looked up by another key. */
export function isDigestOf(secret: string, stored: string): boolean {
  const digest = Buffer.from(secretDigest(secret));
  return digest.length === stored.length && timingSafeEqual(digest, Buffer.from(stored));
}
