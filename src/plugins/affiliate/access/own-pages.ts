import type { OwnedAccess, OwnedHooks } from '../../../index.js';
import type { Affiliate } from '../affiliates/affiliate.js';

declare module '../../../index.js' {
  interface Capabilities {
    /** Sees the pages of affiliates: whoever takes part in the programme, whatever role they have. */
    see_own_affiliate_pages: true;
  }
}

const CAPABILITY = 'see_own_affiliate_pages';

/**
 * Opens the pages of affiliates to whoever is one. No role holds that: who takes part is known by the programme alone,
 * and roles may be those of the site that has the accounts.
 */
export function openOwnPages(
  { access, hooks }: { readonly access: OwnedAccess; readonly hooks: Pick<OwnedHooks, 'addFilter'> },
  ofUser: (userId: number) => Promise<Affiliate | null>,
): void {
  access.capability(CAPABILITY, { label: 'See the pages of affiliates', roles: [] });
  hooks.addFilter('user_has_cap', async (held, required, user) => {
    if (!required.includes(CAPABILITY) || (await ofUser(user.id)) === null) return held;
    return new Set([...held, CAPABILITY]);
  });
}
