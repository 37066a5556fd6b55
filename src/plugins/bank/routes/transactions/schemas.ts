import { TRANSACTION_STATUSES } from '../../transactions/states.js';
import { day, idOrNull, listOf, major, minor, moment, text, textOrNull } from '../schemas.js';

export const TAGS = ['Transactions'];

const texts = { type: 'array', items: { type: 'string' }, required: true } as const;
const score = { type: 'integer', description: 'From 0 to 100.', required: true } as const;
const by = {
  ...idOrNull,
  description: 'Account that decided; null for rules, 0 for the command line.',
} as const;

const MATCH = {
  type: 'object',
  title: 'BankMatch',
  properties: {
    order_id: text,
    amount: major,
    amount_minor: minor,
    rule: { ...text, description: 'Rule that matched it, or `manual`.' },
    score,
    by,
    at: moment,
  },
} as const;

const CANDIDATE = {
  type: 'object',
  title: 'BankCandidate',
  properties: { order_id: text, reference: text, score, reasons: texts },
} as const;

/** bank.md B3. */
export const TRANSACTION = {
  type: 'object',
  title: 'BankTransaction',
  description: 'Empty strings are unknown.',
  properties: {
    id: { type: 'integer', required: true },
    account_id: { type: 'integer', required: true },
    source_id: { ...idOrNull, description: 'Null for uploads, like the run.' },
    run_id: idOrNull,
    direction: { type: 'string', enum: ['credit', 'debit'], required: true },
    amount: { ...major, description: 'Major units, at least 0.' },
    amount_minor: minor,
    amount_text: { ...text, description: 'With all decimals.' },
    currency: text,
    original_amount: { type: ['number', 'null'], required: true },
    original_currency: textOrNull,
    fx_rate: textOrNull,
    booked_on: day,
    value_on: day,
    booking_status: { type: 'string', enum: ['booked', 'pending'], required: true },
    counterparty: {
      type: 'object',
      properties: { name: text, iban: text, account: text, bank_code: text, bic: text },
      required: true,
    },
    variable_symbol: text,
    constant_symbol: text,
    specific_symbol: text,
    end_to_end_id: text,
    bank_reference: text,
    creditor_reference: text,
    remittance: text,
    type_code: text,
    is_reversal: { type: 'boolean', required: true },
    charges: { ...major, description: 'Fee deducted by the bank.' },
    status: { type: 'string', enum: TRANSACTION_STATUSES, required: true },
    allocated: { ...major, description: 'Amount assigned to orders.' },
    allocated_minor: minor,
    unallocated: major,
    unallocated_minor: minor,
    matches: { type: 'array', items: MATCH, required: true },
    rule: { ...textOrNull, description: 'Rule that decided, or `manual`.' },
    score,
    flags: { ...texts, description: 'Unusual conditions, such as `double_payment`.' },
    candidates: { type: 'array', items: CANDIDATE, description: 'Possible orders.', required: true },
    decided_by: by,
    duplicate_of: { ...idOrNull, description: 'Transaction that this one may duplicate.' },
    reverses_id: { ...idOrNull, description: 'Transaction that this one reverses.' },
    dedup_key: text,
    dedup_version: { type: 'integer', required: true },
    raw_hash: text,
    created_at: moment,
    updated_at: moment,
  },
} as const;

export const TRANSACTION_LIST = listOf(TRANSACTION);
