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
  // Each check of a right comes by: those that ask for something else wait for nothing.
  hooks.addFilter('user_has_cap', (held, required, user) =>
    required.includes(CAPABILITY) ? withOwn(held, user.id) : held,
  );

  async function withOwn(held: ReadonlySet<string>, userId: number): Promise<ReadonlySet<string>> {
    return (await ofUser(userId)) === null ? held : new Set([...held, CAPABILITY]);
  }
}
