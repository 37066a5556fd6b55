import { minorDigits } from '../../../../money.js';
import { isCurrencyCode } from '../amounts.js';
import type { StatementEntry } from '../statement.js';
import type { OfxElement } from './elements.js';

const RATE = /^(\d{1,12})(?:[.,](\d{1,12}))?$/;

/**
 * Returns the amount before conversion (OFX 2.2, 5.2).
 * ORIGCURRENCY holds the currency and the rate, in units of the account's currency per unit. The amount is not in the
 * file; it is computed and rounded half up.
 * @param amount minor units of `currency`, not negative
 * @returns null if nothing was converted or the rate is invalid
 */
export function originalOf(
  origin: OfxElement | undefined,
  amount: number,
  currency: string,
): StatementEntry['original'] {
  const from = (origin?.texts.get('CURSYM') ?? '').trim().toUpperCase();
  const [written, whole = '', fraction = ''] = RATE.exec((origin?.texts.get('CURRATE') ?? '').trim()) ?? [];
  if (written === undefined || !isCurrencyCode(from) || from === currency) return null;
  const rate = BigInt(whole + fraction);
  if (rate === 0n) return null;
  const divisor = rate * 10n ** BigInt(minorDigits(currency));
  const dividend = BigInt(amount) * 10n ** BigInt(minorDigits(from) + fraction.length);
  const original = (2n * dividend + divisor) / (2n * divisor);
  if (original > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { amount: Number(original), currency: from, rate: written.replace(',', '.') };
}
