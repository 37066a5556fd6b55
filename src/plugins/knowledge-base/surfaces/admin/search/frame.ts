import { type AdminDetailData, type AdminRequest, detailPage } from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import { PROMOTIONS_PATH, SEARCH_PATH, STATISTICS_PATH, SYNONYMS_PATH } from './paths.js';

/** Settings shared by the search administration pages. */
export const SEARCH_PAGE = {
  capability: 'manage_kb_search',
  template: 'core/admin/detail',
  stylesheets: ['kb/search-admin.css'],
} as const;

const TABS = [
  { path: SEARCH_PATH, name: 'tabs.index', capability: 'manage_kb_search' },
  { path: STATISTICS_PATH, name: 'tabs.statistics', capability: 'view_kb_stats' },
  { path: SYNONYMS_PATH, name: 'tabs.synonyms', capability: 'manage_kb_search' },
  { path: PROMOTIONS_PATH, name: 'tabs.promotions', capability: 'manage_kb_search' },
] as const;

/**
 * Combines the data shared by all search pages with that of one page. @param tab path of the tab that the page
 * belongs to
 */
export async function searchPage(
  request: AdminRequest,
  texts: Strings,
  tab: string,
  data: Partial<AdminDetailData>,
): Promise<AdminDetailData> {
  return detailPage(request, { ...(await tabsFor(request, texts, tab)), ...data });
}

/** Returns the tabs that the current user may open; none if there is only one. */
export async function tabsFor(
  request: AdminRequest,
  { text }: Strings,
  current: string,
): Promise<Pick<AdminDetailData, 'tabs' | 'tabsLabel'>> {
  const open = await Promise.all(TABS.map(({ capability }) => request.can(capability)));
  const tabs = TABS.filter((_, index) => open[index]).map(({ path, name }) => ({
    label: text(name),
    link: request.link(path),
    current: path === current,
  }));
  return { tabs: tabs.length > 1 ? tabs : [], tabsLabel: text('tabs.label') };
}

/** Parses the id in a page's URL. @throws HostError 404 with this code if invalid */
export function idInAddress(text: string, code: `vendor_kb_${string}`, { text: say }: Strings): number {
  const id = idOf(text);
  if (id !== null) return id;
  throw new HostError(code, say('gone'), { status: 404 });
}
