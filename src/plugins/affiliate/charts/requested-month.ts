import type { AdminRequest } from '../../../admin.js';

interface Month {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
/** Earliest year: 2-affiliate-program.md, GET /clicks/monthly. */
const FIRST_YEAR = 2020;

/** Reads the month of a page's query, `?month=2026-03`. Anything invalid means the current month. */
export function requestedMonth({ query }: Pick<AdminRequest, 'query'>, running: Month): Month {
  const [, year, month] = MONTH.exec(String(query.month ?? '')) ?? [];
  return Number(year) >= FIRST_YEAR ? { year: Number(year), month: Number(month) } : running;
}

/** Returns the query parameter of a month. */
export function monthQuery({ year, month }: Month): { readonly month: string } {
  return { month: `${year}-${String(month).padStart(2, '0')}` };
}
