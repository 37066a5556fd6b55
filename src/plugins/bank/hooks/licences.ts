import type { OwnedHooks } from '../../../hooks.js';
import type { LicenceView } from '../licences/licence-view.js';

declare module '../../../index.js' {
  interface Actions {
    /** Fires when a license key was activated or deactivated. Nothing in this plugin requires one. */
    vendor_bank_license_changed(licence: LicenceView): void | Promise<void>;
  }
}

/** Defines the license hooks. */
export function defineLicenceHooks({ define }: OwnedHooks): void {
  // The change is already done, so a failing listener must not affect it.
  define('vendor_bank_license_changed', { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'isolate' });
}
