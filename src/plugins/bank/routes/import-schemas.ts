import { COUNT, MATCH_COUNTS } from './count-schemas.js';

const text = { type: 'string', required: true } as const;
const amount = {
  type: 'number',
  description: 'Major units; beside it the same in minor units.',
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
    position: { ...text, description: 'Where the file says it, such as `line 12`.' },
  },
} as const;

const PROBLEMS = {
  errors: { ...COUNT, description: 'Movements that could not be read.' },
  warnings: COUNT,
  problems: { type: 'array', items: PROBLEM, description: 'The first few of both.', required: true },
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
    profile: { type: ['string', 'null'], description: 'Null for formats that need none.', required: true },
    accounts: { type: 'array', items: ACCOUNT, required: true },
    count: { ...COUNT, description: 'Entries that could be read.' },
    sums: { type: 'array', items: SUM, description: 'By currency.', required: true },
    from: { ...text, description: 'First day on which something was booked; empty without entries.' },
    to: { ...text, description: 'The last one.' },
    entries: { type: 'array', items: ENTRY, description: 'The first ten.', required: true },
    ...PROBLEMS,
  },
} as const;

const MATCHED = {
  type: ['object', 'null'],
  title: 'BankMatchTotals',
  description: 'What matching made of what was new; null in a rehearsal, and where the next run has to do it.',
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
    known_file: { type: 'boolean', description: 'The same file was imported before: it was not read.', required: true },
    fetched: COUNT,
    new: COUNT,
    updated: COUNT,
    duplicates: COUNT,
    review: { ...COUNT, description: 'May be known from another format: somebody has to look.' },
    pending: { ...COUNT, description: 'Of all those, how many are not booked yet.' },
    ...PROBLEMS,
    matched: MATCHED,
  },
} as const;
