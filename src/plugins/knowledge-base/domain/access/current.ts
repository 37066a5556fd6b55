import { currentHost } from '../../../../index.js';
import type { AccessFunctions } from '../../surfaces/access-functions.js';

const current = (): AccessFunctions => currentHost().plugin('knowledge-base');

/**
 * Access functions for code without a host reference. They use the host of the current request.
 * @throws HostError `no_current_host` outside a request; use the same functions of the plugin's API there
 */
export const vendor_kb_get_effective_access: AccessFunctions['vendor_kb_get_effective_access'] = async (...asked) =>
  current().vendor_kb_get_effective_access(...asked);
/** Returns whether a viewer may read an article; false for an unknown id. */
export const vendor_kb_can_access: AccessFunctions['vendor_kb_can_access'] = async (...asked) =>
  current().vendor_kb_can_access(...asked);
/** Returns whether a viewer may see a category: all its ancestors must allow it. */
export const vendor_kb_can_access_category: AccessFunctions['vendor_kb_can_access_category'] = async (...asked) =>
  current().vendor_kb_can_access_category(...asked);
/** Returns the teaser of an article; null for viewers who may read it, and if there is no teaser. */
export const vendor_kb_get_teaser: AccessFunctions['vendor_kb_get_teaser'] = async (...asked) =>
  current().vendor_kb_get_teaser(...asked);
/** Returns the restricted message of the rule, of a category or of the site, or the built-in one. */
export const vendor_kb_get_restricted_message: AccessFunctions['vendor_kb_get_restricted_message'] = async (...asked) =>
  current().vendor_kb_get_restricted_message(...asked);
/** Returns the whole response for a restricted page, including the form that unlocks it. */
export const vendor_kb_render_restricted_view: AccessFunctions['vendor_kb_render_restricted_view'] = async (...asked) =>
  current().vendor_kb_render_restricted_view(...asked);
