import type { AreaParts } from './area.js';
import { registerOwnCommissions } from './commissions.js';
import { registerOwnLinks } from './links.js';
import { registerOwnOverview } from './overview.js';
import { registerOwnProfile } from './profile.js';

/** Registers the pages of the affiliate area. */
export function registerArea(parts: AreaParts): void {
  registerOwnOverview(parts);
  registerOwnLinks(parts);
  registerOwnCommissions(parts);
  registerOwnProfile(parts);
}
