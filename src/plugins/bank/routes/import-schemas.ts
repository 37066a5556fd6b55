import { COUNT, MATCH_COUNTS } from './count-schemas.js';

const text = { type: 'string', required: true } as const;
const amount = {
  type: 'number',
  description: 'Major units; minor units are returned too.',
  required: true,
} as const;
const minor = { type: 'integer', required: true } as const;

const PROBLEM = {
  type: 'object',
  title: 'BankStatementProblem',
  properties: {
    severity: { type: 'string', enum: ['error', 'warning'], required: true },
    code: text,
    message: text,
    position: { ...text, description: 'Position in the file, such as `line 12`.' },
  },
} as const;

const PROBLEMS = {
  errors: { ...COUNT, description: 'Transactions that could not be read.' },
  warnings: COUNT,
  problems: { type: 'array', items: PROBLEM, description: 'First errors and notices.', required: true },
} as const;

const ACCOUNT = {
  type: 'object',
  title: 'BankStatementAccount',
  properties: { iban: text, number: text, bank_code: text, bic: text, name: text, currency: text },
} as const;

const SUM = {
  type: 'object',
  title: 'BankStatementSum',
  properties: {
    currency: text,
    entries: COUNT,
    credit: amount,
    credit_minor: minor,
    debit: amount,
    debit_minor: minor,
  },
} as const;

const ENTRY = {
  type: 'object',
  title: 'BankStatementEntry',
  properties: {
    position: text,
    direction: { type: 'string', enum: ['credit', 'debit'], required: true },
    amount,
    amount_minor: minor,
    currency: text,
    booked_on: text,
    value_on: text,
    booking_status: { type: 'string', enum: ['booked', 'pending'], required: true },
    counterparty: {
      type: 'object',
      required: true,
      properties: { name: text, iban: text, account: text, bank_code: text, bic: text },
    },
    variable_symbol: text,
    creditor_reference: text,
    end_to_end_id: text,
    bank_reference: text,
    remittance: text,
    is_reversal: { type: 'boolean', required: true },
  },
} as const;

/** Content of a file. */
export const DETECTION = {
  type: 'object',
  title: 'BankDetection',
  properties: {
    format: text,
    encoding: text,
    profile: { type: ['string', 'null'], description: 'Null for formats without profiles.', required: true },
    accounts: { type: 'array', items: ACCOUNT, required: true },
    count: { ...COUNT, description: 'Entries that could be read.' },
    sums: { type: 'array', items: SUM, description: 'By currency.', required: true },
    from: { ...text, description: 'First booking date; empty without entries.' },
    to: { ...text, description: 'Last booking date.' },
    entries: { type: 'array', items: ENTRY, description: 'First ten entries.', required: true },
    ...PROBLEMS,
  },
} as const;

const MATCHED = {
  type: ['object', 'null'],
  title: 'BankMatchTotals',
  description: 'Result of matching the new transactions; null in a dry run, and if the next run does it.',
  required: true,
  properties: MATCH_COUNTS,
} as const;

/** Result of an upload. */
export const UPLOAD_REPORT = {
  type: 'object',
  title: 'BankImport',
  description: '`fetched` is the sum of `new`, `updated`, `duplicates` and `review`.',
  properties: {
    success: { type: 'boolean', required: true },
    format: text,
    dry_run: { type: 'boolean', required: true },
    known_file: { type: 'boolean', description: 'The same file was imported before and was not read.', required: true },
    fetched: COUNT,
    new: COUNT,
    updated: COUNT,
    duplicates: COUNT,
    review: { ...COUNT, description: 'Possibly known from another format; needs a decision.' },
    pending: { ...COUNT, description: 'Number of entries that are not booked yet.' },
    ...PROBLEMS,
    matched: MATCHED,
  },
} as const;
