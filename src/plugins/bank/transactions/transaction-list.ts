import type { Database, Selectable, TableOf } from '../../../database.js';
import { amountText, isCurrency, majorUnits, parseAmount } from '../../../money.js';
import { defineResource, type FilterContext, type RecordOf } from '../../../resource.js';
import type { transactionsTable } from '../tables/transactions.js';
import { CURRENCY, currencyFilter } from './currency-filter.js';
import { invalidParam } from './errors.js';
import { type Match, matchesOf } from './match.js';
import { TRANSACTION_STATUSES } from './states.js';
import { type Transaction, toTransaction, unallocatedOf } from './transaction.js';

/** Transaction with its payments. */
export interface ListedTransaction extends Transaction {
  readonly matches: readonly Match[];
}

const SCORE = { type: 'integer', description: 'From 0 to 100.', required: true } as const;
const BY = {
  type: ['integer', 'null'],
  description: 'Account that decided; null for rules, 0 for the command line.',
  required: true,
} as const;
const MINOR = 'Minor units of the currency.';
const TEXT = { type: 'string', required: true } as const;
const AMOUNT = { type: ['string', 'number'] } as const;

const MATCH = {
  type: 'object',
  title: 'BankMatch',
  properties: {
    order_id: TEXT,
    amount: { type: 'number', description: 'Major units of the currency.', required: true },
    amount_minor: { type: 'integer', description: MINOR, required: true },
    rule: { ...TEXT, description: 'Rule that matched it, or `manual`.' },
    score: SCORE,
    by: BY,
    at: { type: 'string', format: 'date-time', required: true },
  },
} as const;

const CANDIDATE = {
  type: 'object',
  title: 'BankCandidate',
  properties: {
    order_id: TEXT,
    reference: TEXT,
    score: SCORE,
    reasons: { type: 'array', items: { type: 'string' }, required: true },
  },
} as const;

const COUNTERPARTY = {
  type: 'object',
  properties: { name: TEXT, iban: TEXT, account: TEXT, bank_code: TEXT, bic: TEXT },
} as const;

/** List of transactions: its SQL, REST list and export, CSV file, command and admin list. */
export const transactionList = defineResource({
  table: 'bank_transactions',
  read: withMatches,
  title: 'BankTransaction',
  description: 'Empty strings are unknown.',
  errors: { page: 'vendor_bank_invalid_page', argument: invalidParam },
  fields: (field) => ({
    id: field.integer(({ id }) => id, { csv: true, cli: true }),
    account_id: field.integer(({ accountId }) => accountId, { csv: true }),
    source_id: field.integerOrNull(({ sourceId }) => sourceId, { description: 'Null for uploads, like the run.' }),
    run_id: field.integerOrNull(({ runId }) => runId),
    booked_on: field.day(({ bookedOn }) => bookedOn, { label: 'transactions.booked', csv: true, cli: 'booked' }),
    value_on: field.day(({ valueOn }) => valueOn, { csv: true }),
    booking_status: field.enum(['booked', 'pending'], ({ bookingStatus }) => bookingStatus, { csv: true }),
    direction: field.enum(['credit', 'debit'], ({ direction }) => direction, { csv: true, cli: true }),
    amount: field.money(({ amount, currency }) => [amount, currency], {
      description: 'Major units, at least 0.',
      label: 'transactions.amount',
      csv: true,
      cli: true,
    }),
    amount_minor: field.integer(({ amount }) => amount, { description: MINOR }),
    amount_text: field.text(({ amount, currency }) => amountText(amount, currency), {
      description: 'With all decimals.',
    }),
    currency: field.text(({ currency }) => currency, { csv: true, cli: true }),
    original_amount: field.custom({ type: ['number', 'null'] }, ({ original }) =>
      original ? majorUnits(original.amount, original.currency) : null,
    ),
    original_currency: field.textOrNull(({ original }) => original?.currency ?? null),
    fx_rate: field.textOrNull(({ original }) => original?.rate ?? null),
    status: field.enum(TRANSACTION_STATUSES, ({ status }) => status, {
      label: 'transactions.status',
      text: 'status-',
      csv: true,
      cli: true,
    }),
    allocated: field.money(({ allocated, currency }) => [allocated, currency], {
      description: 'Amount assigned to orders.',
      csv: true,
    }),
    allocated_minor: field.integer(({ allocated }) => allocated, { description: MINOR }),
    returned: field.money(({ returned, currency }) => [returned, currency], {
      description: 'Amount that the bank took back.',
    }),
    returned_minor: field.integer(({ returned }) => returned, { description: MINOR }),
    unallocated: field.money((transaction) => [unallocatedOf(transaction), transaction.currency], { csv: true }),
    unallocated_minor: field.integer(unallocatedOf, { description: MINOR }),
    matches: field.custom({ type: 'array', items: MATCH }, ({ matches }) => matches.map(matchRecord)),
    orders: field.plain(
      ({ matches }) =>
        matches.map(({ orderId, amount, currency }) => `${orderId}: ${amountText(amount, currency)}`).join(', '),
      { csv: true },
    ),
    counterparty: field.custom(
      COUNTERPARTY,
      ({ counterparty: { name, iban, account, bankCode, bic } }) => ({ name, iban, account, bank_code: bankCode, bic }),
      { label: 'transactions.counterparty' },
    ),
    payer: field.plain(({ counterparty: { name, iban, account } }) => name || iban || account, {
      cli: 'counterparty',
    }),
    counterparty_name: field.plain(({ counterparty }) => counterparty.name, { csv: true }),
    counterparty_iban: field.plain(({ counterparty }) => counterparty.iban, { csv: true }),
    counterparty_account: field.plain(({ counterparty }) => counterparty.account, { csv: true }),
    counterparty_bank_code: field.plain(({ counterparty }) => counterparty.bankCode, { csv: true }),
    symbol: field.plain(({ variableSymbol, creditorReference }) => variableSymbol || creditorReference, {
      label: 'transactions.said',
      cli: true,
    }),
    variable_symbol: field.text(({ variableSymbol }) => variableSymbol, { csv: true }),
    constant_symbol: field.text(({ constantSymbol }) => constantSymbol, { csv: true }),
    specific_symbol: field.text(({ specificSymbol }) => specificSymbol, { csv: true }),
    end_to_end_id: field.text(({ endToEndId }) => endToEndId, { csv: true }),
    bank_reference: field.text(({ bankReference }) => bankReference, { csv: true }),
    creditor_reference: field.text(({ creditorReference }) => creditorReference, { csv: true }),
    remittance: field.text(({ remittance }) => remittance, { csv: true, cli: true }),
    type_code: field.text(({ typeCode }) => typeCode),
    is_reversal: field.boolean(({ isReversal }) => isReversal, { csv: true }),
    charges: field.money(({ charges, currency }) => [charges, currency], { description: 'Fee deducted by the bank.' }),
    rule: field.textOrNull(({ findings }) => findings.rule, {
      description: 'Rule that decided, or `manual`.',
      csv: ({ findings }) => findings.rule ?? '',
    }),
    score: field.custom(SCORE, ({ findings }) => findings.score),
    flags: field.strings(({ findings }) => findings.flags, {
      description: 'Unusual conditions, such as `double_payment`.',
      csv: true,
    }),
    candidates: field.custom({ type: 'array', items: CANDIDATE }, ({ findings }) => findings.candidates, {
      description: 'Possible orders.',
    }),
    decided_by: field.custom(BY, ({ decidedBy }) => decidedBy),
    duplicate_of: field.idOrNull(({ duplicateOf }) => duplicateOf, {
      description: 'Transaction that this one may duplicate.',
    }),
    reverses_id: field.idOrNull(({ reversesId }) => reversesId, {
      description: 'Transaction that this one reverses.',
    }),
    dedup_key: field.text(({ dedupKey }) => dedupKey),
    dedup_version: field.integer(({ dedupVersion }) => dedupVersion),
    raw_hash: field.text(({ rawHash }) => rawHash),
    created_at: field.dateTime(({ createdAt }) => createdAt, { csv: true }),
    updated_at: field.dateTime(({ updatedAt }) => updatedAt),
  }),
  filters: (filter) => ({
    status: filter.enum('status', TRANSACTION_STATUSES, {
      label: 'transactions.status',
      text: 'status-',
      all: 'admin.all-states',
      cli: ['status <status>', 'only those'],
    }),
    direction: filter.enum('direction', ['credit', 'debit'], {
      label: 'transactions.direction',
      text: 'direction-',
      all: 'transactions.both-directions',
      cli: ['direction <direction>', 'only those'],
    }),
    booking_status: filter.enum('booking_status', ['booked', 'pending'], {
      label: 'transactions.booking',
      text: 'booking-',
      cli: ['booking-status <status>', 'only those'],
      isFolded: true,
    }),
    account_id: filter.id('account_id', {
      label: 'transactions.account',
      all: 'transactions.all-accounts',
      cli: ['account <id>', 'only of this account'],
    }),
    source_id: filter.id('source_id', { cli: ['source <id>', 'only of this source'] }),
    run_id: filter.id('run_id', { cli: ['run <id>', 'only of this run'] }),
    currency: filter.custom(CURRENCY, {
      ...currencyFilter,
      where: (eb, currency) => eb('currency', '=', currency),
    }),
    from: filter.fromDay('booked_on', {
      description: 'Booked on or after this day.',
      label: 'transactions.filter-from',
      cli: ['from <day>', 'booked on or after this day, such as 2026-01-31'],
    }),
    to: filter.untilDay('booked_on', {
      description: 'Booked on or before this day.',
      label: 'transactions.filter-to',
      cli: ['to <day>', 'booked on or before this day'],
    }),
    amount_min: filter.custom(AMOUNT, {
      description: 'Major units; requires `currency`.',
      label: 'transactions.filter-min',
      cli: ['min <amount>', 'minimum amount, such as 12.50; requires --currency'],
      isFolded: true,
      read: readAmount,
      where: (eb, amount) => eb('amount', '>=', amount),
    }),
    amount_max: filter.custom(AMOUNT, {
      description: 'Major units; requires `currency`.',
      label: 'transactions.filter-max',
      cli: ['max <amount>', 'maximum amount; requires --currency'],
      isFolded: true,
      read: readAmount,
      where: (eb, amount) => eb('amount', '<=', amount),
    }),
    variable_symbol: filter.text(
      'variable_symbol',
      { maxLength: 35 },
      {
        description: 'Without leading zeros.',
        label: 'transactions.variable-symbol',
        cli: ['symbol <symbol>', 'with this variable symbol'],
        isFolded: true,
      },
    ),
    iban: filter.custom(
      { type: 'string', minLength: 1, maxLength: 50 },
      {
        description: "Counterparty's account, with or without spaces.",
        label: 'transactions.iban',
        cli: ['iban <iban>', 'from or to this account'],
        isFolded: true,
        read: (sent) => String(sent).replace(/\s+/g, '').toUpperCase(),
        where: (eb, iban) => eb('counterparty_iban', '=', iban),
      },
    ),
    order_id: filter.custom(
      { type: 'string', minLength: 1, maxLength: 64 },
      {
        description: 'Transactions that pay this order.',
        label: 'transactions.order',
        cli: ['pays <order>', 'only transactions that pay this order'],
        isFolded: true,
        read: String,
        where: (eb, order) =>
          eb('id', 'in', (of) =>
            of
              .selectFrom('bank_payments')
              .select('bank_payments.transaction_id')
              .where('bank_payments.order_id', '=', order)
              .where('bank_payments.undone', '=', 0),
          ),
      },
    ),
    search: filter.search(
      {
        contains: ['counterparty_name', 'remittance'],
        equals: ['variable_symbol', 'end_to_end_id', 'creditor_reference', 'bank_reference'],
      },
      {
        description: "Part of the counterparty's name or the text, or a complete reference.",
        label: 'transactions.search',
        cli: ['search <text>', 'part of the name or text, or a complete reference'],
      },
    ),
  }),
  sort: { id: 'id', booked_on: 'booked_on', amount: 'amount', status: 'status', created_at: 'created_at' },
  order: ['booked_on', 'desc'],
});

/** A transaction as REST returns it and actions receive it. Empty texts are unknown. */
export type TransactionRecord = RecordOf<typeof transactionList>;

/** @param matches its payments */
export function transactionRecord(transaction: Transaction, matches: readonly Match[]): TransactionRecord {
  return transactionList.record({ ...transaction, matches });
}

async function withMatches(
  rows: readonly Selectable<TableOf<typeof transactionsTable>>[],
  db: Database,
): Promise<ListedTransaction[]> {
  const matches = await matchesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toTransaction(row), matches: matches.get(row.id) ?? [] }));
}

function matchRecord({ orderId, amount, currency, rule, score, by, at }: Match) {
  return {
    order_id: orderId,
    amount: majorUnits(amount, currency),
    amount_minor: amount,
    rule,
    score,
    by,
    at: at.toISOString(),
  };
}

/** Minor units differ between currencies, so an amount requires one. */
function readAmount(amount: unknown, { sent, invalid }: FilterContext): number {
  if (sent.currency === undefined) throw invalidParam('currency', 'Specify the currency of the amount, such as EUR.');
  const currency = String(sent.currency).toUpperCase();
  const minor = isCurrency(currency) ? parseAmount(String(amount), currency) : null;
  if (minor !== null) return minor;
  throw invalid(`An amount is a number with the decimals of ${currency}, such as 12.5.`, 'admin.no-such-amount');
}
