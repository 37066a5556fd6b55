import type { OwnedAccess } from '../../../index.js';
import { RATE_SCOPE, TRACK_SCOPE } from './key-terms.js';

declare module '../../../index.js' {
  interface Capabilities {
    /** Records conversions: what keys of forms and shops elsewhere are given. */
    track_affiliate_conversions: true;
    /** Says by which rate a conversion is rewarded, whatever the programme would give. */
    override_affiliate_rates: true;
  }
}

/** Who may do what, besides administrators and affiliates themselves. */
export function registerCapabilities(access: OwnedAccess): void {
  access.capability('track_affiliate_conversions', {
    label: 'Record conversions of affiliates',
    roles: ['administrator'],
  });
  access.capability('override_affiliate_rates', {
    label: 'Decide by which rate a conversion is rewarded',
    roles: ['administrator'],
  });
  access.scope(RATE_SCOPE, {
    label: 'Decide by which rate a conversion is rewarded',
    capabilities: ['override_affiliate_rates'],
  });
  access.scope(TRACK_SCOPE, {
    label: 'Record conversions of affiliates',
    capabilities: ['track_affiliate_conversions'],
  });
}
