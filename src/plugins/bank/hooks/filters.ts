import type { OwnedHooks } from '../../../index.js';

/** Says what the filters of the plugin are. */
export function defineFilters(_hooks: Pick<OwnedHooks, 'define'>): void {}
