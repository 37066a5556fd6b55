import { crc32 } from 'node:zlib';
import { randomText } from '../crypto/random-text.js';

const ID_LENGTH = 12;
/** 190 bits. */
const SECRET_LENGTH = 32;
/** 62 to the 6th is more than 2 to the 32nd. */
const CHECK_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^vk_([A-Za-z0-9]{12})_([A-Za-z0-9]{32})([A-Za-z0-9]{6})$/;

/** What every key begins with, so that people and scanners for leaked secrets recognise one. */
export const API_KEY_PREFIX = 'vk_';

/** The public name of a new key. */
export function newKeyId(): string {
  return randomText(ID_LENGTH);
}

/** A new key `vk_<id>_<secret><check>`; the check tells a mistyped or cut-off key without looking it up. */
export function newKey(id: string): string {
  const body = `${API_KEY_PREFIX}${id}_${randomText(SECRET_LENGTH)}`;
  return body + checkOf(body);
}

/** The id of a well-formed key, null for text that no key is. */
export function keyIdOf(key: string): string | null {
  const [, id = '', , check] = FORM.exec(key) ?? [];
  return check !== undefined && check === checkOf(key.slice(0, -CHECK_LENGTH)) ? id : null;
}

/** CRC-32 as six digits to base 62, as GitHub's tokens end. */
function checkOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
