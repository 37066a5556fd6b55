import type { OwnedAccess } from '../../../access.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Affiliate } from '../affiliates/affiliate.js';
import { RATE_SCOPE, TRACK_SCOPE } from './key-terms.js';

declare module '../../../index.js' {
  interface Capabilities {
    /** Records conversions. Granted to the API keys of external forms and shops. */
    track_affiliate_conversions: true;
    /** Overrides the rate that rewards a conversion, regardless of the program's rates. */
    override_affiliate_rates: true;
  }
}

/** Registers the capabilities and scopes for recording conversions and overriding rates. */
export function registerCapabilities(access: OwnedAccess): void {
  access.capability('track_affiliate_conversions', {
    label: 'Record conversions',
    roles: ['administrator'],
  });
  access.capability('override_affiliate_rates', {
    label: 'Override rates of conversions',
    roles: ['administrator'],
  });
  access.scope(RATE_SCOPE, {
    label: 'Override rates of conversions',
    capabilities: ['override_affiliate_rates'],
  });
  access.scope(TRACK_SCOPE, {
    label: 'Record conversions',
    capabilities: ['track_affiliate_conversions'],
  });
}

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
  hooks.addFilter('user_has_cap', (capabilities, required, user) =>
    required.includes(CAPABILITY) ? withOwn(capabilities, user.id) : capabilities,
  );

  async function withOwn(capabilities: ReadonlySet<string>, userId: number): Promise<ReadonlySet<string>> {
    return (await ofUser(userId)) === null ? capabilities : new Set([...capabilities, CAPABILITY]);
  }
}
