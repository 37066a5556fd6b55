import { RUN_STATUSES, RUN_TRIGGERS } from '../runs/run.js';
import { COUNT, MATCH_COUNTS } from './count-schemas.js';

const nullableText = { type: ['string', 'null'], required: true } as const;

const TOTALS = {
  type: 'object',
  title: 'BankRunTotals',
  description: '`fetched` is the sum of `new`, `updated` and `duplicates`.',
  required: true,
  properties: {
    sources: COUNT,
    files: COUNT,
    fetched: COUNT,
    new: COUNT,
    updated: COUNT,
    duplicates: COUNT,
    pending: COUNT,
    ...MATCH_COUNTS,
  },
} as const;

const SOURCE = {
  type: 'object',
  title: 'BankRunSource',
  properties: {
    id: { type: 'string', description: 'Its name.', required: true },
    format: { type: 'string', description: 'File names, separated by commas.', required: true },
    status: { type: 'string', enum: ['ok', 'failed', 'skipped'], required: true },
    files: COUNT,
    fetched: COUNT,
    new: COUNT,
    updated: COUNT,
    duplicates: COUNT,
    error: {
      type: ['object', 'null'],
      required: true,
      properties: { code: { type: 'string', required: true }, message: { type: 'string', required: true } },
    },
  },
} as const;

const ERROR = {
  type: 'object',
  title: 'BankRunError',
  properties: {
    severity: { type: 'string', enum: ['error', 'warning'], required: true },
    code: { type: 'string', required: true },
    message: { type: 'string', required: true },
    source: nullableText,
    file: nullableText,
    position: nullableText,
  },
} as const;

/** A run in the history with all details. */
export const RUN_RECORD = {
  type: 'object',
  title: 'BankRunRecord',
  properties: {
    run_id: { type: 'integer', required: true },
    status: {
      type: 'string',
      enum: RUN_STATUSES,
      description: '`aborted`: its process died.',
      required: true,
    },
    trigger: { type: 'string', enum: RUN_TRIGGERS, required: true },
    started_by: { type: ['integer', 'null'], description: 'Account that started it.', required: true },
    started_at: { type: 'string', format: 'date-time', required: true },
    finished_at: { type: ['string', 'null'], format: 'date-time', required: true },
    duration_ms: { type: ['integer', 'null'], required: true },
    forced: { type: 'boolean', required: true },
    dry_run: { type: 'boolean', required: true },
    totals: TOTALS,
    sources: { type: 'array', items: SOURCE, required: true },
    errors: { type: 'array', items: ERROR, required: true },
  },
} as const;

/** Response of `process-transactions`. */
export const RUN_VIEW = {
  type: 'object',
  title: 'BankRun',
  properties: {
    success: { type: 'boolean', required: true },
    run_id: { type: 'integer', required: true },
    started_at: { type: 'string', format: 'date-time', required: true },
    finished_at: { type: ['string', 'null'], format: 'date-time', required: true },
    duration_ms: { type: ['integer', 'null'], required: true },
    forced: { type: 'boolean', required: true },
    dry_run: { type: 'boolean', required: true },
    totals: TOTALS,
    sources: { type: 'array', items: SOURCE, description: 'Only for administrators.' },
    errors: { type: 'array', items: ERROR, description: 'Only for administrators.' },
    next_run_at: { type: 'string', format: 'date-time', required: true },
  },
} as const;
