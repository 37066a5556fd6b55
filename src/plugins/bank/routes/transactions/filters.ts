import { invalidParam } from '../../transactions/errors.js';
import type { TransactionFilters } from '../../transactions/listing.js';
import { TRANSACTION_STATUSES } from '../../transactions/states.js';
import { AMOUNT_TYPES, amountOf, CURRENCY_ARG, DAY_ARG, ID_ARG } from '../arguments.js';

const AMOUNT_ARG = { type: AMOUNT_TYPES } as const;

/** Filters of the list and the export of transactions. */
export const TRANSACTION_FILTERS = {
  status: { type: 'string', enum: TRANSACTION_STATUSES },
  direction: { type: 'string', enum: ['credit', 'debit'] },
  booking_status: { type: 'string', enum: ['booked', 'pending'] },
  account_id: ID_ARG,
  source_id: ID_ARG,
  run_id: ID_ARG,
  currency: CURRENCY_ARG,
  from: { ...DAY_ARG, description: 'Booked on or after this day.' },
  to: { ...DAY_ARG, description: 'Booked on or before this day.' },
  amount_min: { ...AMOUNT_ARG, description: 'Major units; requires `currency`.' },
  amount_max: { ...AMOUNT_ARG, description: 'Major units; requires `currency`.' },
  variable_symbol: { type: 'string', minLength: 1, maxLength: 35, description: 'Without leading zeros.' },
  iban: { type: 'string', minLength: 1, maxLength: 50, description: "Counterparty's account, with or without spaces." },
  order_id: { type: 'string', minLength: 1, maxLength: 64, description: 'Transactions that pay this order.' },
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: "Part of the counterparty's name or the text, or a complete reference.",
  },
} as const;

/** Arguments validated by {@link TRANSACTION_FILTERS}. */
export interface NarrowingArguments {
  readonly status?: TransactionFilters['status'];
  readonly direction?: TransactionFilters['direction'];
  readonly booking_status?: TransactionFilters['bookingStatus'];
  readonly account_id?: number | undefined;
  readonly source_id?: number | undefined;
  readonly run_id?: number | undefined;
  readonly currency?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly amount_min?: number | string | undefined;
  readonly amount_max?: number | string | undefined;
  readonly variable_symbol?: string | undefined;
  readonly iban?: string | undefined;
  readonly order_id?: string | undefined;
  readonly search?: string | undefined;
}

/**
 * Converts arguments into filters.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
export function narrowedBy(args: NarrowingArguments): TransactionFilters {
  const { status, direction, currency, from, to, search } = args;
  const bound = (name: 'amount_max' | 'amount_min'): number | undefined => {
    const value = args[name];
    if (value === undefined) return undefined;
    if (currency === undefined) throw invalidParam('currency', 'Specify the currency of the amount, such as EUR.');
    return amountOf(name, value, currency);
  };
  return {
    status,
    direction,
    currency,
    from,
    to,
    search,
    bookingStatus: args.booking_status,
    accountId: args.account_id,
    sourceId: args.source_id,
    runId: args.run_id,
    amountMin: bound('amount_min'),
    amountMax: bound('amount_max'),
    variableSymbol: args.variable_symbol,
    iban: args.iban?.replace(/\s+/g, '').toUpperCase(),
    orderId: args.order_id,
  };
}
