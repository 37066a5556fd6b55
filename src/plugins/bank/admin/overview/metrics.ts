import type { AdminMetric, AdminRequest } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import type { TransactionStatus } from '../../transactions/states.js';
import { REVIEW_PATH, TRANSACTIONS_PATH } from '../paths.js';

/** Counts transactions by status, starting with those that need attention. */
export function metricsOf(
  { counts, waiting }: { readonly counts: ReadonlyMap<TransactionStatus, number>; readonly waiting: number },
  { link }: AdminRequest,
  { text, number }: Strings,
): AdminMetric[] {
  const of = (...states: readonly TransactionStatus[]): number =>
    states.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  const figure = (name: string, count: number, target: string, isWaiting = false): AdminMetric => ({
    title: text(`overview.${name}`),
    value: number(count),
    text: text(`overview.${name}-text`, { count }),
    link: { label: text(`overview.${name}-link`), link: target },
    isWaiting: isWaiting && count > 0,
  });
  const list = (status: TransactionStatus) => link(TRANSACTIONS_PATH, { status });
  return [
    figure('review', waiting, link(REVIEW_PATH), true),
    figure('unmatched', of('unmatched'), list('unmatched')),
    figure('errors', of('error'), list('error'), true),
    figure('matched', of('matched', 'partial', 'overpaid'), list('matched')),
  ];
}
