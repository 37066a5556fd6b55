import type { OwnedAccess } from '../../../index.js';

declare module '../../../index.js' {
  interface Capabilities {
    /** Sees the transactions of the site's accounts, imports and matches them, and has them fetched. */
    manage_bank: true;
  }
}

/** Who may do what. */
export function registerCapabilities(access: OwnedAccess): void {
  access.capability('manage_bank', {
    label: 'Manage bank transactions',
    roles: ['administrator'],
  });
}
