import type { OwnedHooks } from '../../../index.js';
import type { LicenceView } from '../licences/licence-view.js';

declare module '../../../index.js' {
  interface Actions {
    /** A licence key was activated or given back. Nothing in this plugin needs one. */
    vendor_bank_license_changed(licence: LicenceView): void | Promise<void>;
  }
}

/** Says what the hooks of licences are. */
export function defineLicenceHooks({ define }: OwnedHooks): void {
  // What has been done stays done, whoever listens.
  define('vendor_bank_license_changed', { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'isolate' });
}
