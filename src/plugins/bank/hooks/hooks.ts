import type { OwnedHooks } from '../../../index.js';
import { defineActions } from './actions.js';
import { defineFilters } from './filters.js';

/** Says what the hooks of the plugin are. */
export function defineHooks(hooks: OwnedHooks): void {
  defineActions(hooks);
  defineFilters(hooks);
}
