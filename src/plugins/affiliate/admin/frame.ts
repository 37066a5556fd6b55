import { type AdminDetailData, type AdminRequest, detailPage, type Site, type Strings } from '../../../index.js';
import { adminCatalogues } from '../strings/admin/catalogues.js';
import { textsFor } from '../words.js';
import { tabsFor } from './paths.js';

/** The texts of the pages for administrators. */
export function adminTexts(site: Pick<Site, 'locale' | 'strings'>): Strings {
  return textsFor(site, adminCatalogues);
}

/** The title of a page, in the language of whoever reads the menu. */
export function titleOf({ strings }: Pick<Site, 'strings'>, key: string): (locale: string) => string {
  return (locale) => adminTexts({ locale, strings }).text(key);
}

/** What all pages have, with what this one has. @param tab path of the tab that it belongs to */
export function pageOf(
  request: AdminRequest,
  texts: Strings,
  tab: string,
  given: Partial<AdminDetailData>,
): AdminDetailData {
  const tabs = { tabs: tabsFor(request, texts, tab), tabsLabel: texts.text('admin.tabs') };
  return detailPage(request, { ...tabs, ...given });
}
