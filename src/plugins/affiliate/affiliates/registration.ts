import { parseEmail } from '../../../access.js';
import type { User } from '../../../index.js';
import type { OwnedLimits } from '../../../rest.js';
import type { Locks, OwnedSecrets } from '../../../services.js';
import { invalidParam } from '../commissions/errors.js';
import type { ProgramSettings } from '../settings/schema.js';
import type { Affiliates } from './affiliates.js';
import type { AffiliateChanges } from './changes.js';
import { registrationClosed, userTaken } from './errors.js';

/** Applications per IP address, counted for the form and REST together. */
export const REGISTRATION_LIMIT = { name: 'register', max: 5, window: '10m', by: 'ip' } as const;

/** Applications by visitors without an account in the whole site: each sends an email to an unproven address. */
const VISITOR_REGISTRATION_LIMIT = { max: 200, window: '1h' } as const;

/** Application for the program. Payment details are added later, by the signed-in affiliate. */
export type RegistrationInput = Pick<
  AffiliateChanges,
  'code' | 'country' | 'display_name' | 'email' | 'first_name' | 'last_name' | 'locale' | 'promo_method' | 'website'
>;

export interface Applicant {
  readonly user: User | null;
  /** Key that rate limits count as one caller. */
  readonly address: string;
}

/**
 * Registers an affiliate, as pending if the program requires approval.
 * @throws HostError 403 `vendor_affiliate_registration_closed`, 400 `vendor_affiliate_invalid_param`, 409
 *   `vendor_affiliate_code_taken`, `vendor_affiliate_user_taken`, 429 `rest_too_many_requests` if the visitors of the
 *   whole site apply too often
 */
export type Registration = (
  input: RegistrationInput,
  applicant: Applicant,
) => Promise<{ readonly status: Status; readonly message: string }>;

type Status = 'active' | 'pending';

const MESSAGES: Readonly<Record<Status, string>> = {
  active: 'You are an affiliate. Sign in to get your links. If you have no password yet, use "Forgot password".',
  pending: 'Thank you. We will review your application and contact you.',
};

export interface RegistrationParts {
  readonly affiliates: Pick<Affiliates, 'byEmail' | 'claim' | 'create' | 'ofUser'>;
  readonly secrets: Pick<OwnedSecrets, 'fingerprint'>;
  readonly locks: Pick<Locks, 'acquire'>;
  readonly limits: Pick<OwnedLimits, 'require'>;
  readonly settings: () => Promise<Pick<ProgramSettings, 'registration' | 'registrationApproval'>>;
}

export function createRegistration({ affiliates, secrets, locks, limits, settings }: RegistrationParts): Registration {
  async function add(
    input: RegistrationInput,
    { user, address }: Applicant,
    email: string,
    status: Status,
  ): Promise<void> {
    const isNamed = [input.display_name, input.first_name, input.last_name].some((name) => name);
    await affiliates.create({
      ...input,
      ...(user && !isNamed && { display_name: user.name }),
      email,
      status,
      user_id: user?.id ?? null,
      isUnproven: user === null,
      registrationIpHash: secrets.fingerprint(address, 'address of registration'),
    });
  }

  /** The response does not reveal whether an email is already registered. */
  async function addStranger(
    input: RegistrationInput,
    applicant: Applicant,
    email: string,
    status: Status,
  ): Promise<void> {
    // Counted for registered addresses too, so that the response does not reveal them.
    await limits.require('visitor-registrations', 'site', VISITOR_REGISTRATION_LIMIT);
    const lease = await locks.acquire(`register:${secrets.fingerprint(email, 'registration')}`);
    // A form submitted twice concurrently is one registration.
    if (!lease) return;
    try {
      if (!(await affiliates.byEmail(email))) await add(input, applicant, email, status);
    } finally {
      await lease.release();
    }
  }

  return async (input, applicant) => {
    const { registration, registrationApproval } = await settings();
    if (!registration) throw registrationClosed();
    const { user } = applicant;
    if (user && ((await affiliates.ofUser(user.id)) ?? (await affiliates.claim(user)))) throw userTaken(user.id);
    const email = parseEmail(input.email ?? user?.email ?? '');
    if (email === null) throw invalidParam('email', 'Enter your email address.');
    const status = registrationApproval ? 'pending' : 'active';
    await (user ? add : addStranger)(input, applicant, email, status);
    return { status, message: MESSAGES[status] };
  };
}
