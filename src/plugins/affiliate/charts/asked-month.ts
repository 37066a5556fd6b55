import type { AdminRequest } from '../../../index.js';

interface Month {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
/** 2-affiliate-program.md, GET /clicks/monthly. */
const FIRST_YEAR = 2020;

/** The month that the address of a page asks for, `?month=2026-03`; the running one for whatever else stands there. */
export function askedMonth({ query }: Pick<AdminRequest, 'query'>, running: Month): Month {
  const [, year, month] = MONTH.exec(String(query.month ?? '')) ?? [];
  return Number(year) >= FIRST_YEAR ? { year: Number(year), month: Number(month) } : running;
}

/** What stands in the address for a month. */
export function monthQuery({ year, month }: Month): { readonly month: string } {
  return { month: `${year}-${String(month).padStart(2, '0')}` };
}
