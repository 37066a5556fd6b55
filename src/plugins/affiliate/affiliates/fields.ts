import { formError } from '../../../admin.js';
import { type Argument, createValidators } from '../../../rest.js';
import type { Strings } from '../../../text.js';
import { fieldText } from '../labels.js';
import { CODE_PATTERN } from './code.js';
import { AFFILIATE_STATUSES } from './statuses.js';

/**
 * Access rule of a field. With `edit` its owner changes it, with `read` its owner sees it, with `admin` only
 * administrators do both. Administrators can change all fields except `isKept` ones, which the program records.
 */
export interface Field {
  readonly right: 'admin' | 'edit' | 'read';
  /** Whether the field is read-only for everyone. */
  readonly isKept?: boolean;
  readonly schema: Argument;
}

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const;

const moment = { type: ['string', 'null'], format: 'date-time' } as const;

export const FIELDS = {
  first_name: { right: 'edit', schema: text(100) },
  last_name: { right: 'edit', schema: text(100) },
  display_name: { right: 'edit', schema: text(200) },
  email: { right: 'edit', schema: { type: 'string', format: 'email', maxLength: 190 } },
  payment_email: {
    right: 'edit',
    schema: { type: 'string', maxLength: 190, description: 'Payout address; empty: `email`.' },
  },
  payment_method: {
    right: 'edit',
    schema: {
      type: 'string',
      pattern: '^([a-z][a-z0-9_-]{0,31})?$',
      description: "One of the program's payout methods; empty: none chosen.",
    },
  },
  payment_details: {
    right: 'edit',
    schema: {
      type: 'string',
      maxLength: 1000,
      description: 'Such as an account number. Stored encrypted; responses show only its end.',
    },
  },
  website: { right: 'edit', schema: { type: 'string', maxLength: 500, description: 'http or https URL.' } },
  promo_method: {
    right: 'edit',
    schema: { ...text(5000), description: 'The affiliate’s plan for promoting the site.' },
  },
  country: { right: 'edit', schema: { type: 'string', pattern: '^([A-Z]{2})?$', description: 'ISO 3166, or empty.' } },
  tax_id: { right: 'edit', schema: text(64) },
  locale: {
    right: 'edit',
    schema: { type: 'string', pattern: '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$', maxLength: 35 },
  },
  social: {
    right: 'edit',
    schema: {
      type: 'object',
      maxProperties: 20,
      additionalProperties: text(500),
      description: 'URLs by network name.',
    },
  },
  email_verified: {
    right: 'read',
    schema: { type: 'boolean', description: 'Whether a mailed link or an administrator verified the address.' },
  },
  id: { right: 'read', isKept: true, schema: { type: 'integer' } },
  user_id: { right: 'read', schema: { type: ['integer', 'null'], minimum: 1 } },
  code: { right: 'read', schema: { type: 'string', pattern: CODE_PATTERN } },
  status: { right: 'read', schema: { type: 'string', enum: AFFILIATE_STATUSES } },
  rate_type: {
    right: 'read',
    schema: {
      type: ['string', 'null'],
      enum: ['percentage', 'flat', null],
      description: "Null: the program's rate.",
    },
  },
  rate: {
    right: 'read',
    schema: { type: ['number', 'null'], minimum: 0, description: "Percent, or an amount in the program's currency." },
  },
  cookie_days: { right: 'read', schema: { type: ['integer', 'null'], minimum: 1, maximum: 3650 } },
  parent_id: {
    right: 'read',
    schema: { type: ['integer', 'null'], minimum: 1, description: 'Affiliate who referred this one.' },
  },
  currency: { right: 'read', isKept: true, schema: { type: 'string' } },
  registered_at: { right: 'read', isKept: true, schema: { type: 'string', format: 'date-time' } },
  approved_at: { right: 'read', isKept: true, schema: moment },
  updated_at: { right: 'read', isKept: true, schema: { type: 'string', format: 'date-time' } },
  totals: { right: 'read', isKept: true, schema: { type: 'object' } },
  notes: { right: 'admin', schema: text(20_000) },
  fraud_score: { right: 'admin', schema: { type: 'integer', minimum: 0, maximum: 100 } },
  flags: { right: 'admin', schema: { type: 'array', items: text(64), maxItems: 50 } },
  hold_payouts_until: { right: 'admin', schema: moment },
  registration_ip_hash: { right: 'admin', isKept: true, schema: { type: 'string' } },
  meta: { right: 'admin', schema: { type: 'object', maxProperties: 50, additionalProperties: true } },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;

/** Names of the fields that can be changed. */
export type WritableName = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends { readonly isKept: true } ? never : Name;
}[FieldName];

const NAMES = Object.keys(FIELDS) as FieldName[];

/** Fields that their owner may change. */
export const OWNER_FIELDS: readonly FieldName[] = NAMES.filter((name) => FIELDS[name].right === 'edit');

/** Fields that administrators may change. */
export const WRITABLE_FIELDS: readonly WritableName[] = NAMES.filter(isWritable);

/** Fields that the program records. They cannot be changed. */
export const KEPT_FIELDS: readonly FieldName[] = NAMES.filter((name) => !isWritable(name));

/** Fields whose change puts payouts on hold. */
export const PAYMENT_FIELDS: readonly FieldName[] = ['payment_email', 'payment_method', 'payment_details'];

/** Returns the schemas of these fields for routes. */
export function argumentsOf<const Name extends FieldName>(
  names: readonly Name[],
): { readonly [K in Name]: (typeof FIELDS)[K]['schema'] } {
  return Object.fromEntries(names.map((name) => [name, FIELDS[name].schema])) as {
    readonly [K in Name]: (typeof FIELDS)[K]['schema'];
  };
}

function isWritable(name: FieldName): name is WritableName {
  return !('isKept' in FIELDS[name]);
}

const createValidator = createValidators();

/**
 * Validates submitted affiliate fields with the schemas of the REST API.
 * @throws HostError 422 `form_invalid` with one message per field, in the reader's language
 */
export function assertFieldValues(values: Readonly<Partial<Record<FieldName, unknown>>>, strings: Strings): void {
  const names = Object.keys(values) as FieldName[];
  const faults = Object.entries(createValidator(argumentsOf(names))({ ...values }));
  if (faults.length === 0) return;
  const errors = faults.map(([name, { message }]) => [name, fieldText(name, message, strings)]);
  throw formError(Object.fromEntries(errors), strings.text('error-invalid_param'));
}
