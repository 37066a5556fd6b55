import { HostError } from '../../../index.js';
import type { RestRequest } from '../../../rest.js';
import type { KnownAffiliate } from '../clicks/directory.js';

/** The fields of an affiliate that permission checks need. */
export type Member = Pick<KnownAffiliate, 'id' | 'code' | 'status'>;

type Caller = Pick<RestRequest, 'user' | 'can'>;

/** Permission checks of the REST API for affiliates and administrators. */
export interface Members {
  isAdministrator(request: Pick<RestRequest, 'can'>): Promise<boolean>;
  /**
   * Permission check of routes for administrators and active affiliates.
   * @throws HostError 403 `vendor_affiliate_inactive` for an affiliate who is not active
   */
  isMember(request: Caller): Promise<boolean>;
  /** Permission check of routes for active affiliates only. @throws as `isMember` */
  isActiveAffiliate(request: Caller): Promise<boolean>;
  /** Returns the active affiliate who makes the call, or null for other callers. @throws as `isMember` */
  affiliateOf(request: Caller): Promise<Member | null>;
}

/** @param ofUser finds the affiliate with this account */
export function createMembers(ofUser: (userId: number) => Promise<Member | null>): Members {
  const isAdministrator: Members['isAdministrator'] = async ({ can }) => can('manage_options');

  async function affiliateOf({ user, can }: Caller): Promise<Member | null> {
    // Scope limits of a credential apply to affiliates, too.
    const member = user && (await can('read')) ? await ofUser(user.id) : null;
    if (member && member.status !== 'active') throw inactive(member);
    return member;
  }

  return {
    isAdministrator,
    affiliateOf,
    isMember: async (request) => (await isAdministrator(request)) || (await affiliateOf(request)) !== null,
    isActiveAffiliate: async (request) => (await affiliateOf(request)) !== null,
  };
}

function inactive({ status }: Member): HostError {
  const message = `Your affiliate account is ${status}. Only active affiliates can do that. Ask an administrator.`;
  return new HostError('vendor_affiliate_inactive', message, { status: 403, affiliate_status: status });
}
