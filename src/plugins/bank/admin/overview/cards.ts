import type { AdminRequest, Strings } from '../../../../index.js';
import type { TransactionStatus } from '../../transactions/states.js';
import { REVIEW_PATH, TRANSACTIONS_PATH } from '../paths.js';
import type { BankCard } from '../template-data.js';

/** How many transactions are in which state; those first that somebody has to look at. */
export function cardsOf(
  { counts, waiting }: { readonly counts: ReadonlyMap<TransactionStatus, number>; readonly waiting: number },
  { link }: AdminRequest,
  { text, number }: Strings,
): BankCard[] {
  const of = (...states: readonly TransactionStatus[]): number =>
    states.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  const card = (name: string, count: number, target: string, isWaiting = false): BankCard => ({
    title: text(`overview.${name}`),
    value: number(count),
    text: text(`overview.${name}-text`, { count }),
    link: { label: text(`overview.${name}-link`), link: target },
    isWaiting: isWaiting && count > 0,
  });
  const list = (status: TransactionStatus) => link(TRANSACTIONS_PATH, { status });
  return [
    card('review', waiting, link(REVIEW_PATH), true),
    card('unmatched', of('unmatched'), list('unmatched')),
    card('errors', of('error'), list('error'), true),
    card('matched', of('matched', 'partial', 'overpaid'), list('matched')),
  ];
}
