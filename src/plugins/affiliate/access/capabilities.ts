import type { OwnedAccess } from '../../../access.js';
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
