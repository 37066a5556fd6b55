import { isDay } from '../../../calendar.js';
import { amountText } from '../../../money.js';
import type { OwnedCommands, Row } from '../../../operations.js';
import type { Bank } from '../bank.js';
import { type NarrowingArguments, narrowedBy } from '../routes/transactions/filters.js';
import { assertCurrency, invalidParam } from '../transactions/errors.js';
import { TRANSACTION_ORDERS, type TransactionQuery } from '../transactions/listing.js';
import { transactionRecord } from '../transactions/record.js';
import { TRANSACTION_STATUSES } from '../transactions/states.js';
import type { Transaction } from '../transactions/transaction.js';
import { idOf } from './id-of.js';
import { ID, LIMIT, ORDER } from './list-options.js';

const COLUMNS = ['id', 'booked', 'direction', 'amount', 'currency', 'status', 'counterparty', 'symbol', 'remittance'];
/** User ID of a command that runs without a user. */
const AT_TERMINAL = 0;

/** Registers `mortise bank list`, `show` and `unmatch`. */
export function registerTransactionCommands(
  cli: OwnedCommands,
  { transactions, matching }: Pick<Bank, 'matching' | 'transactions'>,
): void {
  cli.command('bank list', {
    summary: 'List transactions, latest booking first',
    options: [
      { flags: '--status <status>', description: 'only those', choices: TRANSACTION_STATUSES },
      { flags: '--direction <direction>', description: 'only those', choices: ['credit', 'debit'] },
      { flags: '--account <id>', description: 'only of this account', integer: ID },
      { flags: '--source <id>', description: 'only of this source', integer: ID },
      { flags: '--run <id>', description: 'only of this run', integer: ID },
      { flags: '--currency <code>', description: 'only in this currency, such as EUR' },
      { flags: '--from <day>', description: 'booked on or after this day, such as 2026-01-31' },
      { flags: '--to <day>', description: 'booked on or before this day' },
      { flags: '--min <amount>', description: 'minimum amount, such as 12.50; requires --currency' },
      { flags: '--max <amount>', description: 'maximum amount; requires --currency' },
      { flags: '--pays <order>', description: 'only transactions that pay this order' },
      { flags: '--search <text>', description: 'part of the name or text, or a complete reference' },
      { flags: '--orderby <what>', description: 'order', choices: TRANSACTION_ORDERS, default: 'booked_on' },
      ORDER,
      LIMIT,
    ],
    async run({ options, output }) {
      const { rows, total } = await transactions.list({
        ...narrowedBy(argumentsOf(options)),
        // Validated by `choices`.
        orderBy: options.orderby as TransactionQuery['orderBy'],
        order: options.order as TransactionQuery['order'],
        page: 1,
        perPage: Number(options.limit),
      });
      output.rows(rows.map(rowOf), COLUMNS);
      if (rows.length < total) output.note(`${rows.length} of ${total} rows; use --limit for more.`);
    },
  });

  cli.command('bank show', {
    summary: 'Show a transaction and the orders it pays',
    arguments: [{ name: 'id', description: 'ID of the transaction' }],
    async run({ args, output }) {
      const transaction = await transactions.get(idOf(args.id));
      const matches = (await transactions.matchesOf([transaction.id])).get(transaction.id) ?? [];
      output.record({ ...transactionRecord(transaction, matches) });
    },
  });

  cli.command('bank unmatch', {
    summary: 'Undo the matching or ignoring of a transaction; rules no longer match it',
    arguments: [{ name: 'id', description: 'ID of the transaction' }],
    async run({ args, output, user }) {
      output.record(rowOf(await matching.unmatch(idOf(args.id), user?.id ?? AT_TERMINAL)));
    },
  });
}

function argumentsOf(options: Readonly<Record<string, unknown>>): NarrowingArguments {
  const text = (name: string): string | undefined => (options[name] === undefined ? undefined : String(options[name]));
  const id = (name: string): number | undefined => (options[name] === undefined ? undefined : Number(options[name]));
  const day = (name: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !isDay(value))
      throw invalidParam(name, `"${value}" is not a day. Use a day such as 2026-01-31.`);
    return value;
  };
  const currency = text('currency')?.toUpperCase();
  if (currency !== undefined) assertCurrency(currency);
  return {
    // Validated by `choices`.
    status: options.status as NarrowingArguments['status'],
    direction: options.direction as NarrowingArguments['direction'],
    account_id: id('account'),
    source_id: id('source'),
    run_id: id('run'),
    currency,
    from: day('from'),
    to: day('to'),
    amount_min: text('min'),
    amount_max: text('max'),
    order_id: text('pays'),
    search: text('search'),
  };
}

function rowOf(transaction: Transaction): Row {
  const { id, direction, amount, currency, status, counterparty, remittance } = transaction;
  return {
    id,
    booked: transaction.bookedOn,
    direction,
    amount: amountText(amount, currency),
    currency,
    status,
    counterparty: counterparty.name || counterparty.iban || counterparty.account,
    symbol: transaction.variableSymbol || transaction.creditorReference,
    remittance,
  };
}
