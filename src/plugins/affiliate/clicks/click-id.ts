import { randomBytes } from 'node:crypto';

/** Crockford's Base32: its characters sort by their values. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * Creates a 26-character id that sorts by time (milliseconds) and has 80 random bits. It needs no database, and ids
 * close in time are close in the index.
 */
export function newClickId(at: Date): string {
  let time = '';
  for (let rest = at.getTime(), place = 0; place < TIME_DIGITS; place += 1, rest = Math.floor(rest / 32)) {
    time = DIGITS.charAt(rest % 32) + time;
  }
  const random = Array.from(randomBytes(RANDOM_DIGITS), (byte) => DIGITS.charAt(byte % 32));
  return time + random.join('');
}
