import { type AdminDetailData, type AdminRequest, detailPage, type Site, type Strings } from '../../../index.js';
import { adminCatalogues } from '../strings/admin/catalogues.js';
import { setupCatalogues } from '../strings/setup/catalogues.js';
import { textsFor } from '../words.js';
import { tabsFor } from './paths.js';

/** Common options of the pages. */
export const BANK_PAGE = {
  capability: 'manage_bank',
  template: 'core/admin/detail',
  stylesheets: ['bank/admin.css'],
} as const;

/** Creates the strings of the pages. */
export function adminTexts(site: Pick<Site, 'locale' | 'timezone'>): Strings {
  return textsFor(site, adminCatalogues, setupCatalogues);
}

/** Creates the title of a page, translated for the reader of the menu. */
export function titleOf(site: Pick<Site, 'timezone'>, key: string): (locale: string) => string {
  return (locale) => adminTexts({ locale, timezone: site.timezone }).text(key);
}

/**
 * Merges the data of a page with that common to all pages.
 * @param tab path of the active tab
 */
export function pageOf(
  request: AdminRequest,
  texts: Strings,
  tab: string,
  given: Partial<AdminDetailData>,
): AdminDetailData {
  const tabs = { tabs: tabsFor(request, texts, tab), tabsLabel: texts.text('admin.tabs') };
  return detailPage(request, { ...tabs, ...given });
}
