import type { OwnedHooks } from '../../../hooks.js';
import { defineImportHooks } from './importing.js';
import { defineLicenceHooks } from './licences.js';
import { defineMatchingHooks } from './matching.js';
import { definePrivacyHooks } from './privacy.js';
import { defineProfileHooks } from './profiles.js';
import { defineRunHooks } from './runs.js';

/** Defines the hooks of the plugin. */
export function defineHooks(hooks: OwnedHooks): void {
  defineImportHooks(hooks);
  defineLicenceHooks(hooks);
  defineMatchingHooks(hooks);
  definePrivacyHooks(hooks);
  defineProfileHooks(hooks);
  defineRunHooks(hooks);
}
