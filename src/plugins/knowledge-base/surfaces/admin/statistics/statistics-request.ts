import type { AdminRequest } from '../../../../../admin.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { COMPARISONS, GRANULARITIES, PERIODS } from '../../../content/statistics/period.js';
import type { ReportQuery } from '../../../content/statistics/report-query.js';

/** Statistics query parsed from a URL. Invalid parameters are ignored. */
export interface StatisticsRequest {
  readonly report: ReportQuery;
  readonly category: number | undefined;
  readonly locale: string | undefined;
}

export function askedStatistics(
  { query }: Pick<AdminRequest, 'query'>,
  { categories }: Pick<KnowledgeBase, 'categories'>,
  locales: readonly string[],
): StatisticsRequest {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name].trim() : '');
  const one = <const Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === text(name));
  const category = categories.tree().get(Number(text('category')));
  const requestedPeriod = one('period', PERIODS);
  const isOwn = requestedPeriod === 'custom' || requestedPeriod === undefined;
  const from = isOwn ? text('from') || undefined : undefined;
  const to = isOwn ? text('to') || undefined : undefined;
  const isCustom = from !== undefined || to !== undefined;
  const period = isCustom ? 'custom' : requestedPeriod === 'custom' ? '30d' : (requestedPeriod ?? '30d');
  return {
    report: {
      period,
      from,
      to,
      granularity: one('granularity', GRANULARITIES) ?? 'auto',
      compare: one('compare', COMPARISONS) ?? 'previous',
    },
    category: category?.id,
    locale: locales.find((locale) => locale === text('locale')),
  };
}
