import { ORDER_STATUSES } from '../../receivables/order.js';
import { listOf, major, minor, moment, text } from '../schemas.js';

export const RECEIVABLE = {
  type: 'object',
  title: 'BankReceivable',
  properties: {
    id: { type: 'integer', required: true },
    reference: { ...text, description: 'What payers write.' },
    customer: { ...text, description: 'Who owes it, as the shop names them; empty where it is not known.' },
    iban: { ...text, description: 'The account that the money is expected from; empty where it is not known.' },
    currency: text,
    amount_due: major,
    amount_due_minor: minor,
    amount_paid: major,
    amount_paid_minor: minor,
    amount_left: { ...major, description: 'Below 0 for what was paid on top.' },
    amount_left_minor: minor,
    amount_tolerated: { ...major, description: 'What was let off, or accepted on top when below 0.' },
    amount_tolerated_minor: minor,
    status: { type: 'string', enum: ORDER_STATUSES, required: true },
    due_on: { type: ['string', 'null'], format: 'date', required: true },
    created_at: moment,
    updated_at: moment,
  },
} as const;

export const RECEIVABLE_LIST = listOf(RECEIVABLE);
