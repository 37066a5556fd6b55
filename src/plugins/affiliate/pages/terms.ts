import { majorText } from '../../../money.js';
import type { Strings } from '../../../text.js';
import { percentText } from '../labels.js';
import type { ProgramSettings } from '../settings/schema.js';

/** Lists the terms of the program, one sentence each. */
export function termsOf(
  { rateType, rate, currency, cookieDays, minimumPayout }: ProgramSettings,
  { text, locale }: Strings,
): string[] {
  const money = (amount: number): string => majorText(amount, currency, locale);
  return [
    text(`join.${rateType}`, { rate: rateType === 'flat' ? money(rate) : percentText(rate, locale) }),
    text('join.days', { days: cookieDays }),
    ...(minimumPayout > 0 ? [text('join.minimum', { amount: money(minimumPayout) })] : []),
  ];
}
