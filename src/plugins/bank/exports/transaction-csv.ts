import { amountText } from '../../../money.js';
import { csvText } from '../../../text.js';
import type { TransactionFilters } from '../transactions/listing.js';
import type { Match } from '../transactions/match.js';
import { type Transaction, unallocatedOf } from '../transactions/transaction.js';
import type { Transactions } from '../transactions/transactions.js';

const ROWS_PER_PAGE = 500;

type Cell = string | number;

/** Columns of the file. Amounts are decimal text with all decimals of their currency. */
const COLUMNS: Readonly<Record<string, (transaction: Transaction, matches: readonly Match[]) => Cell>> = {
  id: ({ id }) => id,
  account_id: ({ accountId }) => accountId,
  booked_on: ({ bookedOn }) => bookedOn,
  value_on: ({ valueOn }) => valueOn,
  booking_status: ({ bookingStatus }) => bookingStatus,
  direction: ({ direction }) => direction,
  amount: ({ amount, currency }) => amountText(amount, currency),
  currency: ({ currency }) => currency,
  status: ({ status }) => status,
  allocated: ({ allocated, currency }) => amountText(allocated, currency),
  unallocated: (transaction) => amountText(unallocatedOf(transaction), transaction.currency),
  orders: (_, matches) =>
    matches.map(({ orderId, amount, currency }) => `${orderId}: ${amountText(amount, currency)}`).join(', '),
  counterparty_name: ({ counterparty }) => counterparty.name,
  counterparty_iban: ({ counterparty }) => counterparty.iban,
  counterparty_account: ({ counterparty }) => counterparty.account,
  counterparty_bank_code: ({ counterparty }) => counterparty.bankCode,
  variable_symbol: ({ variableSymbol }) => variableSymbol,
  constant_symbol: ({ constantSymbol }) => constantSymbol,
  specific_symbol: ({ specificSymbol }) => specificSymbol,
  end_to_end_id: ({ endToEndId }) => endToEndId,
  bank_reference: ({ bankReference }) => bankReference,
  creditor_reference: ({ creditorReference }) => creditorReference,
  remittance: ({ remittance }) => remittance,
  is_reversal: ({ isReversal }) => (isReversal ? 'yes' : 'no'),
  rule: ({ findings }) => findings.rule ?? '',
  flags: ({ findings }) => findings.flags.join(' '),
  created_at: ({ createdAt }) => createdAt.toISOString(),
};

/** Streams transactions as CSV with a header row, page by page in order of ID. */
export async function* transactionCsv(
  transactions: Pick<Transactions, 'matchesOf' | 'next'>,
  filters: TransactionFilters,
): AsyncGenerator<string> {
  yield csvText([Object.keys(COLUMNS)]);
  for (let after = 0; ; ) {
    const rows = await transactions.next(filters, { after, limit: ROWS_PER_PAGE });
    const matches = await transactions.matchesOf(rows.map(({ id }) => id));
    if (rows.length > 0) yield csvText(rows.map((row) => lineOf(row, matches.get(row.id) ?? [])));
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

function lineOf(transaction: Transaction, matches: readonly Match[]): Cell[] {
  return Object.values(COLUMNS).map((value) => value(transaction, matches));
}
