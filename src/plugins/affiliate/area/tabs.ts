import type { AdminRequest, AdminTabbedData } from '../../../admin.js';
import type { Strings } from '../../../text.js';

/** Paths of the affiliate area, relative to the admin area. */
export const OVERVIEW_PATH = '/affiliate';
export const LINKS_PATH = '/affiliate/links';
export const OWN_COMMISSIONS_PATH = '/affiliate/commissions';
export const PROFILE_PATH = '/affiliate/profile';

const TABS = [
  { path: OVERVIEW_PATH, name: 'area.overview' },
  { path: LINKS_PATH, name: 'area.links' },
  { path: OWN_COMMISSIONS_PATH, name: 'area.commissions' },
  { path: PROFILE_PATH, name: 'area.profile' },
] as const;

/** @param current path of the current page */
export function ownTabs({ link }: AdminRequest, { text }: Strings, current: string): AdminTabbedData['tabs'] {
  return TABS.map(({ path, name }) => ({ label: text(name), link: link(path), current: path === current }));
}
