import {
  type AdminDetailData,
  type AdminRequest,
  createStrings,
  detailPage,
  HostError,
  idOf,
  type Site,
  type Strings,
} from '../../../../index.js';
import { searchingCatalogues } from '../../strings/searching/catalogues.js';
import { PROMOTIONS_PATH, SEARCH_PATH, STATISTICS_PATH, SYNONYMS_PATH } from './paths.js';

/** What the pages have in common that say how search goes on. */
export const SEARCH_PAGE = {
  capability: 'manage_kb_search',
  template: 'core/admin/detail',
  stylesheets: ['kb/search-admin.css'],
} as const;

/** The texts of the pages. */
export function searchTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, searchingCatalogues, { timeZone: timezone });
}

/** The title of a page, in the language of whoever reads the menu. */
export function titleOf({ timezone }: Pick<Site, 'timezone'>, key: string): (locale: string) => string {
  return (locale) => searchTexts({ locale, timezone }).text(key);
}

const TABS = [
  { path: SEARCH_PATH, name: 'tabs.index', capability: 'manage_kb_search' },
  { path: STATISTICS_PATH, name: 'tabs.statistics', capability: 'view_kb_stats' },
  { path: SYNONYMS_PATH, name: 'tabs.synonyms', capability: 'manage_kb_search' },
  { path: PROMOTIONS_PATH, name: 'tabs.promotions', capability: 'manage_kb_search' },
] as const;

/** What all pages have, with what this one has. @param tab path of the tab that it belongs to */
export async function searchPage(
  request: AdminRequest,
  texts: Strings,
  tab: string,
  given: Partial<AdminDetailData>,
): Promise<AdminDetailData> {
  return detailPage(request, { ...(await tabsFor(request, texts, tab)), ...given });
}

/** The tabs that this person may open; none where there is but one. */
export async function tabsFor(
  request: AdminRequest,
  { text }: Strings,
  current: string,
): Promise<Pick<AdminDetailData, 'tabs' | 'tabsLabel'>> {
  const open = await Promise.all(TABS.map(({ capability }) => request.can(capability)));
  const tabs = TABS.filter((_, index) => open[index]).map(({ path, name }) => ({
    ...{ label: text(name), link: request.link(path), current: path === current },
  }));
  return { tabs: tabs.length > 1 ? tabs : [], tabsLabel: text('tabs.label') };
}

/** The id in the address of a page. @throws HostError 404 with this code for what is none */
export function idInAddress(text: string, code: `vendor_kb_${string}`, { text: say }: Strings): number {
  const id = idOf(text);
  if (id !== null) return id;
  throw new HostError(code, say('gone'), { status: 404 });
}
