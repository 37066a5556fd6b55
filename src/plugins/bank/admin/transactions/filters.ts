import type { ListQuery } from '../../../../admin.js';
import { isDay } from '../../../../calendar.js';
import { parseAmount } from '../../../../money.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { BankAccount } from '../../transactions/accounts.js';
import type { TransactionFilters } from '../../transactions/listing.js';
import { TRANSACTION_STATUSES } from '../../transactions/states.js';

/** Filters of the transaction list. */
export const FILTERS = {
  status: TRANSACTION_STATUSES,
  direction: ['credit', 'debit'],
  account: 'any',
  run: 'any',
  from: 'any',
  to: 'any',
  min: 'any',
  max: 'any',
} as const;

export type FilterName = keyof typeof FILTERS;

/** Parsed filters. With a fault the list stays empty, so that bulk actions never affect unexpected rows. */
export type ReadFilters =
  | { readonly narrowed: TransactionFilters; readonly faults: readonly [] }
  | { readonly narrowed: null; readonly faults: readonly string[] };

/** Currency for parsing amounts if no account is selected: any with two decimals. */
const TWO_DECIMALS = 'EUR';

export function readFilters(
  { filters, search }: ListQuery<string, FilterName>,
  accounts: readonly BankAccount[],
  { text }: Strings,
): ReadFilters {
  const faults: string[] = [];
  const account = accounts.find(({ id }) => String(id) === filters.account);
  const currency = account?.currency || TWO_DECIMALS;
  const day = (name: 'from' | 'to'): string | undefined => {
    const typed = filters[name];
    if (typed !== null && !isDay(typed)) faults.push(text('admin.no-such-day', { day: typed }));
    return typed ?? undefined;
  };
  const amount = (name: 'max' | 'min'): number | undefined => {
    const typed = filters[name];
    if (typed === null) return undefined;
    const minor = parseAmount(typed, currency);
    if (minor === null) faults.push(text('admin.no-such-amount', { amount: typed }));
    return minor ?? undefined;
  };
  const narrowed = {
    status: TRANSACTION_STATUSES.find((status) => status === filters.status),
    direction: (['credit', 'debit'] as const).find((direction) => direction === filters.direction),
    // 0 matches nothing, so an invalid ID yields an empty list.
    accountId: filters.account === null ? undefined : (idOf(filters.account) ?? 0),
    runId: filters.run === null ? undefined : (idOf(filters.run) ?? 0),
    from: day('from'),
    to: day('to'),
    amountMin: amount('min'),
    amountMax: amount('max'),
    search,
  };
  return faults.length > 0 ? { narrowed: null, faults } : { narrowed, faults: [] };
}
