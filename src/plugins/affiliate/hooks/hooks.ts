import type { OwnedHooks } from '../../../hooks.js';
import { defineAffiliateHooks } from './affiliates.js';
import { defineLedgerHooks } from './ledger.js';
import { defineMailHooks } from './mail.js';
import { defineTrackingHooks } from './tracking.js';

/** Defines the hooks of the plugin. */
export function defineHooks(hooks: OwnedHooks): void {
  defineAffiliateHooks(hooks);
  defineTrackingHooks(hooks);
  defineLedgerHooks(hooks);
  defineMailHooks(hooks);
}
