import type { AdminRequest } from '../../../../../index.js';
import type { PeriodName, PeriodQuery } from '../../../statistics/period.js';

/** The periods that are offered; days of one's own go before them. */
export const OFFERED = ['7d', '30d', '90d', '12m', 'all'] as const satisfies readonly PeriodName[];

/** The period that an address asks for. */
export function askedPeriod({ query }: Pick<AdminRequest, 'query'>): PeriodQuery & { readonly period: PeriodName } {
  const day = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [from, to] = [day('from'), day('to')];
  if (from !== undefined || to !== undefined) return { period: 'custom', from, to };
  return { period: OFFERED.find((name) => name === query.period) ?? '30d' };
}
