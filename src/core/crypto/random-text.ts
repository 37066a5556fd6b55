import { randomBytes, randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits, 5.95 bits each: no sign that a shell, an address or a double click treats in its own way. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** A secret of 256 bits for machines to carry, 43 characters that stand in addresses and cookies as they are. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
