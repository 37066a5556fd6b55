import { amountText } from '../../../money.js';
import type { OwnedCommands, Row } from '../../../operations.js';
import { leftOf, ORDER_STATUSES } from '../receivables/order.js';
import type { Receivable } from '../receivables/receivable.js';
import { RECEIVABLE_ORDERS, type ReceivableQuery, type Receivables } from '../receivables/receivables.js';
import { amountOf } from '../routes/arguments.js';
import { assertCurrency } from '../transactions/errors.js';
import { LIMIT, ORDER } from './list-options.js';

const COLUMNS = ['id', 'reference', 'customer', 'due', 'amount', 'paid', 'left', 'currency', 'status'];

/** Registers `mortise bank receivables list` and `create`. */
export function registerReceivableCommands(cli: OwnedCommands, receivables: Receivables): void {
  cli.command('bank receivables list', {
    summary: 'List receivables',
    options: [
      { flags: '--status <status>', description: 'only those', choices: ORDER_STATUSES },
      { flags: '--customer <customer>', description: 'only of this customer' },
      { flags: '--currency <code>', description: 'only in this currency, such as EUR' },
      { flags: '--due-to <day>', description: 'due on or before this day, such as 2026-01-31' },
      { flags: '--search <text>', description: 'part of the reference or customer' },
      { flags: '--orderby <what>', description: 'order', choices: RECEIVABLE_ORDERS, default: 'id' },
      ORDER,
      LIMIT,
    ],
    async run({ options, output }) {
      const text = (name: string): string | undefined =>
        options[name] === undefined ? undefined : String(options[name]);
      const { rows, total } = await receivables.list({
        // Validated by `choices`.
        status: options.status as ReceivableQuery['status'],
        orderBy: options.orderby as ReceivableQuery['orderBy'],
        order: options.order as ReceivableQuery['order'],
        customer: text('customer'),
        currency: text('currency')?.toUpperCase(),
        dueTo: text('dueTo'),
        search: text('search'),
        page: 1,
        perPage: Number(options.limit),
      });
      output.rows(rows.map(rowOf), COLUMNS);
      if (rows.length < total) output.note(`${rows.length} of ${total} rows; use --limit for more.`);
    },
  });

  cli.command('bank receivables create', {
    summary: 'Create a receivable',
    arguments: [
      { name: 'reference', description: 'reference that payers enter: a variable symbol or an invoice number' },
      { name: 'amount', description: 'amount due, such as 12.50' },
      { name: 'currency', description: 'such as EUR' },
    ],
    options: [
      { flags: '--customer <customer>', description: "customer's ID in the shop" },
      { flags: '--iban <iban>', description: 'account that the payment is expected from' },
      { flags: '--due <day>', description: 'until when, 2026-01-31' },
    ],
    async run({ args, options, output }) {
      const text = (name: string): string | undefined =>
        options[name] === undefined ? undefined : String(options[name]);
      const currency = (args.currency ?? '').toUpperCase();
      assertCurrency(currency);
      const created = await receivables.create({
        reference: args.reference ?? '',
        currency,
        customer: text('customer'),
        iban: text('iban'),
        amountDue: amountOf('amount', args.amount ?? '', currency),
        dueOn: text('due'),
      });
      output.record(rowOf(created));
    },
  });
}

function rowOf(receivable: Receivable): Row {
  const { id, reference, customer, dueOn, amountDue, amountPaid, currency, status } = receivable;
  return {
    id: Number(id),
    reference,
    customer,
    due: dueOn,
    amount: amountText(amountDue, currency),
    paid: amountText(amountPaid, currency),
    left: amountText(leftOf(receivable), currency),
    currency,
    status,
  };
}
