import type { OwnedHooks } from '../../../hooks.js';
import type { OwnedLicences } from '../../../licences.js';
import type { OwnedRest } from '../../../rest.js';
import { PRODUCT } from '../licence-features.js';
import { NAMESPACE, PERMISSION, TAGS } from './arguments.js';

/** Maximum number of characters. */
const MAX_KEY_LENGTH = 2048;

/**
 * Registers the licence routes, based on the core's service. Nothing in this plugin requires a licence: sites decide
 * what it unlocks.
 */
export function registerLicenceRoutes(
  rest: OwnedRest,
  { licences, hooks }: { readonly licences: OwnedLicences; readonly hooks: OwnedHooks },
): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/licenses/verify',
    summary: 'Check a license key',
    description: 'Checks the stored key without `license_key`. An invalid key is a normal response, not an error.',
    operationId: 'verifyWatermarkLicense',
    tags: TAGS,
    permission: PERMISSION,
    strictBody: true,
    args: { license_key: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH } },
    returns: {
      type: 'object',
      properties: {
        success: { type: 'boolean', required: true },
        valid: { type: 'boolean', required: true },
        code: { type: ['string', 'null'] },
        message: { type: ['string', 'null'] },
        license: { ...LICENCE, type: ['object', 'null'], required: true },
      },
    },
    async handler({ args }) {
      const { valid, code, message, license } = await licences.verify(PRODUCT, args.license_key);
      await hooks.doActionAsync('vendor_watermark_license_verified', valid);
      return valid ? { success: true, valid, license } : { success: false, valid, code, message, license };
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/licenses/info',
    summary: 'Read the license',
    description: '`status` is `none` without a stored key. Does not contact the license server.',
    operationId: 'getWatermarkLicense',
    tags: TAGS,
    permission: PERMISSION,
    returns: {
      type: 'object',
      properties: { success: { type: 'boolean', required: true }, data: { ...LICENCE, required: true } },
    },
    handler: async () => ({ success: true, data: await licences.info(PRODUCT) }),
  });
}

const LICENCE = {
  type: 'object',
  title: 'WatermarkLicense',
  properties: {
    product: { type: 'string', required: true },
    status: { type: 'string', required: true },
    source: { type: 'string', enum: ['offline', 'remote'], required: true },
    license_key_masked: { type: ['string', 'null'], required: true },
    expires_at: { type: ['string', 'null'], required: true },
    grace_until: { type: ['string', 'null'], required: true },
  },
} as const;
