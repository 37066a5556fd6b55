import { TIME_OR_NULL } from '../../schema/time.js';

/** Route arguments for the name and limits of a new credential. */
export const LIMIT_ARGS = {
  name: {
    type: 'string',
    description: 'Label of the program that uses it.',
    required: true,
    minLength: 1,
    maxLength: 190,
  },
  scopes: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 190 },
    maxItems: 200,
    description: 'Capabilities or named scopes that limit it.',
  },
  expires_at: { type: 'string', format: 'date-time', description: 'Expiration; absent: never expires.' },
  allowed_ips: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 64 },
    maxItems: 100,
    description: 'Allowed IP addresses and networks, e.g. `192.0.2.7` or `10.0.0.0/8`; absent: all.',
  },
} as const;

/** Limits of a credential in responses. */
export const LIMIT_PROPERTIES = {
  scopes: { type: ['array', 'null'], items: { type: 'string' } },
  expires_at: TIME_OR_NULL,
  allowed_ips: { type: ['array', 'null'], items: { type: 'string' } },
} as const;

/** User id or `me`. */
export const USER_ARG = {
  type: 'string',
  pattern: '^(?:me|[1-9][0-9]{0,14})$',
  description: 'ID of the account, or `me`.',
} as const;
