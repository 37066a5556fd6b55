import type { OwnedRest } from '../../../rest.js';
import type { BankLicences } from '../licences/licences.js';
import { NAMESPACE } from './arguments.js';

/** Characters. Longer keys are rejected before verification. */
const MAX_KEY_LENGTH = 2048;
const TEXT = { type: ['string', 'null'], required: true } as const;

const LICENCE = {
  type: 'object',
  title: 'BankLicense',
  properties: {
    success: { type: 'boolean', required: true },
    status: { type: 'string', enum: ['active', 'expired', 'grace', 'inactive', 'invalid'], required: true },
    license_key: { ...TEXT, description: 'Masked.' },
    plan: TEXT,
    site: { type: 'string', required: true },
    activated_at: TEXT,
    expires_at: TEXT,
    last_checked_at: TEXT,
    grace_until: TEXT,
    message: { ...TEXT, description: 'Reason why it is not valid.' },
  },
} as const;

/** Registers the three license endpoints of the API. */
export function registerLicenceRoutes(rest: OwnedRest, licences: BankLicences): void {
  const common = { permission: 'manage_options', tags: ['Licence'] } as const;

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/license/activate',
    summary: 'Activate a license key',
    operationId: 'activateBankLicense',
    strictBody: true,
    args: { license_key: { type: 'string', maxLength: MAX_KEY_LENGTH, default: '' } },
    returns: LICENCE,
    handler: ({ args }) => licences.activate(args.license_key),
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'GET',
    path: '/license/verify',
    summary: 'Read the license',
    description: 'An invalid license is a normal response, not an error.',
    operationId: 'verifyBankLicense',
    returns: { ...LICENCE, properties: { ...LICENCE.properties, valid: { type: 'boolean', required: true } } },
    handler: () => licences.verify(),
  });

  rest.route(NAMESPACE, {
    ...common,
    method: 'POST',
    path: '/license/deactivate',
    summary: 'Deactivate the license key',
    operationId: 'deactivateBankLicense',
    strictBody: true,
    returns: LICENCE,
    handler: () => licences.deactivate(),
  });
}
