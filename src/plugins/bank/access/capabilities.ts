import type { OwnedAccess } from '../../../access.js';

declare module '../../../index.js' {
  interface Capabilities {
    /** View, import, match and fetch the transactions of the site's accounts. */
    manage_bank: true;
  }
}

/** Registers the capabilities of the plugin. */
export function registerCapabilities(access: OwnedAccess): void {
  access.capability('manage_bank', {
    label: 'Manage bank transactions',
    roles: ['administrator'],
  });
}
