import { randomBytes, randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Generates random letters and digits, 5.95 bits each.
 * They are safe in shells and URLs, and a double-click selects the whole text.
 */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Generates a secret of 256 bits as 43 URL- and cookie-safe characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
