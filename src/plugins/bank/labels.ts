import { type BadgeKind, createErrorTexts, type ErrorTexts } from '../../admin.js';
import type { Strings } from '../../text.js';
import type { OrderStatus } from './receivables/order.js';
import type { RunStatus } from './runs/run.js';
import type { TransactionStatus } from './transactions/states.js';

/**
 * Formats a booking day for display.
 * @param day `YYYY-MM-DD`
 */
export function dayText(day: string, locale: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** Formats an IBAN in groups of four, as printed. */
export function ibanText(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Badge styles by status. */
export const BADGE_KINDS = {
  transaction: {
    new: 'neutral',
    matched: 'good',
    partial: 'good',
    overpaid: 'warning',
    unmatched: 'warning',
    ignored: 'neutral',
    review: 'warning',
    reversed: 'bad',
    error: 'bad',
  } satisfies Record<TransactionStatus, BadgeKind>,
  order: {
    open: 'neutral',
    partial: 'warning',
    paid: 'good',
    overpaid: 'warning',
    cancelled: 'neutral',
  } satisfies Record<OrderStatus, BadgeKind>,
  run: {
    running: 'warning',
    finished: 'good',
    failed: 'bad',
    aborted: 'bad',
  } satisfies Record<RunStatus, BadgeKind>,
  source: { ok: 'good', failed: 'bad', skipped: 'neutral' },
} as const;

/** Translates a flag, reason, rule or trigger. Names that plugins add have no translation and are shown as they are. */
export function wordText(prefix: 'flag' | 'reason' | 'rule' | 'trigger', word: string, { has, text }: Strings): string {
  return has(`${prefix}-${word}`) ? text(`${prefix}-${word}`) : word;
}

export const { errorText, refuseForm }: ErrorTexts = createErrorTexts('vendor_bank_');
