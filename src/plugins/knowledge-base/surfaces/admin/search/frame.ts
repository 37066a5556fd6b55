import type { OwnedAdmin } from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import { type KbArea, kbCatalogues, kbEditorCatalogues } from '../../../catalogues.js';
import { errorText, refuseForm } from '../error-texts.js';
import { PROMOTIONS_PATH, SEARCH_PATH, STATISTICS_PATH, SYNONYMS_PATH } from './paths.js';

/** Declares the area of the search pages. */
export function searchArea(admin: OwnedAdmin): KbArea {
  return admin.area({
    path: SEARCH_PATH,
    texts: [kbCatalogues, kbEditorCatalogues],
    capability: 'manage_kb_search',
    stylesheets: ['kb/search-admin.css'],
    tabs: {
      [SEARCH_PATH]: 'tabs.index',
      [STATISTICS_PATH]: { label: 'tabs.statistics', capability: 'view_kb_stats' },
      [SYNONYMS_PATH]: 'tabs.synonyms',
      [PROMOTIONS_PATH]: 'tabs.promotions',
    },
    tabsLabel: 'tabs.label',
    errors: { errorText, refuseForm },
  });
}

/** Parses the id in a page's URL. @throws HostError 404 with this code if invalid */
export function idInAddress(text: string, code: `vendor_kb_${string}`, { text: say }: Strings): number {
  const id = idOf(text);
  if (id !== null) return id;
  throw new HostError(code, say('gone'), { status: 404 });
}
