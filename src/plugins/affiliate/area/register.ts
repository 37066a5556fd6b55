import type { PluginContext } from '../../../index.js';
import type { AffiliateProgram } from '../affiliate.js';
import { affiliateCatalogues } from '../catalogues.js';
import { errorText, refuseForm } from '../labels.js';
import { type AreaParts, LINKS_PATH, OVERVIEW_PATH, OWN_COMMISSIONS_PATH, PROFILE_PATH } from './area.js';
import { registerOwnCommissions } from './commissions.js';
import { registerOwnLinks } from './links.js';
import { registerOwnOverview } from './overview.js';
import { registerOwnProfile } from './profile.js';

/** Registers the pages of the affiliate area. */
export function registerArea({ admin, site }: Pick<PluginContext, 'admin' | 'site'>, program: AffiliateProgram): void {
  const area = admin.area({
    path: OVERVIEW_PATH,
    texts: affiliateCatalogues,
    capability: 'see_own_affiliate_pages',
    stylesheets: ['affiliate/area.css'],
    tabs: {
      [OVERVIEW_PATH]: 'area.overview',
      [LINKS_PATH]: 'area.links',
      [OWN_COMMISSIONS_PATH]: 'area.commissions',
      [PROFILE_PATH]: 'area.profile',
    },
    tabsLabel: 'area.title',
    errors: { errorText, refuseForm },
  });
  const parts: AreaParts = { area, site, program };
  registerOwnOverview(parts);
  registerOwnLinks(parts);
  registerOwnCommissions(parts);
  registerOwnProfile(parts);
}
