import { SOURCE_KINDS } from '../sources/kinds.js';

const text = { type: 'string', required: true } as const;
const moment = { type: ['string', 'null'], format: 'date-time', required: true } as const;

/** Settings of a source. Which ones a type supports is checked separately. */
export const SETTINGS = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { type: 'string', maxLength: 2000, description: 'With `{from}`, `{to}` and `{page}` where these go.' },
    format: { type: 'string', minLength: 1, maxLength: 32 },
    profile: { type: 'string', minLength: 1, maxLength: 64 },
    account: { type: 'string', minLength: 1, maxLength: 64 },
    currency: { type: 'string', minLength: 3, maxLength: 3 },
    since: { type: 'string', maxLength: 10, description: 'First day that is fetched, 2026-01-31.' },
    overlap_days: {
      type: 'integer',
      minimum: 0,
      maximum: 90,
      description: 'Days fetched again, since banks book late.',
    },
    next: { type: 'string', maxLength: 200, description: 'Path in the answer to the address of the next page.' },
    time_limit: { type: 'integer', minimum: 1, maximum: 900, description: 'Seconds for all answers of a run.' },
  },
} as const;

export const SECRETS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: '`token` of Fio banka, or headers by their names. Nobody is shown them again.',
} as const;

export const SOURCE_RECORD = {
  type: 'object',
  title: 'BankSource',
  properties: {
    id: { type: 'integer', required: true },
    name: text,
    kind: {
      ...text,
      description: `One of ${SOURCE_KINDS.join(', ')}, or another one of a source that code puts together.`,
    },
    managed: { type: 'boolean', description: 'Whether it can be changed here.', required: true },
    enabled: { type: 'boolean', required: true },
    settings: { ...SETTINGS, required: true },
    secret_names: { type: 'array', items: { type: 'string' }, required: true },
    cursor: { ...text, description: 'Up to where it was fetched, in words of its own.' },
    last_started_at: moment,
    last_status: { type: 'string', enum: ['', 'ok', 'failed', 'skipped'], required: true },
    last_error: text,
    created_at: { ...moment, type: 'string' },
    updated_at: { ...moment, type: 'string' },
  },
} as const;
