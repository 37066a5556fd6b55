import { type AdminDetailData, type AdminRequest, detailPage } from '../../../admin.js';
import type { Site } from '../../../index.js';
import type { Strings } from '../../../text.js';
import { type BankKey, bankCatalogues } from '../catalogues.js';
import { tabsFor } from './paths.js';

/** Common options of the pages. */
export const BANK_PAGE = {
  capability: 'manage_bank',
  template: 'core/admin/detail',
  stylesheets: ['bank/admin.css'],
} as const;

/** Creates the strings of the pages. */
export function adminTexts(site: Pick<Site, 'locale' | 'strings'>): Strings<BankKey> {
  return site.strings(site.locale, bankCatalogues);
}

/** Creates the title of a page, translated for the reader of the menu. */
export function titleOf({ strings }: Pick<Site, 'strings'>, key: BankKey): (locale: string) => string {
  return (locale) => adminTexts({ locale, strings }).text(key);
}

/**
 * Merges the data of a page with that common to all pages.
 * @param tab path of the active tab
 */
export function pageOf(
  request: AdminRequest,
  texts: Strings,
  tab: string,
  data: Partial<AdminDetailData>,
): AdminDetailData {
  const tabs = { tabs: tabsFor(request, texts, tab), tabsLabel: texts.text('admin.tabs') };
  return detailPage(request, { ...tabs, ...data });
}
