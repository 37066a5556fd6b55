import type { AdminRequest } from '../../../../../../admin.js';
import type { PeriodName, PeriodQuery } from '../../../../content/statistics/period.js';

/** Periods offered in the filter. Custom dates take precedence. */
export const OFFERED = ['7d', '30d', '90d', '12m', 'all'] as const satisfies readonly PeriodName[];

/** Reads the period from the query. */
export function askedPeriod({ query }: Pick<AdminRequest, 'query'>): PeriodQuery & { readonly period: PeriodName } {
  const day = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [from, to] = [day('from'), day('to')];
  if (from !== undefined || to !== undefined) return { period: 'custom', from, to };
  return { period: OFFERED.find((name) => name === query.period) ?? '30d' };
}
