import type { OwnedHooks } from '../../../index.js';
import { defineAffiliateHooks } from './affiliates.js';
import { defineLedgerHooks } from './ledger.js';
import { defineMailHooks } from './mail.js';
import { defineTrackingHooks } from './tracking.js';

/** Says what the hooks of the plugin are. */
export function defineHooks(hooks: OwnedHooks): void {
  defineAffiliateHooks(hooks);
  defineTrackingHooks(hooks);
  defineLedgerHooks(hooks);
  defineMailHooks(hooks);
}
