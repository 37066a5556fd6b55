import { addDays, addYears, daysBetween, isDay, monthOf, weekOf } from '../../../../calendar.js';
import { invalidParam } from '../../domain/errors.js';

export const PERIODS = ['today', 'yesterday', '7d', '30d', '90d', '12m', 'mtd', 'ytd', 'all', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

export const GRANULARITIES = ['auto', 'day', 'week', 'month'] as const;
export type Granularity = Exclude<(typeof GRANULARITIES)[number], 'auto'>;

export const COMPARISONS = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Range of calendar days, `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Period as given in a query. */
export interface PeriodQuery {
  readonly period?: PeriodName | undefined;
  /** First day of a custom period; `to` defaults to today. Implies `custom`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Earliest and latest allowed day. */
const MIN_DAY = '1970-01-01';
const MAX_DAY = '2999-12-31';
/** Maximum length of a custom period, in years. */
const MAX_YEARS = 5;
/** Maximum number of days for daily steps, and for weekly steps. */
const MAX_DAYS = 92;
const MAX_DAYS_IN_WEEKS = 184;

/**
 * Resolves the days of a period.
 * @param today current day in the calendar in use
 * @param first first day with data, where `all` starts
 * @throws HostError 400 `vendor_kb_invalid_param` for an invalid day, an end before the start, or more than five
 *   years
 */
export function resolvePeriod({ period, from, to }: PeriodQuery, today: string, first: string | null): DayRange {
  if (period === 'custom' || from !== undefined || to !== undefined) return customPeriod(from, to ?? today);
  switch (period ?? '30d') {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case '12m':
      return { from: addDays(addYears(today, -1), 1), to: today };
    case 'mtd':
      return { from: monthOf(today), to: today };
    case 'ytd':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'all':
      return { from: first !== null && first < today ? first : today, to: today };
    default:
      return { from: addDays(today, -29), to: today };
  }
}

function customPeriod(from: string | undefined, to: string): DayRange {
  if (from === undefined) throw invalidParam('from', 'from must be the first day of the period, such as 2026-01-31.');
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (!isDay(day)) throw invalidParam(name, `${name} must be a day that exists, written as 2026-01-31.`);
    if (day < MIN_DAY || day > MAX_DAY) {
      throw invalidParam(name, `${name} must be between ${MIN_DAY} and ${MAX_DAY}.`);
    }
  }
  if (from > to) throw invalidParam('to', 'to must not be before from.');
  const anniversary = addYears(from, MAX_YEARS);
  // February 29 may not exist in the last year; the period then ends with February 28.
  const isThere = anniversary.slice(5) === from.slice(5);
  if (to >= (isThere ? anniversary : addDays(anniversary, 1)))
    throw invalidParam('to', `A period has at most ${MAX_YEARS} years.`);
  return { from, to };
}

/** Returns the comparison period; null for none. */
export function comparedPeriod({ from, to }: DayRange, comparison: Comparison): DayRange | null {
  switch (comparison) {
    case 'previous':
      return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
    case 'year':
      return { from: addYears(from, -1), to: addYears(to, -1) };
    case 'none':
      return null;
  }
}

/** Chooses the steps of a chart; `auto` uses days up to 92 days, then weeks, then months. */
export function granularityOf(requested: Granularity | 'auto', { from, to }: DayRange): Granularity {
  if (requested !== 'auto') return requested;
  const days = daysBetween(from, to);
  if (days <= MAX_DAYS) return 'day';
  return days <= MAX_DAYS_IN_WEEKS ? 'week' : 'month';
}

/** Returns the first day of the step that contains a day. The first step starts with the period. */
export function stepOf(day: string, granularity: Granularity, { from }: DayRange): string {
  const start = granularity === 'day' ? day : granularity === 'week' ? weekOf(day) : monthOf(day);
  return start < from ? from : start;
}

/** Lists the first days of all steps of a period, in order. */
export function stepsOf(range: DayRange, granularity: Granularity): string[] {
  const steps = new Set<string>();
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) steps.add(stepOf(day, granularity, range));
  return [...steps];
}
