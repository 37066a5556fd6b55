import { remainderOf97 } from './mod97.js';

/** ISO 11649: RF, two check digits, up to 21 characters; in print by fours. */
const RF = /(?<![A-Z\d])RF\d{2}(?:[A-Z\d]{1,21}(?![A-Z\d])|(?: [A-Z\d]{4}){0,5}(?: [A-Z\d]{1,4}(?![A-Z\d])))/gi;
/** What is in each of them, and in hardly any other text: it is looked for much faster. */
const SIGN_OF_RF = /RF\d\d/i;
const WHOLE_RF = /^RF\d{2}[A-Z\d]{1,21}$/;
/** Swiss QR-bill: 27 digits, the last one a check; in print two and then by fives. */
const QRR = /(?<![\d])(?:\d{27}|\d{2}(?: \d{5}){5})(?!\d)/g;
const SIGN_OF_QRR = /\d\d ?\d{5} ?\d{5} ?\d{5}/;
const WHOLE_QRR = /^\d{27}$/;
/** Carries of the recursive check modulo 10 (Swiss Implementation Guidelines QR-bill, annex B). */
const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/**
 * A creditor's reference from a field of its own: RF of ISO 11649, or QRR of Switzerland.
 * @returns upper case without spaces; empty for anything else, and where a check digit is wrong
 */
export function readCreditorReference(text: string): string {
  const compact = text.replace(/\s+/g, '').toUpperCase();
  return isRf(compact) || isQrr(compact) ? compact : '';
}

/** Finds the first of them in texts of a payment, also in print, by groups. */
export function findCreditorReference(...texts: readonly string[]): string {
  for (const text of texts) {
    for (const [written] of SIGN_OF_RF.test(text) ? text.matchAll(RF) : []) {
      const found = longestRf(written.split(' '));
      if (found !== '') return found;
    }
    for (const [written] of SIGN_OF_QRR.test(text) ? text.matchAll(QRR) : []) {
      const found = readCreditorReference(written);
      if (found !== '') return found;
    }
  }
  return '';
}

/** In print the reference ends somewhere between the words after it: where its check digits say so. */
function longestRf(groups: readonly string[]): string {
  for (let count = groups.length; count > 0; count -= 1) {
    const found = readCreditorReference(groups.slice(0, count).join(''));
    if (found !== '') return found;
  }
  return '';
}

function isRf(text: string): boolean {
  return WHOLE_RF.test(text) && remainderOf97(text.slice(4) + text.slice(0, 4)) === 1;
}

function isQrr(text: string): boolean {
  if (!WHOLE_QRR.test(text) || /^0+$/.test(text)) return false;
  let carry = 0;
  for (const digit of text.slice(0, -1)) carry = CARRIES[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10 === Number(text.slice(-1));
}
