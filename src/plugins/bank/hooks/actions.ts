import type { OwnedHooks } from '../../../index.js';

/** Says what the actions of the plugin are. They are told through the outbox: what a listener throws makes it be told again. */
export function defineActions(_hooks: Pick<OwnedHooks, 'define'>): void {}
