import { type AdminDetailData, type AdminRequest, detailPage } from '../../../admin.js';
import type { Site } from '../../../index.js';
import type { Strings } from '../../../text.js';
import { type AffiliateKey, affiliateTexts } from '../catalogues.js';
import { tabsFor } from './paths.js';

/** Returns a page title that is translated to the language of the menu. */
export function titleOf({ strings }: Pick<Site, 'strings'>, key: AffiliateKey): (locale: string) => string {
  return (locale) => affiliateTexts({ locale, strings }).text(key);
}

/** Builds a page from the common data and its own. @param tab path of the tab it belongs to */
export function pageOf(
  request: AdminRequest,
  texts: Strings,
  tab: string,
  data: Partial<AdminDetailData>,
): AdminDetailData {
  const tabs = { tabs: tabsFor(request, texts, tab), tabsLabel: texts.text('admin.tabs') };
  return detailPage(request, { ...tabs, ...data });
}
