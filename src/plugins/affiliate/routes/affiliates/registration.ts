import type { PluginContext } from '../../../../index.js';
import { addressKey } from '../../../../pages.js';
import { respond } from '../../../../rest.js';
import { argumentsOf } from '../../affiliates/fields.js';
import { REGISTRATION_LIMIT, type Registration } from '../../affiliates/registration.js';
import { NAMESPACE } from '../arguments.js';
import { REGISTERED } from './schemas.js';

/** Registers the public application route. */
export function registerRegistrationRoute({ rest }: Pick<PluginContext, 'rest'>, register: Registration): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/register',
    summary: 'Apply to the affiliate program',
    description:
      'Signed-in users apply with their account. Visitors send an email address and get an account when they become active. The response does not reveal whether the address is already registered.',
    operationId: 'registerAffiliate',
    tags: ['Affiliates'],
    permission: 'public',
    rateLimit: REGISTRATION_LIMIT,
    strictBody: true,
    args: {
      ...argumentsOf([
        ...(['first_name', 'last_name', 'display_name', 'website', 'promo_method'] as const),
        ...(['country', 'locale', 'code'] as const),
      ]),
      email: {
        type: 'string',
        format: 'email',
        maxLength: 190,
        description: "Default: the account's address. Required for visitors.",
      },
    },
    successStatus: 201,
    returns: REGISTERED,
    async handler({ args, user, remoteAddress }) {
      const { status, message } = await register(args, { user, address: addressKey(remoteAddress) });
      return respond({ success: true, status, message }, { status: 201 });
    },
  });
}
