import { commissionList } from '../../commissions/commission.js';

export const TAGS = ['Affiliate program: money'];

const text = { type: 'string', required: true } as const;

/** Schema of a commission after an action, with whether it changed. */
export const MOVED_COMMISSION = {
  type: 'object',
  title: 'ChangedAffiliateCommission',
  properties: {
    ...commissionList.schema.properties,
    changed: { type: 'boolean', description: 'False if the status was already set.', required: true },
  },
} as const;

export const REFUNDED_COMMISSION = {
  type: 'object',
  title: 'RefundedAffiliateCommission',
  properties: {
    ...MOVED_COMMISSION.properties,
    refund: {
      type: ['object', 'null'],
      properties: commissionList.schema.properties,
      description: 'Entry that offsets the paid amount; null if nothing was paid yet.',
      required: true,
    },
  },
} as const;

export const BULK_RESULTS = {
  type: 'object',
  properties: {
    success: { type: 'boolean', description: 'Whether all of them succeeded.', required: true },
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer', required: true },
          success: { type: 'boolean', required: true },
          changed: { type: 'boolean' },
          status: { type: 'string' },
          error: {
            type: 'object',
            properties: { code: text, message: text, status: { type: 'integer', required: true } },
          },
        },
      },
      required: true,
    },
  },
} as const;
