/**
 * 'mortise/money': exact amounts in the minor unit of a currency.
 *
 *     parseAmount('12.50', 'EUR'); // 1250
 *     moneyText(1250, 'EUR', 'de'); // 12,50 €
 */

export {
  amountText,
  isCurrency,
  majorUnits,
  minorDigits,
  parseAmount,
  parsePercent,
  proportionOf,
  roundAmount,
  shareOf,
} from './core/money.js';
export { majorText, moneyText } from './core/money-text.js';
