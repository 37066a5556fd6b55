import type { Strings } from '../../../index.js';
import type { ProgrammeSettings } from '../settings/schema.js';
import { majorText } from '../words.js';

/** What the programme offers, a sentence each. */
export function termsOf(
  { rateType, rate, currency, cookieDays, minimumPayout }: ProgrammeSettings,
  { text, locale }: Strings,
): string[] {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const money = (amount: number): string => majorText(amount, currency, locale);
  return [
    text(`join.${rateType}`, { rate: rateType === 'flat' ? money(rate) : percent.format(rate / 100) }),
    text('join.days', { days: cookieDays }),
    ...(minimumPayout > 0 ? [text('join.minimum', { amount: money(minimumPayout) })] : []),
  ];
}
