import { defineResource } from '../../../resource.js';
import { CURRENCY, currencyFilter } from '../transactions/currency-filter.js';
import { invalidParam } from '../transactions/errors.js';
import { leftOf, ORDER_STATUSES } from './order.js';
import { toReceivable } from './receivable.js';

const MINOR = { description: 'Minor units of the currency.' };

/** List of receivables: its SQL, REST list, command and admin list. */
export const receivableList = defineResource({
  table: 'bank_receivables',
  read: (rows) => rows.map(toReceivable),
  title: 'BankReceivable',
  errors: { page: 'vendor_bank_invalid_page', argument: invalidParam },
  fields: (field) => ({
    id: field.integer(({ id }) => Number(id), { cli: true }),
    reference: field.text(({ reference }) => reference, {
      description: 'Reference that payers enter.',
      label: 'receivables.reference',
      cli: true,
    }),
    customer: field.text(({ customer }) => customer, {
      description: "Customer's ID in the shop; empty: unknown.",
      cli: true,
    }),
    iban: field.text(({ iban }) => iban, {
      description: 'Account that the payment is expected from; empty: unknown.',
    }),
    due_on: field.custom({ type: ['string', 'null'], format: 'date' }, ({ dueOn }) => dueOn, {
      label: 'receivables.due',
      cli: 'due',
    }),
    amount_due: field.money(({ amountDue, currency }) => [amountDue, currency], {
      label: 'receivables.amount',
      cli: 'amount',
    }),
    amount_due_minor: field.integer(({ amountDue }) => amountDue, MINOR),
    amount_paid: field.money(({ amountPaid, currency }) => [amountPaid, currency], { cli: 'paid' }),
    amount_paid_minor: field.integer(({ amountPaid }) => amountPaid, MINOR),
    amount_left: field.money((receivable) => [leftOf(receivable), receivable.currency], {
      description: 'Below 0 if overpaid.',
      label: 'receivables.left',
      cli: 'left',
    }),
    amount_left_minor: field.integer(leftOf, MINOR),
    currency: field.text(({ currency }) => currency, { cli: true }),
    amount_tolerated: field.money(({ amountTolerated, currency }) => [amountTolerated, currency], {
      description: 'Amount waived, or overpaid if below 0.',
    }),
    amount_tolerated_minor: field.integer(({ amountTolerated }) => amountTolerated, MINOR),
    status: field.enum(ORDER_STATUSES, ({ status }) => status, { label: 'transactions.status', cli: true }),
    created_at: field.dateTime(({ createdAt }) => createdAt),
    updated_at: field.dateTime(({ updatedAt }) => updatedAt),
  }),
  filters: (filter) => ({
    status: filter.enum('status', ORDER_STATUSES, {
      label: 'transactions.status',
      text: 'order-',
      all: 'admin.all-states',
      cli: ['status <status>', 'only those'],
    }),
    customer: filter.text(
      'customer',
      { maxLength: 64 },
      { label: 'receivables.customer', cli: ['customer <customer>', 'only of this customer'], isFolded: true },
    ),
    currency: filter.custom(CURRENCY, {
      ...currencyFilter,
      where: (eb, currency) => eb('currency', '=', currency),
    }),
    due_to: filter.untilDay('due_on', {
      description: 'Due on or before this day.',
      label: 'receivables.filter-due',
      cli: ['due-to <day>', 'due on or before this day, such as 2026-01-31'],
    }),
    search: filter.search(
      { contains: ['reference', 'customer'] },
      {
        description: 'Part of the reference or customer.',
        label: 'receivables.search',
        cli: ['search <text>', 'part of the reference or customer'],
      },
    ),
  }),
  sort: { id: 'id', reference: 'reference', amount_due: 'amount_due', due_on: 'due_on', status: 'status' },
  order: ['id', 'desc'],
});
