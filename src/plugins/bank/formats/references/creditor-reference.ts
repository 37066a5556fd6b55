import { remainderOf97 } from './mod97.js';

/** ISO 11649: RF, two check digits, up to 21 characters; printed in groups of four. */
const RF = /(?<![A-Z\d])RF\d{2}(?:[A-Z\d]{1,21}(?![A-Z\d])|(?: [A-Z\d]{4}){0,5}(?: [A-Z\d]{1,4}(?![A-Z\d])))/gi;
/** Quick pre-check: occurs in every match and rarely in other texts. */
const SIGN_OF_RF = /RF\d\d/i;
const WHOLE_RF = /^RF\d{2}[A-Z\d]{1,21}$/;
/** Swiss QR-bill: 27 digits, the last one a check digit; printed as a group of two and groups of five. */
const QRR = /(?<![\d])(?:\d{27}|\d{2}(?: \d{5}){5})(?!\d)/g;
const SIGN_OF_QRR = /\d\d ?\d{5} ?\d{5} ?\d{5}/;
const WHOLE_QRR = /^\d{27}$/;
/** Carries of the recursive modulo 10 check (Swiss Implementation Guidelines QR-bill, annex B). */
const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/**
 * Reads a creditor reference from its own field: RF of ISO 11649, or QRR of Switzerland.
 * @returns upper case without spaces; empty for anything else, including wrong check digits
 */
export function readCreditorReference(text: string): string {
  const compact = text.replace(/\s+/g, '').toUpperCase();
  return isRf(compact) || isQrr(compact) ? compact : '';
}

/** Finds the first creditor reference in the texts of a payment, also in printed groups. */
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

/** Finds where a printed reference ends among the words after it, by its check digits. */
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
