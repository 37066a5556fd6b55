import type { OwnedHooks } from '../../../hooks.js';
import { HostError } from '../../../index.js';
import type { LicenceVerdict, OwnedLicences } from '../../../licences.js';
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
  /** Stores a valid key in place of the current one. The license server can still refuse it, for too many sites. */
  async function activate(key: string): Promise<LicenceVerdict> {
    try {
      const license = await licences.activate(PRODUCT, key).catch(async (error: unknown) => {
        if (!isError(error, 409)) throw error;
        await licences.deactivate(PRODUCT);
        return licences.activate(PRODUCT, key);
      });
      return { valid: true, code: null, message: null, license };
    } catch (error) {
      if (!isError(error, 422)) throw error;
      return { valid: false, code: error.code as LicenceVerdict['code'], message: error.message, license: null };
    }
  }

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/licenses/verify',
    summary: 'Check a license key',
    description:
      'A valid `license_key` is activated and stored, and replaces another one. Without it, the stored key is checked. An invalid key is a normal response, not an error.',
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
      const { license_key: key } = args;
      const checked = await licences.verify(PRODUCT, key);
      const verdict = checked.valid && key !== undefined ? await activate(key) : checked;
      const { valid, code, message, license } = verdict;
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

function isError(error: unknown, status: number): error is HostError {
  return error instanceof HostError && error.status === status;
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
