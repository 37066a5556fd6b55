import type { ArgumentSchema, JsonSchema } from '../../../../rest.js';

const text = { type: 'string', required: true } as const;
const count = { type: 'integer', minimum: 0, required: true } as const;
const momentOrNull = { type: ['string', 'null'], format: 'date-time', required: true } as const;

const KEY: Readonly<Record<string, ArgumentSchema>> = {
  id: text,
  prefix: { ...text, description: 'Beginning of the key.' },
  label: text,
  scopes: { type: 'array', items: { type: 'string' }, required: true },
  expires_at: momentOrNull,
  created_at: { ...text, format: 'date-time' },
  last_used_at: { ...momentOrNull, description: 'Rounded to the minute.' },
  previous_expires_at: { ...momentOrNull, description: "End of the previous secret's overlap." },
};

const API_KEY: JsonSchema = { type: 'object', title: 'AffiliateApiKey', properties: KEY };

export const ISSUED_API_KEY: JsonSchema = {
  type: 'object',
  title: 'IssuedAffiliateApiKey',
  properties: { ...KEY, key: { ...text, description: 'It is shown only once.' } },
};

export const REVOKED_API_KEY: JsonSchema = {
  type: 'object',
  title: 'RevokedAffiliateApiKey',
  properties: { deleted: { type: 'boolean', required: true }, previous: { ...API_KEY, required: true } },
};

export const API_KEY_LIST: JsonSchema = {
  type: 'object',
  title: 'AffiliateApiKeyList',
  properties: {
    success: { type: 'boolean', required: true },
    data: { type: 'array', items: API_KEY, required: true },
    pagination: {
      type: 'object',
      required: true,
      properties: { page: count, per_page: count, total: count, total_pages: count },
    },
  },
};
