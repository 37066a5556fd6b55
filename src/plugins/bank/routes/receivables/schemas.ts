import { ORDER_STATUSES } from '../../receivables/order.js';
import { listOf, major, minor, moment, text } from '../schemas.js';

export const RECEIVABLE = {
  type: 'object',
  title: 'BankReceivable',
  properties: {
    id: { type: 'integer', required: true },
    reference: { ...text, description: 'Reference that payers enter.' },
    customer: { ...text, description: "Customer's ID in the shop; empty: unknown." },
    iban: { ...text, description: 'Account that the payment is expected from; empty: unknown.' },
    currency: text,
    amount_due: major,
    amount_due_minor: minor,
    amount_paid: major,
    amount_paid_minor: minor,
    amount_left: { ...major, description: 'Below 0 if overpaid.' },
    amount_left_minor: minor,
    amount_tolerated: { ...major, description: 'Amount waived, or overpaid if below 0.' },
    amount_tolerated_minor: minor,
    status: { type: 'string', enum: ORDER_STATUSES, required: true },
    due_on: { type: ['string', 'null'], format: 'date', required: true },
    created_at: moment,
    updated_at: moment,
  },
} as const;

export const RECEIVABLE_LIST = listOf(RECEIVABLE);
