import { crc32 } from 'node:zlib';
import { randomText } from '../crypto/random-text.js';

const ID_LENGTH = 12;
/** About 190 bits of entropy. */
const SECRET_LENGTH = 32;
/** 62^6 exceeds 2^32, so six digits hold a CRC-32. */
const CHECK_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^vk_([A-Za-z0-9]{12})_([A-Za-z0-9]{32})([A-Za-z0-9]{6})$/;

/** Prefix of every key, so that people and secret scanners recognize one. */
export const API_KEY_PREFIX = 'vk_';

/** Generates the public id of a new key. */
export function newKeyId(): string {
  return randomText(ID_LENGTH);
}

/** Generates a key `vk_<id>_<secret><check>`. The checksum detects a mistyped or truncated key without a lookup. */
export function newKey(id: string): string {
  const body = `${API_KEY_PREFIX}${id}_${randomText(SECRET_LENGTH)}`;
  return body + checkOf(body);
}

/** The id of a well-formed key, or null for any other text. */
export function keyIdOf(key: string): string | null {
  const [, id = '', , check] = FORM.exec(key) ?? [];
  return check !== undefined && check === checkOf(key.slice(0, -CHECK_LENGTH)) ? id : null;
}

/** CRC-32 as six base-62 digits, as in GitHub tokens. */
function checkOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
