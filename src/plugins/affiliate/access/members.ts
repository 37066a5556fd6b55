import { HostError, type RestRequest } from '../../../index.js';
import type { KnownAffiliate } from '../clicks/directory.js';

/** An affiliate, as far as rights go by it. */
export type Member = Pick<KnownAffiliate, 'id' | 'code' | 'status'>;

type Caller = Pick<RestRequest, 'user' | 'can'>;

/** Who may use the programme: the checks of the interface besides that of administrators. */
export interface Members {
  isAdministrator(request: Pick<RestRequest, 'can'>): Promise<boolean>;
  /**
   * Permission of routes for administrators and active affiliates.
   * @throws HostError 403 `vendor_affiliate_inactive` for an affiliate who is not active
   */
  isMember(request: Caller): Promise<boolean>;
  /** Permission of routes for active affiliates alone. @throws as `isMember` */
  isActiveAffiliate(request: Caller): Promise<boolean>;
  /** The active affiliate who calls; null for others. @throws as `isMember` */
  affiliateOf(request: Caller): Promise<Member | null>;
}

/** @param ofUser the affiliate with this account */
export function createMembers(ofUser: (userId: number) => Promise<Member | null>): Members {
  const isAdministrator: Members['isAdministrator'] = async ({ can }) => can('manage_options');

  async function affiliateOf({ user, can }: Caller): Promise<Member | null> {
    // What a credential is limited to counts for affiliates, too.
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
  const message = `Your part in the programme is ${status}, and only active affiliates may do that. Ask an administrator.`;
  return new HostError('vendor_affiliate_inactive', message, { status: 403, affiliate_status: status });
}
