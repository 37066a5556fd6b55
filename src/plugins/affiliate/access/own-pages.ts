import type { OwnedAccess } from '../../../access.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Affiliate } from '../affiliates/affiliate.js';

declare module '../../../index.js' {
  interface Capabilities {
    /** Opens the affiliate area. Granted to every participant of the program, whatever their role. */
    see_own_affiliate_pages: true;
  }
}

const CAPABILITY = 'see_own_affiliate_pages';

/**
 * Grants every affiliate access to the affiliate area. No role holds the capability: only the program knows who
 * participates, and roles may belong to the site that owns the accounts.
 */
export function openOwnPages(
  { access, hooks }: { readonly access: OwnedAccess; readonly hooks: Pick<OwnedHooks, 'addFilter'> },
  ofUser: (userId: number) => Promise<Affiliate | null>,
): void {
  access.capability(CAPABILITY, { label: 'View the affiliate pages', roles: [] });
  // Runs on every permission check: stays synchronous unless this capability is asked for.
  hooks.addFilter('user_has_cap', (held, required, user) =>
    required.includes(CAPABILITY) ? withOwn(held, user.id) : held,
  );

  async function withOwn(held: ReadonlySet<string>, userId: number): Promise<ReadonlySet<string>> {
    return (await ofUser(userId)) === null ? held : new Set([...held, CAPABILITY]);
  }
}
