import { SOURCE_KINDS } from '../sources/kinds.js';

const text = { type: 'string', required: true } as const;
const moment = { type: ['string', 'null'], format: 'date-time', required: true } as const;

/** Settings of a source. Which ones a type supports is checked separately. */
export const SETTINGS = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { type: 'string', maxLength: 2000, description: 'Can contain `{from}`, `{to}` and `{page}`.' },
    format: { type: 'string', minLength: 1, maxLength: 32 },
    profile: { type: 'string', minLength: 1, maxLength: 64 },
    account: { type: 'string', minLength: 1, maxLength: 64 },
    currency: { type: 'string', minLength: 3, maxLength: 3 },
    since: { type: 'string', maxLength: 10, description: 'First day to fetch, such as 2026-01-31.' },
    overlap_days: {
      type: 'integer',
      minimum: 0,
      maximum: 90,
      description: 'Days to fetch again, because banks book late.',
    },
    next: { type: 'string', maxLength: 200, description: "Path of the next page's URL in the response." },
    time_limit: {
      type: 'integer',
      minimum: 1,
      maximum: 900,
      description: 'Time limit for all requests of a run, in seconds.',
    },
  },
} as const;

export const SECRETS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: '`token` of Fio banka, or headers by name. They are never returned.',
} as const;

export const SOURCE_RECORD = {
  type: 'object',
  title: 'BankSource',
  properties: {
    id: { type: 'integer', required: true },
    name: text,
    kind: {
      ...text,
      description: `One of ${SOURCE_KINDS.join(', ')}, or a type from a source in code.`,
    },
    managed: { type: 'boolean', description: 'Whether it can be changed over REST.', required: true },
    enabled: { type: 'boolean', required: true },
    settings: { ...SETTINGS, required: true },
    secret_names: { type: 'array', items: { type: 'string' }, required: true },
    cursor: { ...text, description: 'Cursor of the last fetch.' },
    last_started_at: moment,
    last_status: { type: 'string', enum: ['', 'ok', 'failed', 'skipped'], required: true },
    last_error: text,
    created_at: { ...moment, type: 'string' },
    updated_at: { ...moment, type: 'string' },
  },
} as const;
