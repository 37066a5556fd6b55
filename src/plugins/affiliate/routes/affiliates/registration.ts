import { addressKey, type PluginContext, respond } from '../../../../index.js';
import { argumentsOf } from '../../affiliates/fields.js';
import type { Registration } from '../../affiliates/registration.js';
import { REGISTRATION_LIMIT } from '../../registration-limit.js';
import { NAMESPACE } from '../arguments.js';
import { REGISTERED } from './schemas.js';

/** Registers the public application route. */
export function registerRegistrationRoute({ rest }: Pick<PluginContext, 'rest'>, register: Registration): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/register',
    summary: 'Take part in the programme',
    description:
      'Who is signed in takes part with their account. Anybody else gives an address, and is given an account when they become active; the answer does not tell whether that address takes part already.',
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
        description: 'That of the account, without it; needed by who is not signed in.',
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
